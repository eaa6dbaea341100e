/** The output of the screen readers. */

import type { Box } from '../../engines/engine.ts';
import type { ScreenLine } from '../brands/brand-match.ts';

/** A line of one sampled moment. */
export interface SightedLine {
  readonly sample: number;
  /** Box around its letters in that moment; the line's own box is where it was found. */
  readonly box: Box;
  readonly line: ScreenLine;
}
