/** Reads what the parts of a job left, in their order. */
import { readFile } from 'node:fs/promises';
import type { Artifacts } from '../artifacts.ts';
import type { PartArtifact } from '../part.ts';

/** Null: the part was given up. */
export type Parts = {
  readonly [Kind in keyof Artifacts]: readonly (Artifacts[Kind] | null)[];
};

export async function readParts(parts: readonly PartArtifact[]): Promise<Parts> {
  const of = async <Kind extends keyof Artifacts>(kind: Kind) => {
    const own = parts.filter((part) => part.kind === kind);
    const inOrder = own.toSorted((a, b) => a.span.from - b.span.from);
    const read: (Artifacts[Kind] | null)[] = [];
    for (const { path } of inOrder)
      read.push(path === null ? null : JSON.parse(await readFile(path, 'utf8')));
    return read;
  };
  return {
    hear: await of('hear'),
    speakers: await of('speakers'),
    read: await of('read'),
    detect: await of('detect'),
  };
}
