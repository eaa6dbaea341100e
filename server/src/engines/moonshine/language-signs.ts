/**
 * Moonshine knows only English, and writes English words for speech in any language. The probability it gives its own
 * tokens reveals whether the speech was English. Geometric means over whole recordings: English 0.8 to 0.9; on the
 * telephone, in noise and with synthetic voices 0.65 to 0.93; clipped hard 0.76; Spanish, French, Italian, Russian,
 * German and seven others 0.3 to 0.51. Pure.
 */
import type { TimeSpan } from '../engine.ts';

/** An utterance and how surely its words were recognised. */
export interface Heard extends TimeSpan {
  /** See `surenessOf`, 0 to 1. */
  readonly sureness: number;
}

/** An utterance with a lower sureness than this is never shown. */
const leastSure = 0.5;
/** An utterance with a higher sureness than this is shown, whatever surrounds it. */
const wellHeard = 0.75;
/**
 * If the mean sureness of the speech around an utterance is below this, the utterance is most likely in another
 * language as well.
 */
const leastAround = 0.62;
const aroundSeconds = 15;
/** If nothing was recognised, sound shorter than this is not speech: a cough, a chord. */
const leastSeconds = 2;
/** If less than this share of the speech is recognised, the recognised part is chance and is not shown. */
const leastShare = 0.3;
/** A transcript is degraded if more than this share of the speech is missing or doubtful. */
const badShare = 0.2;

/** Returns the utterances to show, in order. */
export function clearUtterances<T extends Heard>(
  utterances: readonly T[],
): { readonly clear: readonly T[]; readonly degraded: boolean } {
  const clear = utterances.filter(
    (utterance) =>
      utterance.sureness >= wellHeard ||
      (utterance.sureness >= leastSure &&
        meanSureness(nearby(utterance, utterances)) >= leastAround),
  );
  const share = secondsOf(clear) / secondsOf(utterances);
  if (share < leastShare) return { clear: [], degraded: secondsOf(utterances) >= leastSeconds };

  return { clear, degraded: share < 1 - badShare };
}

const nearby = <T extends Heard>({ start, end }: Heard, utterances: readonly T[]): T[] =>
  utterances.filter(
    (utterance) => utterance.start < end + aroundSeconds && utterance.end > start - aroundSeconds,
  );

const lengthOf = ({ start, end }: Heard): number => end - start;

const secondsOf = (utterances: readonly Heard[]): number =>
  utterances.reduce((sum, utterance) => sum + lengthOf(utterance), 0);

/** Weighted by the utterances' lengths. */
export const meanSureness = (utterances: readonly Heard[]): number =>
  utterances.reduce((sum, utterance) => sum + utterance.sureness * lengthOf(utterance), 0) /
  secondsOf(utterances);
