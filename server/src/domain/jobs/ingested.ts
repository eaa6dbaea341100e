/**
 * Records what ingestion found out about a video and decides whether its job may continue: once the header has been
 * read, and again once the whole video has been read.
 */
import { Fault } from '@reelsight/contract';
import { analysedSeconds } from '@reelsight/contract/analysed-part';
import { addToBatchEstimate } from '../../db/batches.ts';
import type { Queryable } from '../../db/database.ts';
import { type ChangedJob, type JobChange, updateJobs } from '../../db/jobs/job-changes.ts';
import { type JobRow, type LinkVideo, lockJobs } from '../../db/jobs/jobs.ts';
import { setUploadDuration } from '../../db/uploads/uploads.ts';
import { addToPools, lockWorkspaces, type WorkspaceRow } from '../../db/workspaces/workspaces.ts';
import { availableOf, releaseCredits } from '../credits.ts';
import type { Domain } from '../domain.ts';
import { capsOf, type JobCaps } from '../plans/job-caps.ts';
import { checkDuration } from '../plans/plan-rules.ts';
import { estimateCredits, type MeasuredVideo } from '../prices/price.ts';
import { BatchBudgets } from '../states/batch-budgets.ts';
import { moveJob } from '../states/job-states.ts';
import { writeJobsTogether } from '../together.ts';
import {
  countUnpaidDecoding,
  decodingCounted,
  type SecondsOfWorkspace,
  secondsDecoded,
} from './unpaid-decoding.ts';

/** An attempt at a job; its reports count only while the job still belongs to this attempt. */
export interface AttemptOfJob {
  readonly id: string;
  readonly attempt: number;
}

const owns = (job: AttemptOfJob, row: JobRow | undefined): row is JobRow =>
  row?.status === 'processing' && row.attempt === job.attempt;

/** Returns the changes to a job whose ingestion is over: its media is in storage, and a retry continues from there. */
const finishing = (
  domain: Domain,
  row: JobRow,
  { linkVideo = null, mediaBytes = null }: Ingested,
): JobChange => ({
  stages_completed: [...row.stages_completed.filter((stage) => stage !== 'ingestion'), 'ingestion'],
  stage: 'transcription',
  percent: 0,
  heartbeat_at: 'now',
  media_kept_at: domain.now(),
  media_bytes: mediaBytes,
  link_video: linkVideo,
});

export interface Publication {
  readonly author: string | null;
  readonly authorUrl: string | null;
  readonly publishedAt: Date | null;
}

export interface IngestedFacts {
  /** Id behind a short link, if the platform resolved it. */
  readonly videoId?: string | null;
  readonly title: string | null;
  readonly durationSeconds: number;
  /** What the platform says about who published the video, and when; absent for an upload. */
  readonly publication?: Publication | undefined;
  /** Set once all of the video is decoded. */
  readonly measured?: MeasuredVideo;
}

/** A job, with the facts about its video that ingestion has found so far. */
export interface Ingested {
  readonly job: AttemptOfJob;
  readonly facts: IngestedFacts;
  /** Whether the job's media is in storage now, so that the ingestion stage is over. */
  readonly finished?: boolean;
  /** Where the link's video is stored; used once the ingestion stage is over. */
  readonly linkVideo?: LinkVideo | null;
  /** Bytes of the media that is in storage once the ingestion stage is over. */
  readonly mediaBytes?: number | null;
  readonly cause?: string | undefined;
}

/** The decision about a job. `fault` fails the job, but what ingestion found is still stored. */
export type Admission =
  | { readonly kind: 'go'; readonly caps: JobCaps }
  | { readonly kind: 'held' | 'lost' }
  | { readonly kind: 'refused'; readonly fault: Fault };

/** Runs in the transaction that admits jobs, and returns further changes to these jobs, keyed by job id. */
export type OnGo<Item> = (
  tx: Queryable,
  admittedJobs: readonly { readonly item: Item; readonly row: JobRow }[],
) => Promise<ReadonlyMap<string, JobChange>>;

/** Admits a job once its header is read; jobs whose headers are read at the same time are admitted together. */
export function admitProbed(domain: Domain, item: Ingested): Promise<Admission> {
  return writeJobsTogether(domain, item, admitAll);
}

