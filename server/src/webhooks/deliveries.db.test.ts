import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { delivery, Fault } from '@reelsight/contract';
import { migratedDatabase, openTestDatabase } from '../../testing/database.ts';
import { startNameServer } from '../../testing/network/name-server.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { type Received, startRawReceiver, startReceiver } from '../../testing/webhooks/receiver.ts';
import {
  addWorkspace,
  openWebhookDomain,
  recordCompleted,
  settled,
} from '../../testing/webhooks/webhook-domain.ts';
import { openDatabase } from '../db/database.ts';
import { webhookAttemptsOf } from '../db/events/webhook-events.ts';
import { migrate } from '../db/schema/migrate.ts';
import { deliveryViews, findDeliveries, replayDelivery } from '../domain/events/deliveries.ts';
import {
  changeWorkspace,
  deleteWorkspace,
  rotateWebhookSecret,
} from '../domain/workspaces/workspace.ts';
import { openNames } from '../network/names.ts';

const db = await openTestDatabase();
const webhooks = await openWebhookDomain(db);
const { domain } = webhooks;
after(async () => {
  await webhooks[Symbol.asyncDispose]();
  await db.close();
});

const listDeliveries = async (workspaceId: string) =>
  deliveryViews(db, await findDeliveries(domain, { workspaceId, limit: 100 }));
const attemptsOf = (eventId: string) => webhookAttemptsOf(db, [eventId]);
const signedWith = (secret: string, { headers, body }: Received) =>
  headers['x-service-signature'] === createHmac('sha256', secret).update(body).digest('hex');

/** A receiver that answers with the given statuses in turn, then repeats the last. */
const answering = (...statuses: number[]) => {
  let count = 0;
  return startReceiver((response) => {
    response.writeHead(statuses[Math.min(count, statuses.length - 1)] ?? 200).end();
    count += 1;
  });
};

test('a recorded event arrives once, signed with the secret of its workspace, and is logged', async () => {
  await using receiver = await startReceiver((response) => response.end('thanks'));
  const workspace = await addWorkspace(domain);
  const loop = webhooks.deliver();
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);
  assert.equal(await settled(domain, eventId), 'delivered');
  await loop.stop();

  const [request, ...more] = receiver.received;
  assert.ok(request);
  assert.equal(more.length, 0);
  assert.equal(JSON.parse(request.body).event_id, eventId);
  assert.equal(request.headers['webhook-id'], eventId);
  assert.ok(signedWith(workspace.secret, request));

  const [attempt, ...others] = await attemptsOf(eventId);
  assert.equal(others.length, 0);
  assert.ok(attempt && attempt.duration_ms >= 0 && attempt.at instanceof Date);

  const { at: _at, duration_ms: _ms, ...logged } = attempt;
  assert.deepEqual(logged, {
    event_id: eventId,
    attempt: 1,
    status: 200,
    error: null,
    response: 'thanks',
  });

  assert.equal(
    (await domain.queue.depth()).find((one) => one.queue === 'webhook'),
    undefined,
  );
});

test('an event whose transaction was rolled back is never sent', async () => {
  await using receiver = await startReceiver();
  const workspace = await addWorkspace(domain);
  const loop = webhooks.deliver();
  const rolledBack = db.transaction(async (tx) => {
    await recordCompleted(domain, workspace.id, receiver.url, tx);
    throw new Error('rolled back');
  });
  await assert.rejects(rolledBack, /rolled back/);

  const eventId = await recordCompleted(domain, workspace.id, receiver.url);
  assert.equal(await settled(domain, eventId), 'delivered');
  await loop.stop();
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']),
    [eventId],
  );
});

