/**
 * Admits requests by their API key. Requests with the same key that arrive at the same time are admitted by one
 * statement.
 */
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
import { hashSecret, looksLikeKey } from '../domain/workspaces/workspace.ts';
import { wrongKey } from './key-faults.ts';

export interface Admission extends KeyHolder {
  /** Whole tokens left in the bucket after this request; null when the bucket was empty or the key lacks the scope. */
  readonly remaining: number | null;
}

export interface AdmitOptions {
  readonly scope: Scope;
  /** Whether to count the workspace's open jobs too. */
  readonly countJobs: boolean;
}

/** Throws Fault INVALID_API_KEY. */
export type Admit = (key: unknown, options: AdmitOptions) => Promise<Admission>;

/** Maximum number of requests with one key that a single statement admits. */
const mostTogether = 100;

/**
 * After this many refusals in a second, the last refusal is repeated without a database query for `refusalHoldsMs`.
 * That time is shorter than the time until the next token, but long enough to make queries rare.
 */
const refusalsLookedUp = 50;
const refusalHoldsMs = 50;
const refusalsForgottenMs = 1000;

/**
 * Every request of a workspace updates the same row, the bucket, so simultaneous requests would wait for each other's
 * lock. They are therefore admitted together, but always by a statement that begins after they arrived, so that a
 * revoked key or a new plan takes effect at once.
 */
export function createAdmit(
  { db, now }: { readonly db: Queryable; readonly now: () => Date },
  rates: BucketRates,
): Admit {
  const noteUse = useNotes(db, now);
  const desk: AdmissionDesk = { db, rates, lines: new Map() };
  const refusals = heldRefusals();
  return async (key, options) => {
    if (typeof key !== 'string' || !looksLikeKey(key)) throw wrongKey('not the form of a key');

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
  /** For each `id` of waiting requests, the function that admits the next request together with the others. */
  readonly lines: Map<string, (request: AdmissionRequest) => Promise<Admission | null>>;
}

interface AdmissionRequest {
  /** Made of key, scope and `countJobs`; one statement admits all requests with the same id. */
  readonly id: string;
  readonly hash: string;
  readonly options: AdmitOptions;
}

/** Admits the request together with others that have the same id. Null for an unknown key. */
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
  /** Until this time, the last refusal is repeated without a database query. */
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

/** How often the last use of a key is written at most: a write for each request would cost more than it is worth. */
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
 * Splits the result of one statement into one admission per request, in order of arrival; null for an unknown key. The
 * first requests get the tokens, and each request counts the requests before it as open jobs.
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
