/**
 * Checks an answer against its sources: citations that are not found in them are dropped, and an answer without any
 * evidence is discarded.
 */
import type { QueryResult, TranscriptSegment } from '@reelsight/contract';
import { cutText } from '@reelsight/contract/cut-text';
import { speaksOf } from '../../analysis/words.ts';
import type { Citation, DraftAnswer, Moment, Passage } from '../../engines/language.ts';
import { findSpan } from './quote.ts';

export type Evidence = QueryResult['evidence'][number];

/** Evidence and the index of the video that it comes from. */
export interface PlacedEvidence {
  readonly video: number;
  readonly evidence: Evidence;
}

export interface CheckedAnswer {
  readonly answer: string;
  readonly answered: boolean;
  readonly confidence: number;
  readonly evidence: readonly PlacedEvidence[];
}

/** How many seconds a quote may extend beyond the cited passage, into the sentence before or after it. */
const quoteReachSeconds = 10;
const maxEvidence = 20;
const momentsPerCitation = 5;
const maxQuoteCharacters = 400;

/**
 * Keeps the citations whose passage exists and whose quote occurs in its source. Times and words are taken from the
 * source, never from the model. `transcripts[v]` holds the segments of video `v`.
 */
export function checkAnswer(
  query: string,
  draft: DraftAnswer,
  passages: readonly Passage[],
  transcripts: readonly (readonly TranscriptSegment[])[],
): CheckedAnswer {
  const answer = draft.answer.trim();
  // If many things are cited, the evidence shows the first moments of each thing, not all moments of the first few
  // things.
  const momentsEach = Math.max(1, Math.floor(maxEvidence / draft.citations.length));
  const citationEvidence = draft.citations.map((citation) =>
    citedEvidence(citation, `${query} ${answer}`, passages, transcripts).slice(0, momentsEach),
  );
  const evidence = withoutRepeats(citationEvidence.flat()).slice(0, maxEvidence);
  if (evidence.length === 0 || answer === '') {
    return { answer: '', answered: false, confidence: 0, evidence: [] };
  }

  // Each citation that fails the check lowers the confidence that the engine claimed.
  const supportedShare =
    citationEvidence.filter((list) => list.length > 0).length / citationEvidence.length;
  const claimed = Number.isFinite(draft.confidence) ? draft.confidence : 0;
  const confidence = round(Math.min(1, Math.max(0, claimed)) * supportedShare);

  return { answer, answered: true, confidence, evidence };
}

/**
 * The evidence of one citation; empty if its passage does not exist or does not hold the quote. Detected things have no
 * words to check, so the question or the answer must at least mention them.
 */
export function citedEvidence(
  { passage: index, quote }: Citation,
  questionAndAnswer: string,
  passages: readonly Passage[],
  transcripts: readonly (readonly TranscriptSegment[])[],
): PlacedEvidence[] {
  const passage = passages[index];
  if (!passage) return [];

  const { quotable, subject } = passage;
  if (quotable === null && !speaksOf(questionAndAnswer, subject.name)) return [];
  return evidenceOf(passage, quote, transcripts);
}

function evidenceOf(
  passage: Passage,
  quote: string | null,
  transcripts: readonly (readonly TranscriptSegment[])[],
): PlacedEvidence[] {
  const { source, moments, quotable } = passage;
  if (quotable === null) {
    return moments.slice(0, momentsPerCitation).flatMap((moment) => {
      if (source !== 'speech') return [place(moment, source)];
      const spoken = spokenAt(transcripts[moment.video] ?? [], moment);
      return spoken === null ? [] : [place(moment, source, spoken)];
    });
  }

  if (quote === null) return [];
  if (source === 'speech') {
    return moments.slice(0, 1).flatMap((moment) => {
      const spoken = findQuote(quote, transcripts[moment.video] ?? [], moment);
      return spoken ? [place({ ...moment, ...spoken }, source, spoken.quote)] : [];
    });
  }

  const sourceText = quotable.normalize('NFC');
  const span = findSpan(quote, sourceText);
  if (span === null) return [];

  const words = sourceText.slice(span.start, span.end);
  return moments.slice(0, momentsPerCitation).map((moment) => place(moment, source, words));
}