test('four attempts with the waits of the schedule between them, then exhausted', async () => {
  const startsMs: number[] = [];
  await using receiver = await startReceiver((response) => {
    startsMs.push(performance.now());
    setTimeout(() => response.writeHead(500).end('broken\u0000'), 100);
  });
  const workspace = await addWorkspace(domain);
  const loop = webhooks.deliver({ retryDelaysMs: [200, 300, 700] });
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);
  assert.equal(await settled(domain, eventId), 'exhausted');
  await sleep(300);
  await loop.stop();

  const gaps = startsMs.slice(1).map((start, index) => start - (startsMs[index] ?? 0));
  assert.equal(gaps.length, 3);

  // Each wait starts when the previous attempt ends, and each attempt took 100 ms.
  for (const [index, delayMs] of [200, 300, 700].entries()) {
    assert.ok((gaps[index] ?? 0) >= delayMs + 95, `gap ${index + 1}: ${gaps[index]}`);
  }

  const attempts = await attemptsOf(eventId);
  assert.deepEqual(
    attempts.map(({ attempt, status, error, response }) => [attempt, status, error, response]),
    [1, 2, 3, 4].map((attempt) => [attempt, 500, 'answered 500', 'broken']),
  );
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
});

test('by default the second attempt comes 1 s after the first, and a success ends the round', async () => {
  await using receiver = await answering(503, 200);
  const workspace = await addWorkspace(domain);
  const loop = webhooks.deliver();
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);
  assert.equal(await settled(domain, eventId), 'delivered');
  await loop.stop();

  const [first, second, ...more] = await attemptsOf(eventId);
  assert.ok(first && second && more.length === 0);

  const waitedMs = second.at.getTime() - first.at.getTime() - first.duration_ms;
  assert.ok(waitedMs >= 990 && waitedMs < 20_000, String(waitedMs));
});

test('a rotated secret signs the very next attempt, and the old one signs nothing more', async () => {
  await using receiver = await answering(500, 200);
  const workspace = await addWorkspace(domain);
  const loop = webhooks.deliver({ retryDelaysMs: [2_000] });
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);

  await waitFor(() => assert.ok(receiver.received[0]));
  const { secret: rotated } = await rotateWebhookSecret(domain, workspace.id, { access: null });

  assert.equal(await settled(domain, eventId), 'delivered');
  await loop.stop();

  const [first, second] = receiver.received;
  assert.ok(first && second);
  assert.deepEqual(
    [signedWith(workspace.secret, first), signedWith(rotated, first)],
    [true, false],
  );
  assert.deepEqual(
    [signedWith(workspace.secret, second), signedWith(rotated, second)],
    [false, true],
  );
  assert.equal(first.body, second.body);
});

test('a secret that is kept signs beside the new one until its time is over', async () => {
  await using receiver = await answering(500, 500, 200);
  const workspace = await addWorkspace(domain);
  let now = new Date();
  const clocked = { ...domain, now: () => now };
  const loop = webhooks.deliver({ retryDelaysMs: [300, 300], domain: clocked });
  const { secret: second } = await rotateWebhookSecret(clocked, workspace.id, {
    access: null,
    keepPreviousHours: 24,
  });
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);
  const received = (count: number) =>
    waitFor(() => receiver.received[count - 1] ?? assert.fail('not yet'));
  const during = await received(1);
  // Of the earlier secrets, only the latest is kept.
  const { secret: third, previousUntil } = await rotateWebhookSecret(clocked, workspace.id, {
    access: null,
    keepPreviousHours: 1,
  });
  assert.equal(previousUntil?.getTime(), now.getTime() + 3_600_000);

  const later = await received(2);
  now = new Date(now.getTime() + 3_600_000);

  const after = await received(3);
  assert.equal(await settled(domain, eventId), 'delivered');
  await loop.stop();

  const standardBy = (secret: string, { headers, body }: Received): string => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  };
  const carries = (one: Received, ...secrets: string[]) => {
    const signatures = secrets.map((secret) => standardBy(secret, one)).join(' ');
    assert.equal(one.headers['webhook-signature'], signatures);
    const [newest = ''] = secrets;
    const own = createHmac('sha256', newest).update(one.body).digest('hex');
    assert.equal(one.headers['x-service-signature'], own);
  };
  carries(during, second, workspace.secret);
  carries(later, third, second);
  carries(after, third);
});

