/** Reports: the exposure of brands in chosen videos, as files to share. */
import { type ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { AskedOf, QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import { type ExportedFile, fileNameOf } from './exports.ts';
import { type FollowOptions, type Reading, readUntil } from './follow.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { CreateReport, Report, ReportCreated, ReportFormat } from './schema.gen.ts';

export type NewReport = Loose<CreateReport>;
export type ReportFilter = Loose<QueryOf<'listReports'>>;

export interface Reports {
  create(report: NewReport, options?: CallOptions): ApiPromise<ReportCreated>;
  get(id: string, options?: CallOptions): ApiPromise<Report>;
  list(filter?: ReportFilter, options?: CallOptions): Pages<Report>;
  delete(id: string, options?: CallOptions): ApiPromise<void>;
  /** Resolves with the report once it is `ready` or `failed`. Keeps waiting during outages of up to `outageMs`. */
  wait(id: string, options?: FollowOptions<Report>): Promise<Report>;
  /** One file of a report that is ready, read fully into memory. */
  download(id: string, format: ReportFormat, options?: CallOptions): Promise<ExportedFile>;
}

export function reportsOf(connection: Connection): Reports {
  const { call, file } = connection;
  return {
    create: (report, options = {}) =>
      dataOf(call('createReport', { ...options, body: report as CreateReport })),
    get: (id, options = {}) => dataOf(call('getReport', { ...options, params: { id } })),
    list: (filter = {}, options = {}) =>
      pagesOf<QueryOf<'listReports'>, Report>(filter, (query) =>
        call('listReports', { ...options, query }),
      ),
    delete(id, options = {}) {
      return nothingOf(call('deleteReport', { ...options, params: { id } }));
    },
    wait(id, options = {}) {
      const followed = {
        what: `${connection.baseUrl}/v1/reports/${id}`,
        connection,
        read: ({ header: _header, ...reading }: Reading) =>
          call('getReport', { ...reading, params: { id } } as AskedOf<'getReport'>),
        isDone: (report: Report) => report.status !== 'pending',
      };
      return readUntil<Report>(followed, options);
    },
    async download(id, format, options = {}) {
      const path = `/v1/reports/${encodeURIComponent(id)}/files/${format}`;
      const { data: blob, response } = await file(path, options);
      return { blob, fileName: fileNameOf(response) };
    },
  };
}
