/**
 * Finds the tile of a split screen whose picture changed: a rectangle in which nearly everything is new, next to
 * pictures that stayed the same. The border of the rectangle must be visible before and after the change.
 */
import { cutPictureHeight, cutPictureWidth, cutPlanePixels, type PixelBox } from './cut-picture.ts';

/** A pixel counts as new if the differences of Y, U and V add up to at least this much. */
const leastPixelChange = 12;
/** Tiles are at least a quarter of the picture wide and high; news tickers and speakers' name banners are less high. */
const leastWidth = cutPictureWidth / 4;
const leastHeight = cutPictureHeight / 4;
/**
 * Minimum fraction of new pixels in each row or column of the tile, and maximum fraction in the rows and columns just
 * outside it.
 */
const leastNewInLine = 0.6;
const mostNewBeside = 0.25;
/** Minimum fraction of new pixels inside the tile, and maximum fraction outside it. */
const leastNewInside = 0.7;
const mostNewOutside = 0.2;
/**
 * Minimum size and contrast of the unchanged picture outside the tile. If it is smaller, it is a banner; if it has
 * less contrast, it is a letterbox bar.
 */
const leastOutside = 0.3;
const leastOutsideContrast = 14;
/** Minimum step in brightness across a border, and minimum ratio of that step to the steps nearby. */
const leastBorderStep = 6;
const borderFactor = 1.3;

/** Returns the tile that changed; null if no single tile is new, or if nearly the whole picture is. */
export function changedTile(before: Uint8Array, after: Uint8Array): PixelBox | null {
  const isNew = newPixels(before, after);
  const tile = boundsOf(isNew);
  if (!tile) return null;

  const size = tile.width * tile.height;
  const outside = cutPlanePixels - size;
  const newInside = countWithin(isNew, tile);
  const newOutside = countWithin(isNew, wholePicture) - newInside;
  const isRectangle =
    outside >= leastOutside * cutPlanePixels &&
    newInside >= leastNewInside * size &&
    newOutside <= mostNewOutside * outside &&
    linesBeside(tile).every(
      (line) => countWithin(isNew, line) <= mostNewBeside * line.width * line.height,
    );
  if (!isRectangle || contrastOutside(after, tile) < leastOutsideContrast) return null;

  return hasBorder(before, tile) && hasBorder(after, tile) ? tile : null;
}

const wholePicture: PixelBox = {
  left: 0,
  top: 0,
  width: cutPictureWidth,
  height: cutPictureHeight,
};

/** Marks each new pixel with 1. */
function newPixels(before: Uint8Array, after: Uint8Array): Uint8Array {
  const isNew = new Uint8Array(cutPlanePixels);
  const u = cutPlanePixels;
  const v = 2 * cutPlanePixels;
  for (let index = 0; index < cutPlanePixels; index += 1) {
    const change =
      Math.abs((before[index] ?? 0) - (after[index] ?? 0)) +
      Math.abs((before[u + index] ?? 0) - (after[u + index] ?? 0)) +
      Math.abs((before[v + index] ?? 0) - (after[v + index] ?? 0));
    if (change >= leastPixelChange) isNew[index] = 1;
  }

  return isNew;
}

/** The box in which all rows and columns contain many new pixels; null if it is smaller than a tile can be. */
function boundsOf(isNew: Uint8Array): PixelBox | null {
  let box = wholePicture;
  // The rows found limit the columns and the other way round, so this is repeated a few times.
  for (let round = 0; round < 3; round += 1) {
    const [top, bottom] = fullRange(cutPictureHeight, (row) =>
      countWithin(isNew, { ...box, top: row, height: 1 }),
    );
    const rows = { top, height: bottom - top };
    const [left, right] = fullRange(cutPictureWidth, (column) =>
      countWithin(isNew, { ...rows, left: column, width: 1 }),
    );
    box = { ...rows, left, width: right - left };
    if (box.width < leastWidth || box.height < leastHeight) return null;
  }

  return box;
}

