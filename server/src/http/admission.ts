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
} from '../db/keys.ts';
import { hashSecret } from '../domain/workspace.ts';
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

/** Requests of one key that one statement admits at most. */
const mostTogether = 100;

/**
 * The bucket is one row that every request of a workspace writes, so requests sent at once would wait for each other's
 * lock. Each is still admitted by a statement that began after it arrived: a revoked key or a new plan counts at once.
 */
export function createAdmit(
  { db, now }: { readonly db: Queryable; readonly now: () => Date },
  rates: BucketRates,
): Admit {
  const noteUse = useNotes(db, now);
  const groups = new Map<string, (one: undefined) => Promise<Admission | null>>();
  return async (key, options) => {
    if (typeof key !== 'string' || !key.startsWith('rs_live_'))
      throw wrongKey('not the form of a key');

    const hash = hashSecret(key);
    const id = `${hash} ${options.scope} ${options.countJobs}`;
    const group =
      groups.get(id) ??
      groupCommit<undefined, Admission | null>({
        write: async ({ length }) =>
          admissions(await admit(db, hash, { ...options, count: length }, rates), length),
        most: mostTogether,
        onIdle: () => groups.delete(id),
      });
    groups.set(id, group);

    const admission = await group(undefined);
    if (!admission) throw wrongKey('no such key');
    if (admission.key_id !== null) await noteUse(admission.key_id);

    return admission;
  };
}

/** How exactly the last use of a key is known: a write a request would cost more than it tells. */
const useNotedMs = 600_000;
const notedAtMost = 10_000;

function useNotes(db: Queryable, now: () => Date): (keyId: string) => Promise<void> {
  const notedMs = new Map<string, number>();
  return async (keyId) => {
    const at = now();
    if (at.getTime() - (notedMs.get(keyId) ?? 0) < useNotedMs) return;
    if (notedMs.size >= notedAtMost) notedMs.clear();
    notedMs.set(keyId, at.getTime());
    await noteKeyUse(db, keyId, at);
  };
}

/** Null for an unknown key. In order of arrival: the first ones get the tokens, and later ones count the jobs of earlier ones. */
function admissions(row: AdmittedRow | undefined, count: number): (Admission | null)[] {
  if (!row) return Array(count).fill(null);
  const { granted, remaining, ...caller } = row;
  return Array.from({ length: count }, (_, index) => ({
    ...caller,
    open: caller.open === null ? null : caller.open + index,
    remaining: index < granted ? remaining + granted - 1 - index : null,
  }));
}