test('a tail of retries follows the attempts of the interface, each shown before it is due', async () => {
  await using receiver = await answering(500, 500, 500, 200);
  const workspace = await addWorkspace(domain);
  const tailMs = 2_500;
  const loop = webhooks.deliver({ retryDelaysMs: [10], retryTailMs: [tailMs, tailMs] });
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);
  const shown = async () => (await listDeliveries(workspace.id))[0] ?? assert.fail('none');
  const waiting = await waitFor(async () => {
    const one = await shown();
    assert.ok(one.attempts.length >= 2);
    // The event is read before its attempts, so an attempt may be visible before the change it made to the event.
    const lastAt = Date.parse(one.attempts.at(-1)?.at ?? '');
    assert.ok(Date.parse(one.next_attempt_at ?? '') >= lastAt);
    return one;
  });
  assert.equal(waiting.status, 'pending');

  const last = waiting.attempts.at(-1);
  assert.ok(last && waiting.next_attempt_at);

  const waitMs = Date.parse(waiting.next_attempt_at) - Date.parse(last.at) - last.duration_ms;
  assert.ok(waitMs >= tailMs - 10 && waitMs < 20_000, String(waitMs));
  assert.equal(await settled(domain, eventId), 'delivered');
  await loop.stop();
  assert.equal((await attemptsOf(eventId)).length, 4);
  assert.equal((await shown()).next_attempt_at, null);
});

test('the tail ends for a workspace whose payment is overdue or whose plan has no webhooks', async () => {
  await using receiver = await answering(500);
  const overdue = await addWorkspace(domain);
  const downgraded = await addWorkspace(domain);
  const good = await addWorkspace(domain);

  await changeWorkspace(domain, overdue.id, { past_due: true });
  await changeWorkspace(domain, downgraded.id, { plan: 'free' });

  const loop = webhooks.deliver({ retryDelaysMs: [10], retryTailMs: [10, 10] });
  const counts: number[] = [];

  for (const { id } of [overdue, downgraded, good]) {
    const eventId = await recordCompleted(domain, id, receiver.url);
    assert.equal(await settled(domain, eventId), 'exhausted');
    counts.push((await attemptsOf(eventId)).length);
    assert.equal((await listDeliveries(id))[0]?.next_attempt_at, null);
  }

  await loop.stop();
  assert.deepEqual(counts, [2, 2, 4]);
});

test('a replay drops what of the round before still waits', async () => {
  await using receiver = await answering(500);
  const workspace = await addWorkspace(domain);
  const loop = webhooks.deliver({ retryDelaysMs: [700] });
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);

  await waitFor(async () => assert.ok((await attemptsOf(eventId))[0]));
  await replayDelivery(domain, eventId);
  assert.equal(await settled(domain, eventId), 'exhausted');
  await sleep(1_500);
  await loop.stop();
  assert.equal(receiver.received.length, 3);
});

test('without the switch a private address is refused at the attempt and logged without the address', async () => {
  await using receiver = await startReceiver();
  const workspace = await addWorkspace(domain);
  const loop = webhooks.deliver({
    allowPrivate: false,
    retryDelaysMs: [],
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  const url = `https://hooks.example.com:${receiver.port}/`;
  const eventId = await recordCompleted(domain, workspace.id, url);
  assert.equal(await settled(domain, eventId), 'exhausted');
  await loop.stop();

  const [attempt] = await attemptsOf(eventId);
  assert.match(attempt?.error ?? '', /^webhook_url: must resolve to public addresses only/);
  assert.equal(receiver.received.length, 0);
});

test('a round goes on after a restart where it was', async () => {
  await using receiver = await answering(500, 500, 200);
  const workspace = await addWorkspace(domain);
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);
  const first = webhooks.deliver({ retryDelaysMs: [300, 300] });

  await waitFor(() => assert.ok(receiver.received[0]));
  await first.stop();

  await using restarted = await openWebhookDomain(db);
  restarted.deliver({ retryDelaysMs: [300, 300] });
  assert.equal(await settled(domain, eventId), 'delivered');
  assert.deepEqual(
    (await attemptsOf(eventId)).map(({ status }) => status),
    [500, 500, 200],
  );
});

test('a shutdown lets the attempt under way end and logs it', async () => {
  await using receiver = await startReceiver((response) => setTimeout(() => response.end(), 300));
  const workspace = await addWorkspace(domain);
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);
  const loop = webhooks.deliver();

  await waitFor(() => assert.ok(receiver.received[0]));
  await loop.stop();
  assert.equal(await settled(domain, eventId), 'delivered');
  assert.equal((await attemptsOf(eventId)).length, 1);
});

