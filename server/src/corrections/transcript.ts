/** Applies what people mended in a transcript, pure: words of lines, who speaks them, and how the speakers are called. */
import type {
  BrandAppearance,
  BrandResult,
  LineEdit,
  Results,
  SpeakerFact,
  TranscriptChanges,
  TranscriptionResult,
  TranscriptSegment,
} from '@reelsight/contract';
import { withDisclosures } from '../analysis/brand-disclosure.ts';
import { confidenceSummary } from '../analysis/confidences.ts';
import {
  ComparisonBudget,
  correctedWords,
  type TimedWord,
  wordsIn,
} from '../analysis/corrected-words.ts';
import { largestOf, smallestOf } from '../analysis/extremes.ts';
import { identityOf } from '../analysis/name-key.ts';
import { countWhile } from '../analysis/ordered.ts';
import { withVoices } from '../analysis/voices.ts';
import { sameTime } from './things.ts';

/** Returns the same object if nothing of the results changes. */
export function withTranscript(results: Results, changes: TranscriptChanges): Results {
  const followed = withHeard(results, changes.heard);
  const { transcription, brands } = followed;
  if (!transcription || (changes.lines.length === 0 && changes.speakers.length === 0))
    return followed;

  const speakers = new Speakers(changes.speakers);
  const corrected = correctedTranscript(transcription, changes, speakers);
  return {
    ...followed,
    transcription: corrected,
    ...(brands && { brands: withVoices(brands, corrected.segments) }),
    ...(saysOther(transcription, corrected) && markedOlder(followed)),
  };
}

/** Whether other words are said than were heard; who says them does not matter. */
const saysOther = (original: TranscriptionResult, corrected: TranscriptionResult): boolean =>
  textOf(original.segments) !== corrected.text;

const textOf = (segments: readonly TranscriptSegment[]): string =>
  segments.map(({ text }) => text.trim()).join(' ');

/** Summary and answers, with the mark that they were made of other words than the transcript has now. */
function markedOlder({ summary, query_results: answers }: Results): Partial<Results> {
  const mark = { older_than_transcript: true as const };
  return {
    ...(summary && { summary: { ...summary, ...mark } }),
    ...(answers && { query_results: answers.map((answer) => ({ ...answer, ...mark })) }),
  };
}

/** The lines of a transcript as people corrected them, in the form in which an analysis hears them. */
export function mendedSegments(
  originals: readonly TranscriptSegment[],
  changes: TranscriptChanges,
): TranscriptSegment[] {
  const speakers = new Speakers(changes.speakers);
  return segmentsOf(originals, changes, speakers).segments.map(
    ({ index: _index, revision: _revision, corrected: _mark, speaker_name: _name, ...segment }) =>
      segment,
  );
}

/** The results with the brands that the lines say now, and without those that they no longer say. */
export function withHeard(results: Results, changes: TranscriptChanges['heard']): Results {
  if (!results.brands || !changes || changes.gone.length + changes.added.length === 0)
    return results;

  const removedByName = Map.groupBy(changes.gone, ({ name }) => identityOf(name));
  const addedByName = Map.groupBy(changes.added, ({ name }) => identityOf(name));
  const knownNames = new Set(results.brands.map(({ name }) => identityOf(name)));
  const changed = results.brands.flatMap((brand) => {
    const identity = identityOf(brand.name);
    const goneTimes = removedByName.get(identity)?.map(({ timestamp }) => timestamp) ?? [];
    return followedBrand(brand, goneTimes, appearancesIn(addedByName.get(identity)));
  });
  const fresh = [...addedByName]
    .filter(([identity]) => !knownNames.has(identity))
    .flatMap(([, additions]) =>
      followedBrand(emptyBrand(additions[0]?.name ?? ''), [], appearancesIn(additions)),
    );
  const brands = withDisclosures([...changed, ...fresh], results);

  return {
    ...results,
    brands,
    ...(results.confidence_summary && { confidence_summary: confidenceSummary(brands) }),
  };
}

type Addition = NonNullable<TranscriptChanges['heard']>['added'][number];

