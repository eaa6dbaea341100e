/** Guarantees that must hold after a soak test, whatever went wrong during it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../server/src/db/database.ts';
import { sweeps } from '../../server/src/domain/upkeep/sweep.ts';
import { openQueue } from '../../server/src/queue/queue.ts';
import type { Storage } from '../../server/src/storage/storage.ts';
import type { Clients, Intent, Tenant } from './clients.ts';
import type { Member } from './fleet.ts';
import { type Receivers, receiverKinds } from './receivers.ts';

export interface Evidence {
  readonly databaseUrl: string;
  readonly storage: Storage;
  readonly clients: Clients;
  readonly tenants: readonly Tenant[];
  readonly receivers: Receivers;
  readonly members: readonly Member[];
  /** Whether some of the processes ran from an old version. */
  readonly hadOldVersion: boolean;
  readonly violate: (promise: string, what: string) => void;
}

type Row = Record<string, unknown>;
type Ask = (sql: string, params?: unknown[]) => Promise<Row[]>;

/**
 * Tasks that have not ended, except those that were scheduled for much later from the beginning, such as the second
 * removal of files.
 */
const openTasks = `select name, state, id, data, start_after, retry_count, heartbeat_on from pgboss.job
  where state < 'completed' and name <> 'sweep' and name not like '\\_\\_pgboss%'
    and (state <> 'created' or start_after < created_on + interval '10 minutes')`;
/**
 * In old versions, these tasks had no heartbeats. If such a task is lost with its process, that is noticed only when it
 * expires, after 10 minutes or more.
 */
const openTasksOf = ({ hadOldVersion }: Pick<Evidence, 'hadOldVersion'>): string =>
  hadOldVersion
    ? `${openTasks} and not (state = 'active' and heartbeat_seconds is null
        and name in ('batch', 'removal', 'follow'))`
    : openTasks;
const lookEveryMs = 2000;
const looksASweep = 10;

/**
 * Resolves when no task or delivery is waiting or running, or after the time limit. Makes the fleet sweep in the
 * meantime.
 */
export async function untilIdle(
  evidence: Pick<Evidence, 'databaseUrl' | 'hadOldVersion'>,
  limitMs: number,
): Promise<void> {
  const { databaseUrl } = evidence;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const until = performance.now() + limitMs;
  for (let left = 1, looks = 0; left > 0 && performance.now() < until; looks += 1) {
    if (looks % looksASweep === 0) await sweepNow(databaseUrl);

    const { rows } = await pool.query(
      `select (select count(*) from (${openTasksOf(evidence)}) open) + count(*) as left
       from webhook_events where status = 'pending'`,
    );
    left = Number(rows[0].left);
    if (left > 0) await sleep(lookEveryMs);
  }

  await pool.end();
}

/** Makes the fleet do its periodic work now. */
async function sweepNow(databaseUrl: string): Promise<void> {
  const db = await openDatabase({ url: databaseUrl, poolSize: 2 });
  const queue = await openQueue(db, { supervise: false, onError: () => undefined });
  for (const sweep of Object.keys(sweeps)) await queue.enqueue(db, 'sweep', { sweep });
  await queue.close();
  await db.close();
}

/** Checks everything that can be seen in the database, in storage, and by clients and receivers. */
export async function checkPromises(evidence: Evidence): Promise<void> {
  const pool = new pg.Pool({ connectionString: evidence.databaseUrl, max: 2 });
  const ask: Ask = async (sql, params = []) => (await pool.query(sql, params)).rows;
  try {
    await checkJobs(evidence, ask);
    await checkLedger(evidence, ask);
    await checkQueues(evidence, ask);
    await checkEvents(evidence, ask);
    await checkDeliveries(evidence, ask);
    await checkStorage(evidence, ask);
  } finally {
    await pool.end();
  }
}

/** Runs a query; each row that it returns breaks the guarantee. */
async function none({ violate }: Evidence, ask: Ask, promise: string, sql: string): Promise<void> {
  for (const row of await ask(sql)) violate(promise, JSON.stringify(row));
}

