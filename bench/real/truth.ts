/**
 * What the real recordings and pictures are known to contain: `real/truth.json` in the folder `shared` next to the
 * checkout.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const sharedDir =
  process.env.REELSIGHT_SHARED ?? join(dirname(dirname(dirname(import.meta.dirname))), 'shared');

export interface RealFile {
  /** Path relative to `real`. */
  readonly file: string;
  readonly set: 'speech' | 'ocr' | 'objects' | 'brands' | 'video' | 'robust';
  /** All words that can be read, in any order. */
  readonly texts?: string;
  readonly text_kind?: string;
  readonly objects?: readonly { readonly name: string; readonly small?: boolean }[];
  /** Names that count neither as right nor as wrong. */
  readonly objects_ignore?: readonly string[];
  readonly brands?: readonly string[];
  readonly brands_ignore?: readonly string[];
  /** Times of the cuts, in seconds. */
  readonly cuts?: readonly number[];
  /** Stretches in which a cut counts neither as right nor as wrong, in seconds. */
  readonly cuts_ignore?: readonly (readonly [number, number])[];
}

export type Half = 'tuning' | 'final' | 'all';

/** Every second file of a set is for tuning, the others are for the final measurement. */
export function realFiles(half: Half): RealFile[] {
  const all = JSON.parse(readFileSync(join(sharedDir, 'real', 'truth.json'), 'utf8')) as RealFile[];
  const counts = new Map<string, number>();
  return all.filter(({ set }) => {
    const index = counts.get(set) ?? 0;
    counts.set(set, index + 1);
    return half === 'all' || (index % 2 === 0) === (half === 'tuning');
  });
}
