/** Collects everything known about a video, as material for the summary and the answers. */
import type { BrandResult, ObjectResult } from '@reelsight/contract';
import type { Material, ScreenText } from '../../analysis/passages.ts';
import type { MediaPass } from '../../media/media.ts';
import type { BuiltBrand } from '../brands/brand-results.ts';
import type { JoinOrder } from '../part.ts';
import type { Transcript } from '../speech/transcript.ts';

interface Seen {
  /** Null if brands were not looked for. */
  readonly brands: {
    readonly proven: readonly BrandResult[];
    readonly known: readonly BuiltBrand[];
  } | null;
  readonly objects: readonly ObjectResult[] | null;
  readonly texts: readonly ScreenText[];
}

export function materialOf(
  { title, metadata }: Pick<JoinOrder, 'title' | 'metadata'>,
  { probe }: Pick<MediaPass, 'probe'>,
  transcript: Transcript,
  { brands, objects, texts }: Seen,
): Material {
  return {
    ...(transcript.failure === null && {
      transcription: {
        segments: transcript.segments.map(({ words: _words, ...segment }) => segment),
        language: transcript.language,
      },
    }),
    ...(brands && {
      brands: brands.proven.length > 0 ? brands.proven : brands.known.map(({ result }) => result),
      texts,
    }),
    ...(objects && { objects }),
    metadata: {
      ...metadata,
      title,
      duration_seconds: probe.durationSeconds,
      width: probe.video?.width ?? null,
      height: probe.video?.height ?? null,
      fps: probe.video?.fps ?? null,
      has_audio: probe.audio !== null,
    },
  } as Material;
}
