/** Takes what a part's stretches look like out of its artifact, in the form in which it is stored. */
import { sightPackOf } from '../../analysis/sight-pack.ts';
import type { Artifacts } from '../artifacts.ts';

export interface PartSight {
  /** Identifies what made the vectors. */
  readonly model: string;
  readonly pack: Uint8Array;
}

/** Null if the part described nothing. */
export function sightOf(artifact: Artifacts[keyof Artifacts]): PartSight | null {
  if (!('sight' in artifact) || !artifact.sight) return null;

  const stretches = artifact.sight.stretches.map(({ vector, ...stretch }) => ({
    ...stretch,
    vector: new Int8Array(Buffer.from(vector, 'base64')),
  }));
  return { model: artifact.sight.model, pack: sightPackOf(stretches) };
}