test('two processes deliver each event once', async () => {
  await using receiver = await startReceiver();
  const workspace = await addWorkspace(domain);
  await using other = await openWebhookDomain(db);
  const loop = webhooks.deliver({ concurrency: 4 });
  other.deliver({ concurrency: 4 });

  const ids: string[] = [];
  for (let n = 0; n < 30; n += 1)
    ids.push(await recordCompleted(domain, workspace.id, receiver.url));

  for (const id of ids) assert.equal(await settled(domain, id), 'delivered');
  await loop.stop();
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']).sort(),
    ids.sort(),
  );
});

test("slow receivers of one workspace leave room for another's", async () => {
  let silentCalls = 0;
  const silent = await startRawReceiver(() => {
    silentCalls += 1;
  });
  await using receiver = await startReceiver();
  const slow = await addWorkspace(domain);
  const quick = await addWorkspace(domain);
  const slowIds: string[] = [];
  for (let n = 0; n < 4; n += 1) slowIds.push(await recordCompleted(domain, slow.id, silent.url));

  // These attempts hang until their receiver is gone: if they used all the capacity, nothing would ever be delivered.
  const loop = webhooks.deliver({ concurrency: 4, retryDelaysMs: [], timeoutMs: 600_000 });
  await waitFor(() => assert.equal(silentCalls, 2, 'one workspace has half of the places'));

  const eventId = await recordCompleted(domain, quick.id, receiver.url);
  assert.equal(await settled(domain, eventId), 'delivered');
  await silent[Symbol.asyncDispose]();
  for (const id of slowIds) assert.equal(await settled(domain, id), 'exhausted');
  await loop.stop();
});

test('names whose servers are slow or silent delay and exhaust nobody else', async () => {
  let isSilent = true;
  await using receiver = await startReceiver();
  await using server = await startNameServer((name) =>
    isSilent && name.startsWith('silent') ? null : { addresses: ['127.0.0.1'], delayMs: 5 },
  );
  const options = { timeoutMs: 15_000, atOnce: 128, perWorkspace: 16 };
  const lookup = openNames({ servers: [server.address], ...options });
  const slow = await addWorkspace(domain);
  const quick = await addWorkspace(domain);
  const slowIds: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const url = `http://silent-${n}.example:${receiver.port}/`;
    slowIds.push(await recordCompleted(domain, slow.id, url));
  }

  const places = { concurrency: 16, perWorkspace: 8 };
  const loop = webhooks.deliver({ ...places, retryDelaysMs: [], timeoutMs: 60_000, lookup });
  const silentNames = () => new Set(server.questions.map((question) => question.split(' ')[1]));
  await waitFor(() => assert.equal(silentNames().size, 8));

  const url = `http://hooks.example:${receiver.port}/`;
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1) ids.push(await recordCompleted(domain, quick.id, url));
  // Looked up one after the other in two threads, the silent names would take longer than an attempt may last, and each
  // event has only one attempt.
  for (const id of ids) assert.equal(await settled(domain, id), 'delivered');

  // Queries that got no answer are repeated after a while.
  isSilent = false;
  for (const id of slowIds) await settled(domain, id);
  await loop.stop();
});

test('a name that does not resolve in time is a failed attempt that says so', async () => {
  await using server = await startNameServer(() => null);
  const options = { timeoutMs: 300, atOnce: 1, perWorkspace: 1 };
  const lookup = openNames({ servers: [server.address], ...options });
  const { id } = await addWorkspace(domain);
  const eventId = await recordCompleted(domain, id, 'http://silent.example/');
  const loop = webhooks.deliver({ retryDelaysMs: [], lookup });

  assert.equal(await settled(domain, eventId), 'exhausted');
  const [attempt] = await attemptsOf(eventId);
  assert.equal(attempt?.error, 'webhook_url: the name did not resolve in time');
  await loop.stop();
});

