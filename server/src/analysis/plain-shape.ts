/**
 * Recognises pictures of plain shapes: almost every picture contains a disc, a bar or a ring, so such a shape can't
 * identify a brand.
 */

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, row by row. */
  readonly data: Uint8Array;
}

/** Part of a picture, in pixels. */
export interface PixelPart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A pixel belongs to the mark if one of its colour values (0 to 255) differs from the border's by more than this. */
const leastDifference = 30;
/** Pixels along each side of the grid on which shapes are compared. */
const gridSide = 40;
/**
 * Maximum share of the grid's cells in which the mark may differ from a plain shape, not counting cells along an
 * outline.
 */
const mostOthers = 0.015;
/** Cells within this distance of an outline count neither as shape nor as ground. The unit is half the shape's side. */
const edge = 0.08;
/** Maximum share of a one-coloured shape's pixels that may have another colour. */
const mostOtherColours = 0.15;

/** The median colour of the outermost pixels. */
export function borderColour({ width, height, data }: Pixels): number[] {
  const border: number[] = [];
  for (let x = 0; x < width; x++) border.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) border.push(y * width, y * width + width - 1);
  return [0, 1, 2].map((channel) => {
    const values = border.map((pixel) => data[pixel * 3 + channel] as number);
    return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
  });
}

/** Whether the pixel whose red value is at `index` differs from the ground colour. */
const isMark = (data: Uint8Array, index: number, ground: readonly number[]): boolean =>
  ground.some(
    (value, channel) => Math.abs((data[index + channel] as number) - value) > leastDifference,
  );

/** For each pixel, row by row: 1 if it is unlike the ground, else 0. */
export function maskOf({ width, height, data }: Pixels, ground: readonly number[]): Float32Array {
  return Float32Array.from({ length: width * height }, (_, pixel) =>
    isMark(data, pixel * 3, ground) ? 1 : 0,
  );
}

/** The smallest rectangle around all pixels that differ from the ground; null if there are none. */
export function markIn(
  { width, height, data }: Pixels,
  ground: readonly number[],
): PixelPart | null {
  let left = width;
  let top = height;
  let right = -1;
  let bottom = -1;

  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index += 3) {
      if (!isMark(data, index, ground)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }

  if (right < 0) return null;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Whether the picture shows a bar, disc, diamond or ring in one colour, or nothing at all. */
export function isPlainShape(picture: Pixels): boolean {
  const ground = borderColour(picture);
  const part = markIn(picture, ground);
  if (!part) return true;

  const mask: boolean[] = [];
  const colours: number[][] = [];
  for (let row = 0; row < gridSide; row++) {
    for (let column = 0; column < gridSide; column++) {
      const y = part.y + Math.floor(((row + 0.5) * part.height) / gridSide);
      const x = part.x + Math.floor(((column + 0.5) * part.width) / gridSide);
      const index = (y * picture.width + x) * 3;
      const inMark = isMark(picture.data, index, ground);
      mask.push(inMark);
      if (inMark) colours.push([...picture.data.subarray(index, index + 3)]);
    }
  }

  return isOneColour(colours) && distances.some((distance) => fits(mask, distance));
}

function isOneColour(colours: readonly (readonly number[])[]): boolean {
  const middle = [0, 1, 2].map((channel) => {
    const values = colours.map((colour) => colour[channel] as number).sort((a, b) => a - b);
    return values[values.length >> 1] as number;
  });
  const isOther = (colour: readonly number[]): boolean =>
    middle.some(
      (value, channel) => Math.abs((colour[channel] as number) - value) > leastDifference,
    );
  // Pixels along an outline are partly ground, so a small share may have another colour.
  return colours.filter(isOther).length <= mostOtherColours * colours.length;
}

/**
 * For a bar, a disc and a diamond: the distance of a point from the centre, measured so that the shape's outline is at
 * 1.
 */
const distances: readonly ((x: number, y: number) => number)[] = [
  (x, y) => Math.max(Math.abs(x), Math.abs(y)),
  (x, y) => Math.hypot(x, y),
  (x, y) => Math.abs(x) + Math.abs(y),
];

/** Whether the mask shows the shape that `distance` describes, either solid or with a hole of the same shape. */
function fits(mask: readonly boolean[], distance: (x: number, y: number) => number): boolean {
  const away = mask.map((_, index) => {
    const x = (((index % gridSide) + 0.5) / gridSide) * 2 - 1;
    const y = ((Math.floor(index / gridSide) + 0.5) / gridSide) * 2 - 1;
    return distance(x, y);
  });

  for (let hole = 0; hole < 0.95; hole += 0.05) {
    const isOther = (inMark: boolean, index: number): boolean => {
      const distanceAway = away[index] as number;
      const isEdge = Math.min(Math.abs(distanceAway - 1), Math.abs(distanceAway - hole)) < edge;
      return !isEdge && inMark !== (distanceAway <= 1 && distanceAway >= hole);
    };
    if (mask.filter(isOther).length <= mostOthers * mask.length) return true;
  }

  return false;
}
