/** The total length of the videos in an estimate, as far as it is known. */
import { counted } from '../format/quantity.ts';
import { lengthText } from '../format/time.ts';

interface Lengths {
  /** Total seconds of the videos whose length is known. */
  readonly knownSeconds: number;
  readonly unknownLengths: number;
  readonly videos: number;
}

/**
 * `3 videos of 0:27.8`, or `1 video of a length not yet known`. If only some lengths of a batch are known, both texts
 * are given, each with its own count.
 */
export function videosOfLength({ knownSeconds, unknownLengths, videos }: Lengths): string {
  const knownCount = videos - unknownLengths;
  const parts = [
    ...(knownCount > 0 ? [`${counted(knownCount, 'video')} of ${lengthText(knownSeconds)}`] : []),
    ...(unknownLengths > 0
      ? [
          `${counted(unknownLengths, 'video')} of ${unknownLengths === 1 ? 'a length' : 'lengths'} not yet known`,
        ]
      : []),
  ];
  return parts.join(' and ');
}

/**
 * Total seconds of the chosen videos: those that the service estimated, else those that this browser read of its files.
 * Null if the length of one of them is not known, since a part would look like the whole.
 */
export function lengthOfAll(
  count: number,
  fileSeconds: readonly (number | null)[],
  estimate: Lengths | undefined,
): number | null {
  // An estimate of an earlier choice is shown until the next one arrives.
  if (estimate?.videos === count && estimate.unknownLengths === 0) return estimate.knownSeconds;
  if (fileSeconds.length !== count) return null;
  return fileSeconds.reduce(
    (sum, seconds) => (sum === null || seconds === null ? null : sum + seconds),
    0,
  );
}
