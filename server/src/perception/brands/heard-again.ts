/**
 * Looks for heard brands again in the lines of a transcript that people changed, by the rules of an analysis. Pure.
 */
import type {
  BrandAppearance,
  HeardChanges,
  Results,
  TranscriptSegment,
} from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import type { SpeechSegment, SpokenSegment } from '../../engines/speech.ts';
import type { BrandName, Lexicon } from './brand-lexicon.ts';
import { heardAppearance } from './brand-results.ts';
import { brandsInSpeech } from './spoken-brands.ts';

export interface HeardLines {
  /** The results as found. */
  readonly original: Partial<Pick<Results, 'brands' | 'transcription'>>;
  /** The transcript as corrected; its segments have the index of their line as heard. */
  readonly corrected: Results['transcription'];
}

interface HeardOptions {
  /** The brands that the job looked for. */
  readonly brands: readonly BrandName[];
  readonly rank: Lexicon['rank'];
  readonly return_proof: boolean;
}

/** How many mentions in changed lines count: a line that only repeats a name could hold a thousand of them. */
const mostAdded = 2000;

/** How far outside of its line, in seconds, a mention may lie that was found there. */
const besideSeconds = 0.05;

export function heardAgain(lines: HeardLines, options: HeardOptions): HeardChanges {
  const { original, corrected } = lines;
  const heardLines = original.transcription?.segments ?? [];
  const changed = changedLines(heardLines, corrected);
  if (changed.size === 0) return { gone: [], added: [] };

  const currentLines = (corrected?.segments ?? []).filter(({ index }) => changed.has(index ?? -1));
  const now = brandsInSpeech(asSpoken(currentLines), options.brands, options.rank).map(
    (mention) => ({
      name: mention.brand.name,
      appearance: heardAppearance(mention, options),
    }),
  );
  const before = heardIn(original.brands ?? [], heardLines, changed);

  return {
    gone: before
      .filter((mention) => !now.some((candidate) => isSame(mention, candidate)))
      .map(({ name, appearance }) => ({ name, timestamp: appearance.timestamp })),
    added: now
      .filter((mention) => !before.some((candidate) => isSame(mention, candidate)))
      .slice(0, mostAdded),
  };
}

/** Indexes of the lines that say something else than was heard. Who speaks does not change what is said. */
function changedLines(
  heardLines: readonly TranscriptSegment[],
  corrected: Results['transcription'],
): Set<number> {
  const texts = Map.groupBy(
    (corrected?.segments ?? []).filter(({ revision }) => revision !== undefined),
    ({ index }) => index ?? -1,
  );
  const changed = [...texts].flatMap(([index, parts]) => {
    const text = parts.map((part) => part.text.trim()).join(' ');
    return text === heardLines[index]?.text.trim() ? [] : [index];
  });
  return new Set([...changed, ...(corrected?.emptied ?? []).map(({ index }) => index)]);
}

interface Mention {
  readonly name: string;
  readonly appearance: BrandAppearance;
}

/** What was heard in the changed lines, and in none that somebody else says at the same time. */
function heardIn(
  brands: readonly NonNullable<Results['brands']>[number][],
  heardLines: readonly TranscriptSegment[],
  changed: ReadonlySet<number>,
): Mention[] {
  return brands.flatMap(({ name, appearances }) =>
    appearances
      .filter(({ source }) => source === 'audio')
      .filter(({ timestamp }) => {
        const indexes = heardLines.flatMap(({ start, end }, index) =>
          timestamp >= start - besideSeconds && timestamp <= end + besideSeconds ? [index] : [],
        );
        return indexes.length > 0 && indexes.every((index) => changed.has(index));
      })
      .map((appearance) => ({ name, appearance })),
  );
}

/** The same brand at the same time in the same words. */
const isSame = (a: Mention, b: Mention): boolean =>
  a.appearance.timestamp === b.appearance.timestamp &&
  a.appearance.context === b.appearance.context &&
  identityOf(a.name) === identityOf(b.name);

/** What people wrote is sure, and stored results have no field whose value is undefined. */
const asSpoken = (segments: readonly TranscriptSegment[]): readonly SpeechSegment[] =>
  segments as readonly SpokenSegment[];
