/**
 * Builds the `possible_brands` of the results: on-screen texts that belong to no brand in the results but, judging by
 * where and how they are written, may be a brand. A person makes the final decision. Pure.
 */

import type { PossibleBrand, PossibleBrandReason } from '@reelsight/contract';
import { area, intersection, rounded } from '../../analysis/boxes.ts';
import { roundedConfidence } from '../../analysis/confidences.ts';
import { largestOf } from '../../analysis/extremes.ts';
import { keyText } from '../../analysis/name-key.ts';
import { unionSeconds } from '../../analysis/spans.ts';
import type { Box } from '../../engines/engine.ts';
import type { MediaPass } from '../../media/media.ts';
import type { BrandPiece } from '../artifacts.ts';
import type { BrandName, Lexicon } from '../brands/brand-lexicon.ts';
import { seconds } from '../moment-text.ts';
import type { SeenLine, TimedLine } from '../screen/text-results.ts';
import { type Group, grouped, type Sign } from './grouped.ts';
import { KnownNames } from './known-names.ts';
import { isMisread, isOrdinary, isRare } from './ordinary-words.ts';
import { captionLines, Moments } from './standing-alone.ts';
import { writtenHints } from './written-hints.ts';

/**
 * Limits that the description in the contract also states. A person looks through the list, and its last entries are
 * rarely right.
 */
const mostBrands = 20;
const mostAppearances = 20;
/**
 * Maximum number of texts that are grouped, because each is compared with the others; those that were on screen longest
 * are taken first.
 */
const mostCandidates = 500;

export interface PossibleSources {
  readonly lines: readonly TimedLine[];
  readonly pass: Pick<MediaPass, 'frames' | 'probe' | 'fps'>;
  /** Pieces of brand tracks that the parts found, including those that the second look rejected. */
  readonly pieces: readonly BrandPiece[];
  /** Names of the brands in the results, with their other spellings. */
  readonly claimed: readonly string[];
  readonly lexicon: Lexicon;
  /** Names that were requested; empty if there were none. */
  readonly targets: readonly BrandName[];
}

export function possibleBrands(sources: PossibleSources): PossibleBrand[] {
  const { lines, lexicon } = sources;
  const claims = new Claims(sources);
  const free = lines.filter((line) => !claims.has(line));

  const signs = [...writtenSigns(free), ...standingSigns(free, sources)]
    .filter(({ key }) => !claims.hasName(key) && !lexicon.excluded.has(key))
    .toSorted((a, b) => b.line.end - b.line.start - (a.line.end - a.line.start))
    .slice(0, mostCandidates);

  return grouped(signs)
    .map((group) => resultOf(group, sources))
    .filter(({ confidence }) => confidence >= leastConfidence)
    .toSorted((a, b) => b.confidence - a.confidence || a.first_seen - b.first_seen)
    .slice(0, mostBrands);
}

/** Lines and names that already belong to brands in the results. */
class Claims {
  readonly #boxes = new Map<number, Box[]>();
  readonly #names: ReadonlySet<string>;
  readonly #longestName: number;

  constructor({ pieces, claimed }: PossibleSources) {
    const names = new Set(claimed.map((name) => keyText(name).key));

    for (const { sightings } of pieces) {
      for (const { sample, box, seen: seenText, source } of sightings) {
        if (source === 'text') names.add(keyText(seenText).key);
        const boxes = this.#boxes.get(sample);
        if (boxes) boxes.push(box);
        else this.#boxes.set(sample, [box]);
      }
    }

    names.delete('');
    this.#names = names;
    this.#longestName = largestOf([...names].map((name) => name.length));
  }

