/**
 * Divides a job's passages into the texts that are embedded: stretches of consecutive passages, each about as long as
 * one thought.
 */
import type { SearchKind } from '@reelsight/contract';
import type { StoredPassage } from '../db/search/meaning.ts';

/** Consecutive passages of one kind and one speaker. */
export interface Stretch {
  readonly kind: SearchKind;
  /** 0 if unknown. */
  readonly speaker: number;
  /** Ids of the stretch's first and last passage. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/**
 * Kinds of passages that have a meaning beyond their words, which brand names do not have. A kind's place in this list
 * is its number in a pack.
 */
export const meantKinds = ['speech', 'text', 'object', 'title', 'answer'] as const;
type MeantKind = (typeof meantKinds)[number];

/** Maximum length of a stretch: roughly one thought of speech, or the lines that are on screen at the same time. */
const longestSeconds = 30;
/** Maximum number of tokens in a stretch: small models accept 256. */
const mostTokens = 180;
/** A longer pause ends a stretch, because the topic may change after it. */
const pauseSeconds = 10;
/** Minimum number of tokens in a stretch of speech or text: "Yes." and "Thank you." mean nothing on their own. */
const leastTokens = 3;
/** Maximum number of stretches of one job, which is enough for 16 hours of speech. */
export const mostStretches = 2000;

/** Splits passages, given in the order of their ids, into stretches. */
export function stretchesOf(passages: readonly StoredPassage[]): Stretch[] {
  const stretches: Open[] = [];
  const seenKeys = new Set<string>();

  for (const passage of passages) {
    if (!meantKinds.some((kind) => kind === passage.kind)) continue;

    const last = stretches.at(-1);
    if (last && goesOn(last, passage)) {
      last.text += ` ${passage.text}`;
      last.tokens += tokensIn(passage.text);
      last.last = passage.id;
      last.ends = Math.max(last.ends, passage.ends);
      continue;
    }

    // The same object or line may occur many times, but needs only one stretch.
    const key = `${passage.kind} ${passage.text}`;
    if (passage.kind !== 'speech' && seenKeys.has(key)) continue;

    seenKeys.add(key);
    stretches.push(openStretch(passage));
  }

  return stretches
    .filter(({ kind, tokens }) => !joined.has(kind) || tokens >= leastTokens)
    .slice(0, mostStretches)
    .map(({ kind, speaker, first, last, text }) => ({ kind, speaker, first, last, text }));
}

interface Open {
  readonly kind: MeantKind;
  readonly speaker: number;
  readonly starts: number;
  readonly first: number;
  ends: number;
  last: number;
  text: string;
  tokens: number;
}

const openStretch = (passage: StoredPassage): Open => ({
  kind: passage.kind as MeantKind,
  speaker: passage.details?.speaker ?? 0,
  starts: passage.starts,
  ends: passage.ends,
  first: passage.id,
  last: passage.id,
  text: passage.text,
  tokens: tokensIn(passage.text),
});

/** Kinds whose passages are parts of a longer text. */
const joined: ReadonlySet<SearchKind> = new Set(['speech', 'text']);

const goesOn = (open: Open, passage: StoredPassage): boolean =>
  joined.has(open.kind) &&
  open.kind === passage.kind &&
  open.speaker === (passage.details?.speaker ?? 0) &&
  passage.starts >= open.starts &&
  passage.starts - open.ends <= pauseSeconds &&
  passage.ends - open.starts <= longestSeconds &&
  open.tokens + tokensIn(passage.text) <= mostTokens;

/** Estimates the number of tokens: a token is 4 Latin letters, or one character of another script. */
function tokensIn(text: string): number {
  let quarters = 0;
  for (let index = 0; index < text.length; index += 1)
    quarters += text.charCodeAt(index) < 0x250 ? 1 : 4;
  return quarters / 4;
}
