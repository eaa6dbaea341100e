/**
 * Moves a job through its parts: plan, claim, end, retry, and release the join. `domain/jobs/settle-jobs.ts` settles
 * jobs.
 * Each step is one compare-and-set transaction, so a finished part is never redone, whichever process dies.
 */
import { randomUUID } from 'node:crypto';
import { errorTable, Fault } from '@reelsight/contract';
import type { Queryable } from '../../db/database.ts';
import type { JobChange } from '../../db/jobs/job-changes.ts';
import {
  abandonedParts,
  type ClaimedPart,
  closeParts,
  insertParts,
  lockRunningPart,
  type NewPart,
  openPlannedParts,
  type PartClaim,
  type PartEnding,
  type PartKey,
  type PartRow,
  requeuePart,
  takeParts,
} from '../../db/jobs/job-parts.ts';
import { type JobRow, lockJob } from '../../db/jobs/jobs.ts';
import type { SightOfPart } from '../../db/search/sight.ts';
import { databaseTime } from '../../db/time.ts';
import { isWorkerAlive, removeSilentWorkers } from '../../db/upkeep/workers.ts';
import { ownerGroups } from '../../db/workspaces/members.ts';
import { takeTurns } from '../../db/workspaces/workspaces.ts';
import type { Domain } from '../../domain/domain.ts';
import { type Admission, admitAll, type Ingested } from '../../domain/jobs/ingested.ts';
import { failJob, type Interruption, interrupted } from '../../domain/jobs/lifecycle.ts';
import { writeJobsTogether, writeTogether } from '../../domain/together.ts';
import type { PartQueue } from '../../queue/queue.ts';
import { stageOf, stageTable } from '../stages.ts';
import type { PlannedPart } from './plan-parts.ts';

/**
 * Head start, in parts, that a previously idle workspace has over a workspace with a long-running job; about a minute
 * of video.
 */
const partsAhead = 16;

/** A job whose ingestion has ended, with the parts to do. */
export interface PlannedJob extends Ingested {
  readonly parts: readonly PlannedPart[];
}

/**
 * Records what ingestion found, admits the job, and writes its parts with their tasks. Jobs that arrive at the same
 * time are written together.
 */
export function planIngested(domain: Domain, job: PlannedJob): Promise<Admission> {
  return writeJobsTogether(domain, job, admitAndPlan);
}

function admitAndPlan(
  domain: Domain,
  tx: Queryable,
  jobs: readonly PlannedJob[],
): Promise<Admission[]> {
  return admitAll(domain, tx, jobs, (transaction, admittedJobs) =>
    writeParts(domain, transaction, admittedJobs),
  );
}

interface Plan {
  readonly item: PlannedJob;
  readonly row: JobRow;
}

/** Writes the parts of the jobs and their tasks; returns the changes to write for each job. */
async function writeParts(
  domain: Domain,
  tx: Queryable,
  plans: readonly Plan[],
): Promise<Map<string, JobChange>> {
  const parts: NewPart[] = [];
  const changes = new Map<string, JobChange>();
  const byWorkspace = Map.groupBy(plans, ({ row }) => row.workspace_id);
  for (const [workspaceId, workspacePlans] of byWorkspace) {
    const count = workspacePlans.reduce((sum, { item }) => sum + item.parts.length, 0);
    let turn = await takeTurns(tx, workspaceId, { count, ahead: partsAhead });

    for (const { item, row } of workspacePlans) {
      const jobParts = partsOfJob(row, item.parts, turn);
      turn += item.parts.length;
      parts.push(ingestionOf(row), ...jobParts);
      changes.set(row.id, begunParts(jobParts));
    }
  }

  const insert = insertParts(parts);
  await tx.query(insert.text, insert.values, insert.name);

  const workspaceOf = new Map(plans.map(({ row }) => [row.id, row.workspace_id]));
  const tasks = parts
    .filter(({ state }) => state === 'waiting')
    .map((part) => ({ ...part, workspace_id: workspaceOf.get(part.job_id) ?? '' }));
  for (const [queue, queueTasks] of Map.groupBy(tasks, (row) => row.queue as PartQueue))
    await enqueueParts(domain, tx, queue, queueTasks);

  return changes;
}

