/** The live events of a workspace during a job. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../server/src/db/database.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { accepted, type Json, refused, type Subject, startSubject } from '../interface/subject.ts';
import { type Person, signUp } from './visitor.ts';

let subject: Subject;
let ada: Person;
before(async () => {
  subject = await startSubject({ REELSIGHT_SIGN_UP: 'open' });
  ada = await signUp(subject, 'Ada');
});
after(() => subject.close());

/** A page of the console that receives live events. */
class Listener {
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #stop: AbortController;
  #text = '';

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor can't be private in another way
  private constructor(body: ReadableStream<Uint8Array>, stop: AbortController) {
    this.#reader = body.pipeThrough(new TextDecoderStream()).getReader();
    this.#stop = stop;
  }

  static async open(person: Person, query = '', headers: Record<string, string> = {}) {
    const stop = new AbortController();
    const response = await fetch(`${subject.service.apiUrl}${person.home}/events${query}`, {
      headers: { Cookie: person.visitor.cookie, ...headers },
      signal: stop.signal,
    });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);

    return new Listener(response.body as ReadableStream<Uint8Array>, stop);
  }

  /** The next `job` event for which `holds` is true. */
  async next(holds: (row: Json) => boolean): Promise<{ id: string; row: Json }> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end === -1) {
        const { done, value } = await this.#reader.read();
        assert.ok(!done, 'the stream ended');
        this.#text += value;
        continue;
      }

      const message = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + 2);

      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1] ?? '';
      if (field('event') !== 'job') continue;

      const row = JSON.parse(field('data'));
      if (holds(row)) return { id: field('id'), row };
    }
  }

  /** Resolves when the service ends the stream. */
  async ended(): Promise<void> {
    while (!(await this.#reader.read()).done);
  }

  close(): void {
    this.#stop.abort();
  }
}

const create = async (person: Person): Promise<string> => {
  const body = { url: 'https://youtu.be/dQw4w9WgXcQ', capabilities: ['transcription'] };
  return accepted(await person.visitor.post(`${person.home}/v1/jobs`, body), 202).job_id;
};

/** Opens a stream that nobody reads. It counts towards the limit until it is stopped. */
async function opened(own: Subject, person: Person): Promise<{ stop(): void }> {
  const stop = new AbortController();
  const response = await fetch(`${own.service.apiUrl}${person.home}/events`, {
    headers: { Cookie: person.visitor.cookie },
    signal: stop.signal,
  });
  assert.equal(response.status, 200);
  return { stop: () => stop.abort() };
}

describe('Events', () => {
  test("a job's states come as they happen, with its row, and none of another workspace", async () => {
    const bob = await signUp(subject, 'Bob');
    const listener = await Listener.open(ada);

    await create(bob);
    const id = await create(ada);
    const first = await listener.next(() => true);
    assert.deepEqual([first.row.job_id, first.row.status], [id, 'pending']);

    const job = await subject.worker.claim(id);
    const begun = await listener.next((row) => row.status === 'processing');
    assert.equal(begun.row.progress.stage, 'ingestion');
    assert.equal(begun.row.media_available, false);
    await subject.worker.ingest(job, 60);
    await listener.next((row) => row.video_duration_seconds === 60);
    await subject.worker.settle(job);

    const done = await listener.next((row) => row.status === 'completed');
    assert.equal(done.row.results, undefined);
    assert.equal(done.id, done.row.updated_at);
    listener.close();
  });

  test('a page that comes back goes on from its last event', async () => {
    const listener = await Listener.open(ada);
    const before = await create(ada);
    const { id } = await listener.next((row) => row.job_id === before);

    listener.close();
    const meanwhile = await create(ada);
    const again = await Listener.open(ada, '', { 'Last-Event-ID': id });
    await again.next((row) => row.job_id === meanwhile);
    again.close();

    const asked = await Listener.open(ada, `?since=${encodeURIComponent(id)}`);
    await asked.next((row) => row.job_id === meanwhile);
    asked.close();
    refused(await ada.visitor.get(`${ada.home}/events?since=x`), 422, 'VALIDATION_FAILED', 'since');
  });

  test('a page that missed more than may be left unread is sent all of it', async () => {
    const nora = await signUp(subject, 'Nora');
    const { job_id } = accepted(
      await nora.visitor.post(`${nora.home}/v1/jobs`, {
        url: 'https://youtu.be/dQw4w9WgXcQ',
        capabilities: ['brands'],
        brands: Array.from({ length: 50 }, (_, i) => `${i} `.padEnd(75, 'é')),
      }),
      202,
    );
    // 400 jobs of 8 KB each are three times as much as a reader may leave unread.
    await subject.domain.db.query(
      `insert into jobs select (jsonb_populate_record(jobs, jsonb_build_object(
         'id', 'job_' || lpad(copy::text, 26, '0'), 'updated_at', updated_at + copy * interval '1 ms'))).*
       from jobs, generate_series(1, 400) copy where id = $1`,
      [job_id],
    );

    const listener = await Listener.open(nora, '?since=2020-01-01T00:00:00.000Z');
    const ids = new Set<string>();
    while (ids.size < 401) ids.add((await listener.next(() => true)).row.job_id);
    listener.close();
  });

  test('a stream ends with its session, and with the membership', async () => {
    const cleo = await signUp(subject, 'Cleo');
    const listener = await Listener.open(cleo);

    await cleo.visitor.post('/console/auth/sign-out', {});
    await listener.ended();

    const dora = await signUp(subject, 'Dora');
    const other = await Listener.open(dora);

    accepted(await dora.visitor.post(`${dora.home}/delete`, { name: 'Dora' }), 204);
    await other.ended();
  });

  test('a user may have ten; one that left makes room', async () => {
    const eve = await signUp(subject, 'Eve');
    const listeners = [];
    for (let count = 0; count < 10; count += 1) listeners.push(await Listener.open(eve));
    refused(await eve.visitor.get(`${eve.home}/events`), 429, 'RATE_LIMITED', 'streams');
    listeners[0]?.close();

    const more = await waitFor(() => Listener.open(eve));
    more.close();
    for (const listener of listeners.slice(1)) listener.close();
  });

  test('a page that leaves before it is answered takes no place', async () => {
    const gwen = await signUp(subject, 'Gwen');
    const { hostname, port } = new URL(subject.service.apiUrl);
    const head = `GET ${gwen.home}/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${gwen.visitor.cookie}\r\n\r\n`;
    for (let count = 0; count < 30; count += 1) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      await new Promise<void>((resolve) => socket.write(head, () => resolve()));
      socket.destroy();
    }

    const listeners: Listener[] = [];
    // Streams whose client was seen to leave late become free within a moment; one whose end was missed would never
    // become free.
    while (listeners.length < 10) listeners.push(await waitFor(() => Listener.open(gwen)));
    for (const listener of listeners) listener.close();
  });

  test('however many listen, the database is asked once', async () => {
    const own = await startSubject({ REELSIGHT_SIGN_UP: 'open' });
    const people = await Promise.all(['Hal', 'Ida', 'Jon', 'Kim'].map((name) => signUp(own, name)));
    const responses = await Promise.all(
      people.flatMap((person) => Array.from({ length: 10 }, () => opened(own, person))),
    );
    const db = own.domain.db as { -readonly [Key in keyof Database]: Database[Key] };
    const { query } = db;
    let changes = 0;
    let sessions = 0;

    db.query = (sql, params, name) => {
      // A stream that was just opened may still read the events that its own workspace missed; this query is not
      // counted.
      const workspaces = params?.[0];
      const ofAll = Array.isArray(workspaces) && workspaces.length > 1;
      if (sql.includes('updated_at, id) >') && ofAll) changes += 1;
      if (sql.includes('join sessions')) sessions += 1;
      return query.call(db, sql, params, name) as never;
    };
    await sleep(4000);
    db.query = query;
    assert.ok(changes >= 3 && changes <= 7, `${changes} queries of 40 streams`);
    assert.ok(sessions >= 1 && sessions <= 3, `${sessions} looks at sessions`);
    for (const { stop } of responses) stop();
    await own.close();
  });

  test('a workspace and the service have so many streams', async () => {
    for (const [setting, mention] of [
      ['REELSIGHT_STREAMS_OF_WORKSPACE', 'A workspace may have 2 streams'],
      ['REELSIGHT_STREAMS', 'too many streams'],
    ] as const) {
      const own = await startSubject({ [setting]: '2' });
      const lea = await signUp(own, 'Lea');
      const two = [await opened(own, lea), await opened(own, lea)];

      refused(await lea.visitor.get(`${lea.home}/events`), 429, 'RATE_LIMITED', mention);
      for (const { stop } of two) stop();
      await waitFor(async () => (await opened(own, lea)).stop());
      await own.close();
    }
  });

  test('a quarter of the streams of the service is for persons who have none, in any workspace', async () => {
    const own = await startSubject({ REELSIGHT_STREAMS: '4', REELSIGHT_SIGN_UP: 'open' });
    const lea = await signUp(own, 'Lea');
    const ada = await signUp(own, 'Ada');
    const streams = [await opened(own, lea), await opened(own, lea), await opened(own, lea)];

    refused(await lea.visitor.get(`${lea.home}/events`), 429, 'RATE_LIMITED', 'too many streams');
    const second = await own.owner();
    await own.domain.db.query(
      `insert into members select $1, user_id, 'owner', now() from members where workspace_id = $2`,
      [second.tenantId, /ws_\w+/.exec(lea.home)?.[0]],
    );
    const ofSecond = await second.with({ Accept: 'text/event-stream' }).get('/v1/events');
    refused(ofSecond, 429, 'RATE_LIMITED', 'too many streams');

    streams.push(await opened(own, ada));
    for (const { stop } of streams) stop();
    await own.close();
  });

  test('a reader that does not read is cut off', async () => {
    const own = await startSubject({ REELSIGHT_STREAMS_OF_USER: '1' });
    const max = await signUp(own, 'Max');
    const body = { url: 'https://youtu.be/dQw4w9WgXcQ', capabilities: ['transcription'] };
    for (let count = 0; count < 20; count += 1)
      accepted(await max.visitor.post(`${max.home}/v1/jobs`, body), 202);

    const { hostname, port } = new URL(own.service.apiUrl);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `GET ${max.home}/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${max.visitor.cookie}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.pause();
    refused(await max.visitor.get(`${max.home}/events`), 429, 'RATE_LIMITED', 'streams');
    // 20 MB, which is far more than the system buffers for a socket.
    await own.domain.db.query(
      "update jobs set title = repeat('x', 1000000), updated_at = now() where workspace_id = $1",
      [max.workspaceId],
    );
    await waitFor(async () => (await opened(own, max)).stop());
    socket.destroy();
    await own.close();
  });

  test('the service stops although pages listen and browsers hold connections they never used', async () => {
    const own = await startSubject();
    const url = own.service.apiUrl;
    const finn = await signUp(own, 'Finn');
    const response = await fetch(`${url}${finn.home}/events`, {
      headers: { Cookie: finn.visitor.cookie },
    });
    const silent = connect(Number(new URL(url).port), '127.0.0.1');

    await once(silent, 'connect');
    await own.close();
    await response.text();
    silent.destroy();
  });
});