const appearancesIn = (additions: readonly Addition[] = []): BrandAppearance[] =>
  additions.map(({ appearance }) => ({ ...appearance, corrected: true }));

/** No brand if no appearance is left. The same object if nothing of it changes. */
function followedBrand(
  brand: BrandResult,
  goneTimes: readonly number[],
  added: readonly BrandAppearance[],
): BrandResult[] {
  const sortedTimes = goneTimes.toSorted((a, b) => a - b);
  const left = brand.appearances.filter(
    ({ source, timestamp }) => source !== 'audio' || !isAmong(timestamp, sortedTimes),
  );
  if (left.length === brand.appearances.length && added.length === 0) return [brand];

  const appearances = [...left, ...added].sort(
    (a, b) => startOfAppearance(a) - startOfAppearance(b) || a.timestamp - b.timestamp,
  );
  if (appearances.length === 0) return [];

  const confidences = appearances.flatMap(({ confidence }) => confidence ?? []);
  return [
    {
      ...brand,
      confidence: confidences.length > 0 ? largestOf(confidences) : brand.confidence,
      total_appearances: appearances.length,
      first_seen: smallestOf(appearances.map(startOfAppearance)),
      last_seen: largestOf(
        appearances.map(({ timestamp, timestamp_end: end }) => end ?? timestamp),
      ),
      appearances,
      corrected: true,
    },
  ];
}

/** Whether one of the sorted times is the same; a person may have edited away thousands of mentions. */
function isAmong(time: number, sortedTimes: readonly number[]): boolean {
  const next = countWhile(sortedTimes, (earlier) => earlier < time && !sameTime(earlier, time));
  return next < sortedTimes.length && sameTime(sortedTimes[next] as number, time);
}

const startOfAppearance = ({ timestamp, timestamp_start: start }: BrandAppearance): number =>
  start ?? timestamp;

const emptyBrand = (name: string): BrandResult => ({
  name,
  confidence: 0,
  total_appearances: 0,
  first_seen: 0,
  last_seen: 0,
  appearances: [],
  frame_detections: [],
});

/** Which number and name the speakers have. */
class Speakers {
  readonly #facts: ReadonlyMap<number, SpeakerFact>;
  readonly #names: ReadonlyMap<number, string>;

  constructor(facts: readonly SpeakerFact[]) {
    this.#facts = new Map(facts.map((fact) => [fact.speaker, fact]));
    this.#names = this.#namesByRoot();
  }

  #namesByRoot(): Map<number, string> {
    const names = new Map<number, string>();
    const facts = [...this.#facts.values()];
    const ownFirst = (fact: SpeakerFact): number => (fact.same_as == null ? 0 : 1);
    for (const fact of facts.sort((a, b) => ownFirst(a) - ownFirst(b) || a.speaker - b.speaker)) {
      const root = this.rootOf(fact.speaker);
      if (fact.name != null && !names.has(root)) names.set(root, fact.name);
    }
    return names;
  }

  /** The number of the person, who may have been heard as several speakers. */
  rootOf(speaker: number): number {
    let root = speaker;
    // A ring can't be stored; the count makes sure that a broken one does not hang the reader.
    for (let steps = 0; steps <= this.#facts.size; steps += 1) {
      const next = this.#facts.get(root)?.same_as;
      if (next == null) return root;
      root = next;
    }
    return speaker;
  }

  /** The name of a person; if nobody gave the number one, that of the first speaker merged with it who has one. */
  nameOf(root: number): string | undefined {
    return this.#names.get(root);
  }

