/** Takes what a part's stretches look like out of its artifact, in the form in which it is stored. */
import { sightPackOf } from '../../analysis/sight-pack.ts';
import type { Artifacts, DescribedStretches } from '../artifacts.ts';

export interface PartSight {
  /** Identifies what made the vectors. */
  readonly model: string;
  readonly pack: Uint8Array;
}

/** Each null if the part described nothing of the kind. */
export interface PartSights {
  /** To compare with pictures. */
  readonly sight: PartSight | null;
  /** To compare with words. */
  readonly sightForWords: PartSight | null;
}

export function sightsOf(artifact: Artifacts[keyof Artifacts]): PartSights {
  if (!('sight' in artifact)) return { sight: null, sightForWords: null };
  return { sight: packed(artifact.sight), sightForWords: packed(artifact.sightForWords) };
}

function packed(described: DescribedStretches | undefined): PartSight | null {
  if (!described) return null;

  const stretches = described.stretches.map(({ vector, ...stretch }) => ({
    ...stretch,
    vector: new Int8Array(Buffer.from(vector, 'base64')),
  }));
  return { model: described.model, pack: sightPackOf(stretches) };
}
