/** The hostile workspace of `bench/hostile.ts`, in a separate process: it does all it can to starve the service. */
import net from 'node:net';

/** Sent to the hostile process: the service to attack and the data to attack it with. */
export interface Target {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly workspaceId: string;
  readonly cookie: string;
  /** Id of a job that has a thousand corrections to thousands of appearances; `links` lead to this job. */
  readonly correctedJob: string;
  readonly links: readonly string[];
  /** Restricts the attack to this kind; if absent, all kinds are used. */
  readonly only?: 'costly' | undefined;
}

type Json = Record<string, unknown>;

/** Numbers of outcomes, by kind of attack and status. */
const counts: Record<string, Record<string, number>> = {};

function count(kind: string, outcome: string | number): void {
  const outcomes = counts[kind] ?? {};
  counts[kind] = outcomes;
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}

class Attacker {
  readonly #target: Target;
  readonly #home: string;

  constructor(target: Target) {
    this.#target = target;
    this.#home = `/console/v1/workspaces/${target.workspaceId}`;
  }

  async #call(kind: string, method: string, path: string, given: Json = {}): Promise<Json | null> {
    const { apiUrl, apiKey, cookie } = this.#target;
    const session = path.startsWith('/console');
    try {
      const answer = await fetch(apiUrl + path, {
        method,
        headers: {
          ...(given.body !== undefined && { 'Content-Type': 'application/json' }),
          ...(session
            ? { Cookie: cookie, Origin: apiUrl }
            : { 'X-Api-Key': String(given.key ?? apiKey) }),
        },
        ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
        signal: AbortSignal.timeout(15_000),
      });
      count(kind, answer.status);

      const text = await answer.text();
      return answer.ok && text.startsWith('{') ? (JSON.parse(text) as Json) : null;
    } catch (error) {
      count(kind, (error as Error).name);
      return null;
    }
  }

  /** Begins `perSecond` calls a second without waiting for earlier ones, with at most 200 in progress. */
  #flood(perSecond: number, one: (index: number) => Promise<unknown>): void {
    let under = 0;
    let index = 0;
    setInterval(() => {
      if (under >= 200) return;
      under += 1;
      void one(index++).finally(() => {
        under -= 1;
      });
    }, 1000 / perSecond);
  }

  /** Webhooks with host names that nobody resolves, and with receivers that hang. */
  webhooks(hanging: string): void {
    const events = `${this.#home}/v1/webhooks/test`;
    this.#flood(20, () => this.#call('test event', 'POST', events, { body: { url: hanging } }));
    this.#flood(5, (n) => {
      const webhook_url = `https://slow-${n}.nobody-answers.example/`;
      return this.#job('slow name', { webhook_url });
    });
  }

  #job(kind: string, fields: Json = {}): Promise<unknown> {
    const url = `https://www.youtube.com/watch?v=${Math.random().toString(36).slice(2, 13).padEnd(11, 'x')}`;
    const body = { url, capabilities: ['metadata'], ...fields };
    return this.#call(kind, 'POST', '/v1/jobs', { body });
  }

  uploads(): void {
    const body = { content_type: 'video/mp4', size_bytes: 500_000_000 };
    const presign = () => this.#call('presign', 'POST', '/v1/uploads/presign', { body });

    this.#flood(10, presign);
    // Uploads that send a few bytes from time to time.
    this.#flood(2, async () => {
      const made = (await presign()) as { data?: { put_url: string } } | null;
      if (!made?.data) return;

      const { hostname, port, pathname, search } = new URL(made.data.put_url);
      const socket = net.connect(Number(port), hostname);
      socket
        .on('error', () => count('slow upload', 'error'))
        .on('close', () => count('slow upload', 'closed'));
      socket.write(
        `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: video/mp4\r\nContent-Length: 500000000\r\n\r\n`,
      );
      setInterval(() => socket.writable && socket.write('x'.repeat(50)), 1000);
      count('slow upload', 'begun');
    });
  }

  connections(): void {
    const { hostname, port } = new URL(this.#target.apiUrl);
    for (let n = 0; n < 400; n += 1) {
      const socket = net.connect(Number(port), hostname);
      socket
        .on('error', () => count('slow headers', 'error'))
        .on('close', () => count('slow headers', 'closed'));

      if (n % 2 === 0) {
        socket.write('GET /v1/jobs HTTP/1.1\r\nHost: x\r\n');
        setInterval(() => socket.writable && socket.write(`X-${n}: 1\r\n`), 5000);
      }
    }
  }

  sessions(): void {
    this.#flood(50, () => this.#call('console reads', 'GET', `${this.#home}/v1/jobs?limit=100`));
    this.#flood(20, () =>
      this.#call('previews', 'POST', `${this.#home}/v1/follows/preview`, {
        body: { source: 'https://www.youtube.com/@nobody' },
      }),
    );
    for (let n = 0; n < 100; n += 1) void this.#call('streams', 'GET', `${this.#home}/events`);
  }

  follows(): void {
    this.#flood(10, async (n) => {
      const body = {
        name: `f${n}`,
        source: `https://www.youtube.com/@nobody${n}`,
        capabilities: ['metadata'],
        every_minutes: 60,
      };
      const made = (await this.#call('Follow', 'POST', `${this.#home}/v1/follows`, { body })) as {
        data: { follow_id: string };
      } | null;
      if (!made) return;

      const path = `${this.#home}/v1/follows/${made.data.follow_id}/runs`;
      for (let run = 0; run < 5; run += 1)
        await this.#call('Follow run', 'POST', path, { body: {} });
    });
  }

  jobs(): void {
    this.#flood(20, () => this.#job('jobs'));
    this.#flood(2, (n) => {
      const urls = Array.from(
        { length: 50 },
        (_, index) => `https://youtu.be/${`${n}x${index}`.padStart(11, 'v')}`,
      );
      return this.#call('batches', 'POST', '/v1/batch', {
        body: { urls, capabilities: ['metadata'] },
      });
    });
  }

  /**
   * Requests that cost the service far more than the caller: corrected results, links, and texts on which regular
   * expressions are slow.
   */
  costly(): void {
    const { correctedJob: job, links } = this.#target;
    this.#flood(10, () => this.#call('corrected', 'GET', `/v1/jobs/${job}?corrected=true`));
    this.#flood(50, (n) => this.#call('links', 'GET', String(links[n % links.length])));

    const logo = `A${' '.repeat(400_000)}!`;
    this.#flood(5, () =>
      this.#call('logos', 'POST', '/v1/reports', { body: { job_ids: [job], logo } }),
    );
    this.#flood(60, (n) =>
      this.#call('passwords', 'POST', '/console/auth/sign-in/email', {
        body: { email: `nobody${n}@example.com`, password: 'a wrong password' },
      }),
    );
  }

  strangers(): void {
    this.#flood(100, () =>
      this.#call('wrong keys', 'GET', '/v1/jobs', { key: `rs_live_${Math.random()}` }),
    );
    this.#flood(50, () => this.#call('readyz', 'GET', '/readyz'));
    this.#flood(50, () => this.#call('metrics', 'GET', '/metrics'));
  }
}

async function attack(target: Target): Promise<void> {
  const hanging = net.createServer((socket) => void socket.on('error', () => undefined));
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));

  const { port } = hanging.address() as net.AddressInfo;
  const attacker = new Attacker(target);
  attacker.costly();

  if (target.only === 'costly') return;
  attacker.webhooks(`http://127.0.0.1:${port}/`);
  attacker.uploads();
  attacker.connections();
  attacker.sessions();
  attacker.follows();
  attacker.jobs();
  attacker.strangers();
}

process.on('message', (message) => {
  if (message !== 'report') return void attack(message as Target);
  console.log('the hostile one got', counts);
  process.exit(0);
});
