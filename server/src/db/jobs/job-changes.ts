/** Writes changes of jobs: any columns of any number of jobs, with their events, in one statement. */
import type { JobStatus, Stage } from '@reelsight/contract';
import { cleanJson } from '../clean-text.ts';
import type { Queryable } from '../database.ts';
import { insertEvents, type NewEvent } from '../events/events.ts';
import { type JobRow, jobColumns } from './jobs.ts';

/**
 * Columns that a transition may set besides the status; heartbeats and starts use the database's clock, which all
 * workers share.
 */
export type JobChange = Partial<
  Pick<
    JobRow,
    | 'title'
    | 'duration_seconds'
    | 'thumbnail_url'
    | 'video_id'
    | 'credits_estimated'
    | 'credits_estimated_at_submit'
    | 'credits_reserved'
    | 'credits_needed'
    | 'credits_charged'
    | 'processing_seconds'
    | 'stage'
    | 'percent'
    | 'percent_reached'
    | 'error_code'
    | 'error_message'
    | 'hold_reason'
    | 'task_id'
    | 'attempt'
    | 'infrastructure_failures'
    | 'losses'
    | 'outage_seconds'
    | 'hear_parts'
    | 'hear_left'
    | 'see_parts'
    | 'see_left'
    | 'worker_id'
    | 'media_kept_at'
    | 'media_bytes'
    | 'link_video'
    | 'held_at'
    | 'completed_at'
    | 'highlights'
  > & {
    usage: Readonly<Record<string, number>>;
    stages_completed: readonly Stage[];
    heartbeat_at: 'now' | null;
    started_at: 'now' | null;
  }
>;

/** The new values for a locked job. */
export interface ChangedJob {
  readonly id: string;
  readonly status: JobStatus;
  readonly change: JobChange;
}

const changeable = `title, duration_seconds, thumbnail_url, video_id, credits_estimated, credits_estimated_at_submit, credits_reserved,
  credits_needed, credits_charged, processing_seconds, stage, percent, percent_reached, error_code, error_message,
  hold_reason, task_id, attempt, infrastructure_failures, losses, outage_seconds, hear_parts,
  hear_left, see_parts, see_left, worker_id, media_kept_at, media_bytes, link_video, started_at, held_at, completed_at, usage,
  stages_completed, heartbeat_at, highlights`;
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
     update jobs set (status, updated_at, ${changeable}) =
       (select one.status, $2::timestamptz, ${changeable} from jsonb_populate_record(jobs, one.change))
     from jsonb_to_recordset($1::jsonb) as one (id text, status text, change jsonb)
     where jobs.id = one.id
     returning ${returned}`,
    [cleanJson(jobs), now, ...eventInsert.values],
    'update jobs',
  );
}
