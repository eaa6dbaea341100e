/** For how long, and with what, somebody worked on a job: what is charged. */
import type { Queryable } from '../db/database.ts';
import { type PartRow, workOnParts } from '../db/job-parts.ts';
import type { JobRow } from '../db/jobs.ts';
import { databaseTime } from '../db/time.ts';

type Timed = Pick<PartRow, 'claimed_at' | 'ended_at'>;

/** Seconds in which at least one of the parts was worked on (interface.md "The charge"); those under way count until `now`. */
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

/** Until its parts are planned, one worker has been at the job since it started. */
export async function workOf(
  tx: Queryable,
  job: JobRow,
  last: Readonly<Record<string, number>> = {},
): Promise<{ readonly seconds: number; readonly usage: Readonly<Record<string, number>> }> {
  const parts = await workOnParts(tx, job.id);
  const now = parts[0]?.now ?? (await databaseTime(tx));
  const timed = parts.length > 0 ? parts : [{ claimed_at: job.started_at, ended_at: null }];
  const usage: Record<string, number> = {};
  for (const used of [job.usage, last, ...parts.map((part) => part.usage)])
    for (const [item, amount] of Object.entries(used)) usage[item] = (usage[item] ?? 0) + amount;
  return { seconds: workedSeconds(timed, now), usage };
}
