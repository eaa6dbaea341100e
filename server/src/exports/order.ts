/** Orders for the thread that writes files. */
import type { ExportFormat, Job, SharePart } from '@reelsight/contract';
import type { Said } from '../corrections/things.ts';
import type { ExportOptions } from './exported.ts';

export interface FileOrder {
  readonly format: ExportFormat;
  /** The job without its results. */
  readonly view: Job;
  readonly results: OrderedResults;
  /** People's corrections, in the order they were made; if empty, the results stay as the engines found them. */
  readonly corrections: readonly Said[];
  readonly options: ExportOptions;
  /**
   * Whether to write a complete file with its head; such a file is refused if the results lack what the format needs.
   */
  readonly whole: boolean;
}

/** An order for the job itself with its results, as the API returns it. */
export interface JobOrder extends Pick<FileOrder, 'view' | 'results'> {
  /** People's corrections, as a JSON list. */
  readonly correctionsJson: string;
  /** Whether to replace the detections of each brand and object by empty lists. */
  readonly withoutFrames: boolean;
}

/** An order for the results as a link shows them. */
export interface SharedOrder extends Pick<JobOrder, 'results' | 'correctionsJson'> {
  readonly parts: readonly SharePart[];
}

/** Results as JSON, which the thread that writes files parses. */
export interface OrderedResults {
  /** The results, but brands and objects without their frames. */
  readonly base: string;
  /** Frames of one brand or object each; empty if the format does not contain them. */
  readonly frames: readonly {
    readonly list: 'brands' | 'objects';
    /** Index in the list, from 0. */
    readonly at: number;
    readonly json: string;
  }[];
}

/** The results that a link shows, as JSON. */
export interface SharedResults {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Names of the brands and of the pictures that the link shows. */
  readonly brands: readonly string[];
  readonly frames: readonly string[];
}
