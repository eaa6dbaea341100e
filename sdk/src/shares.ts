/** Shares: links that show parts of a job to people without an account. */
import { type ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { CreateReportShare, CreateShare, Share, ShareCreated } from './schema.gen.ts';

export type NewShare = Loose<CreateShare>;
export type ShareFilter = Loose<QueryOf<'listShares'>>;

export interface Shares {
  /** Creates a link to a completed job. The link itself is returned only by this call. */
  create(jobId: string, share: NewShare, options?: CallOptions): ApiPromise<ShareCreated>;
  /** Creates a link to a report that is ready. It shows the whole report. */
  createForReport(
    reportId: string,
    share: Loose<CreateReportShare>,
    options?: CallOptions,
  ): ApiPromise<ShareCreated>;
  /** Lists the active links, newest first, across all pages. */
  list(filter?: ShareFilter, options?: CallOptions): Pages<Share>;
  /** Lists the active links of one job. */
  listOfJob(jobId: string, filter?: ShareFilter, options?: CallOptions): Pages<Share>;
  /** Lists the active links of one report. */
  listOfReport(reportId: string, filter?: ShareFilter, options?: CallOptions): Pages<Share>;
  /** Ends a link. */
  delete(id: string, options?: CallOptions): ApiPromise<void>;
}

export function sharesOf({ call }: Connection): Shares {
  return {
    create(jobId, share, options = {}) {
      const request = { ...options, params: { id: jobId }, body: share as CreateShare };
      const answer = call('createJobShare', request);
      return dataOf(answer);
    },

    createForReport(reportId, share, options = {}) {
      const request = { ...options, params: { id: reportId }, body: share as CreateReportShare };
      const answer = call('createReportShare', request);
      return dataOf(answer);
    },

    list(filter = {}, options = {}) {
      return pagesOf<QueryOf<'listShares'>, Share>(filter, (query) =>
        call('listShares', { ...options, query }),
      );
    },

    listOfJob(jobId, filter = {}, options = {}) {
      return pagesOf<QueryOf<'listJobShares'>, Share>(filter, (query) =>
        call('listJobShares', { ...options, params: { id: jobId }, query }),
      );
    },

    listOfReport(reportId, filter = {}, options = {}) {
      return pagesOf<QueryOf<'listReportShares'>, Share>(filter, (query) =>
        call('listReportShares', { ...options, params: { id: reportId }, query }),
      );
    },

    delete(id, options = {}) {
      return nothingOf(call('deleteShare', { ...options, params: { id } }));
    },
  };
}