/**
 * Records what ingestion found. Then checks the plan's cap, `max_credits` of job and batch, and the balance: reserves
 * the estimate and runs `onGo` in the same transaction, or holds the job, or refuses it with VIDEO_TOO_LONG or
 * BUDGET_EXCEEDED.
 */
export async function admitAll<Item extends Ingested>(
  domain: Domain,
  tx: Queryable,
  items: readonly Item[],
  onGo?: OnGo<Item>,
): Promise<Admission[]> {
  const rows = await lockJobs(
    tx,
    items.map(({ job }) => job.id),
  );
  const ids = items.flatMap(({ job }) => rows.get(job.id)?.workspace_id ?? []);
  const workspaces = await lockWorkspaces(tx, [...new Set(ids)]);
  const budgets = await BatchBudgets.lock(tx, rows.values());
  const reservedByWorkspace = new Map<string, number>();
  const decided = items.map((item): Decided<Item> => {
    const row = rows.get(item.job.id);
    const workspace = row && workspaces.get(row.workspace_id);
    if (!owns(item.job, row) || !workspace) return { admission: { kind: 'lost' } };

    const alreadyReserved = reservedByWorkspace.get(workspace.id) ?? 0;
    const decision = decide(domain, item, {
      row,
      workspace,
      available: availableOf(workspace) - alreadyReserved,
      budgets,
    });
    reservedByWorkspace.set(workspace.id, alreadyReserved + decision.reserves);

    return decision;
  });
  await write(domain, tx, decided, onGo);

  return decided.map(({ admission }) => admission);
}

type Decided<Item> =
  | { readonly admission: Admission & { kind: 'lost' | 'held' } }
  | ({ readonly item: Item } & Decision);

interface Decision {
  readonly admission: Admission;
  readonly row: JobRow;
  readonly change: JobChange;
  /** Additional credits to reserve for the job. */
  readonly reserves: number;
  readonly available: number;
}

interface Place {
  readonly row: JobRow;
  readonly workspace: WorkspaceRow;
  readonly available: number;
  readonly budgets: BatchBudgets;
}

function decide<Item extends Ingested>(
  domain: Domain,
  item: Item,
  { row, workspace, available, budgets }: Place,
): { readonly item: Item } & Decision {
  const { durationSeconds, measured } = item.facts;
  const seconds = analysedSeconds(row.ask, durationSeconds) ?? durationSeconds;
  const estimate = estimateCredits(domain, row.ask, { durationSeconds: seconds, measured }).credits;
  const change = {
    ...(item.finished && finishing(domain, row, item)),
    ...factsOf(row, item.facts, estimate),
  };
  const base = { item, row, change, reserves: 0, available };
  try {
    checkDuration(domain.plans[workspace.plan], row.ask, durationSeconds);
    checkBudget(row, estimate);
    budgets.check(row, estimate);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ...base, admission: { kind: 'refused', fault: error } };
  }

  budgets.count(row, estimate);
  const go = { kind: 'go', caps: capsOf(domain, row, workspace, budgets.leftFor(row)) } as const;
  const shortfall = estimate - row.credits_reserved;
  // Decoding begins once the header is admitted. A job that is admitted after it is going to pay for it.
  const decoding = item.facts.measured ? decodingCounted : ({ decoding_since: 'now' } as const);
  if (row.credits_reserved > 0 && shortfall <= 0)
    return { ...base, admission: go, change: { ...change, ...decoding } };
  if (shortfall > available) return { ...base, admission: { kind: 'held' } };

  return {
    ...base,
    admission: go,
    reserves: shortfall,
    change: { ...change, ...decoding, credits_reserved: estimate },
  };
}

/** Throws Fault BUDGET_EXCEEDED. */
export function checkBudget({ ask: { max_credits: cap } }: JobRow, credits: number): void {
  if (cap === null || credits <= cap) return;
  throw new Fault('BUDGET_EXCEEDED', `estimate ${credits} over ${cap}`, {
    text: `The estimate on the real duration is ${credits} credits, more than max_credits (${cap}).`,
  });
}

