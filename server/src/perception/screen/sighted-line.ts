/** The form in which the screen readers return lines. */

import type { Box } from '../../engines/engine.ts';
import type { ScreenLine } from '../brands/brand-match.ts';

/** A line in one sample. */
export interface SightedLine {
  readonly sample: number;
  /** Box around the line's letters in this sample; `line.box` is the place where the line was originally found. */
  readonly box: Box;
  readonly line: ScreenLine;
}
