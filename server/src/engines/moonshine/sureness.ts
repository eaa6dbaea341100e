/**
 * Rates how sure Moonshine is of an utterance, by how likely its tokens are, even if the same speech is played a little
 * faster or slower.
 */
import { sampleRate } from '../wav.ts';
import type { Decoded } from './decode.ts';

/**
 * Between these values, English that is hard to hear can't be distinguished from other languages that happen to sound
 * like English. At a slightly different speed, the model hears other words, or none, in another language, but the same
 * words in English.
 */
const doubtful = { from: 0.45, to: 0.8 };
const otherSpeeds = [0.92, 1.08];
/** A few words sound like others more easily than a sentence does, so a shorter utterance must be more certain. */
const shortSeconds = 2.5;

/**
 * The geometric mean of the tokens' probabilities, 0 to 1. If that mean is doubtful, the same speech is decoded at two
 * other speeds as well, and the result is the median of the three means or, for short utterances, the mean of the lower
 * two. In 170 short recordings of other languages, 30 words got through with the geometric mean alone, 7 with the
 * median, and 1 with the mean of the lower two for short utterances; the word error rate of the English recordings did
 * not change.
 */
export async function surenessOf(
  decoded: Decoded,
  samples: Float32Array,
  decodeOther: (samples: Float32Array) => Promise<Decoded>,
): Promise<number> {
  const sureness = meanProbability(decoded);
  if (sureness < doubtful.from || sureness >= doubtful.to) return sureness;

  const estimates = [sureness];

  for (const speed of otherSpeeds)
    estimates.push(meanProbability(await decodeOther(atSpeed(samples, speed))));

  const [lowest, middle] = estimates.sort((a, b) => a - b) as [number, number, number];
  return samples.length < shortSeconds * sampleRate ? (lowest + middle) / 2 : middle;
}

/** Interpolates linearly between two samples, which is accurate enough for speech. */
export function atSpeed(samples: Float32Array, speed: number): Float32Array {
  const result = new Float32Array(Math.floor(samples.length / speed));
  for (let index = 0; index < result.length; index++) {
    const place = index * speed;
    const lowerIndex = Math.min(Math.floor(place), samples.length - 1);
    const value = samples[lowerIndex] as number;
    result[index] = value + (place - lowerIndex) * ((samples[lowerIndex + 1] ?? value) - value);
  }

  return result;
}

/** The mean probability of the tokens; 0 if the model wrote nothing, or repeated the same text over and over. */
const meanProbability = ({ tokens, logProbabilities, looped }: Decoded): number =>
  tokens.length === 0 || looped ? 0 : geometricMean(logProbabilities);

export const geometricMean = (logarithms: readonly number[]): number =>
  Math.exp(logarithms.reduce((sum, logarithm) => sum + logarithm, 0) / logarithms.length);
