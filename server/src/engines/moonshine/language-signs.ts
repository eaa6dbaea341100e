/**
 * Moonshine knows English only, and writes English words for speech of any language. How likely it finds its own tokens
 * distinguishes them. Geometric means over whole recordings: English 0.8 to 0.9, on the telephone, in noise and by synthetic
 * voices 0.65 to 0.93, clipped hard 0.76; Spanish, French, Italian, Russian, German and seven others 0.3 to 0.51. Pure.
 */
import type { TimeSpan } from '../engine.ts';

/** An utterance. */
export interface Heard extends TimeSpan {
  /** See `surenessOf`, 0 to 1. */
  readonly sureness: number;
}

/** A single utterance below it is not worth showing. */
const leastSure = 0.5;
/** Above this an utterance counts, whatever surrounds it. */
const wellHeard = 0.75;
/** An utterance among speech below this is most likely of another language as well. */
const leastAround = 0.62;
const aroundSeconds = 15;
/** Less sound than this without understood words was no speech: a cough, a chord. */
const leastSeconds = 2;
/** Less than this share of the speech is not understood by chance. */
const leastShare = 0.3;
/** More than this share of the speech missing or doubtful makes a transcript degraded. */
const badShare = 0.2;

/** Gives the utterances to show, in order. */
export function clearUtterances<T extends Heard>(
  all: readonly T[],
): { readonly clear: readonly T[]; readonly degraded: boolean } {
  const clear = all.filter(
    (one) =>
      one.sureness >= wellHeard ||
      (one.sureness >= leastSure && meanSureness(near(one, all)) >= leastAround),
  );
  const share = secondsOf(clear) / secondsOf(all);
  if (share < leastShare) return { clear: [], degraded: secondsOf(all) >= leastSeconds };

  return { clear, degraded: share < 1 - badShare };
}

const near = <T extends Heard>({ start, end }: Heard, all: readonly T[]): T[] =>
  all.filter((other) => other.start < end + aroundSeconds && other.end > start - aroundSeconds);

const lengthOf = ({ start, end }: Heard): number => end - start;

const secondsOf = (all: readonly Heard[]): number =>
  all.reduce((sum, one) => sum + lengthOf(one), 0);

const meanSureness = (all: readonly Heard[]): number =>
  all.reduce((sum, one) => sum + one.sureness * lengthOf(one), 0) / secondsOf(all);
