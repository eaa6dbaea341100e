/** Applies corrections to results in JSON. */
import { parseResults } from '../artifacts/results-text.ts';
import { correctedResults } from './corrected.ts';
import type { Applied } from './things.ts';

interface CorrectionOrder {
  readonly json: string;
  readonly corrections: readonly Applied[];
}

export const correctedJson = ({ json, corrections }: CorrectionOrder): string =>
  JSON.stringify(correctedResults(parseResults(json), corrections));
