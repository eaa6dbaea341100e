/** Schedules: reports of each week or month, sent to members by mail. */
import { type ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type {
  ReportSchedule,
  ReportScheduleEntry,
  ScheduleRun,
  ScheduleRunDetails,
} from './schema.gen.ts';

export type NewSchedule = Loose<ReportScheduleEntry>;
export type ScheduleRunFilter = Loose<QueryOf<'listScheduleRuns'>>;

export interface Schedules {
  /** Lists the schedules of the workspace by name. */
  list(options?: CallOptions): ApiPromise<ReportSchedule[]>;
  get(id: string, options?: CallOptions): ApiPromise<ReportSchedule>;
  create(schedule: NewSchedule, options?: CallOptions): ApiPromise<ReportSchedule>;
  /** Replaces the whole schedule; only an absent logo stays. */
  replace(id: string, schedule: NewSchedule, options?: CallOptions): ApiPromise<ReportSchedule>;
  delete(id: string, options?: CallOptions): ApiPromise<void>;
  /** Reports the last period that is over, and sends the mails. */
  run(id: string, options?: CallOptions): ApiPromise<ScheduleRun>;
  /** Lists the runs of a schedule, newest first, across all pages. */
  runs(id: string, filter?: ScheduleRunFilter, options?: CallOptions): Pages<ScheduleRun>;
  /** One run, with what changed since the run before. */
  getRun(id: string, runId: string, options?: CallOptions): ApiPromise<ScheduleRunDetails>;
}

export function schedulesOf({ call }: Connection): Schedules {
  return {
    list: (options = {}) => dataOf(call('listReportSchedules', options)),
    get: (id, options = {}) => dataOf(call('getReportSchedule', { ...options, params: { id } })),
    create(schedule, options = {}) {
      const body = schedule as ReportScheduleEntry;
      return dataOf(call('createReportSchedule', { ...options, body }));
    },
    replace(id, schedule, options = {}) {
      const body = schedule as ReportScheduleEntry;
      return dataOf(call('changeReportSchedule', { ...options, params: { id }, body }));
    },
    delete(id, options = {}) {
      return nothingOf(call('deleteReportSchedule', { ...options, params: { id } }));
    },
    run: (id, options = {}) => dataOf(call('runReportSchedule', { ...options, params: { id } })),
    runs: (id, filter = {}, options = {}) =>
      pagesOf<QueryOf<'listScheduleRuns'>, ScheduleRun>(filter, (query) =>
        call('listScheduleRuns', { ...options, params: { id }, query }),
      ),
    getRun(id, runId, options = {}) {
      const params = { id, run_id: runId };
      return dataOf(call('getScheduleRun', { ...options, params }));
    },
  };
}
