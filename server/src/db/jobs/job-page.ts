/** Queries for pages of a list of jobs, with their filters and order. */
import type { JobStatus } from '@reelsight/contract';
import type { Queryable } from '../database.ts';
import type { Owned } from '../owned.ts';
import type { JobRow } from './jobs.ts';

export interface JobFilter {
  readonly workspaceId: string;
  readonly status: JobStatus | null;
  readonly followId: string | null;
  readonly externalId: string | null;
  readonly createdAfter: Date | null;
  readonly createdBefore: Date | null;
  readonly updatedAfter: Date | null;
  readonly tag: string | null;
  readonly batchId?: string | null;
  /** Each word must occur in title, filename, link or external id, ignoring case. */
  readonly words?: readonly string[];
  readonly before: { readonly createdAt: Date; readonly id: string } | null;
  readonly limit: number;
}

export type JobListRow = Pick<
  JobRow,
  | 'id'
  | 'status'
  | 'url'
  | 'platform'
  | 'title'
  | 'external_id'
  | 'credits_estimated'
  | 'credits_charged'
  | 'follow_id'
  | 'created_at'
  | 'completed_at'
  | 'duration_seconds'
  | 'thumbnail_url'
  | 'tags'
  | 'highlights'
> & {
  /** Whether it is a job of a test workspace. */
  readonly is_test: boolean;
};

/** One page of jobs, newest first, found by keyset pagination. */
export async function jobPage(db: Queryable, filter: JobFilter): Promise<Owned<JobListRow>[]> {
  const { text, params } = pageOf(filter);
  return db.query<Owned<JobListRow>>(
    `select id, status, url, platform, title, external_id, credits_estimated, credits_charged, follow_id, created_at,
       completed_at, duration_seconds, thumbnail_url, tags, highlights, ask ? 'test' as is_test
     from jobs ${text}`,
    params,
  );
}

/**
 * The end of a page's SQL statement, with its parameters. It contains only the conditions in use, so that PostgreSQL
 * can choose the index that fits them.
 */
export function pageOf(filter: JobFilter): { text: string; params: unknown[] } {
  const params: unknown[] = [filter.workspaceId];
  const where = ['workspace_id = $1'];
  const add = (condition: (n: number) => string, value: unknown): void => {
    if (value === null) return;
    params.push(value);
    where.push(condition(params.length));
  };
  add((n) => `status = $${n}`, filter.status);

  if (filter.followId === 'any') where.push('follow_id is not null');
  else add((n) => `follow_id = $${n}`, filter.followId);

  add((n) => `external_id = $${n}`, filter.externalId);
  add((n) => `created_at > $${n}`, filter.createdAfter);
  add((n) => `created_at < $${n}`, filter.createdBefore);
  add((n) => `updated_at > $${n}`, filter.updatedAfter);
  add((n) => `tags @> array[$${n}::text] and tags <> '{}'`, filter.tag);
  add((n) => `batch_id = $${n}`, filter.batchId ?? null);
  for (const word of filter.words ?? []) add((n) => `strpos(${searched}, lower($${n})) > 0`, word);

  if (filter.before) {
    params.push(filter.before.createdAt, filter.before.id);
    where.push(
      `(created_at, id) < ($${params.length - 1}::timestamptz, $${params.length}::text collate "C")`,
    );
  }

  params.push(filter.limit);
  const order = `order by created_at desc, id desc limit $${params.length}`;

  return { text: `where ${where.join(' and ')} ${order}`, params };
}

const searched = `lower(concat_ws(' ', title, filename, url, external_id))`;
