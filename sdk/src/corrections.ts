/** Corrections of results: creates, lists and undoes them. */
import { type ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import type { Correction, CreateCorrection, Evaluation } from './schema.gen.ts';

export type NewCorrection = Loose<CreateCorrection>;

export interface Corrections {
  /** Throws ApiError VALIDATION_FAILED if the results do not contain that brand, object or appearance. */
  create(job: string, correction: NewCorrection, options?: CallOptions): ApiPromise<Correction>;
  /** Oldest first. */
  list(job: string, options?: CallOptions): ApiPromise<Correction[]>;
  /** Undoes a correction, after which results are as if it had never been made. */
  undo(job: string, correction: string, options?: CallOptions): ApiPromise<void>;
  /** Scores of engines on the jobs that people corrected. */
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

  undo(id, correction, options = {}) {
    return nothingOf(call('deleteCorrection', { ...options, params: { id, correction } }));
  },

  evaluate(options = {}) {
    return dataOf(call('evaluateCorrections', options));
  },
});
