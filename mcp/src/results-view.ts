/**
 * A part of a job's results that a tool shows, as a pure function, so that large results can be parsed in another thread
 * than the one that answers.
 */
import type { Job } from '@reelsight/sdk';
import type { RefusalText } from './refusal.ts';

export type CompletedJob = Job & { readonly results: NonNullable<Job['results']> };

export interface ResultsView<Args extends object = never, Shown = unknown> {
  readonly name: string;
  /** Returns little data, because answers are bounded. Throws Refusal. */
  show(job: CompletedJob, args: Args): Shown;
}

export interface ShowOrder {
  readonly jobId: string;
  /** Name of the view. */
  readonly view: string;
  /** Data that can be passed between threads. */
  readonly args: object;
}

export type ShowOutcome = { readonly shown: unknown } | { readonly refusal: RefusalText };

/** Reads the results of a job and shows a part of them. Throws the errors of the client. */
export type ShowResults = (order: ShowOrder, signal: AbortSignal) => Promise<ShowOutcome>;
