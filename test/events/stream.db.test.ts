/** Streams of events: where they begin, when they end, who gets which events, and how many streams are allowed. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type JobStateEvent } from '../../sdk/src/index.ts';
import { newId } from '../../server/src/db/id.ts';
import { heartbeat } from '../../server/src/domain/jobs/lifecycle.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { sharedSubject } from '../interface/shared-subject.ts';
import {
  accepted,
  type Json,
  type Owner,
  type Subject,
  startSubject,
} from '../interface/subject.ts';
import { Reader } from './reader.ts';
import { madeEvent, write } from './written.ts';

let subject: Subject;
before(async () => {
  subject = await sharedSubject();
});
after(() => subject.close());

const open = (owner: Owner, path = '/v1/events', headers: Record<string, string> = {}) =>
  Reader.open(owner.subject.service.apiUrl + path, { ...owner.headers, ...headers });

const clientOf = (owner: Owner) =>
  createClient({ baseUrl: subject.service.apiUrl, apiKey: owner.apiKey });

describe('A stream of a workspace', () => {
  test('tells what happens from now on, and nothing of another workspace', async () => {
    const owner = await subject.owner();
    const other = await subject.owner();

    await owner.job();
    const reader = await open(owner);

    await other.job();
    const { job_id: id } = await owner.job();
    const first = await reader.next();
    assert.deepEqual([first?.event, first?.data.job_id], ['job.created', id]);
    await subject.worker.complete(id);
    assert.equal((await reader.next((told) => told.id !== null))?.event, 'job.started');

    const done = await reader.next((told) => told.id !== null);
    assert.equal(done?.event, 'job.completed');
    assert.equal(done?.data.event, 'job.completed');
    reader.close();
  });

  test('goes on after Last-Event-ID, which wins over `after`', async () => {
    const owner = await subject.owner();
    const reader = await open(owner);
    const { job_id: one } = await owner.job();

    await reader.next();
    reader.close();

    const { job_id: two } = await owner.job();
    const missed = await open(owner, '/v1/events?after=0', { 'Last-Event-ID': reader.position });
    assert.equal((await missed.next())?.data.job_id, two);
    missed.close();

    const all = await open(owner, '/v1/events?after=0');
    assert.equal((await all.next())?.data.job_id, one);
    assert.equal((await all.next())?.data.job_id, two);
    all.close();
  });

  test('has a position before its first event', async () => {
    const owner = await subject.owner();
    await owner.job();

    const reader = await open(owner);
    const { job_id: id } = await owner.job();

    await reader.next();
    const again = await open(owner, '/v1/events', { 'Last-Event-ID': '1' });
    assert.equal((await again.next())?.data.job_id, id);
    again.close();
    reader.close();
  });

  test('tells progress between events, without a position', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const reader = await open(owner);
    const job = await subject.worker.claim(id);
    assert.equal((await reader.next((told) => told.event === 'job.started'))?.data.job_id, id);

    const beat = { ...job, stage: 'ingestion' as const, percent: 40, usage: {} };
    assert.ok(await heartbeat(subject.domain, beat));

    const told = await reader.next((one) => one.data.progress?.percent === 40);
    assert.deepEqual([told?.id, told?.event, told?.data.job_id], [null, 'job.progress', id]);
    reader.close();
  });

  test('an `after` that is gone is refused before it begins', async () => {
    const owner = await subject.owner();
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': '7' };
    const answer = await owner.with(headers).get('/v1/events');
    assert.deepEqual([answer.status, answer.json.error.code], [410, 'EVENTS_GONE']);
  });
});

describe('A stream of a job', () => {
  test('begins with its state and ends after its last event', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();

    await owner.job();
    const reader = await open(owner, `/v1/jobs/${id}/events`);
    const current = await reader.next();
    assert.deepEqual([current?.event, current?.data.status], ['job.current', 'pending']);
    await subject.worker.complete(id);
    assert.deepEqual(
      (await reader.rest()).filter((kind) => kind !== 'job.progress'),
      ['job.started', 'job.completed'],
    );
  });

  test('one that comes late is told the end at once; to go on there is nothing', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    await subject.worker.complete(id);

    const path = `/v1/jobs/${id}/events`;
    const reader = await open(owner, path);
    assert.equal((await reader.next())?.data.status, 'completed');
    assert.deepEqual(await reader.rest(), []);

    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': reader.position };
    assert.equal((await owner.with(headers).get(path)).status, 204);

    const all = await open(owner, `${path}?after=0`);
    assert.deepEqual(await all.rest(), ['job.created', 'job.started', 'job.completed']);
  });

  test('the client follows it to its end', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const states: JobStateEvent[] = [];
    const kinds: string[] = [];
    const completing = (async () => {
      await sleep(300);
      await subject.worker.complete(id);
    })();
    const onState = (state: JobStateEvent) => states.push(state);
    for await (const { event } of clientOf(owner).events.ofJob(id, { onState }))
      kinds.push(event.event);

    await completing;
    assert.equal(states[0]?.status, 'pending');
    assert.deepEqual(kinds, ['job.started', 'job.completed']);
    for await (const _ of clientOf(owner).events.ofJob(id, { onState })) assert.fail('none');
    assert.equal(states.at(-1)?.status, 'completed');
  });

  test('unknown, or of another workspace: JOB_NOT_FOUND', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await (await subject.owner()).job();
    const stream = owner.with({ Accept: 'text/event-stream' });
    for (const one of [id, newId('job')])
      assert.equal((await stream.get(`/v1/jobs/${one}/events`)).status, 404);
    await assert.rejects(clientOf(owner).events.ofJob(id).next(), { code: 'JOB_NOT_FOUND' });
  });
});

describe('Bounds', () => {
  test('a stream ends soon after its key is revoked', async () => {
    const owner = await subject.owner();
    const path = `/admin/v1/workspaces/${owner.tenantId}/keys`;
    const made = accepted(
      await subject.operator.post(path, { name: 'short', scopes: ['jobs:read'] }),
      201,
    );
    const kept = await open(owner);
    const ended = await Reader.open(`${subject.service.apiUrl}/v1/events`, {
      'X-Api-Key': made.api_key,
    });

    accepted(await subject.operator.delete(`/admin/v1/keys/${made.key_id}`), 204);
    const startedMs = performance.now();

    assert.deepEqual(await ended.rest(), []);
    assert.ok(performance.now() - startedMs < 8000);

    const { job_id: id } = await owner.job();
    assert.equal((await kept.next())?.data.job_id, id);
    kept.close();
  });

  test('a workspace and the service have so many streams; one that left makes room', async () => {
    const own = await startSubject({
      REELSIGHT_STREAMS_OF_WORKSPACE: '2',
      REELSIGHT_STREAMS: '3',
    });
    try {
      const ada = await own.owner();
      const bob = await own.owner();
      const readers = [await open(ada), await open(ada), await open(bob)];
      const status = async (owner: Owner): Promise<number> =>
        (await owner.with({ Accept: 'text/event-stream' }).get('/v1/events')).status;
      assert.deepEqual([await status(ada), await status(bob)], [429, 429]);
      for (const reader of readers) reader.close();

      const again = await waitFor(() => open(ada));
      again.close();
    } finally {
      await own.close();
    }
  });

  test('one owner has a share of the streams, and gives one to another when all are taken', async () => {
    const own = await startSubject({ REELSIGHT_STREAMS_OF_WORKSPACE: '2', REELSIGHT_STREAMS: '8' });
    const { db } = own.domain;
    try {
      await db.query(
        `insert into users (id, name, email, created_at, updated_at) values ('jo', 'Jo', 'jo@example.com', now(), now())`,
      );
      const workspaces = [await own.owner(), await own.owner(), await own.owner()];
      const fourth = await own.owner();
      for (const { tenantId } of [...workspaces, fourth])
        await db.query(`insert into members values ($1, 'jo', 'owner', now())`, [tenantId]);
      const streams: Reader[] = [];
      for (const workspace of workspaces)
        streams.push(await open(workspace), await open(workspace));
      const ofFourth = await fourth.with({ Accept: 'text/event-stream' }).get('/v1/events');
      assert.equal(ofFourth.status, 429);
      assert.match(ofFourth.text, /The workspaces of one owner/);

      const other = await own.owner();
      streams.push(await open(other), await open(other), await open(await own.owner()));
      const [oldest] = streams;
      assert.equal(await oldest?.next(), undefined);
      for (const reader of streams) reader.close();
    } finally {
      await own.close();
    }
  });

  test('the service stops although streams are open, and they end', async () => {
    const own = await startSubject();
    const owner = await own.owner();
    const reader = await open(owner);
    const startedMs = performance.now();
    await own.close();
    assert.deepEqual(await reader.rest(), []);
    assert.ok(performance.now() - startedMs < 10_000);
  });

  test('a reader that does not read holds little memory, and misses nothing once it does', async () => {
    const owner = await subject.owner();
    const socket = connect(Number(new URL(subject.service.apiUrl).port), '127.0.0.1');
    socket.pause();
    socket.write(
      `GET /v1/events?after=0 HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nX-Api-Key: ${owner.apiKey}\r\n\r\n`,
    );

    const { db } = subject.domain;
    const padding = 'x'.repeat(8000);
    const ids: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const events = Array.from({ length: 100 }, () => {
        const event = madeEvent(owner.tenantId, newId('job'), 0);
        return { ...event, payload: event.payload.replace('{', `{"padding":"${padding}",`) };
      });
      ids.push(...events.map(({ id }) => id));
      await write(db, events);
    }

    // The jobs make 16 MB, some of which is in the buffers of the service and the system.
    await sleep(2500);
    const unread = await unreadBytes(subject);
    assert.ok(unread < 1_500_000, `${unread} bytes are kept for it`);

    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk.replaceAll(padding, '');
    });
    socket.resume();
    await waitFor(() => assert.ok(text.includes(ids.at(-1) ?? '?')));
    socket.destroy();

    const got = [...text.matchAll(/^id: \d+\.(evt_\w+)$/gm)].map(([, id]) => id);
    assert.deepEqual(
      got.filter((id) => ids.includes(String(id))),
      ids,
    );
  });
});

/** Number of bytes that the service keeps for connections whose clients do not read them. */
async function unreadBytes({ service }: Subject): Promise<number> {
  assert.ok(service.apiUrl);
  const handles = (process as Json)._getActiveHandles() as Json[];
  return handles
    .filter((handle) => handle.constructor?.name === 'Socket' && handle.localPort !== undefined)
    .reduce((sum, one) => sum + (one.writableLength ?? 0), 0);
}
