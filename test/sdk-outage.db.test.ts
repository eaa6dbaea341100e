/** The client and a real service with an unreliable network between them: whatever was begun ends with its result. */
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  type Client,
  ConnectionError,
  createClient,
  FileError,
  type Trouble,
} from '../sdk/src/index.ts';
import { badWeather, startOutageProxy } from '../server/testing/sdk/outage-proxy.ts';
import { startTestService, type TestService } from '../server/testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService({
    REELSIGHT_PLANS: JSON.stringify({ pro: { max_requests_per_minute: 60_000, burst: 60_000 } }),
  });
});
after(() => service.close());

const video = () => new Blob([new Uint8Array(3_000_000)], { type: 'video/mp4' });

async function jobOf(client: Client): Promise<string> {
  const upload_key = await client.uploads.put(video());
  const job = await client.jobs.create({ upload_key, capabilities: ['metadata'] });
  return job.job_id;
}

test('wait ends with the result through every kind of outage', { timeout: 120_000 }, async () => {
  const { client: direct, apiKey } = await service.workspace();
  const id = await jobOf(direct);
  await using proxy = await startOutageProxy(service.apiUrl);
  const client = createClient({ baseUrl: proxy.url, apiKey, timeoutMs: 1000 });
  const troubles: Trouble[] = [];
  let reads = 0;
  const waiting = client.jobs.wait(id, {
    intervalMs: 100,
    onProgress: () => {
      reads += 1;
    },
    onTrouble: (one) => troubles.push(one),
  });

  for (const weather of badWeather) {
    const seen = troubles.length;
    await proxy.turn(weather);
    while (troubles.length === seen) await sleep(20);

    const read = reads;
    await proxy.turn('fine');
    while (reads === read) await sleep(20);
  }

  assert.ok(troubles.length >= badWeather.length);
  await proxy.turn('reset');
  // The job ends while the client cannot see it.
  await direct.jobs.cancel(id);
  await sleep(300);
  await proxy.turn('fine');
  assert.equal((await waiting).status, 'cancelled');
});

test('the service may be gone, and another come to its address', { timeout: 120_000 }, async () => {
  const { client: direct, apiKey } = await service.workspace();
  const id = await jobOf(direct);
  await using proxy = await startOutageProxy(service.apiUrl);
  const client = createClient({ baseUrl: proxy.url, apiKey });

  await proxy.turn('refuse');
  let refused = 0;
  const waiting = client.jobs.wait(id, {
    onTrouble: ({ error }) => {
      assert.ok(error instanceof ConnectionError);
      refused += 1;
    },
  });

  while (refused < 2) await sleep(20);
  await direct.jobs.cancel(id);
  await proxy.turn('fine');
  assert.equal((await waiting).status, 'cancelled');
});

test('creations through a network that loses answers make one job each', async () => {
  const { client: direct, apiKey } = await service.workspace();
  const upload_key = await direct.uploads.put(video());
  let calls = 0;
  const client = createClient({
    baseUrl: service.apiUrl,
    apiKey,
    maxRetries: 5,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      calls += 1;
      if (calls % 2 === 1) throw new TypeError('the answer was lost');
      return response;
    },
  });
  const made: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const job = await client.jobs.create({ upload_key, capabilities: ['metadata'] });
    made.unshift(job.job_id);
  }

  const seen: string[] = [];
  for await (const { job_id } of direct.jobs.list()) seen.push(job_id);
  assert.deepEqual(seen, made);
});

