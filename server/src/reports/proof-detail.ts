/** Decides which part of a proof frame is shown enlarged, and where. */
import type { BoundingBox } from '@reelsight/contract';
import type { Detail } from './page.ts';

/**
 * Largest share of the picture's width and height that is enlarged; enlarging a larger part would hardly make it
 * bigger.
 */
const mostOfSide = 0.22;
const leastOfSide = 0.06;
/** Side of the enlarged part, as a multiple of the box's longer side; the surroundings show where the logo is. */
const around = 1.5;

/** The enlarged logo of a frame, in the corner farthest from the logo; null if the logo is large enough to be seen. */
export function detailOf(frame: string, box: BoundingBox): Detail | null {
  const side = Math.max(leastOfSide, around * Math.max(box.width, box.height));
  if (side > mostOfSide) return null;

  const middleX = box.x + box.width / 2;
  const middleY = box.y + box.height / 2;
  const from = (middle: number) => Math.min(Math.max(0, middle - side / 2), 1 - side);
  const region = { x: from(middleX), y: from(middleY), width: side, height: side };

  return {
    picture: `${frame}#${region.x.toFixed(4)},${region.y.toFixed(4)},${side.toFixed(4)}`,
    region,
    onLeft: middleX > 0.5,
    onTop: middleY > 0.5,
  };
}
