/** Types for boxes on frames, and between frames. */
import type { BoundingBox, Surface } from '@reelsight/contract';
import type { Span } from '../analysis/spans.ts';

/** A box on one frame. */
export interface Found {
  readonly at: number;
  readonly box: BoundingBox;
  /** Null where it was not measured. */
  readonly clarity: number | null;
  readonly surface: Surface | undefined;
}

/** A box over a period of time, in which it moves from one detection to another. */
export interface Piece extends Span {
  readonly from: Found;
  readonly to: Found;
}
