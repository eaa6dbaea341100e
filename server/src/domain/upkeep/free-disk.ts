/** Removes files earlier than the settings would, at the operator's request. */
import type { DiskFreed, FreeDisk } from '@reelsight/contract';
import { countDeletableBefore } from '../../db/jobs/ended-jobs.ts';
import { countMediaKeptBefore } from '../../db/jobs/kept-media.ts';
import { countStaleUploads } from '../../db/uploads/uploads.ts';
import type { Domain } from '../domain.ts';
import { leftoverMs } from '../uploads/stored-files.ts';
import type { SweepName } from './sweep.ts';

/**
 * Data of a `sweep` task. With `before` (ISO 8601), the sweep removes everything older than that, whatever the settings
 * say.
 */
export interface SweepTask {
  readonly sweep: SweepName | 'leftovers';
  readonly before?: string;
}

/** Counts everything that is old enough, and starts its removal in the background unless it is a dry run. */
export async function freeSpace(domain: Domain, request: FreeDisk): Promise<DiskFreed> {
  const { kind, older_than_hours: hours, dry_run: isDry = false } = request;
  const ageMs = Math.max(hours * 3_600_000, kind === 'leftovers' ? leftoverMs : 0);
  const cutoff = new Date(domain.now().getTime() - ageMs);
  const count = await countBefore(domain, kind, cutoff);

  if (isDry) {
    domain.audit.unchanged();
    return { kind, count, started: false };
  }

  await domain.db.transaction(async (tx) => {
    const task: SweepTask = { sweep: kind, before: cutoff.toISOString() };
    await domain.queue.enqueue(tx, 'sweep', task);
    const details = { kind, before: task.before, ...(count !== null && { count }) };
    await domain.audit.note(tx, { workspaceId: null, target: {}, details });
  });

  return { kind, count, started: true };
}

/** Number of things older than `cutoff`; null if counting them would require listing the whole store. */
async function countBefore(
  { db }: Domain,
  kind: FreeDisk['kind'],
  cutoff: Date,
): Promise<number | null> {
  if (kind === 'media') return countMediaKeptBefore(db, cutoff);
  if (kind === 'jobs') return countDeletableBefore(db, cutoff);
  if (kind === 'uploads') return countStaleUploads(db, { unusedSince: cutoff, keptSince: cutoff });
  return null;
}
