/** The filter of the job list, as the address contains it and as the API accepts it. */
import type { JobStatus } from '@reelsight/contract';

export const statuses = [
  'pending',
  'processing',
  'completed',
  'held',
  'failed',
  'cancelled',
] as const satisfies readonly JobStatus[];

export const filterNames = ['search', 'status', 'from', 'to', 'follow', 'batch', 'tag'] as const;
export type FilterName = (typeof filterNames)[number];
export type JobFilter = { readonly [name in FilterName]?: string };

export function filterOf(search: URLSearchParams): JobFilter {
  const entries = filterNames.map((name) => [name, search.get(name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value)) as JobFilter;
}

/** The address after a change to one field of the filter; an empty value removes the field. */
export function withFilter(
  previous: URLSearchParams,
  name: FilterName,
  value: string,
): URLSearchParams {
  const params = new URLSearchParams(previous);
  if (value === '') params.delete(name);
  else params.set(name, value);
  return params;
}

export interface RowsQuery {
  readonly search?: string;
  readonly status?: JobStatus;
  readonly created_after?: string;
  readonly created_before?: string;
  readonly follow_id?: string;
  readonly batch_id?: string;
  readonly tag?: string;
}

/**
 * The filter as a query of the API. Days are in the reader's time zone: the range begins with the first moment of
 * `from` and ends with the last moment of `to`. Invalid statuses and days are left out.
 */
export function rowsQuery(filter: JobFilter): RowsQuery {
  const status = statuses.find((candidate) => candidate === filter.status);
  const from = dayStart(filter.from);
  const to = dayStart(filter.to, 1);

  return {
    ...(filter.search && { search: filter.search }),
    ...(status && { status }),
    ...(from && { created_after: from.toISOString() }),
    ...(to && { created_before: new Date(to.getTime() - 1).toISOString() }),
    ...(filter.follow && { follow_id: filter.follow }),
    ...(filter.tag && { tag: filter.tag }),
    ...(filter.batch && { batch_id: filter.batch }),
  };
}

function dayStart(day: string | undefined, plusDays = 0): Date | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '');
  if (!parts) return undefined;

  const year = Number(parts[1]);
  const month = Number(parts[2]);
  const date = Number(parts[3]);
  const start = new Date(year, month - 1, date);

  // An impossible day such as 31 February is rejected.
  return start.getDate() === date ? new Date(year, month - 1, date + plusDays) : undefined;
}
