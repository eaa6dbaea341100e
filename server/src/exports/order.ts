/** What the thread that writes files is asked for, and what it gives back. */
import type { ErrorCode, ExportFormat, Job } from '@reelsight/contract';
import type { ExportOptions } from './exported.ts';

export interface Order {
  readonly format: ExportFormat;
  /** The job without its results. */
  readonly view: Job;
  /** Its results as JSON, read in the thread. */
  readonly results: string;
  readonly options: ExportOptions;
  /** Whether it is a file of its own, with a head, which must not lack what it is made of. */
  readonly whole: boolean;
}

/** The file, or the Fault that refuses it. */
export type Made =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly code: ErrorCode; readonly detail: string; readonly text: string };
