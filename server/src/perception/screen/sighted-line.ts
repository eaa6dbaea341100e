/** The form in which the screen readers return lines. */

import type { Box } from '../../engines/engine.ts';
import type { ScreenLine } from '../brands/brand-match.ts';

/** A line at one sampled moment. */
export interface SightedLine {
  readonly sample: number;
  /** Box around the line's letters at that moment; the box in `line` is where the line was found. */
  readonly box: Box;
  readonly line: ScreenLine;
}
