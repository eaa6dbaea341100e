/** Lines that stand one above the other as one name: COCA over COLA, GOLDEN STATE over WARRIORS. */
import { boundsOf } from '../../analysis/boxes.ts';
import type { Box } from '../../engines/engine.ts';
import type { ScreenLine } from './brand-match.ts';

/** The larger of two letter heights may be this many times the smaller. */
const mostHeightRatio = 1.6;
/** In heights of the smaller line. */
const mostGap = 0.8;
const mostOverlap = 0.35;
/** How far the middles, or the left or right ends, may lie apart, in widths of the wider line. */
const mostOffset = 0.12;
/** In a sentence over many lines two of them meet as a name by chance. */
const mostNeighbours = 1;

export interface StackedLines {
  readonly upper: ScreenLine;
  readonly lower: ScreenLine;
  /** Both texts as one; its letters have no places, as they stand on two lines. */
  readonly text: string;
  readonly box: Box;
}

/** Pairs among `lines` of one moment. */
export function stackedLines(lines: readonly ScreenLine[]): StackedLines[] {
  const pairs = lines.flatMap((upper) =>
    lines
      .filter((lower) => lower !== upper && standsBelow(upper.box, lower.box))
      .map((lower) => ({ upper, lower })),
  );
  const neighbours = (line: ScreenLine) =>
    pairs.filter(({ upper, lower }) => upper === line || lower === line).length;

  return pairs
    .filter(({ upper, lower }) => {
      return neighbours(upper) <= mostNeighbours && neighbours(lower) <= mostNeighbours;
    })
    .map(({ upper, lower }) => ({
      upper,
      lower,
      text: `${upper.text} ${lower.text}`,
      box: boundsOf([...upper.corners, ...lower.corners], { width: 1, height: 1 }),
    }));
}

function standsBelow(upper: Box, lower: Box): boolean {
  const smaller = Math.min(upper.height, lower.height);
  if (Math.max(upper.height, lower.height) > smaller * mostHeightRatio) return false;

  const gap = lower.y - (upper.y + upper.height);
  if (gap > smaller * mostGap || gap < -smaller * mostOverlap) return false;

  const width = Math.max(upper.width, lower.width);
  const left = Math.abs(upper.x - lower.x);
  const right = Math.abs(upper.x + upper.width - lower.x - lower.width);
  const middle = Math.abs(upper.x + upper.width / 2 - lower.x - lower.width / 2);
  return Math.min(left, right, middle) <= width * mostOffset;
}
