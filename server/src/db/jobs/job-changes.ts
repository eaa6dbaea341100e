/** Writes changes of jobs: any columns of any number of jobs, with their events, in one statement. */
import type { JobStatus } from '@reelsight/contract';
import { cleanJson } from '../clean-text.ts';
import type { Queryable } from '../database.ts';
import { insertEvents, type NewEvent } from '../events/events.ts';
import { type ColumnsWith, changedColumns } from './job-columns.ts';
import { type JobRow, jobColumns } from './jobs.ts';

/** New values for columns of a job. `now` stands for the time of the database's clock, which all workers share. */
export type JobChange = Partial<
  Omit<Pick<JobRow, ColumnsWith<'changed'>>, 'heartbeat_at' | 'started_at' | 'decoding_since'> & {
    heartbeat_at: 'now' | null;
    started_at: 'now' | null;
    decoding_since: 'now' | null;
  }
>;

/** The new values for a locked job. */
export interface ChangedJob {
  readonly id: string;
  readonly status: JobStatus;
  readonly change: JobChange;
}

const returned = jobColumns.replaceAll(/\w+/g, 'jobs.$&');

/** Sets status and columns of locked rows, and writes events. Returns the updated rows, in any order. */
export async function updateJobs(
  tx: Queryable,
  jobs: readonly ChangedJob[],
  now: Date,
  events: readonly NewEvent[] = [],
): Promise<JobRow[]> {
  const eventInsert = insertEvents(events, 3);
  return tx.query<JobRow>(
    `with said as (${eventInsert.text})
     update jobs set (status, updated_at, ${changedColumns}) =
       (select one.status, $2::timestamptz, ${changedColumns} from jsonb_populate_record(jobs, one.change))
     from jsonb_to_recordset($1::jsonb) as one (id text, status text, change jsonb)
     where jobs.id = one.id
     returning ${returned}`,
    [cleanJson(jobs), now, ...eventInsert.values],
    'update jobs',
  );
}
