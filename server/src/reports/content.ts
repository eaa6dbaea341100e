/** The content of a report. It is plain data, so that it can be passed to the thread that makes the files. */
import type {
  BoundingBox,
  Exposure,
  ExposureBrand,
  ReportChanges,
  ReportDetail,
} from '@reelsight/contract';
import { jobPath } from '@reelsight/contract/console-paths';
import { byScreenTime } from '@reelsight/contract/exposure-words';
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
  /** Time of the appearance's proof frame, in seconds. */
  readonly timestamp: number;
  readonly confidence: number | null;
  readonly box: BoundingBox | null;
  /** Path of the proof frame, `/v1/frames/…`. */
  readonly frame: string | null;
  /** Whether a person changed the appearance. */
  readonly corrected: boolean;
  /** True if the appearance was added by hand, so that no engine found it. */
  readonly added: boolean;
}

/** The times at which a brand is shown and mentioned in one video. */
export interface Lane {
  readonly name: string;
  /** Times at which the brand is visible, without overlaps. */
  readonly seen: readonly Span[];
  readonly said: readonly number[];
}

export interface ReportVideo {
  readonly job_id: string;
  readonly title: string;
  readonly duration_seconds: number;
  readonly completed_at: string | null;
  /** The engines that ran, each with its name and version. */
  readonly engines: Readonly<Record<string, string>>;
  /** Sentences that say what the processing could not do. */
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
  /** Colour slots of the brands in the report. */
  readonly slots: Slots;
  readonly videos: readonly ReportVideo[];
  readonly detail: ReportDetail;
  /** Number of videos that were chosen, including those that are missing. */
  readonly chosenVideos: number;
  /** Sentences that say what is missing from the report and why. */
  readonly missing: readonly string[];
  /** What changed since the run before; absent for a report that is not by schedule, and for the first. */
  readonly changes?: ReportChanges;
  /** Address of the console, for links; without a trailing slash. */
  readonly origin: string;
  /** Address of a link that opens without an account and shows the video; the pages then lead there. */
  readonly sharedAt?: string;
  readonly asked: {
    readonly brands: readonly string[] | null;
    readonly minConfidence: number | null;
    readonly cpmUsd: number | null;
    readonly audience: number | 'views' | null;
  };
}

export interface Picture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Proof frames by their paths; frames that no longer exist are absent. */
export type Frames = ReadonlyMap<string, Picture>;

export type LinkTarget = Pick<ReportContent, 'origin' | 'sharedAt'>;

/** Address that opens a video of the report, at a moment if one is given. */
export function addressOf(
  { origin, sharedAt }: LinkTarget,
  jobId: string,
  seconds?: number,
): string {
  const path = jobPath(jobId, seconds);
  return sharedAt === undefined ? origin + path : sharedAt + path.replace(/^[^?]*/, '');
}

/** The brands in the order in which every page and file of the report has them. */
export const orderedBrands = ({ exposure }: Pick<ReportContent, 'exposure'>): ExposureBrand[] =>
  exposure.brands.toSorted(byScreenTime);

/** Limits on what a report shows; the CSV and JSON files contain everything. */
export const reportLayout = {
  /** Number of brands that get a separate page. */
  brandPages: 24,
  /** Number of proof frames on a brand's page. */
  proofs: 6,
  /** Number of videos that get a timeline. */
  timelines: 40,
  /**
   * Number of brands in a video's timeline when it shares a page with another timeline; more are added if space
   * remains.
   */
  lanes: 10,
  /** Number of videos in the list of videos. */
  videos: 100,
  /** Number of brands named on the page of shares, which has no room for more rows. */
  shares: 13,
  /** Number of brands on the page of proof frames, one frame each. */
  proofBrands: 12,
  /** Number of brands on the cover. */
  coverBrands: 8,
  /** Number of videos on the cover. */
  coverVideos: 8,
  /** Number of rows of a sheet in a spreadsheet, which is made in memory. */
  sheetRows: 50_000,
} as const;

/** Limits on a summary, which has four to six pages however much it is about. */
export const summaryLayout = {
  /** Number of pages of the table of brands. */
  brandTables: 1,
  timelines: 1,
  /** Number of brands in a video's timeline when it shares a page with others. */
  lanes: 3,
  /** Number of pages of the list of videos. */
  videoTables: 1,
} as const;
