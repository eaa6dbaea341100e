/**
 * Finds a brand in the texts and the speech that results have, by the rules of an analysis, for brands that the library
 * got later. Pure.
 */
import {
  mostAppearancesAdded,
  type OnScreenText,
  type Results,
  type StoredAppearance,
} from '@reelsight/contract';
import { rounded } from '../../analysis/boxes.ts';
import { roundedConfidence } from '../../analysis/confidences.ts';
import { identityOf, keyOf, keyText } from '../../analysis/name-key.ts';
import type { Box } from '../../engines/engine.ts';
import type { SpokenSegment } from '../../engines/speech.ts';
import { seconds } from '../moment-text.ts';
import { BrandIndex } from './brand-index.ts';
import type { BrandName, Lexicon } from './brand-lexicon.ts';
import { brandsInLine, type ScreenLine } from './brand-match.ts';
import { brandsInSpeech } from './spoken-brands.ts';

/** The fields of results that a recount reads. */
export const recountedFields = [
  'brands',
  'on_screen_text',
  'possible_brands',
  'transcription',
] as const satisfies readonly (keyof Results)[];
export type RecountedField = (typeof recountedFields)[number];
export type RecountedResults = Partial<Pick<Results, RecountedField>>;

/** An analysis enlarges each name and reads it again; here there is only one reading, so it must be a clear one. */
const leastConfidence = 0.75;

/** The lexicon of a workspace, prepared to look for one of its brands in many results. */
export class BrandRecount {
  readonly #brand: BrandName;
  readonly #alone: BrandIndex;
  readonly #all: BrandIndex;
  readonly #lexicon: Lexicon;

  constructor(brand: BrandName, lexicon: Lexicon) {
    this.#brand = brand;
    this.#lexicon = lexicon;
    this.#alone = new BrandIndex([brand]);
    this.#all = new BrandIndex(lexicon.brands);
  }

  /**
   * The appearances that the results lack, in order of time; at most as many as one correction adds, those that last
   * longest.
   */
  missingIn(results: RecountedResults): StoredAppearance[] {
    const countedSpans = knownSpans(results, this.#brand);
    return [...this.#seenIn(results), ...this.#saidIn(results)]
      .filter((appearance) => !countedSpans.some((span) => isSame(span, appearance)))
      .toSorted((a, b) => b.end - b.start - (a.end - a.start))
      .slice(0, mostAppearancesAdded)
      .sort((a, b) => a.start - b.start || a.end - b.end);
  }

  #seenIn({ on_screen_text: lines = [], possible_brands: possible = [] }: RecountedResults) {
    const clearest = new Map(
      possible.flatMap(({ appearances }) =>
        appearances.map(({ timestamp, timestamp_start: start, timestamp_end: end, text }) => [
          `${start} ${end} ${text}`,
          timestamp,
        ]),
      ),
    );

    const screenLines = lines.map((line) => ({ ...screenLine(line), line }));
    return screenLines
      .filter(({ text }) => this.#alone.candidates(keyText(text)).length > 0)
      .flatMap((shownLine) => {
        const { start, end, text } = shownLine.line;
        // Results say when a line was on screen, but not when it was read best, except of possible brands.
        const timestamp = clearest.get(`${start} ${end} ${text}`) ?? seconds((start + end) / 2);
        return this.#hitsIn(shownLine, screenLines).map(({ confidence, box }) => ({
          start,
          end,
          timestamp: Math.min(end, Math.max(start, timestamp)),
          box: rounded(box),
          source: 'visual' as const,
          confidence: roundedConfidence(confidence),
        }));
      });
  }

  #hitsIn(shownLine: ShownLine, lines: readonly ShownLine[]) {
    const { start, end } = shownLine.line;
    const nearby = lines.filter(
      (nearbyLine) =>
        nearbyLine !== shownLine && nearbyLine.line.start < end && nearbyLine.line.end > start,
    );
    return brandsInLine(shownLine, nearby, this.#all, this.#lexicon.rank).filter(
      ({ brand, confidence }) => brand === this.#brand && confidence >= leastConfidence,
    );
  }

  #saidIn({ transcription }: RecountedResults): StoredAppearance[] {
    const { rank, brands } = this.#lexicon;
    // Stored results have no field whose value is undefined.
    const spoken = (transcription?.segments ?? []) as readonly SpokenSegment[];
    const segments = spoken.filter(({ unsure }) => !unsure);
    // The whole lexicon is only asked where this brand alone would be heard, because that takes much longer.
    const alone = brandsInSpeech(segments, [this.#brand], rank);
    if (alone.length === 0) return [];

    const meant = segments.filter(({ start, end }) =>
      alone.some((mention) => mention.start >= start && mention.start <= end),
    );
    return brandsInSpeech(meant, brands, rank)
      .filter(({ brand }) => brand === this.#brand)
      .map(({ start, end, confidence }) => ({
        start: seconds(start),
        end: seconds(end),
        source: 'audio',
        confidence: roundedConfidence(confidence),
      }));
  }
}

/** A line in the form in which brands are looked for, and as the results have it. */
interface ShownLine extends ScreenLine {
  readonly line: OnScreenText;
}

/** Results have a line's box, but not its corners, so that text is taken to run along the longer side. */
function screenLine({ text, confidence, bounding_box: box }: OnScreenText): ScreenLine {
  const { x, y, width, height } = box;
  const left = { x, y };
  const right = { x: x + width, y };
  const rightBelow = { x: x + width, y: y + height };
  const leftBelow = { x, y: y + height };
  const letters = Array.from(text);
  const isUpright = height > width && letters.length > 2;
  // Where text runs upwards or downwards is unknown, so a name in it has the box of the whole line.
  const positions = letters.map((_, index) =>
    isUpright ? Number(index > 0) : (index + 0.5) / letters.length,
  );

  return {
    text,
    confidence,
    corners: [left, right, rightBelow, leftBelow],
    box: box as Box,
    positions,
  };
}

interface KnownSpan {
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** Where the results have the brand, also under another of its names: both count together, so none is missing. */
function knownSpans({ brands = [] }: RecountedResults, { name, forms }: BrandName): KnownSpan[] {
  const identity = identityOf(name);
  const keys = new Set(forms.map(({ key }) => key));
  return brands
    .filter((brand) => identityOf(brand.name) === identity || keys.has(keyOf(brand.name)))
    .flatMap(({ appearances }) => appearances)
    .map(({ source, timestamp, timestamp_start: start, timestamp_end: end }) => ({
      source,
      start: start ?? timestamp,
      end: end ?? timestamp,
    }));
}

/** Farthest apart, in seconds, that two times are of one mention. */
const sameMentionSeconds = 1;

/** Whether the brand is counted there already: seen for half of the shorter span, or heard at about the same time. */
function isSame(span: KnownSpan, { source, start, end }: StoredAppearance): boolean {
  if (span.source !== source) return false;
  if (source === 'audio') return Math.abs(span.start - start) <= sameMentionSeconds;
  const common = Math.min(span.end, end) - Math.max(span.start, start);
  return common >= 0 && common >= Math.min(span.end - span.start, end - start) / 2;
}