/** `turn`: the turn that precedes the turn of the first part. */
function partsOfJob(job: JobRow, planned: readonly PlannedPart[], turn: number): NewPart[] {
  const joinsAtOnce = planned.length === 1;
  return planned.map((part, index): NewPart => {
    const join = part.kind === 'join';
    return {
      job_id: job.id,
      number: index + 1,
      kind: part.kind,
      queue: queueOf(part.kind),
      first_cell: part.span.from,
      last_cell: part.span.to,
      start_seconds: part.start,
      end_seconds: part.end,
      state: join && !joinsAtOnce ? 'planned' : 'waiting',
      task_id: randomUUID(),
      // Parts with the highest priority run first, so later turns have lower priorities. The join
      // takes the first turn, because its job has waited already.
      priority: -(turn + 1 + (join ? 0 : index)),
    };
  });
}

const ingestionOf = (job: JobRow): NewPart => ({
  job_id: job.id,
  number: 0,
  kind: 'ingestion',
  queue: 'analysis',
  state: 'done',
  first_cell: 0,
  last_cell: 0,
  start_seconds: 0,
  end_seconds: job.duration_seconds ?? 0,
  task_id: randomUUID(),
  priority: 0,
  claimed_at: job.started_at,
  ended_at: 'now',
});

function begunParts(parts: readonly NewPart[]): JobChange {
  const count = (queue: PartQueue): number => parts.filter((row) => row.queue === queue).length;
  const hear = count('hear');
  const see = count('see');

  return {
    hear_parts: hear,
    hear_left: hear,
    see_parts: see,
    see_left: see,
    stage: hear > 0 ? 'transcription' : see > 0 ? 'analysis' : 'merging',
    percent: 0,
    // From here on, workers own only the parts of the job, not the job.
    worker_id: null,
    heartbeat_at: null,
  };
}

const queueOf = (kind: PlannedPart['kind']): PartQueue => stageTable[stageOf(kind)].queue;

type PartToEnqueue = Pick<PartRow, 'task_id' | 'priority'> &
  Pick<JobRow, 'workspace_id'> & { readonly delayMs?: number };

async function enqueueParts(
  domain: Domain,
  tx: Queryable,
  queue: PartQueue,
  parts: readonly PartToEnqueue[],
): Promise<void> {
  const workspaceIds = new Set(parts.map(({ workspace_id }) => workspace_id));
  const groups = await ownerGroups(tx, [...workspaceIds]);
  const tasks = parts.map(({ workspace_id, task_id, priority, delayMs = 0 }) => ({
    id: task_id,
    priority,
    delayMs,
    group: { id: groups.get(workspace_id) ?? workspace_id },
    data: {},
  }));
  if (tasks.length > 0) await domain.queue.enqueueAll(tx, queue, tasks);
}

/** Maximum number of parts that one statement claims, or one transaction ends. */
const mostTogether = 50;

/**
 * Claims the task's part; undefined if the task no longer owns a part or its job is no longer being processed. Parts
 * that are claimed at the same time are claimed together.
 */
export function claimPart(
  domain: Domain,
  taskId: string,
  workerId: string,
): Promise<ClaimedPart | undefined> {
  return writeTogether(domain, { taskId, workerId }, claimParts, mostTogether);
}

async function claimParts(
  domain: Domain,
  claims: readonly PartClaim[],
): Promise<(ClaimedPart | undefined)[]> {
  const takenParts = await takeParts(domain.db, claims);
  const byTask = new Map(takenParts.map((part) => [part.task_id, part]));
  return claims.map(({ taskId }) => byTask.get(taskId));
}

export interface PartEnd {
  readonly usage: Readonly<Record<string, number>>;
  readonly found: unknown;
  /** What the part's stretches look like; absent if it described nothing. */
  readonly sight?: SightOfPart | null;
  /** The same for search by words. */
  readonly sightForWords?: SightOfPart | null;
}

/** A part with the task that owns it. */
export type OwnedPart = PartKey & Pick<PartRow, 'queue'>;

/**
 * Ends a part; the last part of a job releases the join. False if the caller no longer owns the part. Parts that end at
 * the same time are ended together.
 */
export function endPart(domain: Domain, part: OwnedPart, end: PartEnd): Promise<boolean> {
  const ending = endingOf(part, { ...end, state: 'done' });
  return writeTogether(domain, ending, endParts, mostTogether);
}

function endParts(domain: Domain, endings: readonly PartEnding[]): Promise<boolean[]> {
  return domain.db.transaction((tx) => closeAndRelease(domain, tx, endings));
}

