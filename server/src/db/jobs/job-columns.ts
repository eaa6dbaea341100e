/**
 * The columns of a job and which statements may write each. A new column of the table needs to be named only in this
 * file and in the type of the job's row.
 */
import { askWithGlossary } from '../glossaries.ts';

export interface JobColumn {
  /** SQL type of the column, if the column is set when a job is created. */
  readonly created?: string;
  /** Whether a transition of the job may set the column. */
  readonly changed?: true;
}

/** Every column, in the order in which rows are read; the status and the time of a change are written separately. */
export const jobColumnTable = {
  id: { created: 'text' },
  workspace_id: { created: 'text' },
  batch_id: { created: 'text' },
  batch_position: { created: 'int' },
  follow_id: { created: 'text' },
  external_id: { created: 'text' },
  status: {},
  url: { created: 'text' },
  platform: { created: 'text' },
  video_id: { created: 'text', changed: true },
  upload_key: { created: 'text' },
  ask: { created: 'jsonb' },
  filename: { created: 'text' },
  webhook_url: { created: 'text' },
  title: { created: 'text', changed: true },
  duration_seconds: { created: 'double precision', changed: true },
  thumbnail_url: { created: 'text', changed: true },
  author: { created: 'text', changed: true },
  author_url: { changed: true },
  published_at: { created: 'timestamptz', changed: true },
  published_by_hand: { created: 'timestamptz' },
  credits_estimated: { created: 'bigint', changed: true },
  credits_estimated_at_submit: { changed: true },
  credits_reserved: { changed: true },
  credits_needed: { changed: true },
  credits_charged: { changed: true },
  processing_seconds: { changed: true },
  stage: { changed: true },
  stages_completed: { changed: true },
  percent: { changed: true },
  percent_reached: { changed: true },
  usage: { changed: true },
  error_code: { changed: true },
  error_message: { changed: true },
  hold_reason: { changed: true },
  task_id: { created: 'text', changed: true },
  attempt: { changed: true },
  infrastructure_failures: { changed: true },
  losses: { changed: true },
  outage_seconds: { changed: true },
  decoding_since: { changed: true },
  unpaid_decoding_seconds: { changed: true },
  hear_parts: { changed: true },
  hear_left: { changed: true },
  see_parts: { changed: true },
  see_left: { changed: true },
  worker_id: { changed: true },
  heartbeat_at: { changed: true },
  media_kept_at: { changed: true },
  media_bytes: { changed: true },
  link_video: { changed: true },
  created_at: { created: 'timestamptz' },
  updated_at: {},
  started_at: { changed: true },
  held_at: { changed: true },
  completed_at: { changed: true },
  trace: { created: 'jsonb' },
  tags: { created: 'text[]' },
  highlights: { changed: true },
} as const satisfies Record<string, JobColumn>;

type ColumnTable = typeof jobColumnTable;
/** Names of the columns for which the table sets the given property. */
export type ColumnsWith<Property extends keyof JobColumn> = {
  [Name in keyof ColumnTable]: Property extends keyof ColumnTable[Name] ? Name : never;
}[keyof ColumnTable];

const tableEntries: readonly (readonly [string, JobColumn])[] = Object.entries(jobColumnTable);
/** Columns that a transition may set besides the status. */
export const changedColumns = namesOf(({ changed }) => changed === true);

function namesOf(has: (column: JobColumn) => boolean): string {
  return tableEntries
    .filter(([, column]) => has(column))
    .map(([name]) => name)
    .join(', ');
}

export const createdColumns = namesOf(({ created }) => created !== undefined);
export const createdTypes = tableEntries
  .flatMap(([name, { created }]) => (created === undefined ? [] : [`${name} ${created}`]))
  .join(', ');
/** Values of a new job in the row `made`, in the order of `createdColumns`. */
export const createdValues = createdColumns
  // For a job without a trace, the JSON contains a JSON null, but the column needs an SQL null.
  .replace(/\btrace\b/, `nullif(trace, 'null'::jsonb)`)
  .replace(/\bask\b/, askWithGlossary);