async function checkJobs(evidence: Evidence, ask: Ask): Promise<void> {
  const { clients, violate } = evidence;
  const there = new Set((await ask('select id from jobs')).map(({ id }) => id));

  for (const intent of clients.intents) {
    if (intent.acceptedAt === 0) continue;
    if (intent.endedAt === 0) violate('every accepted job ends', `${intent.id} ${named(intent)}`);
    if (intent.kind === 'deleted job') continue;
    for (const id of intent.jobIds)
      if (!there.has(id)) violate('no accepted job is lost', `${intent.id} ${id}`);
  }

  await none(
    evidence,
    ask,
    'every accepted job ends',
    `select id, status, stage, attempt, task_id, worker_id from jobs
     where status not in ('completed', 'failed', 'cancelled')`,
  );

  await none(
    evidence,
    ask,
    'an idempotency key makes one job',
    'select external_id, count(*) from jobs where external_id is not null group by 1 having count(*) > 1',
  );

  await none(
    evidence,
    ask,
    'a batch ends with its last job',
    "select id, status, pending_count, processing_count from batches where status not in ('completed', 'cancelled')",
  );
}

const named = (intent: Intent): string => intent.batchId ?? intent.jobIds.join(' ');

/** Work is charged at 10 credits a minute; no job in the soak test works long enough to reach this. */
const mostCredits = 200;

async function checkLedger(evidence: Evidence, ask: Ask): Promise<void> {
  await none(
    evidence,
    ask,
    'each balance is the sum of its ledger, and nothing is reserved when nothing runs',
    `select w.id, plan_credits, purchased_credits, reserved_credits, sum(amount) from workspaces w
     join ledger l on l.workspace_id = w.id group by w.id
     having sum(amount) <> plan_credits + purchased_credits or reserved_credits <> 0`,
  );

  await none(
    evidence,
    ask,
    'each completed job is charged once, others for their compute at most',
    `select jobs.id, status, credits_charged, count(l.id), sum(l.amount) from jobs
     left join ledger l on l.job_id = jobs.id and l.type = 'charge' group by jobs.id
     having count(l.id) > 1 or coalesce(-sum(l.amount), 0) <> coalesce(credits_charged, 0)
       or (status = 'completed' and count(l.id) <> 1) or (status = 'failed' and count(l.id) <> 0)`,
  );

  await none(
    evidence,
    ask,
    'nobody pays for time that nobody worked',
    `select id, credits_charged, processing_seconds, extract(epoch from completed_at - created_at) as lasted
     from jobs where credits_charged > ${mostCredits} or processing_seconds < 0
       or processing_seconds > ${mostCredits * 6}`,
  );
}

async function checkQueues(evidence: Evidence, ask: Ask): Promise<void> {
  await none(
    evidence,
    ask,
    'no part outlives its job',
    `select part.job_id, part.number, part.kind, part.state from job_parts part join jobs on jobs.id = part.job_id
     where jobs.status in ('completed', 'failed', 'cancelled')`,
  );
  await none(evidence, ask, 'no task is left in the queue', openTasksOf(evidence));
  await none(
    evidence,
    ask,
    'no task is given up',
    "select name, id, data, output from pgboss.job where state = 'failed' and name <> 'sweep' limit 20",
  );
}

async function checkEvents(evidence: Evidence, ask: Ask): Promise<void> {
  const { tenants, violate } = evidence;
  const ended = await ask(
    "select id, workspace_id, status from jobs where status in ('completed', 'failed', 'cancelled')",
  );

  for (const { id, client } of tenants) {
    const seen = new Map<string, string[]>();
    const ids = new Set<string>();
    for (let after: string | undefined, more = true; more; ) {
      const page = await client.events.list({ limit: 100, ...(after && { after }) });
      for (const event of page.events) {
        if (ids.has(event.event_id)) violate('each event is in the log once', event.event_id);
        ids.add(event.event_id);
        const job = 'job_id' in event ? event.job_id : null;
        if (job) seen.set(job, [...(seen.get(job) ?? []), event.event]);
      }

      [after, more] = [page.position, page.hasMore];
    }

    for (const job of ended.filter((one) => one.workspace_id === id)) {
      const last = seen.get(String(job.id)) ?? [];
      const final = last.filter((kind) => /completed|failed|cancelled/.test(kind));
      if (final.length !== 1 || last.at(-1) !== `job.${job.status}` || last[0] !== 'job.created')
        violate('the log tells the life of each job', `${job.id} ${job.status}: ${last.join(' ')}`);
    }
  }
}

