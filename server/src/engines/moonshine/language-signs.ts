/**
 * Moonshine knows English only, and writes English words for speech in any language. The probability it gives its own
 * tokens reveals the difference. Geometric means over whole recordings: English 0.8 to 0.9, on the telephone, in noise
 * and by synthetic voices 0.65 to 0.93, clipped hard 0.76; Spanish, French, Italian, Russian, German and seven others
 * 0.3 to 0.51. Pure.
 */
import type { TimeSpan } from '../engine.ts';

/** An utterance. */
export interface Heard extends TimeSpan {
  /** See `surenessOf`, 0 to 1. */
  readonly sureness: number;
}

/** A single utterance with a lower sureness is not worth showing. */
const leastSure = 0.5;
/** Above this an utterance counts, whatever surrounds it. */
const wellHeard = 0.75;
/** If the speech around an utterance is below this, the utterance is most likely in another language as well. */
const leastAround = 0.62;
const aroundSeconds = 15;
/** A shorter sound without understood words is not speech: a cough, a chord. */
const leastSeconds = 2;
/** If less than this share of the speech is understood, that part is understood by chance. */
const leastShare = 0.3;
/** A transcript is degraded if more than this share of the speech is missing or doubtful. */
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
