/** How long the videos of an estimate are, as far as it is known. */
import { counted } from '../format/quantity.ts';
import { timeText } from '../format/time.ts';

interface Lengths {
  /** Total seconds of the videos whose length is known. */
  readonly knownSeconds: number;
  readonly unknownLengths: number;
  readonly videos: number;
}

/** `of 0:27.8`, `of a length not yet known`, or both if a batch has both. */
export function lengthWords({ knownSeconds, unknownLengths, videos }: Lengths): string {
  if (unknownLengths === 0) return `of ${timeText(knownSeconds)}`;
  if (unknownLengths === videos)
    return videos === 1 ? 'of a length not yet known' : 'of lengths not yet known';
  const rest = counted(unknownLengths, 'video', 'videos');
  return `of ${timeText(knownSeconds)} and ${rest} of a length not yet known`;
}
