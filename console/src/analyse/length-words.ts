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