async function checkDeliveries(evidence: Evidence, ask: Ask): Promise<void> {
  const { receivers, violate } = evidence;
  const arrived = new Map<string, Set<string>>();

  for (const kind of receiverKinds) {
    for (const { headers, body } of receivers.of[kind].received) {
      const id = String(headers['webhook-id']);
      arrived.set(id, (arrived.get(id) ?? new Set()).add(body));
    }
  }

  const rows = await ask(
    `select e.id, e.status, e.body, e.job_id, e.event, count(a.attempt)::int as attempts from webhook_events e
     left join webhook_attempts a on a.event_id = e.id group by e.id`,
  );
  const known = new Set(rows.map(({ id }) => id));

  for (const { id, status, body, attempts } of rows) {
    const bodies = arrived.get(String(id));
    const text = `${id} ${status}, ${attempts} attempts, ${bodies?.size ?? 0} bodies arrived`;
    if (bodies && (bodies.size > 1 || !bodies.has(String(body))))
      violate('each attempt sends the same body', text);

    const right =
      (status === 'delivered' && bodies !== undefined) ||
      (status === 'exhausted' && Number(attempts) >= 4);
    if (!right) violate('each event is delivered, or its attempts are logged', text);
  }

  for (const id of arrived.keys())
    if (!known.has(id)) violate('nothing is delivered that did not happen', id);

  await none(
    evidence,
    ask,
    'each end of a job is sent once',
    `select jobs.id, jobs.status, count(e.id) from jobs left join webhook_events e
       on e.job_id = jobs.id and e.event in ('job.completed', 'job.failed', 'job.cancelled')
     where webhook_url is not null and jobs.batch_id is null and (jobs.status <> 'cancelled' or attempt > 0)
       and jobs.status in ('completed', 'failed', 'cancelled')
     group by jobs.id having count(e.id) <> 1`,
  );
}

/**
 * Checks that every stored file is still needed: uploads while they have a row, media while they are kept, frames while
 * their job exists.
 */
async function checkStorage({ storage, violate }: Evidence, ask: Ask): Promise<void> {
  const uploads = new Set((await ask('select key from uploads')).map(({ key }) => key));
  const jobs = new Map(
    (await ask('select id, status, media_kept_at from jobs')).map((row) => [row.id, row]),
  );
  // A worker may finish writing a file after the files of its ended job were removed, so a second removal follows
  // later. Until then, these files are allowed.
  const later = await ask(
    "select data->'prefixes' as prefixes from pgboss.job where name = 'removal' and state < 'completed'",
  );
  const removed = later.flatMap(({ prefixes }) => prefixes as string[]);

  for await (const { key } of storage.list()) {
    if (removed.some((prefix) => key.startsWith(`${prefix}/`))) continue;

    const [kind, , id = '', folder] = key.split('/');
    const job = jobs.get(id);
    const right =
      (kind === 'uploads' && uploads.has(key)) ||
      (kind === 'artifacts' && job && job.media_kept_at !== null && folder !== 'parts') ||
      (kind === 'frames' && job?.status === 'completed') ||
      // The marks of killed processes are removed a day later.
      kind === 'processes' ||
      kind === 'check';
    if (!right)
      violate('no file is stored that nothing refers to', `${key} ${JSON.stringify(job)}`);
  }
}

/** Checks the processes after all of them were stopped in order. */
export function checkProcesses({ members, violate }: Evidence): void {
  for (const member of members) {
    for (const { pid, command } of member.leaked())
      violate('no process outlives the one that began it', `${member.name}: ${pid} ${command}`);

    const { ends, name } = member;
    for (const code of ends.filter((end) => end !== '3'))
      violate('no process ends by a fault of its own', `${name} ended with ${code}`);

    const temporary = readdirSync(join(member.dataDir, 'tmp'));
    if (temporary.length > 0)
      violate('no temporary file stays', `${name}: ${temporary.slice(0, 5).join(' ')}`);
  }
}