function place(moment: Moment, source: Evidence['source'], quote?: string): PlacedEvidence {
  const evidence = {
    timestamp: round(moment.start),
    // Metadata describes the whole video; a start and an end would suggest that it refers to one passage.
    ...(source !== 'metadata' && {
      timestamp_start: round(moment.start),
      timestamp_end: round(moment.end),
    }),
    source,
    ...(quote !== undefined && { quote: cut(quote) }),
    ...(moment.frameUrl !== undefined && { frame_url: moment.frameUrl }),
  };
  return { video: moment.video, evidence };
}

export function withoutRepeats(list: readonly PlacedEvidence[]): PlacedEvidence[] {
  const evidenceByKey = new Map<string, PlacedEvidence>();
  for (const placedEvidence of list) {
    const { source, timestamp, quote } = placedEvidence.evidence;
    const key = JSON.stringify([placedEvidence.video, source, timestamp, quote]);
    if (!evidenceByKey.has(key)) evidenceByKey.set(key, placedEvidence);
  }
  return [...evidenceByKey.values()];
}

/** The text of the segment that was spoken at this moment. */
function spokenAt(segments: readonly TranscriptSegment[], moment: Moment): string | null {
  const segment = segments.find(
    ({ start, end }) => moment.start <= end + 0.5 && moment.start >= start - 0.5,
  );
  const text = segment?.text.normalize('NFC').trim();
  return text ? text : null;
}

export interface SpokenQuote {
  /** The words as they are in the transcript. */
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds where a quote is spoken in or near a span of time; null if it is not spoken there. Only differences in case,
 * punctuation and spacing are ignored. Times are those of the words if the transcript has them, otherwise those of the
 * segments.
 */
export function findQuote(
  quote: string,
  segments: readonly TranscriptSegment[],
  around: { readonly start: number; readonly end: number },
): SpokenQuote | null {
  // Searches the cited span first, because the same words may also occur just before it.
  for (const reach of [0, quoteReachSeconds]) {
    const from = around.start - reach;
    const to = around.end + reach;
    const nearbySegments = segments.filter((segment) => segment.end >= from && segment.start <= to);
    const spokenQuote = findAmong(quote, nearbySegments.flatMap(timedWords));
    if (spokenQuote) return spokenQuote;
  }
  return null;
}

function findAmong(quote: string, words: readonly TimedWord[]): SpokenQuote | null {
  const { text, starts } = joinWords(words);
  const span = findSpan(quote, text);
  if (span === null) return null;

  const first = words[starts.findLastIndex((start) => start <= span.start)];
  const last = words[starts.findLastIndex((start) => start < span.end)];
  if (!first || !last) return null;

  const start = first.start;
  const end = Math.max(first.end, last.end);

  return { quote: text.slice(span.start, span.end), start, end };
}

interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The words of the segment with their own times, if together they make up its text; otherwise the words of its text,
 * each with the times of the whole segment.
 */
function timedWords(segment: TranscriptSegment): TimedWord[] {
  const { words, start, end } = segment;
  const text = segment.text.normalize('NFC');
  const spoken = words?.map((word) => ({ ...word, text: word.text.normalize('NFC').trim() })) ?? [];
  if (spoken.map((word) => word.text).join(' ') === text.trim()) return spoken;

  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((piece) => ({ text: piece, start, end }));
}

/** Joins the words with spaces and records where each word begins. */
function joinWords(words: readonly TimedWord[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  let length = 0;
  for (const word of words) {
    starts.push(length);
    length += word.text.length + 1;
  }
  return { text: words.map((word) => word.text).join(' '), starts };
}

/** Shortens a quote between two words, so that the rest can still be found in its source. */
function cut(quote: string): string {
  if (quote.length <= maxQuoteCharacters) return quote;
  const space = quote.lastIndexOf(' ', maxQuoteCharacters);
  return cutText(quote, space > 0 ? space : maxQuoteCharacters);
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