  has({ best, sightings }: TimedLine): boolean {
    const { key, edges } = keyText(best.text);
    if (this.#isNamedIn(key, edges)) return true;
    return sightings.some(({ sample, box }) =>
      (this.#boxes.get(sample) ?? []).some((brandBox) => isMostlyWithin(brandBox, box)),
    );
  }

  hasName(key: string): boolean {
    return this.#names.has(key);
  }

  /**
   * Whether whole words of the line are one of the names. Looks up each run of words, because a video may show tens of
   * thousands of names, and searching all lines for each of them would take minutes.
   */
  #isNamedIn(key: string, edges: readonly number[]): boolean {
    for (const [index, from] of edges.entries()) {
      for (let next = index + 1; next < edges.length; next += 1) {
        const to = edges[next] as number;
        if (to - from > this.#longestName) break;
        if (this.#names.has(key.slice(from, to))) return true;
      }
    }
    return false;
  }
}

const isMostlyWithin = (name: Box, line: Box): boolean =>
  intersection(name, line) > 0.5 * Math.min(area(name), area(line));

/** Minimum confidence of a line with an address or a trade mark. */
const leastWritten = 0.85;

function writtenSigns(lines: readonly TimedLine[]): Sign[] {
  const memo = new Map<string, ReturnType<typeof writtenHints>>();
  return lines.flatMap((line) => {
    const { text, confidence } = line.best;
    if (confidence < leastWritten) return [];

    const hints = memo.get(text) ?? writtenHints(text);
    memo.set(text, hints);

    return hints.map(({ reason, text: writtenText, name, from }) => ({
      line,
      text: writtenText,
      key: keyText(name).key,
      box: partOf(line.best, from, Array.from(writtenText).length),
      reasons: [reason],
    }));
  });
}

/** Estimates the position of part of a line, assuming that all letters have the same width. */
function partOf({ text, box }: SeenLine, from: number, length: number): Box {
  const letterCount = Math.max(1, Array.from(text).length);
  if (box.height > box.width) return box;
  const x = box.x + (box.width * from) / letterCount;
  return { ...box, x, width: (box.width * Math.min(length, letterCount - from)) / letterCount };
}

const leastAlone = 0.92;
const shortestAlone = 4;
const longestAlone = 24;
const mostWords = 3;
/**
 * Letters count as large if they are at least this share of the picture's height, or at least this many times as high
 * as the other letters at that moment.
 */
const large = 0.045;
const leastProminence = 1.5;
const leastLargest = 0.025;
/** Smaller text must either stay on screen, like a watermark, or be repeated, as on the wall behind an interview. */
const staysSeconds = 6;
const leastOfPattern = 3;
/** A video with at most this many samples is a still picture, so there is no second reading to confirm the first. */
const mostStillSamples = 2;
const endCardSeconds = 6;
const shortestWithEndCard = 15;

function standingSigns(lines: readonly TimedLine[], sources: PossibleSources): Sign[] {
  const { lexicon, pass, targets } = sources;
  const captions = captionLines(sources.lines, lexicon.rank);
  const likely = lines.filter(
    (line) => line.ticker === undefined && !captions.has(line) && mayBeName(line.best),
  );
  if (likely.length === 0) return [];

  const samples = new Set(likely.map(({ best }) => best.sample));
  const { video } = pass.probe;
  const moments = new Moments(sources.lines, samples, video ? video.width / video.height : 16 / 9);
  const knownNames = new KnownNames(lexicon.brands, targets);
  const groups = Map.groupBy(likely, ({ best }) => best.text);

  return [...groups].flatMap(([text, textLines]) =>
    signsOf(text, textLines, { ...sources, known: knownNames, moments }),
  );
}

interface Standing extends PossibleSources {
  readonly known: KnownNames;
  readonly moments: Moments;
}

/** Signs of a possible brand in the `lines`, all of which have the text `text`. */
function signsOf(text: string, lines: readonly TimedLine[], standing: Standing): Sign[] {
  const { pass, known: knownNames, moments } = standing;
  const { durationSeconds } = pass.probe;

  // A single reading may be wrong, but the same letters are rarely misread twice.
  const readings = lines.reduce((sum, { sightings }) => sum + sightings.length, 0);
  if (readings < 2 && pass.frames.length > mostStillSamples) return [];

  const lasts = unionSeconds(lines);
  const stays = lasts >= staysSeconds || placesAtOnce(lines, moments) >= leastOfPattern;
  const isLarge = ({ best }: TimedLine): boolean => {
    const height = moments.letterHeight(best);
    return (
      height >= large || (height >= leastLargest && moments.prominence(best) >= leastProminence)
    );
  };
  const name = knownNames.of(text);
  const isName = name === null && mayBeNewName(text, lines, standing);

  return lines.flatMap((line): Sign[] => {
    const isAlone = moments.isAlone(line.best);
    const sized = isAlone && isLarge(line);
    const alone = sized || (isAlone && stays);
    const counts = { surely: true, alone: isAlone, large: sized };
    if (name ? !counts[name.counts] : !(isName && alone)) return [];

    const isLast =
      durationSeconds >= shortestWithEndCard && line.end >= durationSeconds - endCardSeconds;
    const reasons: PossibleBrandReason[] = [
      ...(name ? [name.reason] : []),
      ...(alone ? (['stands_alone'] as const) : []),
      ...(sized && isLast ? (['end_card'] as const) : []),
    ];
    const nearProps = name ? { near: name.name } : {};

    return [{ line, text, key: keyText(text).key, box: line.best.box, reasons, ...nearProps }];
  });
}

/**
 * Whether a text that is not a known name may be a new name: it is in no dictionary, or it is a rare word that is
 * repeated many times, like a name on the packages of a shelf.
 */
function mayBeNewName(
  text: string,
  lines: readonly TimedLine[],
  { lexicon: { rank }, moments }: Standing,
): boolean {
  if (!isOrdinary(text, rank)) return isReadable(text) && !isMisread(text, rank);
  const atOnce = lines.filter(({ best }) => moments.letterHeight(best) >= large);
  return isRare(text, rank) && placesAtOnce(atOnce, moments) > 1;
}

/** The maximum number of times that the text was read in one moment; it is high on a shelf. */
const placesAtOnce = (lines: readonly TimedLine[], moments: Moments): number =>
  Math.max(0, ...lines.map(({ best }) => moments.timesWritten(best)));

/** Whether the line is short, has no digits or special characters, and is not the end of a sentence. */
function mayBeName({ text, confidence }: SeenLine): boolean {
  if (confidence < leastAlone || !/^\p{Script=Latin}/u.test(text)) return false;
  if (/[\d:;!?%$€£#@|/\\=<>{}()[\]_~*^]|\.\s*$/u.test(text)) return false;
  const words = text.split(/\s+/u);
  const { key } = keyText(text);
  // Web addresses are handled separately, as another reason.
  if (/\.\p{L}{2}/u.test(text)) return false;
  return words.length <= mostWords && key.length >= shortestAlone && key.length <= longestAlone;
}

/** Matches several capitals between lower-case letters, as in misread texture. */
const oddCase = /\p{Ll}\p{Lu}{2,}\p{Ll}|\p{Ll}\p{Lu}\p{Ll}+\p{Lu}\p{Ll}*\p{Lu}/u;
const vowel = /[aeiouyæøœ]/u;
const consonants = 5;

/** Whether the letters could be pronounced; misread texture and cut-off words rarely could. */
function isReadable(text: string): boolean {
  const { key, edges } = keyText(text);
  const words = edges.slice(1).map((end, i) => key.slice(edges[i], end));
  if (/(.)\1\1|^([^aeiouyl])\2/u.test(key) || oddCase.test(text)) return false;
  // A brand name of several words has capitals; handwriting and sentence fragments have none.
  if (words.length > 1 && !/\p{Lu}/u.test(text)) return false;

  return words.every(
    (word) => word.length <= 2 || (vowel.test(word) && longestRun(word) < consonants),
  );
}

function longestRun(word: string): number {
  return Math.max(0, ...word.split(vowel).map((run) => run.length));
}

/**
 * How likely a text with only this reason names a company, product or brand. The values of `known_name`, `web_address`
 * and `stands_alone` were measured on real photos and videos; the other reasons were too rare there, so their values
 * are estimates.
 */
const likelihood: Readonly<Record<PossibleBrandReason, number>> = {
  registered_mark: 0.9,
  known_name: 0.8,
  web_address: 0.8,
  company_form: 0.8,
  near_known_name: 0.5,
  end_card: 0.3,
  stands_alone: 0.35,
};
const leastConfidence = 0.3;
/** The order in which results list reasons. */
const reasonOrder = Object.keys(likelihood) as PossibleBrandReason[];

function resultOf({ text, signs }: Group, { pass }: PossibleSources): PossibleBrand {
  const reasonSet = new Set(signs.flatMap(({ reasons }) => reasons));
  const reasons = reasonOrder.filter((reason) => reasonSet.has(reason));
  const doubt = reasons.reduce((rest, reason) => rest * (1 - likelihood[reason]), 1);
  const bestConfidence = Math.max(...signs.map(({ line }) => line.best.confidence));
  const nearName = signs.find((sign) => sign.near !== undefined)?.near;
  const inOrder = signs.toSorted((a, b) => a.line.start - b.line.start);

  return {
    text,
    confidence: roundedConfidence((1 - doubt) * bestConfidence),
    reasons,
    ...(nearName !== undefined && { near: nearName }),
    total_appearances: inOrder.length,
    total_visible_duration: seconds(unionSeconds(inOrder.map(({ line }) => line))),
    first_seen: seconds(Math.min(...inOrder.map(({ line }) => line.start))),
    last_seen: seconds(Math.max(...inOrder.map(({ line }) => line.end))),
    appearances: inOrder.slice(0, mostAppearances).map((sign) => appearanceOf(sign, pass)),
  };
}

function appearanceOf({ line, text, box }: Sign, { frames }: Pick<MediaPass, 'frames'>) {
  const { best, start, end } = line;
  return {
    text,
    timestamp: seconds(frames[best.sample]?.timestamp ?? start),
    timestamp_start: seconds(start),
    timestamp_end: seconds(end),
    visible_duration: seconds(end - start),
    confidence: roundedConfidence(best.confidence),
    bounding_box: rounded(box),
  };
}
