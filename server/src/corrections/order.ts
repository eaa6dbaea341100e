/** Results as JSON, corrected. */
import { correctedResults } from './corrected.ts';
import type { Said } from './things.ts';

export interface CorrectionOrder {
  readonly json: string;
  readonly corrections: readonly Said[];
}

export const correctedJson = ({ json, corrections }: CorrectionOrder): string =>
  JSON.stringify(correctedResults(JSON.parse(json), corrections));
