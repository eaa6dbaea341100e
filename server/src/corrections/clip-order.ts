/** Finds the moments of a clip in results in JSON. */
import type { ClipRange, CreateClip } from '@reelsight/contract';
import { momentsOf } from '../analysis/clip-moments.ts';
import { parseResultFields } from '../artifacts/results-text.ts';

export interface ClipOrder {
  readonly ask: Pick<CreateClip, 'ranges' | 'brand' | 'object' | 'padding_seconds'>;
  /** Results with `metadata`, and with `brands` or `objects` if the clip names one. */
  readonly json: string;
  /** Length of the video; null if unknown. */
  readonly durationSeconds: number | null;
}

export function clipMoments({
  ask,
  json,
  durationSeconds,
}: ClipOrder): { readonly ranges: readonly ClipRange[] } | { readonly refused: string } {
  const results = parseResultFields<'brands' | 'objects' | 'metadata'>(json);
  const { container = null, video_codec: picture = null } = results.metadata ?? {};
  if (container !== null && picture === null)
    return { refused: 'The video has no picture, only sound: no clip can be made of it.' };

  return momentsOf(ask, results, durationSeconds);
}