describe('uploads', () => {
  /** A client whose first `times` uploads are interrupted in the middle. */
  function interrupted(apiKey: string, times: number, lost: (url: string) => Promise<Response>) {
    const urls: string[] = [];
    const client = createClient({
      baseUrl: service.apiUrl,
      apiKey,
      fetch: async (input, init) => {
        if (init?.method !== 'PUT') return fetch(input, init);
        urls.push(String(input));
        if (urls.length > times) return fetch(input, init);
        const reader = (init.body as ReadableStream<Uint8Array>).getReader();
        for (let count = 0; count < 3; count += 1) await reader.read();
        await reader.cancel();
        return lost(String(input));
      },
    });
    return { client, urls };
  }

  test('an interrupted one is sent again to a fresh address, its progress from 0', async () => {
    const { apiKey, client: direct } = await service.workspace();
    const { client, urls } = interrupted(apiKey, 1, () => Promise.reject(new TypeError('reset')));
    const progress: number[] = [];
    const troubles: Trouble[] = [];
    const upload_key = await client.uploads.put(video(), {
      onProgress: (sent, total) => {
        assert.equal(total, 3_000_000);
        progress.push(sent);
      },
      onTrouble: (one) => troubles.push(one),
    });

    assert.equal(new Set(urls).size, 2);
    assert.equal(troubles.length, 1);
    assert.equal(progress.filter((sent) => sent === 0).length, 2);
    assert.equal(progress.at(-1), 3_000_000);

    const job = await direct.jobs.create({ upload_key, capabilities: ['metadata'] });
    assert.equal(job.status, 'pending');
  });

  test('a 409 of a second write, a 503 and a 408 lead to a fresh address too', async () => {
    for (const [status, code] of [
      [409, 'UPLOAD_EXISTS'],
      [503, 'LOW_DISK'],
      [408, 'REQUEST_TIMEOUT'],
    ] as const) {
      const { apiKey } = await service.workspace();
      const answer = async () => Response.json({ error: { code, message: code } }, { status });
      const { client, urls } = interrupted(apiKey, 1, answer);
      assert.ok(await client.uploads.put(video()), code);
      assert.equal(new Set(urls).size, 2);
    }
  });

  test('it gives up after its repeats, and at once where a repeat cannot help', async () => {
    const { apiKey } = await service.workspace();
    const lost = () => Promise.reject(new TypeError('reset'));
    const failing = interrupted(apiKey, 9, lost);
    await assert.rejects(
      failing.client.uploads.put(video(), { maxRetries: 1 }),
      (error) => error instanceof ConnectionError && error.attempts === 2,
    );

    const refusal = async () =>
      Response.json({ error: { code: 'UPLOAD_TOO_LARGE', message: 'no' } }, { status: 413 });
    const refused = interrupted(apiKey, 9, refusal);
    await assert.rejects(
      refused.client.uploads.put(video()),
      (error) => error instanceof ApiError && error.status === 413,
    );
    assert.equal(refused.urls.length, 1);
  });

  test('one that stands still is begun anew', async () => {
    const { apiKey } = await service.workspace();
    const { client, urls } = interrupted(
      apiKey,
      1,
      // Rejects shortly after the client's time limit has passed, as an aborted fetch does.
      () => new Promise((_, reject) => setTimeout(() => reject(new Error('ended')), 700)),
    );

    await client.uploads.put(video(), { timeoutMs: 500 });
    assert.equal(urls.length, 2);
  });

  test('a file that grows, shrinks or disappears meanwhile is a clear error', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reelsight-file-'));
    try {
      const { client } = await service.workspace();
      const path = join(folder, 'clip.mp4');
      const changes: Record<string, () => Promise<void>> = {
        grows: () => appendFile(path, 'more'),
        shrinks: () => truncate(path, 1000),
        disappears: () => rm(path),
      };
      for (const [name, change] of Object.entries(changes)) {
        await writeFile(path, Buffer.alloc(2_000_000));
        const file = await openAsBlob(path, { type: 'video/mp4' });
        await change();

        const error = await client.uploads.put(file).catch((thrown: unknown) => thrown);
        assert.ok(error instanceof FileError, `${name}: ${error}`);
        assert.match(error.message, /^The file (changed|could not be read)/);
        assert.equal(error.attempts, 1);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('a stream that brings other than it said is a clear error', async () => {
    const { client } = await service.workspace();
    for (const real of [10, 3_000_001]) {
      const file = Object.assign(video(), {
        stream: () => new Blob([new Uint8Array(real)]).stream(),
      });
      await assert.rejects(
        client.uploads.put(file),
        (error) => error instanceof FileError && error.code === 'FILE_CHANGED',
      );
    }
  });
});
