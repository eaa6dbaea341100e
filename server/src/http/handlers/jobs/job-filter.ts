/** Converts the query of a list of jobs to a filter for the database. */
import { type ListJobsQuery, parseIsoDate } from '@reelsight/contract';
import type { JobFilter } from '../../../db/jobs/job-page.ts';
import type { WorkspaceCall } from '../../call.ts';
import { decodeCursor } from '../../cursor.ts';

const defaultLimit = 20;

/** Parses a date of a query; null if it was not given. */
export const dateOf = (text: string | undefined): Date | null =>
  text === undefined ? null : parseIsoDate(text);

export const jobFilter = ({ caller, query }: WorkspaceCall<ListJobsQuery>): JobFilter => ({
  workspaceId: caller.workspace_id,
  status: query.status ?? null,
  followId: query.follow_id ?? null,
  tag: query.tag?.trim() ?? null,
  externalId: query.external_id ?? null,
  createdAfter: dateOf(query.created_after),
  createdBefore: dateOf(query.created_before),
  updatedAfter: dateOf(query.updated_after),
  before: query.cursor ? decodeCursor(query.cursor, 'job') : null,
  limit: query.limit ?? defaultLimit,
});
