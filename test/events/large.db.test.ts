/** Large events, such as that of a batch with thousands of brands, take little memory however many readers stand still. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertEvent } from '../../server/src/db/events/events.ts';
import { insertWebhookEvent } from '../../server/src/db/events/webhook-events.ts';
import { newId } from '../../server/src/db/id.ts';
import { type Owner, type Subject, startSubject } from '../interface/subject.ts';
import { Reader } from './reader.ts';

/** More than a workspace may have unread, even after the system's own buffers have taken what they can. */
const largeBytes = 24_000_000;

let subject: Subject;
before(async () => {
  subject = await startSubject({ REELSIGHT_UNSENT_MB_OF_WORKSPACE: '8' });
});
after(() => subject.close());

const payloadOf = (id: string) =>
  JSON.stringify({
    event: 'batch.completed',
    event_id: id,
    aggregate_results: 'x'.repeat(largeBytes),
  });

async function writeLarge({ tenantId }: Owner, { domain }: Subject = subject): Promise<string> {
  const id = newId('evt');
  await insertEvent(domain.db, {
    id,
    workspace_id: tenantId,
    job_id: null,
    batch_id: null,
    kind: 'batch.completed',
    payload: payloadOf(id),
    created_at: new Date(),
  });
  return id;
}

const streamRequest = ({ apiKey }: Owner): string =>
  `GET /v1/events?after=0 HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${apiKey}\r\nAccept: text/event-stream\r\n\r\n`;

const follow = (owner: Owner, path: string) =>
  Reader.open(subject.service.apiUrl + path, owner.headers);

/** Follows all events of the owner, and stops reading within the first one. */
async function stallWithinEvent(owner: Owner): Promise<Socket> {
  const { hostname, port } = new URL(subject.service.apiUrl);
  const socket = connect(Number(port), hostname);
  socket.write(streamRequest(owner));
  let bytes = 0;
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes < 100_000) return;
      socket.pause();
      resolve();
    });
  });
  return socket;
}

test('a stream is sent a large event once those that wait unread leave room for it', async () => {
  const owner = await subject.owner();
  const other = await subject.owner();
  const firstId = await writeLarge(owner);
  const stalled = await stallWithinEvent(owner);
  const fromBegin = await follow(owner, '/v1/events?after=0');
  const live = await follow(owner, '/v1/events');
  const secondId = await writeLarge(owner);

  const arrived: (string | null | undefined)[] = [];
  const idOf = async (reader: Reader) => {
    const id = (await reader.next())?.data.event_id;
    arrived.push(id);
    return id;
  };
  const awaited = Promise.all([idOf(fromBegin), idOf(live)]);

  const otherId = await writeLarge(other);
  const others = await follow(other, '/v1/events?after=0');
  assert.equal((await others.next())?.data.event_id, otherId, 'of another owner');
  // Longer than the feed takes to tell of a new event.
  await sleep(2000);
  assert.deepEqual(arrived, [], 'there is no room yet');

  stalled.destroy();
  assert.deepEqual(await awaited, [firstId, secondId]);
  for (const reader of [fromBegin, live, others]) reader.close();
});

test('pages are made in turn, as other lists are', async (t) => {
  const owner = await subject.owner();
  await owner.job();
  const { db } = subject.domain;
  const { query } = db;
  let now = 0;
  let together = 0;
  t.mock.method(db, 'query', async (...statement: Parameters<typeof query>) => {
    if (statement[2] !== 'events of a workspace') return query(...statement);
    now += 1;
    together = Math.max(together, now);
    await sleep(50);
    now -= 1;
    return query(...statement);
  });

  const pages = Array.from({ length: 8 }, () => owner.get('/v1/events?after=0'));
  for (const { status, text } of await Promise.all(pages)) assert.equal(status, 200, text);
  assert.equal(together, 2);
});

test('a list of deliveries is made without their bodies', async (t) => {
  const owner = await subject.owner();
  const id = newId('evt');
  const { db } = subject.domain;
  await insertWebhookEvent(db, {
    id,
    event_id: null,
    workspace_id: owner.tenantId,
    job_id: null,
    batch_id: null,
    event: 'batch.completed',
    url: 'https://hooks.example.com/',
    body: payloadOf(id),
    created_at: new Date(),
  });
  const { query } = db;
  let bytes = 0;
  t.mock.method(db, 'query', async (...statement: Parameters<typeof query>) => {
    const rows = await query(...statement);
    bytes += JSON.stringify(rows).length;
    return rows;
  });

  const { status, json } = await owner.get('/v1/webhooks/deliveries');
  assert.deepEqual([status, json.data[0].delivery_id], [200, id]);
  assert.ok(bytes < 100_000, `${bytes} bytes were read`);
});

test('a reader who is faster than the least rate is sent large events whole, and is not cut after them', async (t) => {
  const strict = await startSubject({
    REELSIGHT_DOWNLOAD_LEAST_KB_PER_SECOND: '200',
    REELSIGHT_DOWNLOAD_LEAST_OVER_SECONDS: '1',
  });
  t.after(() => strict.close());
  const owner = await strict.owner();
  const ids = [await writeLarge(owner, strict), await writeLarge(owner, strict)];
  const { hostname, port } = new URL(strict.service.apiUrl);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  socket.write(streamRequest(owner));
  const beganMs = performance.now();
  const awaited = new Set(ids);
  let tail = '';
  for await (const chunk of socket) {
    tail = (tail + chunk).slice(-200_000);
    for (const id of awaited) if (tail.includes(`"${id}"`)) awaited.delete(id);
    // An event ends with an empty line, and its piece of the answer with a line break of HTTP.
    if (awaited.size === 0 && tail.endsWith('\n\n\r\n')) break;
    await sleep(5);
  }

  assert.deepEqual([...awaited], [], 'both arrived');
  assert.ok(performance.now() - beganMs > 2000, 'it takes longer than the rate is averaged over');
});
