/** What the thread that writes files is asked for, and what it gives back. */
import type { ErrorCode, ExportFormat, Job, SharePart } from '@reelsight/contract';
import type { Said } from '../corrections/things.ts';
import type { ExportOptions } from './exported.ts';

export interface Order {
  readonly format: ExportFormat;
  /** The job without its results. */
  readonly view: Job;
  readonly results: OrderedResults;
  /** What people said about them, in the order it was said; empty: as found. */
  readonly corrections: readonly Said[];
  readonly options: ExportOptions;
  /** Whether it is a file of its own, with a head, which must not lack what it is made of. */
  readonly whole: boolean;
}

/** The job itself, with its results, as an answer of the API. */
export interface JobOrder extends Pick<Order, 'view' | 'results'> {
  readonly format: 'job';
  /** What people said about them, as JSON of a list. */
  readonly correctionsJson: string;
  /** With empty lists for the detections of each brand and object. */
  readonly withoutFrames: boolean;
}

/** What a link shows of the results. */
export interface SharedOrder extends Pick<JobOrder, 'results' | 'correctionsJson'> {
  readonly format: 'shared';
  readonly parts: readonly SharePart[];
}

/** Results as JSON, parsed in the thread. */
export interface OrderedResults {
  /** Brands and objects lack their frames. */
  readonly base: string;
  /** Frames of one brand or object each; empty for a format that is not made of them. */
  readonly frames: readonly {
    readonly list: 'brands' | 'objects';
    /** Place in the list, from 0. */
    readonly at: number;
    readonly json: string;
  }[];
}

export interface MadeFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of what a link shows: names of brands, and of pictures. */
  readonly brands: readonly string[];
  readonly frames: readonly string[];
}

/** The file, or the Fault that refuses it. */
export type Made =
  | MadeFile
  | { readonly code: ErrorCode; readonly detail: string; readonly text: string };
