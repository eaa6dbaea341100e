/**
 * Finds names that are split over two lines: one above the other (COCA over COLA), or side by side and far apart, as on
 * signs.
 */
import { boundsOf } from '../../analysis/boxes.ts';
import type { Box } from '../../engines/engine.ts';
import type { ScreenLine } from './brand-match.ts';

/** Maximum ratio between the letter heights of the two lines. */
const mostHeightRatio = 1.6;
/** Maximum gap and maximum overlap of two lines, one above the other, as multiples of the smaller line's height. */
const mostGap = 0.8;
const mostOverlap = 0.35;
/** Maximum distance between the centres, or between the left or right ends, as a share of the wider line's width. */
const mostOffset = 0.12;
/**
 * Maximum number of pairs that a line may be part of. In a sentence over many lines, two of them may form a name by
 * chance.
 */
const mostNeighbours = 1;

/** Limits for two lines side by side. A letter with a descender makes a line taller and moves its centre down. */
const mostHeightRatioBeside = 1.5;
const mostShift = 0.25;
const mostGapBeside = 2;

export interface SplitName {
  readonly first: ScreenLine;
  readonly second: ScreenLine;
  /** The two texts combined. The letters have no positions, because they come from two lines. */
  readonly text: string;
  readonly box: Box;
}

/** Finds the pairs among the `lines` of one moment. */
export const splitNames = (lines: readonly ScreenLine[]): SplitName[] =>
  [standsBelow, standsBeside].flatMap((follows) => pairsOf(lines, follows));

function pairsOf(
  lines: readonly ScreenLine[],
  follows: (first: Box, second: Box) => boolean,
): SplitName[] {
  const pairs = lines.flatMap((first) =>
    lines
      .filter((second) => second !== first && follows(first.box, second.box))
      .map((second) => ({ first, second })),
  );
  const neighbours = (line: ScreenLine) =>
    pairs.filter(({ first, second }) => first === line || second === line).length;

  return pairs
    .filter(({ first, second }) => {
      return neighbours(first) <= mostNeighbours && neighbours(second) <= mostNeighbours;
    })
    .map(({ first, second }) => ({
      first,
      second,
      text: `${first.text} ${second.text}`,
      box: boundsOf([...first.corners, ...second.corners], { width: 1, height: 1 }),
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

function standsBeside(left: Box, right: Box): boolean {
  const smaller = Math.min(left.height, right.height);
  if (Math.max(left.height, right.height) > smaller * mostHeightRatioBeside) return false;

  const shift = Math.abs(left.y + left.height / 2 - right.y - right.height / 2);
  if (shift > smaller * mostShift) return false;

  // Widths are fractions of the picture's width and heights of its height. As pictures are usually wider than high,
  // actual gaps are larger than these numbers suggest.
  const gap = right.x - (left.x + left.width);
  return gap > -smaller * mostShift && gap <= smaller * mostGapBeside;
}
