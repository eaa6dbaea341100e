/**
 * The input of an export: a completed job as its caller sees it, the chosen options, and the appearances of brands and
 * objects in a form that is the same for both.
 */
import type { BrandResult, Job, ObjectResult, Results } from '@reelsight/contract';
import { testTitle } from '@reelsight/contract/testing-words';
import { identityOf } from '../analysis/name-key.ts';
import { lineOf } from './text.ts';

export type ExportedJob = Job & { readonly results: Results };

export interface ExportOptions {
  /** Names to include, as the caller wrote them; null to include all. */
  readonly names: readonly string[] | null;
  /** Least confidence to include, 0 to 1. */
  readonly leastConfidence: number;
  readonly maxLineChars: number;
  readonly maxLines: number;
  /** One of the timecode rates; null to use the video's own rate. */
  readonly frameRate: string | null;
  readonly startTimecode: string | null;
  /** Size in pixels; null to use the video's own size. */
  readonly frameSize: { readonly width: number; readonly height: number } | null;
  /** Whether CSV files begin with a byte order mark. */
  readonly mark: boolean;
  readonly links: ExportLinks;
}

export interface ExportLinks {
  /** `https://host` of the service. */
  readonly origin: string;
  /** Path that precedes `/v1/…` for this caller; empty if the caller uses a key. */
  readonly base: string;
}

/** The text of a file, in pieces. */
export type Pieces = Iterable<string>;

/** A brand or an object. */
export type Thing =
  | ({ readonly kind: 'brand' } & BrandResult)
  | ({ readonly kind: 'object' } & ObjectResult);

export interface Appearance {
  readonly kind: Thing['kind'];
  readonly name: string;
  readonly source: 'visual' | 'audio';
  /** Seconds; a spoken mention has the same start and end. */
  readonly start: number;
  readonly end: number;
  readonly one: BrandResult['appearances'][number] | ObjectResult['appearances'][number];
}

/** A detection in one frame. Objects and logos may have outlines. */
export type Detection = Pick<
  ObjectResult['frames'][number],
  'timestamp' | 'confidence' | 'bounding_box' | 'outline' | 'verified'
>;

export const detectionsOf = (thing: Thing): readonly Detection[] =>
  (thing.kind === 'brand' ? thing.frame_detections : thing.frames) ?? [];

/** All brands, followed by all objects; only those in `names`, unless it is null. */
export function thingsOf({ results }: ExportedJob, names: ExportOptions['names']): Thing[] {
  const things: Thing[] = [
    ...(results.brands ?? []).map((brand) => ({ kind: 'brand' as const, ...brand })),
    ...(results.objects ?? []).map((object) => ({ kind: 'object' as const, ...object })),
  ];
  if (names === null) return things;
  const identities = new Set(names.map(identityOf));
  return things.filter(({ name }) => identities.has(identityOf(name)));
}

/** Appearances of brands and objects, in order of time. */
export function appearancesOf(job: ExportedJob, names: ExportOptions['names']): Appearance[] {
  return thingsOf(job, names)
    .flatMap(appearancesOfThing)
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

export function appearancesOfThing(thing: Thing): Appearance[] {
  const { kind, name } = thing;
  return thing.appearances.map((appearance) => {
    const source = 'source' in appearance ? (appearance.source as Appearance['source']) : 'visual';
    const {
      timestamp,
      timestamp_start: start = timestamp,
      timestamp_end: end = start,
    } = appearance;
    return { kind, name, source, start, end: Math.max(start, end), one: appearance };
  });
}

/** An entry of a timeline: an appearance or a paid segment. If names were chosen, paid segments are left out. */
export interface Moment {
  readonly kind: Thing['kind'] | 'paid_segment';
  readonly name: string;
  readonly source: Appearance['source'] | 'paid';
  readonly start: number;
  readonly end: number;
  readonly confidence: number | undefined;
  readonly comment: string;
  /** Whether a person changed the entry. */
  readonly corrected?: true | undefined;
}

/** Appearances and paid segments, in order of time. */
export function momentsOf(job: ExportedJob, names: ExportOptions['names']): Moment[] {
  const appearanceMoments = appearancesOf(job, names).map(({ one: appearance, ...rest }) => ({
    ...rest,
    confidence: appearance.confidence,
    comment: appearance.context,
    corrected: appearance.corrected,
  }));
  const paidSegments = names === null ? (job.results.paid_segments ?? []) : [];
  const segments = paidSegments.map(({ start, end, brand, confidence, evidence, corrected }) => ({
    kind: 'paid_segment' as const,
    source: 'paid' as const,
    start,
    end,
    confidence,
    name: brand ? `Paid segment: ${brand}` : 'Paid segment',
    comment: evidence[0]?.quote ?? '',
    corrected,
  }));

  return [...appearanceMoments, ...segments].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The title as one line; the job's id if that would be empty. It says so if the job is a test. */
export function titleOf(job: Pick<Job, 'video_title' | 'job_id' | 'test'>): string {
  const title = lineOf(job.video_title ?? '') || job.job_id;
  return job.test ? testTitle(title) : title;
}
