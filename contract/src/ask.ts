/**
 * What a caller wants from a video, normalised once after validation: stored with the job, sent to its processes, and
 * shown again.
 */
import type { Capability, CaptionChoice } from './job.ts';
import type { Limits } from './plans.ts';
import type { Surface } from './surfaces.ts';

export interface Ask {
  /** Without repeats. */
  readonly capabilities: readonly Capability[];
  /** Empty: every brand of the lexicon. */
  readonly brands: readonly string[];
  /** Empty: a brand counts wherever it appears. */
  readonly surfaces: readonly Surface[];
  readonly objects: readonly string[];
  readonly queries: readonly string[];
  /** A hint, BCP 47; null: detect it. */
  readonly language: string | null;
  /** Frames analysed per second, within the plan's limit. */
  readonly fps: number;
  readonly return_proof: boolean;
  /** The estimate for the real duration may not exceed these credits; null: no limit. */
  readonly max_credits: number | null;
  /** Index of the audio track to use; null: chosen automatically. Absent in jobs of earlier versions. */
  readonly audio_track?: number | null;
  /** Whether captions of the platform are used as the transcript; absent in jobs of earlier versions. */
  readonly captions?: CaptionChoice;
  /** A job on the same video whose media, and transcript if it is suitable, are reused. */
  readonly from_job: string | null;
}

/** The fields a caller may give, in a validated body or in the rule of a Follow. */
export interface GivenAsk {
  readonly capabilities: readonly Capability[];
  readonly brands?: readonly string[] | undefined;
  readonly surfaces?: readonly string[] | undefined;
  readonly objects?: readonly string[] | undefined;
  readonly queries?: readonly string[] | undefined;
  readonly language?: string | undefined;
  readonly fps?: number | undefined;
  readonly return_proof?: boolean | undefined;
  readonly max_credits?: number | undefined;
  readonly audio_track?: number | undefined;
  readonly captions?: CaptionChoice | undefined;
  readonly from_job?: string | undefined;
}

export function askOf(request: GivenAsk, limits: Pick<Limits, 'max_fps'>): Ask {
  return {
    capabilities: [...new Set(request.capabilities)],
    brands: request.brands ?? [],
    surfaces: (request.surfaces ?? []) as readonly Surface[],
    objects: request.objects ?? [],
    queries: request.queries ?? [],
    language: request.language ?? null,
    fps: Math.min(request.fps ?? limits.max_fps, limits.max_fps),
    return_proof: request.return_proof ?? true,
    max_credits: request.max_credits ?? null,
    audio_track: request.audio_track ?? null,
    captions: request.captions ?? 'human',
    from_job: request.from_job ?? null,
  };
}