/** A file behind a direct link only has the date of its server, so what a feed says of it comes first. */
const publicationDate = (row: JobRow, { publication }: IngestedFacts): Date | null => {
  const ownDate = publication?.publishedAt ?? null;
  return row.platform === 'direct' ? (row.published_at ?? ownDate) : (ownDate ?? row.published_at);
};

const factsOf = (row: JobRow, facts: IngestedFacts, estimate: number): JobChange => ({
  video_id: facts.videoId ?? row.video_id,
  title: row.title ?? facts.title,
  author: facts.publication?.author ?? row.author,
  author_url: facts.publication?.authorUrl ?? row.author_url,
  published_at: publicationDate(row, facts),
  duration_seconds: facts.durationSeconds,
  credits_estimated: estimate,
  credits_estimated_at_submit:
    row.credits_estimated_at_submit ??
    (estimate === row.credits_estimated ? null : row.credits_estimated),
});

async function write<Item extends Ingested>(
  domain: Domain,
  tx: Queryable,
  decisions: readonly Decided<Item>[],
  onGo: OnGo<Item> | undefined,
): Promise<void> {
  const decided = decisions.filter((decision) => 'row' in decision);
  const admittedJobs = decided.filter(({ admission }) => admission.kind === 'go');
  const rowsNow = admittedJobs.map(({ item, row, change }) => ({
    item,
    row: { ...row, ...change } as JobRow,
  }));
  const extraChanges = rowsNow.length > 0 ? await onGo?.(tx, rowsNow) : undefined;
  const changedJobs = decided
    .filter(({ admission }) => admission.kind !== 'held')
    .map(({ row: { id, status }, change }): ChangedJob => {
      return { id, status, change: { ...change, ...extraChanges?.get(id) } };
    });
  if (changedJobs.length > 0) await updateJobs(tx, changedJobs, domain.now());

  const reserved = admittedJobs.filter(({ reserves }) => reserves !== 0);
  const pools = reserved.map(({ row, reserves }) => {
    return { workspaceId: row.workspace_id, reserved: reserves };
  });
  if (pools.length > 0) await addToPools(tx, pools);
  await noteLengths(domain, tx, decided);

  const heldDecisions = decided.filter(({ admission }) => admission.kind === 'held');
  const decodedSeconds: SecondsOfWorkspace[] = [];

  for (const decision of heldDecisions) {
    const { row, item } = decision;
    await hold(domain, tx, decision, item.cause);
    const seconds = await secondsDecoded(tx, row);
    decodedSeconds.push({ workspaceId: row.workspace_id, seconds });
  }

  await countUnpaidDecoding(domain, tx, decodedSeconds);
}

/** Keeps each batch's estimate equal to the sum of its jobs' estimates, and stores the lengths of uploads. */
async function noteLengths(
  domain: Domain,
  tx: Queryable,
  decided: readonly Pick<Decision, 'row' | 'change'>[],
): Promise<void> {
  const batches = new Map<string, number>();

  for (const { row, change } of decided) {
    if (row.upload_key)
      await setUploadDuration(tx, row.upload_key, change.duration_seconds as number);
    const extraCredits = (change.credits_estimated ?? 0) - row.credits_estimated;
    if (row.batch_id && extraCredits !== 0)
      batches.set(row.batch_id, (batches.get(row.batch_id) ?? 0) + extraCredits);
  }

  for (const [id, credits] of [...batches].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await addToBatchEstimate(tx, id, { credits, now: domain.now() });
}

async function hold(
  domain: Domain,
  tx: Queryable,
  { row, change, available }: Decision,
  cause: string | undefined,
): Promise<void> {
  await releaseCredits(domain, tx, row);
  const heldFields = {
    ...change,
    ...decodingCounted,
    credits_reserved: 0,
    credits_needed: change.credits_estimated ?? row.credits_estimated,
    hold_reason: 'insufficient_credits',
    held_at: domain.now(),
    percent: null,
    worker_id: null,
    heartbeat_at: null,
  };
  const balance = available + row.credits_reserved;

  await moveJob(domain, tx, row, 'held', heldFields, { fields: { balance }, cause });
}
