/** Admits requests by their key; requests of one key that arrive together are admitted in one statement. */
import type { Scope } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import { groupCommit } from '../db/group-commit.ts';
import {
  type AdmittedRow,
  admit,
  type BucketRates,
  type KeyHolder,
  noteKeyUse,
} from '../db/workspaces/keys.ts';
import { hashSecret } from '../domain/workspaces/workspace.ts';
import { wrongKey } from './key-faults.ts';

export interface Admission extends KeyHolder {
  /** Whole tokens left after this request; null when the bucket was empty or the key lacks the scope. */
  readonly remaining: number | null;
}

export interface AdmitOptions {
  readonly scope: Scope;
  /** Whether open jobs are to be counted too. */
  readonly countJobs: boolean;
}

/** Throws Fault INVALID_API_KEY. */
export type Admit = (key: unknown, options: AdmitOptions) => Promise<Admission>;

/** Maximum number of requests of one key that one statement admits. */
const mostTogether = 100;

/**
 * After this many refusals in a second, further requests are refused without a lookup for `refusalHoldsMs`, which is
 * shorter than the time until the next token, and long enough to make lookups rare.
 */
const refusalsLookedUp = 50;
const refusalHoldsMs = 50;
const refusalsForgottenMs = 1000;

/**
 * The bucket is one row that every request of a workspace writes, so simultaneous requests would wait for each other's
 * lock. Requests are therefore admitted together, but always by a statement that began after they arrived, so a revoked
 * key or a new plan takes effect at once.
 */
export function createAdmit(
  { db, now }: { readonly db: Queryable; readonly now: () => Date },
  rates: BucketRates,
): Admit {
  const noteUse = useNotes(db, now);
  const desk: AdmissionDesk = { db, rates, lines: new Map() };
  const refusals = heldRefusals();
  return async (key, options) => {
    if (typeof key !== 'string' || !key.startsWith('rs_live_'))
      throw wrongKey('not the form of a key');

    const hash = hashSecret(key);
    const id = `${hash} ${options.scope} ${options.countJobs}`;
    const refusal = refusals.get(id);
    if (refusal) return refusal;

    const admission = await admitTogether(desk, { id, hash, options });
    if (!admission) throw wrongKey('no such key');
    if (admission.remaining === null) refusals.note(id, admission);
    if (admission.key_id !== null) await noteUse(admission.key_id);

    return admission;
  };
}

interface AdmissionDesk {
  readonly db: Queryable;
  readonly rates: BucketRates;
  /** Requests that wait to be admitted, by `id`. */
  readonly lines: Map<string, (request: AdmissionRequest) => Promise<Admission | null>>;
}

interface AdmissionRequest {
  /** Same for all requests that one statement can admit together: made of key, scope and `countJobs`. */
  readonly id: string;
  readonly hash: string;
  readonly options: AdmitOptions;
}

/** Null for an unknown key. */
function admitTogether(desk: AdmissionDesk, request: AdmissionRequest): Promise<Admission | null> {
  const { lines } = desk;
  const line =
    lines.get(request.id) ??
    groupCommit<AdmissionRequest, Admission | null>({
      write: (requests) => admitRequests(desk, requests),
      most: mostTogether,
      onIdle: () => lines.delete(request.id),
    });
  lines.set(request.id, line);

  return line(request);
}

async function admitRequests(
  { db, rates }: AdmissionDesk,
  requests: readonly AdmissionRequest[],
): Promise<(Admission | null)[]> {
  const [first] = requests;
  if (!first) return [];

  const count = requests.length;
  const row = await admit(db, first.hash, { ...first.options, count }, rates);

  return admissions(row, count);
}

interface Refusals {
  readonly sinceMs: number;
  count: number;
  last: Admission;
  /** Until this time, the last refusal is repeated without a lookup. */
  untilMs: number;
}

function heldRefusals() {
  const refusalsById = new Map<string, Refusals>();
  return {
    get: (id: string): Admission | undefined => {
      const refusals = refusalsById.get(id);
      return refusals && performance.now() < refusals.untilMs ? refusals.last : undefined;
    },
    note: (id: string, last: Admission): void => {
      const nowMs = performance.now();
      const previous = refusalsById.get(id);
      const isRecent = previous && nowMs - previous.sinceMs < refusalsForgottenMs;
      const refusals = isRecent ? previous : { sinceMs: nowMs, count: 0, last, untilMs: 0 };
      if (refusalsById.size >= notedAtMost) refusalsById.clear();
      refusalsById.set(id, refusals);

      refusals.count += 1;
      refusals.last = last;
      if (refusals.count >= refusalsLookedUp) refusals.untilMs = nowMs + refusalHoldsMs;
    },
  };
}

/** A key's last use is written at most this often: one write per request would cost more than it is worth. */
const useNotedMs = 600_000;
const notedAtMost = 10_000;

function useNotes(db: Queryable, now: () => Date): (keyId: string) => Promise<void> {
  const notedMs = new Map<string, number>();
  return async (keyId) => {
    const time = now();
    if (time.getTime() - (notedMs.get(keyId) ?? 0) < useNotedMs) return;
    if (notedMs.size >= notedAtMost) notedMs.clear();
    notedMs.set(keyId, time.getTime());
    await noteKeyUse(db, keyId, time);
  };
}

/**
 * One admission per request, in order of arrival; null for an unknown key. The first requests get the tokens, and each
 * request counts the ones before it as open jobs.
 */
function admissions(row: AdmittedRow | undefined, count: number): (Admission | null)[] {
  if (!row) return Array(count).fill(null);
  const { granted, remaining, ...caller } = row;
  return Array.from({ length: count }, (_, index) => ({
    ...caller,
    open: caller.open === null ? null : caller.open + index,
    remaining: index < granted ? remaining + granted - 1 - index : null,
  }));
}