/** Adds `count` waiting deliveries of one workspace, as this many calls would have written them. */
async function fill(workspaceId: string, url: string, count: number): Promise<void> {
  const first = await recordCompleted(domain, workspaceId, url);
  const events = await db.query<{ id: string }>(
    `insert into webhook_events (id, workspace_id, job_id, batch_id, event, url, body, created_at)
     select e.id || '_' || n, workspace_id, job_id, batch_id, event, url, body, created_at
     from webhook_events e, generate_series(2, $2::int) n where e.id = $1 returning id`,
    [first, count],
  );
  const tasks = events.map(({ id: eventId }, index) => ({
    data: { eventId, attempt: 1 },
    group: { id: workspaceId },
    priority: -Math.min(index + 2, 1000),
  }));

  for (let at = 0; at < tasks.length; at += 2_000)
    await domain.queue.enqueueAll(db, 'webhook', tasks.slice(at, at + 2_000));
}

test('10,000 deliveries of one workspace to receivers that hang, and a second such workspace, stop nobody', async (t) => {
  const silent = await startRawReceiver(() => undefined);
  await using receiver = await startReceiver();
  const hanging = [await addWorkspace(domain), await addWorkspace(domain)] as const;
  await fill(hanging[0].id, silent.url, 10_000);
  await fill(hanging[1].id, silent.url, 500);

  const loop = webhooks.deliver({ concurrency: 16, perWorkspace: 8, timeoutMs: 1_000 });
  try {
    await sleep(1_500);
    const { id: quick } = await addWorkspace(domain);
    const waits: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const startedMs = performance.now();
      const eventId = await recordCompleted(domain, quick, receiver.url);
      // All capacity is taken by attempts that hang, and the next one that ends makes room for this event. Waiting
      // behind all the earlier events would take ten minutes.
      assert.equal(await settled(domain, eventId), 'delivered');
      waits.push(Math.round(performance.now() - startedMs));
    }

    t.diagnostic(`deliveries beside 10,500 that hang: ${waits} ms`);
  } finally {
    await loop.stop();
    await silent[Symbol.asyncDispose]();
    await db.query("delete from pgboss.job where name = 'webhook'");
    for (const { id } of hanging) await deleteWorkspace(domain, id);
  }
});

test('a deleted workspace gets no more deliveries', async () => {
  await using receiver = await answering(500);
  const workspace = await addWorkspace(domain);
  const loop = webhooks.deliver({ retryDelaysMs: [300] });
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);

  await waitFor(async () => assert.ok((await attemptsOf(eventId))[0]));
  await deleteWorkspace(domain, workspace.id);
  await sleep(900);
  await loop.stop();
  assert.equal(receiver.received.length, 1);
  await assert.rejects(replayDelivery(domain, eventId), isNotFound);
  await assert.rejects(listDeliveries(workspace.id), isNotFound);
});

const isNotFound = (error: unknown) => error instanceof Fault && error.code === 'NOT_FOUND';

test('a replay of a delivered event sends the same id and body once more, with a signature of now', async () => {
  await using receiver = await startReceiver();
  const workspace = await addWorkspace(domain);
  const loop = webhooks.deliver();
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);
  assert.equal(await settled(domain, eventId), 'delivered');

  const { secret: rotated } = await rotateWebhookSecret(domain, workspace.id, { access: null });
  const view = await replayDelivery(domain, eventId);
  assert.equal(view.status, 'pending');
  assert.equal(view.attempts.length, 1);
  assert.equal(await settled(domain, eventId), 'delivered');
  await loop.stop();

  const [first, second] = receiver.received;
  assert.ok(first && second);
  assert.equal(second.body, first.body);
  assert.equal(second.headers['webhook-id'], eventId);
  assert.ok(signedWith(rotated, second));
  assert.deepEqual(
    (await attemptsOf(eventId)).map(({ attempt }) => attempt),
    [1, 2],
  );
});

test('a replay of an exhausted event is a whole new round', async () => {
  await using receiver = await answering(500);
  const workspace = await addWorkspace(domain);
  const loop = webhooks.deliver({ retryDelaysMs: [10, 10, 10] });
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);

  assert.equal(await settled(domain, eventId), 'exhausted');
  await replayDelivery(domain, eventId);
  assert.equal(await settled(domain, eventId), 'exhausted');
  await loop.stop();
  assert.deepEqual(
    (await attemptsOf(eventId)).map(({ attempt }) => attempt),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
});

