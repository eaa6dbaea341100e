/**
 * Builds the `paid_segments` of the results: segments of the video that, according to its words, are paid for. Pure.
 */
import type { BrandResult, MetadataResult, OnScreenText, PaidSegment } from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import type { SpokenSegment } from '../../engines/speech.ts';
import type { Span } from '../../media/media.ts';
import { seconds } from '../moment-text.ts';
import { type AdBreak, adBreaks } from './ad-breaks.ts';
import { BrandNames } from './brand-names.ts';
import { isCatchwordRow } from './catchword-rows.ts';
import { clausesOf } from './clauses.ts';
import { type Cue, cueIn, leadsBack } from './cues.ts';
import { type SpokenUnit, spokenUnits } from './spoken-units.ts';
import { isLegible, quoteOf, writtenLines } from './written.ts';

export interface PaidMaterial {
  readonly segments: readonly SpokenSegment[];
  readonly texts: readonly OnScreenText[];
  readonly metadata: Partial<Pick<MetadataResult, 'title' | 'description' | 'tags'>>;
  readonly chapters: readonly {
    readonly start: number;
    readonly end: number;
    readonly title: string;
  }[];
  readonly brands: readonly Pick<BrandResult, 'name' | 'appearances'>[];
  readonly durationSeconds: number;
  /** The part of the video that was analysed; absent if that is all of it. */
  readonly range?: Span;
}

/** Limits that the field descriptions in the contract also state. */
const mostSegments = 100;
const mostEvidence = 10;
/** A segment continues as long as the brand or another cue is mentioned again within this time. */
const quietSeconds = 30;
/** A pause of this length ends a segment. */
const pauseSeconds = 3;
/** Longest duration of a spoken segment. */
const longestSeconds = 180;
/** Segments closer together than this are merged. */
const nearSeconds = 5;
/**
 * Factor for the confidence of cues that are found only in the title, description or tags: they apply to the whole
 * video, so they are less certain for any part of it.
 */
const wholeShare = 0.8;

type Evidence = PaidSegment['evidence'][number];

/** Stands for a row of catchwords, which nobody said: no sign of payment, and no pause either. */
const inaudible = '…';

/** A stretch of the video that may be paid for, before hints of one stretch are merged into a segment. */
export interface Hint {
  readonly start: number;
  readonly end: number;
  readonly brand: string | null;
  readonly strengths: readonly number[];
  readonly evidence: readonly Evidence[];
}

/** What the words that are spoken tell, in order of time; a language model may refine it. */
export function spokenCandidates(material: PaidMaterial): Hint[] {
  const names = new BrandNames(material.brands);
  const segments = material.segments.map((segment) =>
    isCatchwordRow(segment.text) ? { ...segment, text: inaudible, words: [] } : segment,
  );
  return mergedHints([
    ...spokenHints({ ...material, segments }, names),
    ...adBreaks(clausesOf(segments)).map((adBreak) => breakHint(adBreak, names)),
  ]);
}

/** Returns the segments in order of time; segments of the same brand do not overlap. */
export function paidSegments(
  material: PaidMaterial,
  spoken: readonly Hint[] = spokenCandidates(material),
): PaidSegment[] {
  const names = new BrandNames(material.brands);
  const located = [
    ...spoken,
    ...material.texts.flatMap((text) => labelHint(text, names)),
    ...material.chapters.flatMap((chapter) => chapterHint(chapter, names)),
  ];
  const merged = mergedHints(located);
  const videoHints = wholeHints(material, names);
  const hints =
    merged.length > 0 ? withWhole(merged, videoHints) : wholeVideo(videoHints, material);

  return hints.slice(0, mostSegments).map(segmentOf);
}

function spokenHints({ segments, chapters }: PaidMaterial, names: BrandNames): Hint[] {
  const units = spokenUnits(segments);
  const hints: Hint[] = [];
  let free = 0;

  for (const [index, unit] of units.entries()) {
    if (index < free) continue;

    const cue = cueIn(unit.text, 'speech');
    if (!cue) continue;

    const edges = chapters.map(({ start }) => start).filter((time) => time > unit.start + 1);
    const grown = grow(units, index, cue, names, Math.min(...edges, unit.start + longestSeconds));
    hints.push(grown.hint);
    free = grown.next;
  }

  return hints;
}

/**
 * Extends a segment from the cue that opens it to the words that lead back to the topic, or, without such words, to the
 * last mention before a pause or the next chapter.
 */
function grow(
  units: readonly SpokenUnit[],
  index: number,
  opening: Cue,
  names: BrandNames,
  mostEnd: number,
): { readonly hint: Hint; readonly next: number } {
  const first = units[index] as SpokenUnit;
  const brand = names.known(opening.payer) ?? names.saidIn(first)[0] ?? null;
  const key = brand === null ? null : identityOf(brand);
  const strengths = [opening.strength];
  const evidence = [evidenceOf(first.start, 'speech', first.text)];
  let end = first.end;
  let next = index + 1;
  let previousEnd = first.end;
  for (let i = index + 1; i < units.length; i += 1) {
    const unit = units[i] as SpokenUnit;
    const paused = unit.start - previousEnd >= pauseSeconds;
    if (paused || unit.start >= mostEnd || unit.start - end > quietSeconds) break;

    if (leadsBack(unit.text)) {
      end = unit.start;
      next = i;
      break;
    }

    previousEnd = unit.end;
    const cue = cueIn(unit.text, 'speech');
    const namesBrand = key !== null && key !== '' && identityOf(unit.text).includes(key);
    if (!cue && !namesBrand && !(brand !== null && names.saidIn(unit).includes(brand))) continue;

    [end, next] = [Math.min(mostEnd, unit.end), i + 1];
    if (!cue) continue;

    strengths.push(cue.strength);
    evidence.push(evidenceOf(unit.start, 'speech', unit.text));
  }

  const hintBrand = brand ?? names.saidIn({ start: first.start, end })[0] ?? null;
  return { hint: { start: first.start, end, brand: hintBrand, strengths, evidence }, next };
}

