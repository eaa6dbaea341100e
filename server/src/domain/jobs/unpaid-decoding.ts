/**
 * Limits how much decoding an owner of workspaces may cause without paying for it. Failed and held jobs are free, also
 * those whose video had to be decoded before they could fail, and a job can be sent again. So each owner has an
 * allowance of seconds a day. Whoever has used it up waits: no further video of theirs is decoded until some of it has
 * come back. What they pay for comes back too, so a customer with many videos may have as many that fail.
 */
import { Fault } from '@reelsight/contract';
import type { Queryable } from '../../db/database.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import {
  addUnpaidDecoding,
  type SecondsOfOwner,
  takeBackUnpaidDecoding,
  unpaidDecodingOf,
} from '../../db/jobs/unpaid-decoding.ts';
import { databaseTime } from '../../db/time.ts';
import { ownerGroups } from '../../db/workspaces/members.ts';
import type { Domain } from '../domain.ts';

type Limited = Pick<Domain, 'settings' | 'prices'>;

const daySeconds = 86_400;

interface Allowance {
  /** Seconds that may count at most. */
  readonly seconds: number;
  /** Seconds that come back in each second. */
  readonly perSecond: number;
}

/** Null if there is no limit. Where processing is free, nobody pays for decoding, so there is nothing to be had. */
export function decodingAllowance({ settings, prices }: Limited): Allowance | null {
  const { unpaidDecodingSeconds: seconds } = settings;
  if (seconds === null || prices.processingMinute === 0) return null;
  return { seconds, perSecond: seconds / daySeconds };
}

type Decoded = Pick<JobRow, 'decoding_since' | 'unpaid_decoding_seconds'>;

/** Seconds that the present attempt at a job has decoded. */
export async function secondsDecoding(
  tx: Queryable,
  { decoding_since: since }: Pick<JobRow, 'decoding_since'>,
): Promise<number> {
  if (since === null) return 0;
  const now = await databaseTime(tx);
  return Math.max(0, now.getTime() - since.getTime()) / 1000;
}

/** Seconds that all attempts at a job have decoded so far. */
export async function secondsDecoded(tx: Queryable, job: Decoded): Promise<number> {
  return job.unpaid_decoding_seconds + (await secondsDecoding(tx, job));
}

/** The change to a job whose decoding has been counted, or is going to be paid for. */
export const decodingCounted = { decoding_since: null, unpaid_decoding_seconds: 0 } as const;

/** Share of a cost that was charged: a balance may have been too small for all of it. */
export const shareCharged = (charged: number, cost: number): number =>
  cost > 0 ? Math.min(1, charged / cost) : 0;

export interface SecondsOfWorkspace {
  readonly workspaceId: string;
  readonly seconds: number;
}

/**
 * Counts decoding that nobody has paid for. Locks a row of each owner, so it comes after everything else that a
 * transaction locks.
 */
export async function countUnpaidDecoding(
  domain: Limited,
  tx: Queryable,
  decoded: readonly SecondsOfWorkspace[],
): Promise<void> {
  const allowance = decodingAllowance(domain);
  const sums = allowance ? await sumsOfOwners(tx, decoded) : [];
  if (allowance && sums.length > 0) await addUnpaidDecoding(tx, sums, allowance.perSecond);
}

/** Gives owners back as many seconds as they have paid for. Locks like `countUnpaidDecoding`. */
export async function giveBackDecoding(
  domain: Limited,
  tx: Queryable,
  paid: readonly SecondsOfWorkspace[],
): Promise<void> {
  const allowance = decodingAllowance(domain);
  const sums = allowance ? await sumsOfOwners(tx, paid) : [];
  if (allowance && sums.length > 0) await takeBackUnpaidDecoding(tx, sums, allowance.perSecond);
}

async function sumsOfOwners(
  tx: Queryable,
  entries: readonly SecondsOfWorkspace[],
): Promise<SecondsOfOwner[]> {
  const counted = entries.filter(({ seconds }) => seconds > 0);
  if (counted.length === 0) return [];

  const owners = await ownerGroups(tx, [...new Set(counted.map((entry) => entry.workspaceId))]);
  const sums = new Map<string, number>();

  for (const { workspaceId, seconds } of counted) {
    const owner = owners.get(workspaceId) ?? workspaceId;
    sums.set(owner, (sums.get(owner) ?? 0) + seconds);
  }

  return [...sums].map(([owner, seconds]) => ({ owner, seconds }));
}

/** Seconds until a video of each workspace may be decoded; workspaces that need not wait are left out. */
export async function secondsUntilDecoding(
  domain: Limited,
  db: Queryable,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const allowance = decodingAllowance(domain);
  if (!allowance || workspaceIds.length === 0) return new Map();

  const used = await unpaidDecodingOf(db, workspaceIds, allowance.perSecond);
  const waits = new Map<string, number>();

  for (const [workspaceId, seconds] of used) {
    const excess = seconds - allowance.seconds;
    if (excess >= 0) waits.set(workspaceId, excess / allowance.perSecond);
  }

  return waits;
}

/** Throws Fault RATE_LIMITED if the owner of the workspace has used up the allowance. */
export async function checkUnpaidDecoding(domain: Domain, workspaceId: string): Promise<void> {
  const waits = await secondsUntilDecoding(domain, domain.db, [workspaceId]);
  const seconds = waits.get(workspaceId);
  if (seconds === undefined) return;

  const minutes = Math.max(1, Math.ceil(seconds / 60));
  throw new Fault('RATE_LIMITED', `unpaid decoding of ${workspaceId}`, {
    text: `Too much time went into decoding videos whose jobs then failed or were not paid for. Try again in ${minutes.toLocaleString('en')} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  });
}
