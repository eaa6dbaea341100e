/** Loads the artifacts of a job's parts, by kind and in the order of the video. */
import { readArtifact } from '../../artifacts/read-artifact.ts';
import { type Artifacts, storedArtifacts } from '../artifacts.ts';
import type { PartArtifact } from '../part.ts';

/** Artifacts by kind of part; null stands for an abandoned part. */
export type LoadedArtifacts = {
  readonly [Kind in keyof Artifacts]: readonly (Artifacts[Kind] | null)[];
};

/** Throws ArtifactDamaged. */
export async function loadArtifacts(parts: readonly PartArtifact[]): Promise<LoadedArtifacts> {
  const load = async <Kind extends keyof Artifacts>(kind: Kind) => {
    const partsOfKind = parts.filter((part) => part.kind === kind);
    const inOrder = partsOfKind.toSorted((a, b) => a.span.from - b.span.from);
    const loaded: (Artifacts[Kind] | null)[] = [];
    for (const { path } of inOrder)
      loaded.push(path === null ? null : await readArtifact(path, storedArtifacts[kind]));
    return loaded;
  };
  return {
    hear: await load('hear'),
    speakers: await load('speakers'),
    read: await load('read'),
    detect: await load('detect'),
  };
}
