/**
 * Delivers 10,000 webhook events to a local receiver that fails one attempt in five at random, and checks every event.
 * `node bench/webhooks.ts [events] [postgres://…]`; without an address, uses the embedded database in a separate
 * folder.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';
import { startReceiver } from '../server/testing/webhooks/receiver.ts';
import {
  addWorkspace,
  openWebhookDomain,
  recordCompleted,
  type WebhookDomain,
} from '../server/testing/webhooks/webhook-domain.ts';

const failureRate = 0.2;
const workspaces = 20;
const atOnce = 32;
/** Short, so that the run ends soon; the usual delays would add 71 s to an event that fails four times. */
const delaysMs = [50, 100, 200];

/** A request that the receiver got, and whether it answered 200. */
interface Seen {
  readonly eventId: string;
  readonly path: string;
  readonly body: string;
  readonly signature: string;
  readonly standardSignature: string;
  readonly timestamp: string;
  readonly accepted: boolean;
}

/** The receiver. It runs in a separate thread, so that it does not slow down the event loop that delivers. */
async function receive(port: NonNullable<typeof parentPort>): Promise<void> {
  const seen: Seen[] = [];
  const receiver = await startReceiver((response, { path, body, headers }) => {
    const kind = Math.random();
    const accepted = kind >= failureRate;
    seen.push({
      eventId: String(headers['webhook-id']),
      path,
      body,
      signature: String(headers['x-service-signature']),
      standardSignature: String(headers['webhook-signature']),
      timestamp: String(headers['webhook-timestamp']),
      accepted,
    });

    if (accepted) response.end('ok');
    else if (kind < failureRate / 2) response.writeHead(503).end('busy');
    else response.destroy();
  });

  port.postMessage(`http://127.0.0.1:${receiver.port}`);
  port.once('message', async () => {
    port.postMessage(seen);
    await receiver[Symbol.asyncDispose]();
    port.close();
  });
}

const answerOf = <T>(worker: Worker): Promise<T> =>
  new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));

async function record(
  webhooks: WebhookDomain,
  origin: string,
  count: number,
): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  const ids: string[] = [];
  for (let n = 0; n < workspaces; n += 1) {
    const { id, secret } = await addWorkspace(webhooks.domain);
    ids.push(id);
    secrets.set(`/${id}`, secret);
  }

  for (let done = 0; done < count; ) {
    const end = Math.min(count, done + 200);
    await webhooks.domain.db.transaction(async (tx) => {
      for (; done < end; done += 1) {
        const id = ids[done % workspaces] ?? '';
        await recordCompleted(webhooks.domain, id, `${origin}/${id}`, tx);
      }
    });
  }

  return secrets;
}

interface Counted {
  readonly status: string;
  readonly events: number;
}

async function untilSettled(db: Database): Promise<Counted[]> {
  for (;;) {
    const counted = await db.query<Counted>(
      'select status, count(*) as events from webhook_events group by status order by status',
    );
    if (!counted.some(({ status }) => status === 'pending')) return counted;
    await sleep(500);
  }
}

function checkSignatures(seen: readonly Seen[], secrets: ReadonlyMap<string, string>): void {
  for (const one of seen) {
    const secret = secrets.get(one.path) ?? '';
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const content = `${one.eventId}.${one.timestamp}.${one.body}`;

    assert.equal(one.signature, createHmac('sha256', secret).update(one.body).digest('hex'));
    const standard = createHmac('sha256', key).update(content).digest('base64');
    assert.equal(one.standardSignature, `v1,${standard}`);
    assert.equal(JSON.parse(one.body).event_id, one.eventId);
  }
}

/** Checks that every event arrived and was accepted, or has its four attempts in the log and is marked as exhausted. */
async function checkEvents(db: Database, seen: readonly Seen[], count: number): Promise<void> {
  const accepted = new Set(seen.filter((one) => one.accepted).map(({ eventId }) => eventId));
  const events = await db.query<{ id: string; status: string; attempts: number }>(
    `select e.id, e.status, count(a.event_id) as attempts from webhook_events e
     left join webhook_attempts a on a.event_id = e.id group by e.id`,
  );
  assert.equal(events.length, count);

  for (const { id, status, attempts } of events) {
    assert.equal(status, accepted.has(id) ? 'delivered' : 'exhausted', id);
    if (status === 'exhausted') assert.equal(attempts, delaysMs.length + 1, id);
  }

  const logged = events.reduce((sum, { attempts }) => sum + attempts, 0);
  assert.equal(logged, seen.length, 'every request is in the log once');
}

async function main(count: number, url: string | undefined): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-bench-'));
  const receiver = new Worker(new URL(import.meta.url));
  const origin = await answerOf<string>(receiver);
  const db = await openDatabase({ dataDir, ...(url && { url }) });

  try {
    await migrate(db, { version: 'bench' });
    await using webhooks = await openWebhookDomain(db);
    const recordMs = performance.now();
    const secrets = await record(webhooks, origin, count);
    const startMs = performance.now();
    const loop = webhooks.deliver({ concurrency: atOnce, retryDelaysMs: delaysMs });
    const counted = await untilSettled(db);
    const spentSeconds = (performance.now() - startMs) / 1000;

    await loop.stop();
    receiver.postMessage('end');

    const seen = await answerOf<Seen[]>(receiver);
    checkSignatures(seen, secrets);
    await checkEvents(db, seen, count);
    console.log(
      [
        `${count} events on ${db.kind}, ${atOnce} at once, recorded in ${((startMs - recordMs) / 1000).toFixed(1)} s`,
        `${seen.length} attempts in ${spentSeconds.toFixed(1)} s: ${Math.round(seen.length / spentSeconds)} attempts/s, ${Math.round(count / spentSeconds)} events/s`,
        `${counted.map(({ status, events }) => `${events} ${status}`).join(', ')}; all signatures right, none lost`,
      ].join('\n'),
    );
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (isMainThread) await main(Number(process.argv[2] ?? 10_000), process.argv[3]);
else if (parentPort) await receive(parentPort);