const endingOf = (
  part: OwnedPart,
  end: PartEnd & { readonly state: 'done' | 'failed' },
): PartEnding => ({
  ...end,
  sight: end.sight ?? null,
  sightForWords: end.sightForWords ?? null,
  part,
  stage: part.queue === 'join' ? null : (part.queue as 'hear' | 'see'),
});

/**
 * Closes the parts that their tasks still own, and releases a job's join after its last part. Returns false for each
 * part that its task no longer owns.
 */
async function closeAndRelease(
  domain: Domain,
  tx: Queryable,
  endings: readonly PartEnding[],
): Promise<boolean[]> {
  const closedJobs = await closeParts(tx, endings, domain.now());
  const finishedJobs = closedJobs.filter((job) => job.hear_left === 0 && job.see_left === 0);
  if (finishedJobs.length > 0) {
    const joins = await openPlannedParts(
      tx,
      finishedJobs.map((job) => job.job_id),
    );
    await enqueueParts(domain, tx, 'join', joins);
  }

  const byJob = new Map(closedJobs.map((job) => [job.job_id, job.numbers]));
  return endings.map(({ part }) => byJob.get(part.job_id)?.includes(part.number) ?? false);
}

/**
 * Called when work on a part ended without a result. The part is either queued again as a new task or given up. A part
 * that is given up counts as ended, and the capability it belongs to goes without its result. Giving up a join, or
 * giving up any part because of outages, fails the job with `fault`. `limitMs`: maximum total time that may be lost to
 * outages.
 */
export async function interruptPart(
  domain: Domain,
  part: PartKey & { readonly attempt?: number },
  reason: Interruption,
  fault: Fault,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<'again' | 'given up' | 'stale'> {
  // An outage must not lead to incomplete results.
  const failsJob = part.kind === 'join' || reason === 'outage';
  const outcome = await domain.db.transaction(async (tx) => {
    const job = await lockJob(tx, part.job_id);
    const row = await lockRunningPart(tx, part);
    if (!job || !row || (reason === 'lost' && (await hasWorker(domain, tx, row)))) return 'stale';

    const attempt = { since: row.claimed_at, now: await databaseTime(tx), limitMs };
    const { givenUp, delayMs, ...counts } = interrupted(domain, row, reason, attempt);
    if (givenUp) {
      const failed = endingOf(row, { state: 'failed', usage: {}, found: {} });
      if (!failsJob) await closeAndRelease(domain, tx, [failed]);
      return 'given up';
    }

    const taskId = randomUUID();
    // Without a new turn, a part that always runs until its time limit would run next again, ahead of other waiting
    // parts.
    const takesNewTurn = reason === 'crashed' && row.kind !== 'join';
    const priority = takesNewTurn
      ? -(await takeTurns(tx, job.workspace_id, { count: 1, ahead: 0 }))
      : row.priority;
    await requeuePart(tx, { ...row, ...counts, priority }, taskId);

    const task = {
      workspace_id: job.workspace_id,
      task_id: taskId,
      priority,
      delayMs,
    };
    await enqueueParts(domain, tx, row.queue as PartQueue, [task]);

    return 'again';
  });
  if (outcome === 'given up' && failsJob) await failPartsJob(domain, part, fault);

  return outcome;
}

/**
 * Whether the part's worker is alive. A worker that was silent for a while and then resumed its heartbeats counts as
 * alive.
 */
const hasWorker = async (domain: Domain, tx: Queryable, { worker_id: id }: PartRow) =>
  id !== null && isWorkerAlive(tx, id, domain.settings.stallMs);

/** Fails the whole job that a part belongs to. */
export async function failPartsJob(
  domain: Domain,
  part: Pick<PartRow, 'job_id'> & { readonly attempt?: number },
  fault: Fault,
): Promise<boolean> {
  const { job_id: id, attempt } = part;
  return failJob(domain, { id, ...(attempt !== undefined && { attempt }) }, fault);
}

/** Gives back the parts of workers that stopped sending heartbeats. */
export async function giveBackParts(domain: Domain): Promise<void> {
  const { stallMs } = domain.settings;
  for (const part of await abandonedParts(domain.db, stallMs)) {
    const fault = new Fault('PROCESSING_ERROR', `worker ${part.worker_id} is gone`, {
      text: errorTable.PROCESSING_ERROR.text,
    });
    await interruptPart(domain, part, 'lost', fault);
  }

  await removeSilentWorkers(domain.db, 2 * stallMs);
}
