/** What the readers of the screen hand on. */
import type { ScreenLine } from '../analysis/brand-match.ts';
import type { Box } from '../engines/engine.ts';

/** A line of one sampled moment. */
export interface SightedLine {
  readonly sample: number;
  readonly box: Box;
  readonly line: ScreenLine;
}
