/** Lines of text as the text engine returns them. */
import type { ScreenLine } from '../../src/perception/brands/brand-match.ts';

const letterWidth = 0.01;
const lineHeight = 0.02;

/** A line whose letters are equally wide, in a frame of size 1 by 1. */
export function lineOf(text: string, x = 0.1, y = 0.1, confidence = 0.98): ScreenLine {
  const count = Math.max(1, Array.from(text).length);
  const width = count * letterWidth;
  const height = lineHeight;

  return {
    text,
    confidence,
    box: { x, y, width, height },
    corners: [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ],
    positions: Array.from({ length: count }, (_, index) => (index + 0.5) / count),
  };
}
