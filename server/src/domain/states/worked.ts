/** Computes how long workers worked on a job and which units they used, which is the basis of the job's charge. */
import type { Queryable } from '../../db/database.ts';
import { type PartRow, workOnParts } from '../../db/jobs/job-parts.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import { databaseTime } from '../../db/time.ts';

type Timed = Pick<PartRow, 'claimed_at' | 'ended_at'>;

/**
 * Number of seconds in which at least one part was being worked on (interface.md "The charge"); unfinished parts count
 * until `now`.
 */
export function workedSeconds(parts: readonly Timed[], now: Date): number {
  const spans = parts
    .flatMap(({ claimed_at: from, ended_at: to }) =>
      from === null ? [] : [{ from: from.getTime(), to: (to ?? now).getTime() }],
    )
    .sort((a, b) => a.from - b.from);
  let total = 0;
  let reach = Number.NEGATIVE_INFINITY;

  for (const { from, to } of spans) {
    if (to <= reach) continue;
    total += to - Math.max(from, reach);
    reach = to;
  }

  return total / 1000;
}

export interface Work {
  readonly seconds: number;
  readonly usage: Readonly<Record<string, number>>;
}

export const noWork: Work = { seconds: 0, usage: {} };

/**
 * The work on each job, in the order of the jobs, including what its last step used. Until a job's parts are planned,
 * one worker counts as having worked on the job since it started.
 */
export async function workOf(
  tx: Queryable,
  jobs: readonly { readonly job: JobRow; readonly last?: Readonly<Record<string, number>> }[],
): Promise<Work[]> {
  if (jobs.length === 0) return [];

  const ids = jobs.map(({ job }) => job.id);
  const partRows = await workOnParts(tx, ids);
  const now = partRows[0]?.now ?? (await databaseTime(tx));
  const parts = Map.groupBy(partRows, (part) => part.job_id);

  return jobs.map(({ job, last = {} }) => {
    const jobParts = parts.get(job.id) ?? [];
    const timed = jobParts.length > 0 ? jobParts : [{ claimed_at: job.started_at, ended_at: null }];
    const usage: Record<string, number> = {};
    for (const partUsage of [job.usage, last, ...jobParts.map((part) => part.usage)])
      for (const [item, amount] of Object.entries(partUsage))
        usage[item] = (usage[item] ?? 0) + amount;
    return { seconds: workedSeconds(timed, now), usage };
  });
}
