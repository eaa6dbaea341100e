/** The orders that are sent to the thread that writes files. */
import type { ExportFormat, Job, SharePart } from '@reelsight/contract';
import type { ExportOptions } from './exported.ts';

export interface FileOrder {
  readonly format: ExportFormat;
  /** The job without its results. */
  readonly view: Job;
  readonly results: OrderedResults;
  /** People's corrections, as the JSON of a list; if it is empty, the results stay as the engines found them. */
  readonly correctionsJson: string;
  readonly options: ExportOptions;
  /**
   * Whether to write a complete file, with its head; a complete file is refused if the results lack what the format
   * needs.
   */
  readonly whole: boolean;
}

/** An order for a job with its results, as the API returns it. */
export interface JobOrder extends Pick<FileOrder, 'view' | 'results' | 'correctionsJson'> {
  /** Whether to replace the detections of each brand and object by empty lists. */
  readonly withoutFrames: boolean;
}

/** An order for results in the form in which a shared link shows them. */
export interface SharedOrder extends Pick<JobOrder, 'results' | 'correctionsJson'> {
  readonly parts: readonly SharePart[];
}

/** An order for the list of a job's proof frames. */
export interface ProofOrder {
  /** The brands and objects of the results, as JSON. */
  readonly json: string;
  /** Names of the brands and objects, in any spelling; null for all. */
  readonly names: readonly string[] | null;
}

/** Results as JSON, which the thread that writes files parses. */
export interface OrderedResults {
  /** The results, except that brands and objects have no frames. */
  readonly base: string;
  /** Pieces with the frames of one brand or object each; empty if the format does not contain frames. */
  readonly frames: readonly {
    readonly list: 'brands' | 'objects';
    /** Index in the list, from 0. */
    readonly at: number;
    readonly json: string;
  }[];
}

/** The results that a shared link shows, as JSON. */
export interface SharedResults {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Names of the brands, and names of the pictures, that the link shows. */
  readonly brands: readonly string[];
  readonly frames: readonly string[];
}