  /** The speakers of whom people said something, by their numbers. */
  listed(): NonNullable<TranscriptionResult['speakers']> {
    const merged = Map.groupBy(
      [...this.#facts.values()].filter(({ same_as }) => same_as != null),
      ({ speaker }) => this.rootOf(speaker),
    );
    const roots = [...new Set([...merged.keys(), ...this.#names.keys()])];
    return roots
      .sort((a, b) => a - b)
      .map((speaker) => {
        const name = this.nameOf(speaker);
        const mergedNumbers = merged.get(speaker)?.map((fact) => fact.speaker) ?? [];
        return {
          speaker,
          ...(name !== undefined && { name }),
          ...(mergedNumbers.length > 0 && { merged: mergedNumbers.sort((a, b) => a - b) }),
        };
      });
  }
}

type EmptiedLine = NonNullable<TranscriptionResult['emptied']>[number];

function segmentsOf(
  originals: readonly TranscriptSegment[],
  { lines }: TranscriptChanges,
  speakers: Speakers,
): { readonly segments: TranscriptSegment[]; readonly emptied: EmptiedLine[] } {
  const edits = new Map(lines.map((edit) => [edit.line, edit]));
  const budget = new ComparisonBudget();
  const emptied: EmptiedLine[] = [];
  const segments = originals.flatMap((segment, index): TranscriptSegment[] => {
    const edit = edits.get(index);
    const parts = edit ? partsOf(segment, edit, budget) : [segment];
    if (edit && parts.length === 0)
      emptied.push({ index, start: segment.start, end: segment.end, revision: edit.revision });
    return parts.map((part) => ({
      ...spoken(part, speakers),
      ...(edits.size > 0 && { index }),
    }));
  });

  return { segments, emptied };
}

function correctedTranscript(
  transcription: TranscriptionResult,
  changes: TranscriptChanges,
  speakers: Speakers,
): TranscriptionResult {
  const { segments, emptied } = segmentsOf(transcription.segments, changes, speakers);
  const text = textOf(segments);
  const numbers = new Set(segments.flatMap(({ speaker }) => speaker ?? []));
  const listed = speakers.listed();
  const isCorrected =
    emptied.length + listed.length > 0 || segments.some(({ corrected }) => corrected);

  return {
    ...transcription,
    text,
    segments,
    word_count: text.split(/\s+/u).filter(Boolean).length,
    ...((transcription.speakers_detected !== undefined || numbers.size > 0) && {
      speakers_detected: numbers.size,
    }),
    ...(listed.length > 0 && { speakers: listed }),
    ...(emptied.length > 0 && { emptied }),
    ...(isCorrected && { corrected: true }),
  };
}

function spoken(segment: TranscriptSegment, speakers: Speakers): TranscriptSegment {
  if (segment.speaker === undefined) return segment;
  const speaker = speakers.rootOf(segment.speaker);
  const name = speakers.nameOf(speaker);
  return { ...segment, speaker, ...(name !== undefined && { speaker_name: name }) };
}

/** What the line is now: one segment for each part; none if it was emptied. */
function partsOf(
  segment: TranscriptSegment,
  { parts, revision }: LineEdit,
  budget: ComparisonBudget,
): TranscriptSegment[] {
  const [first] = parts;
  if (!first) return [segment];

  const marks = { revision, corrected: true as const };
  if (parts.length === 1 && (first.text === undefined || first.text === segment.text)) {
    const { speaker = segment.speaker } = first;
    return speaker === segment.speaker
      ? [{ ...segment, revision }]
      : [{ ...segment, ...(speaker !== undefined && { speaker }), ...marks }];
  }

  // What a person wrote is not unsure, and the engine's confidence was in other words.
  const { words: _words, unsure: _unsure, confidence: _confidence, ...rest } = segment;
  const lineText = parts.map(({ text }) => text ?? '').join(' ');
  const lineWords = correctedWords(segment, lineText, budget);
  const hasWords = segment.words !== undefined;
  let from = 0;

  return parts.flatMap(({ text = '', speaker }, index) => {
    const words = lineWords.slice(from, from + wordsIn(text).length);
    from += words.length;
    if (words.length === 0) return [];
    return [
      {
        ...rest,
        start: index === 0 ? segment.start : startOf(words, segment),
        end: index === parts.length - 1 ? segment.end : endOf(words, segment),
        text: text.trim(),
        ...(speaker !== undefined && { speaker }),
        ...(hasWords && { words: words.map((word) => ({ ...word })) }),
        ...marks,
      },
    ];
  });
}

const startOf = (words: readonly TimedWord[], line: TranscriptSegment): number =>
  words[0]?.start ?? line.start;
const endOf = (words: readonly TimedWord[], line: TranscriptSegment): number =>
  words.at(-1)?.end ?? line.end;
