/** Decides which part of a proof frame is shown enlarged, and in which corner of the frame. */
import type { BoundingBox } from '@reelsight/contract';
import type { Detail } from './page.ts';

/**
 * Largest part that is enlarged, as a share of the picture's width and height; a larger part would hardly look bigger
 * if it were enlarged.
 */
const mostOfSide = 0.22;
const leastOfSide = 0.06;
/**
 * Side of the enlarged part, as a multiple of the box's longer side. The part is larger than the box, so that it also
 * shows where the logo is.
 */
const around = 1.5;

/**
 * The enlarged part around a logo, shown in the corner farthest from the logo; null if the logo is large enough without
 * it.
 */
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
