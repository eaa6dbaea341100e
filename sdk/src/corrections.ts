/** Corrections of results: creates, lists and undoes them. */
import { type ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import type { Correction, CreateCorrection, Evaluation } from './schema.gen.ts';

export type NewCorrection = Loose<CreateCorrection>;

export interface Corrections {
  /**
   * Corrects the results of a job. Throws ApiError VALIDATION_FAILED if they do not contain that brand, object,
   * appearance or paid segment.
   */
  create(job: string, correction: NewCorrection, options?: CallOptions): ApiPromise<Correction>;
  /** Oldest first. */
  list(job: string, options?: CallOptions): ApiPromise<Correction[]>;
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

  undo(id, correction, options = {}) {
    return nothingOf(call('deleteCorrection', { ...options, params: { id, correction } }));
  },

  evaluate(options = {}) {
    return dataOf(call('evaluateCorrections', options));
  },
});
