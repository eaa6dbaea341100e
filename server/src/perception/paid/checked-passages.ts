/**
 * Checks what a language model says of a window against the words of the transcript. Times and words are taken from the
 * transcript, never from the model. Pure.
 */
import { identityOf } from '../../analysis/name-key.ts';
import type { DraftPaidPassage } from '../../engines/language.ts';
import { findSpan } from '../answers/quote.ts';
import type { BrandNames } from './brand-names.ts';
import type { Clause } from './clauses.ts';
import type { Window } from './windows.ts';

/** A passage whose lines exist and whose quote is said in them. */
export interface Passage extends Window {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Null if neither its words nor the results name who the model says pays. */
  readonly brand: string | null;
  readonly quote: string;
  /** When the quote is said, in seconds. */
  readonly quotedAt: number;
}

export interface CheckedWindow {
  readonly window: Window;
  readonly passages: readonly Passage[];
  /** Whether everything that the model marked passed; else its silence about the rest proves nothing. */
  readonly isSound: boolean;
}

/** Of an endless answer, no more is checked. */
const mostPassages = 30;
/** Quotes with fewer letters and digits occur in many places, so they prove nothing. */
const leastQuoteCharacters = 6;
const mostNameCharacters = 80;
const leastJoinedCharacters = 5;

/** The lines of the passages are counted from the beginning of the window. */
export function checkedWindow(
  clauses: readonly Clause[],
  window: Window,
  drafts: readonly DraftPaidPassage[],
  names: BrandNames,
): CheckedWindow {
  const passages = drafts
    .slice(0, mostPassages)
    .flatMap((draft) => checkedPassage(clauses, window, draft, names) ?? []);
  return { window, passages, isSound: passages.length === drafts.length };
}

function checkedPassage(
  clauses: readonly Clause[],
  window: Window,
  { firstLine, lastLine, advertiser, quote }: DraftPaidPassage,
  names: BrandNames,
): Passage | null {
  const first = window.first + firstLine;
  const last = window.first + lastLine;
  if (firstLine < 0 || lastLine < firstLine || last > window.last) return null;

  const lines = clauses.slice(first, last + 1);
  const { text, starts } = joinedText(lines);
  const characters = quote.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const span = characters < leastQuoteCharacters ? null : findSpan(quote, text);
  if (span === null) return null;

  const quotedLine = lines[starts.findLastIndex((start) => start <= span.start)] as Clause;
  return {
    first,
    last,
    start: (lines[0] as Clause).start,
    end: (lines.at(-1) as Clause).end,
    brand: brandOf(advertiser, text, names),
    quote: text.slice(span.start, span.end),
    quotedAt: quotedLine.start,
  };
}

function joinedText(lines: readonly Clause[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  let text = '';
  for (const line of lines) {
    starts.push(text.length);
    text += `${line.text.normalize('NFC')} `;
  }
  return { text, starts };
}

/** The advertiser as the results name it or as the model writes it, if the words or the results contain it. */
function brandOf(advertiser: string | null, text: string, names: BrandNames): string | null {
  const written = advertiser?.trim() ?? '';
  const key = identityOf(written);
  if (key === '' || written.length > mostNameCharacters) return null;

  const resultName = names.known(written);
  if (resultName !== null && names.has(resultName)) return resultName;
  // A name may be one word in speech and two in writing; a short one would be found inside of other words.
  const isSaid =
    findSpan(written, text) !== null ||
    (key.length >= leastJoinedCharacters && identityOf(text).includes(key));
  return isSaid ? written : null;
}
