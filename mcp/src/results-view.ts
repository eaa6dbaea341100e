/**
 * A part of a job's results or corrections that a tool shows, as a pure function, so that many megabytes can be parsed in
 * another thread than the one that answers.
 */
import type { Correction, Job } from '@reelsight/sdk';
import type { RefusalText } from './refusal.ts';

export type CompletedJob = Job & { readonly results: NonNullable<Job['results']> };

export interface ResultsView<Args extends object = never, Shown = unknown> {
  readonly name: string;
  /** Returns little data, because answers are bounded. Throws Refusal. */
  show(job: CompletedJob, args: Args): Shown;
}

export interface CorrectionsView {
  readonly name: string;
  show(corrections: readonly Correction[]): unknown;
}

export interface ShowOrder {
  readonly jobId: string;
  /** What is read of the job. */
  readonly reads: 'results' | 'corrections';
  /** Name of the view. */
  readonly view: string;
  /** Data that can be passed between threads. */
  readonly args: object;
}

export type ShowOutcome = { readonly shown: unknown } | { readonly refusal: RefusalText };

/** Reads what may be large of a job, and shows a part of it. Throws the errors of the client. */
export type ShowElsewhere = (order: ShowOrder, signal: AbortSignal) => Promise<ShowOutcome>;
