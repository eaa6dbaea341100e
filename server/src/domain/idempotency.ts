/** Handles the idempotency keys of calls that create something. */
import type { Queryable } from '../db/database.ts';
import { findJob, type JobRow } from '../db/jobs/jobs.ts';
import type { Owned } from '../db/owned.ts';
import { findIdempotent, takeIdempotent } from '../db/upkeep/idempotency.ts';
import type { Domain } from './domain.ts';
import type { Caller } from './submission.ts';

const keptSince = (domain: Domain): Date =>
  new Date(domain.now().getTime() - domain.settings.idempotencyMs);

/** Finds the job that an earlier call with this key created, until the key expires. */
export async function findReplayedJob(
  domain: Domain,
  workspaceId: string,
  key: string,
): Promise<Owned<JobRow> | undefined> {
  const since = keptSince(domain);
  const id = await findIdempotent(domain.db, { workspaceId, kind: 'job', key, since });
  return id === undefined ? undefined : findJob(domain.db, workspaceId, id);
}

/**
 * Takes an idempotency key in the caller's transaction; false if a concurrent call has already created the resource.
 */
export function takeKey(
  domain: Domain,
  tx: Queryable,
  caller: Caller,
  kind: 'job' | 'batch',
  key: string,
  resourceId: string,
): Promise<boolean> {
  const { workspaceId } = caller;
  const since = keptSince(domain);
  return takeIdempotent(tx, { workspaceId, kind, key, resourceId, since, now: domain.now() });
}
