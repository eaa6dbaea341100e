/** What a report is made of. Plain data, so that it can be handed to the thread that makes the files. */
import type { BoundingBox, Exposure } from '@reelsight/contract';
import type { Slots } from './colours.ts';

/** `[start, end]` in seconds. */
export type Span = readonly [start: number, end: number];

/** One appearance of a brand: a row of the CSV file. */
export interface ReportAppearance {
  readonly brand: string;
  readonly source: 'visual' | 'audio';
  readonly surface: string | null;
  readonly start: number;
  readonly end: number;
  /** When its proof frame was taken, in seconds. */
  readonly timestamp: number;
  readonly confidence: number | null;
  readonly box: BoundingBox | null;
  /** Path of the proof frame, `/v1/frames/…`. */
  readonly frame: string | null;
  /** Whether a person changed it. */
  readonly corrected: boolean;
  /** By hand: no engine found it. */
  readonly added: boolean;
}

/** When a brand is seen and said in one video. */
export interface Lane {
  readonly name: string;
  /** What is seen, without overlaps. */
  readonly seen: readonly Span[];
  readonly said: readonly number[];
}

export interface ReportVideo {
  readonly job_id: string;
  readonly title: string;
  readonly duration_seconds: number;
  readonly completed_at: string | null;
  /** Name and version of each engine that ran. */
  readonly engines: Readonly<Record<string, string>>;
  /** What the processing could not do, in sentences. */
  readonly weaknesses: readonly string[];
  readonly lanes: readonly Lane[];
  readonly appearances: readonly ReportAppearance[];
}

export interface ReportContent {
  readonly report_id: string;
  readonly title: string;
  /** ISO 8601. */
  readonly created_at: string;
  /** PNG. */
  readonly logo: Picture | null;
  readonly exposure: Exposure;
  /** Of the colours of its brands. */
  readonly slots: Slots;
  readonly videos: readonly ReportVideo[];
  /** What is not in it and why, in sentences. */
  readonly missing: readonly string[];
  /** Where the console is, for links; without a slash at its end. */
  readonly origin: string;
  readonly asked: {
    readonly brands: readonly string[] | null;
    readonly minConfidence: number | null;
    readonly cpmUsd: number | null;
    readonly audience: number | null;
  };
}

export interface Picture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Proof frames by path; one that is no longer there is absent. */
export type Frames = ReadonlyMap<string, Picture>;

/** What a report holds of much material; the CSV and JSON files hold all of it. */
export const reportLayout = {
  /** Brands with a page of their own. */
  brandPages: 24,
  /** Proof frames on the page of a brand. */
  proofs: 6,
  /** Videos with a timeline. */
  timelines: 40,
  /** Brands that the timeline of a video has room for beside another one; what a page has left is filled with more. */
  lanes: 10,
  /** Videos in the list of videos. */
  videos: 100,
  /** Brands of the share of voice that stand for themselves. */
  shares: 12,
} as const;
