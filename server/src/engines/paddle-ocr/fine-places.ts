/**
 * Finds where a picture may hold letters that a run on the reduced picture would miss: fine strokes, and doubtful
 * areas.
 */
import type { PixelRect, RgbImage } from '../engine.ts';

/** Side of a cell in pixels, about the height of small print. */
const cell = 16;
/** Strokes of letters 14 to 24 pixels high are two or three pixels wide. */
const strokeWidth = 2;
/** Twice the minimum difference in brightness between a stroke and the pixels to its left and right. */
const strokeContrast = 40;
/**
 * A cell counts only if at least this share of its pixels is brighter than the pixels to the left and right, and at
 * least this share is darker. A mere edge does not meet both conditions.
 */
const strokeShare = 0.08;
/** Number of cells added around each place, because they are searched together with it. */
const margins = { across: 2, down: 1 };
/** If the places cover more than this share of `within`, all of it is searched. */
const mostOfPicture = 0.7;

/**
 * Parts of the picture (inside `within`) where the detector should run at full size: the areas in doubt, and cells full
 * of fine strokes with such a cell to their left or right, except in `coveredBoxes`.
 */
export function placesOf(
  image: RgbImage,
  within: PixelRect,
  coveredBoxes: readonly PixelRect[],
  doubtful: readonly PixelRect[],
  fineStrokes: boolean,
): PixelRect[] {
  const columns = Math.ceil(within.width / cell);
  const rows = Math.ceil(within.height / cell);
  const strokes = fineStrokes
    ? strokeCells(image, within, columns, rows)
    : new Uint8Array(columns * rows);
  for (const box of coveredBoxes) mark(strokes, box, within, columns, rows, 0);

  const targetCells = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cellIndex = row * columns + column;
      const beside =
        (column > 0 && strokes[cellIndex - 1]) || (column < columns - 1 && strokes[cellIndex + 1]);
      if (strokes[cellIndex] && beside) targetCells[cellIndex] = 1;
    }
  }

  for (const box of doubtful) mark(targetCells, box, within, columns, rows, 1);
  const places = joined(boxesOf(targetCells, columns, rows));
  const covered = places.reduce((sum, { width, height }) => sum + width * height, 0);
  if (covered > mostOfPicture * columns * rows) return [within];

  return places.map((box) => inPixels(box, within));
}

function mark(
  cells: Uint8Array,
  box: PixelRect,
  within: PixelRect,
  columns: number,
  rows: number,
  value: 0 | 1,
): void {
  const left = Math.floor((box.x - within.x) / cell);
  const top = Math.floor((box.y - within.y) / cell);
  const right = Math.floor((box.x + box.width - within.x) / cell);
  const bottom = Math.floor((box.y + box.height - within.y) / cell);
  for (let row = Math.max(0, top); row <= Math.min(rows - 1, bottom); row++)
    for (let column = Math.max(0, left); column <= Math.min(columns - 1, right); column++)
      cells[row * columns + column] = value;
}

/**
 * Returns 1 for each cell that is full of fine strokes, found by the second difference of the brightness along the
 * rows.
 */
function strokeCells(
  { width, data }: RgbImage,
  within: PixelRect,
  columns: number,
  rows: number,
): Uint8Array {
  const bright = new Uint32Array(columns * rows);
  const dark = new Uint32Array(columns * rows);
  const luma = new Int32Array(within.width);
  for (let y = 0; y < within.height; y++) {
    let from = ((within.y + y) * width + within.x) * 3;
    for (let x = 0; x < luma.length; x++, from += 3) {
      luma[x] =
        ((data[from] as number) * 77 +
          (data[from + 1] as number) * 151 +
          (data[from + 2] as number) * 28) >>
        8;
    }

    const row = Math.floor(y / cell) * columns;
    for (let x = strokeWidth; x < luma.length - strokeWidth; x++) {
      const bend =
        2 * (luma[x] as number) -
        (luma[x - strokeWidth] as number) -
        (luma[x + strokeWidth] as number);
      if (bend <= strokeContrast && bend >= -strokeContrast) continue;
      const cellIndex = row + Math.floor(x / cell);

      if (bend > 0) bright[cellIndex] = (bright[cellIndex] as number) + 1;
      else dark[cellIndex] = (dark[cellIndex] as number) + 1;
    }
  }

  const minPixels = strokeShare * cell * cell;
  return Uint8Array.from(bright, (count, i) => +(Math.min(count, dark[i] as number) >= minPixels));
}

/** Boxes, in units of cells, around groups of cells; cells that touch once their margins are added form one group. */
function boxesOf(targetCells: Uint8Array, columns: number, rows: number): PixelRect[] {
  const visited = new Uint8Array(targetCells.length);
  const boxes: PixelRect[] = [];
  for (let start = 0; start < targetCells.length; start++) {
    if (!targetCells[start] || visited[start]) continue;

    let left = columns;
    let top = rows;
    let right = 0;
    let bottom = 0;
    const stack = [start];
    visited[start] = 1;

    for (let cellIndex = stack.pop(); cellIndex !== undefined; cellIndex = stack.pop()) {
      const column = cellIndex % columns;
      const row = Math.floor(cellIndex / columns);

      [left, right] = [Math.min(left, column), Math.max(right, column)];
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];

      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
        for (let c = Math.max(0, column - 2); c <= Math.min(columns - 1, column + 2); c++) {
          const next = r * columns + c;
          if (!targetCells[next] || visited[next]) continue;
          visited[next] = 1;
          stack.push(next);
        }
      }
    }

    const x = Math.max(0, left - margins.across);
    const y = Math.max(0, top - margins.down);
    const width = Math.min(columns, right + 1 + margins.across) - x;
    boxes.push({ x, y, width, height: Math.min(rows, bottom + 1 + margins.down) - y });
  }

  return boxes;
}

/** Joins two boxes if one run on both costs little more than two separate runs. */
function joined(boxes: readonly PixelRect[]): PixelRect[] {
  const joinedBoxes: PixelRect[] = [];

  for (const box of boxes) {
    let grown = box;
    for (let i = joinedBoxes.findIndex((candidate) => worthJoining(candidate, grown)); i >= 0; ) {
      grown = around(grown, joinedBoxes[i] as PixelRect);
      joinedBoxes.splice(i, 1);
      i = joinedBoxes.findIndex((candidate) => worthJoining(candidate, grown));
    }

    joinedBoxes.push(grown);
  }

  return joinedBoxes;
}

const size = ({ width, height }: PixelRect) => width * height;
const worthJoining = (a: PixelRect, b: PixelRect) =>
  size(around(a, b)) <= 1.1 * (size(a) + size(b));

function around(a: PixelRect, b: PixelRect): PixelRect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  return { x, y, width: right - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

function inPixels(box: PixelRect, within: PixelRect): PixelRect {
  const x = within.x + box.x * cell;
  const y = within.y + box.y * cell;
  return {
    x,
    y,
    width: Math.min(box.width * cell, within.x + within.width - x),
    height: Math.min(box.height * cell, within.y + within.height - y),
  };
}