function breakHint(
  { start, end, advertiser, evidence, strength }: AdBreak,
  names: BrandNames,
): Hint {
  return {
    start,
    end,
    strengths: [strength],
    brand: names.known(advertiser),
    evidence: evidence.map((clause) => evidenceOf(clause.start, 'speech', clause.text)),
  };
}

function labelHint({ text, start, end, confidence }: OnScreenText, names: BrandNames): Hint[] {
  const cue = isLegible({ start, end, confidence }) ? cueIn(text, 'label') : null;
  if (!cue) return [];
  const evidence = [evidenceOf(start, 'text', text)];
  return [{ start, end, brand: names.known(cue.payer), strengths: [cue.strength], evidence }];
}

function chapterHint(
  { start, end, title }: PaidMaterial['chapters'][number],
  names: BrandNames,
): Hint[] {
  const cue = end > start ? cueIn(title, 'title') : null;
  if (!cue) return [];
  const brand = names.known(cue.payer) ?? names.saidIn({ start, end })[0] ?? null;
  const evidence = [evidenceOf(start, 'metadata', title)];
  return [{ start, end, brand, strengths: [cue.strength], evidence }];
}

/** Merges hints that overlap or nearly touch in time, unless they name different brands. */
export function mergedHints(hints: readonly Hint[]): Hint[] {
  const merged: Hint[] = [];

  for (const hint of hints.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const index = merged.findLastIndex(
      (candidate) =>
        hint.start < candidate.end + nearSeconds && !areTwo(candidate.brand, hint.brand),
    );
    if (index >= 0) merged[index] = together(merged[index] as Hint, hint);
    else merged.push(hint);
  }

  return merged;
}

export const areTwo = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && identityOf(a) !== identityOf(b);

const together = (a: Hint, b: Hint): Hint => ({
  start: Math.min(a.start, b.start),
  end: Math.max(a.end, b.end),
  brand: a.brand ?? b.brand,
  strengths: [...a.strengths, ...b.strengths],
  evidence: [...a.evidence, ...b.evidence],
});

/** Finds cues in the author's title, description and tags; they apply to the whole video. */
function wholeHints({ metadata, durationSeconds, range }: PaidMaterial, names: BrandNames): Hint[] {
  const { start, end } = range ?? { start: 0, end: durationSeconds };
  return writtenLines(metadata).flatMap((line) => {
    const cue = cueIn(line.text, 'description');
    if (!cue) return [];
    const evidence = [evidenceOf(0, 'metadata', line.text)];
    const brand = names.known(cue.payer);
    return [{ start, end, brand, strengths: [cue.strength], evidence }];
  });
}

/**
 * Adds each hint about the whole video to the first segment of the same brand or of an unknown one; a hint that names
 * nobody to the first segment.
 */
function withWhole(located: readonly Hint[], videoHints: readonly Hint[]): Hint[] {
  const hints = [...located];

  for (const { brand, strengths, evidence } of videoHints) {
    const index = hints.findIndex((candidate) =>
      brand === null ? true : !areTwo(candidate.brand, brand),
    );
    // What others pay for is no evidence of these segments; the words are among the disclosures.
    if (index < 0) continue;
    const hint = hints[index] as Hint;
    hints[index] = {
      ...hint,
      brand: hint.brand ?? brand,
      strengths: [...hint.strengths, ...strengths],
      evidence: [...evidence, ...hint.evidence],
    };
  }

  return hints;
}

function wholeVideo(videoHints: readonly Hint[], { durationSeconds }: PaidMaterial): Hint[] {
  if (durationSeconds <= 0) return [];
  return mergedHints(videoHints).map((hint) => ({
    ...hint,
    strengths: hint.strengths.map((strength) => strength * wholeShare),
  }));
}

export function evidenceOf(timestamp: number, source: Evidence['source'], text: string): Evidence {
  return { timestamp: seconds(timestamp), source, quote: quoteOf(text) };
}

/** How likely it is that a stretch with hints of these strengths is paid for, 0 to 1. */
export const likelihoodOf = (strengths: readonly number[]): number =>
  1 - strengths.reduce((product, strength) => product * (1 - strength), 1);

function segmentOf({ start, end, brand, strengths, evidence }: Hint): PaidSegment {
  return {
    start: seconds(start),
    end: seconds(Math.max(start, end)),
    ...(brand !== null && { brand }),
    confidence: Math.round(Math.min(0.99, likelihoodOf(strengths)) * 100) / 100,
    evidence: withoutRepeats(evidence)
      .toSorted((a, b) => a.timestamp - b.timestamp)
      .slice(0, mostEvidence),
  };
}

/** Two ways of finding a segment may give the same words as evidence. */
function withoutRepeats(evidence: readonly Evidence[]): Evidence[] {
  const keyOf = ({ timestamp, source }: Evidence) => `${source} ${timestamp.toFixed(1)}`;
  const byKey = new Map(evidence.toReversed().map((item) => [keyOf(item), item]));
  return [...byKey.values()];
}
