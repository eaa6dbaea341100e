/** For tests: analyses a video in one, two and seven parts, which must give the same results. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ask, Results } from '@reelsight/contract';
import { frameCells, soundCells } from '../../src/perception/cells.ts';
import type { Resources } from '../../src/perception/resources.ts';
import { ingestHere, mediaDir, temporaryDir } from '../media/test-media.ts';
import { perceiveWhole } from './perceive-whole.ts';

interface Perceived {
  readonly results: Results;
  /** Folder of the proof frames. */
  readonly frames: string;
}

export interface InParts {
  readonly cells: { readonly sound: number; readonly frames: number };
  readonly one: Perceived;
  readonly two: Perceived;
  readonly seven: Perceived;
}

/** Analyses a file of the shared media in one, two and seven parts; every part is computed. */
export async function perceiveInParts(
  file: string,
  ask: Ask,
  resources: Resources,
): Promise<InParts> {
  const { dir, pass } = await ingestHere(join(mediaDir, file));
  const perceive = async (parts: number): Promise<Perceived> => {
    const outDir = temporaryDir();
    const results = await perceiveWhole(dir, ask, { resources, parts, outDir });
    return { results, frames: join(outDir, 'joined', 'frames') };
  };

  return {
    cells: { sound: soundCells(pass).length, frames: frameCells(pass).length },
    one: await perceive(1),
    two: await perceive(2),
    seven: await perceive(7),
  };
}

/** Asserts that the results and pictures are the same, however the video was divided. */
export function assertSameInParts({ one, two, seven }: InParts): void {
  for (const other of [two, seven]) {
    // Compared field by field first, which makes differences easier to read.
    for (const key of Object.keys(one.results) as (keyof Results)[])
      assert.deepEqual(other.results[key], one.results[key], String(key));
    assert.deepEqual(other.results, one.results);
    assertSameFiles(one.frames, other.frames);
  }
}

function assertSameFiles(folder: string, other: string): void {
  assert.deepEqual(readdirSync(other), readdirSync(folder));
  for (const name of readdirSync(folder))
    assert.ok(readFileSync(join(folder, name)).equals(readFileSync(join(other, name))), name);
}
