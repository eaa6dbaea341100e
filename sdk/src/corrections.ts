/** Corrections of results: creates, lists and undoes them. */
import { type ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { Correction, CreateCorrection, Evaluation } from './schema.gen.ts';

export type NewCorrection = Loose<CreateCorrection>;
export type CorrectionPage = Loose<QueryOf<'listCorrections'>>;

export interface Corrections {
  /**
   * Corrects the results of a job. Throws ApiError VALIDATION_FAILED if they do not contain that brand, object,
   * appearance or paid segment.
   */
  create(job: string, correction: NewCorrection, options?: CallOptions): ApiPromise<Correction>;
  /** All of them, oldest first. */
  list(job: string, options?: CallOptions): ApiPromise<Correction[]>;
  /** The same a page at a time; iterating reads over all pages. */
  pages(job: string, query?: CorrectionPage, options?: CallOptions): Pages<Correction>;
  /** Undoes a correction; the results are then as if it had never been made. */
  undo(job: string, correction: string, options?: CallOptions): ApiPromise<void>;
  /** Scores the engines on the jobs that people corrected. */
  evaluate(options?: CallOptions): ApiPromise<Evaluation>;
}

export const correctionsOf = ({ call }: Connection): Corrections => ({
  create(id, correction, options = {}) {
    const request = { ...options, params: { id }, body: correction as CreateCorrection };
    return dataOf(call('createCorrection', request));
  },

  list(id, options = {}) {
    return dataOf(call('listCorrections', { ...options, params: { id } }));
  },

  pages(id, query = {}, options = {}) {
    return pagesOf<QueryOf<'listCorrections'>, Correction>(query, (pageQuery) =>
      call('listCorrections', { ...options, params: { id }, query: pageQuery }),
    );
  },

  undo(id, correction, options = {}) {
    return nothingOf(call('deleteCorrection', { ...options, params: { id, correction } }));
  },

  evaluate(options = {}) {
    return dataOf(call('evaluateCorrections', options));
  },
});
