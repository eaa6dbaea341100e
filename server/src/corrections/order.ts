/** Applies corrections to results in JSON. */
import { parseResults } from '../artifacts/results-text.ts';
import { correctedResults } from './corrected.ts';
import type { Said } from './things.ts';

interface CorrectionOrder {
  readonly json: string;
  readonly corrections: readonly Said[];
}

export const correctedJson = ({ json, corrections }: CorrectionOrder): string =>
  JSON.stringify(correctedResults(parseResults(json), corrections));