test('a replay that succeeds ends the round that still waited', async () => {
  await using receiver = await answering(500, 200);
  const workspace = await addWorkspace(domain);
  const loop = webhooks.deliver({ retryDelaysMs: [1_200] });
  const eventId = await recordCompleted(domain, workspace.id, receiver.url);

  await waitFor(async () => assert.ok((await attemptsOf(eventId))[0]));
  await replayDelivery(domain, eventId);
  assert.equal(await settled(domain, eventId), 'delivered');
  await sleep(1_500);
  await loop.stop();
  assert.equal(receiver.received.length, 2);
});

test('a replay of an unknown event is NOT_FOUND', async () => {
  await assert.rejects(replayDelivery(domain, 'evt_unknown'), isNotFound);
});

test('the list of deliveries is of one workspace, newest first, with every attempt, in the shape of the contract', async () => {
  await using receiver = await answering(500, 200);
  const workspace = await addWorkspace(domain);
  const other = await addWorkspace(domain);
  const loop = webhooks.deliver({ retryDelaysMs: [10] });
  const first = await recordCompleted(domain, workspace.id, receiver.url);
  assert.equal(await settled(domain, first), 'delivered');

  const foreign = await recordCompleted(domain, other.id, receiver.url);
  assert.equal(await settled(domain, foreign), 'delivered');
  await loop.stop();

  const second = await recordCompleted(domain, workspace.id, receiver.url);
  const list = await listDeliveries(workspace.id);
  for (const one of list) delivery.parse(one);
  assert.deepEqual(
    list.map(({ event_id }) => event_id),
    [second, first],
  );
  assert.deepEqual(
    list.map(({ status }) => status),
    ['pending', 'delivered'],
  );
  assert.deepEqual(
    list.map(({ attempts }) => attempts.map(({ status }) => status)),
    [[], [500, 200]],
  );
  webhooks.deliver();
  await settled(domain, second);
});

test('a process killed in the midst of deliveries loses none: what it had not logged is sent again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-webhooks-'));
  const fresh = await migratedDatabase();
  const options = { dataDir, ...(fresh.url && { url: fresh.url }) };
  let child: ReturnType<typeof spawn> | undefined;
  let sent = 0;
  const seen = new Set<unknown>();
  await using receiver = await startReceiver((response, { headers }) => {
    sent += 1;
    // The tenth request kills its sender after the attempt was made but before it was logged.
    if (sent === 10) child?.kill('SIGKILL');
    // An event is refused at most once, so that none runs out of attempts in whatever order the requests arrive.
    const isNew = seen.size < seen.add(headers['webhook-id']).size;
    response.writeHead(isNew && seen.size % 4 === 0 ? 500 : 200).end();
  });

  try {
    const before = await openDatabase(options);
    await migrate(before, { version: 'test' });

    const ids: string[] = [];
    {
      await using filling = await openWebhookDomain(before);
      const { id } = await addWorkspace(filling.domain);
      for (let n = 0; n < 25; n += 1)
        ids.push(await recordCompleted(filling.domain, id, receiver.url));
    }
    await before.close();

    const program = fileURLToPath(
      new URL('../../testing/webhooks/delivering-process.ts', import.meta.url),
    );
    child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: 'inherit' });

    const [, signal] = await once(child, 'exit');
    assert.equal(signal, 'SIGKILL');
    child = undefined;

    const reopened = await openDatabase(options);
    {
      await using rest = await openWebhookDomain(reopened);
      // Otherwise the dead process would keep its tasks for another minute.
      await rest.domain.queue.recover();
      rest.deliver({ retryDelaysMs: [50, 50, 50] });
      for (const id of ids) assert.equal(await settled(rest.domain, id), 'delivered');

      const arrived = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
      assert.deepEqual([...arrived].sort(), [...ids].sort());

      // Requests were repeated rather than lost: the killed process had sent more than it had logged.
      const logged = await webhookAttemptsOf(reopened, ids);
      assert.ok(receiver.received.length > logged.length);
    }
    await reopened.close();
  } finally {
    child?.kill('SIGKILL');
    await fresh.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