/**
 * The range from the first line to just past the last line that has nearly as many new pixels as the lines with the
 * most.
 */
function fullRange(length: number, countAt: (index: number) => number): [from: number, to: number] {
  const counts = Array.from({ length }, (_, index) => countAt(index));
  const highCount = counts.toSorted((a, b) => b - a)[Math.floor(length / 8)] ?? 0;
  const minCount = Math.max(1, leastNewInLine * highCount);
  const first = counts.findIndex((count) => count >= minCount);
  const last = counts.findLastIndex((count) => count >= minCount);
  return first < 0 ? [0, 0] : [first, last + 1];
}

function countWithin(isNew: Uint8Array, { left, top, width, height }: PixelBox): number {
  let count = 0;
  for (let row = top; row < top + height; row += 1) {
    const from = row * cutPictureWidth + left;
    for (let index = from; index < from + width; index += 1) count += isNew[index] ?? 0;
  }
  return count;
}

/** The second row or column outside each side of the tile; the first may be a mixture of both tiles. */
function linesBeside({ left, top, width, height }: PixelBox): PixelBox[] {
  const right = left + width;
  const bottom = top + height;
  return [
    ...(left >= 2 ? [{ left: left - 2, top, width: 1, height }] : []),
    ...(right + 1 < cutPictureWidth ? [{ left: right + 1, top, width: 1, height }] : []),
    ...(top >= 2 ? [{ left, top: top - 2, width, height: 1 }] : []),
    ...(bottom + 1 < cutPictureHeight ? [{ left, top: bottom + 1, width, height: 1 }] : []),
  ];
}

function contrastOutside(picture: Uint8Array, { left, top, width, height }: PixelBox): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < cutPlanePixels; index += 1) {
    const x = index % cutPictureWidth;
    const y = Math.floor(index / cutPictureWidth);
    if (x >= left && x < left + width && y >= top && y < top + height) continue;

    const value = picture[index] ?? 0;
    count += 1;
    sum += value;
    squares += value * value;
  }

  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

/** Whether a straight edge runs along each side of the tile. Sides at the edge of the picture need none. */
function hasBorder(picture: Uint8Array, { left, top, width, height }: PixelBox): boolean {
  const right = left + width;
  const bottom = top + height;
  const luma = (x: number, y: number) => picture[y * cutPictureWidth + x] ?? 0;
  const acrossColumn = (x: number) =>
    meanStep(height, (along) => luma(x, top + along) - luma(x - 1, top + along));
  const acrossRow = (y: number) =>
    meanStep(width, (along) => luma(left + along, y) - luma(left + along, y - 1));

  return (
    (left < 2 || isEdge(left, cutPictureWidth, acrossColumn)) &&
    (right > cutPictureWidth - 2 || isEdge(right, cutPictureWidth, acrossColumn)) &&
    (top < 2 || isEdge(top, cutPictureHeight, acrossRow)) &&
    (bottom > cutPictureHeight - 2 || isEdge(bottom, cutPictureHeight, acrossRow))
  );
}

function meanStep(length: number, stepAt: (along: number) => number): number {
  let sum = 0;
  for (let along = 0; along < length; along += 1) sum += Math.abs(stepAt(along));
  return sum / length;
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, term) => sum + term, 0) / Math.max(1, numbers.length);

/**
 * Whether brightness changes more across a line, or across a line next to it, than across the lines nearby. The lines
 * nearby are those on the side with less change.
 */
function isEdge(place: number, size: number, stepAcross: (place: number) => number): boolean {
  const within = (places: readonly number[]) =>
    places.filter((place) => place >= 1 && place < size);
  const steps = within([place - 1, place, place + 1]).map(stepAcross);
  const sides = [
    [place - 5, place - 4, place - 3],
    [place + 3, place + 4, place + 5],
  ].map((side) => meanOf(within(side).map(stepAcross)));
  const usual = Math.min(...sides);

  return Math.max(...steps) >= Math.max(leastBorderStep, borderFactor * usual);
}
