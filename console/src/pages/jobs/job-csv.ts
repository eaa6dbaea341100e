/** Converts rows of jobs to rows of a spreadsheet. */
import type { JobRowView } from '@reelsight/contract';
import type { CsvCell } from '../../format/csv.ts';
import { secondsCell } from '../../format/time.ts';

const columns: readonly (readonly [string, (row: JobRowView) => CsvCell])[] = [
  ['job_id', (row) => row.job_id],
  ['status', (row) => row.status],
  ['title', (row) => row.video_title],
  ['filename', (row) => row.filename],
  ['url', (row) => row.url],
  ['platform', (row) => row.platform],
  ['capabilities', (row) => row.capabilities.join(' ')],
  ['duration_seconds', ({ video_duration_seconds: seconds }) => seconds && secondsCell(seconds)],
  ['credits_estimated', (row) => row.credits_estimated],
  ['credits_charged', (row) => row.credits_charged],
  ['batch_id', (row) => row.batch_id],
  ['follow_id', (row) => row.follow_id],
  ['external_id', (row) => row.external_id],
  ['error', (row) => row.error?.code],
  ['created_at', (row) => row.created_at],
  ['completed_at', (row) => row.completed_at],
];

export const jobCsv = (rows: readonly JobRowView[]): CsvCell[][] => [
  columns.map(([name]) => name),
  ...rows.map((row) => columns.map(([, cell]) => cell(row))),
];
