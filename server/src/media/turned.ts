/**
 * Turns and mirrors small pictures in the same way as FFmpeg's filters turn and mirror stored pictures
 * (orientation.ts).
 */
import type { Scene } from './media.ts';
import type { SmallPicture } from './small-picture.ts';

/** Index of the stored pixel that is shown at a column and row of the upright picture. */
type Place = (
  x: number,
  y: number,
  from: { readonly width: number; readonly height: number },
) => number;

interface Turn {
  readonly swaps: boolean;
  readonly place: Place;
  /**
   * Where a point of the stored picture is in the upright picture; both positions are fractions of the width and
   * height.
   */
  readonly shown: (x: number, y: number) => readonly [x: number, y: number];
}

const places: Readonly<Record<string, Turn>> = {
  'transpose=clock': {
    swaps: true,
    shown: (x, y) => [1 - y, x],
    place: (x, y, { width, height }) => (height - 1 - x) * width + y,
  },
  'transpose=cclock': {
    swaps: true,
    shown: (x, y) => [y, 1 - x],
    place: (x, y, { width }) => x * width + (width - 1 - y),
  },
  'transpose=clock_flip': {
    swaps: true,
    shown: (x, y) => [1 - y, 1 - x],
    place: (x, y, { width, height }) => (height - 1 - x) * width + (width - 1 - y),
  },
  'transpose=cclock_flip': {
    swaps: true,
    shown: (x, y) => [y, x],
    place: (x, y, { width }) => x * width + y,
  },
  hflip: {
    swaps: false,
    shown: (x, y) => [1 - x, y],
    place: (x, y, { width }) => y * width + (width - 1 - x),
  },
  vflip: {
    swaps: false,
    shown: (x, y) => [x, 1 - y],
    place: (x, y, { width, height }) => (height - 1 - y) * width + x,
  },
};

function turnBy(filter: string): Turn {
  const turn = places[filter];
  if (!turn) throw new Error(`unknown turn ${filter}`);
  return turn;
}

type ShareBox = NonNullable<Scene['part']>;

/** Converts a box in a stored picture to its position in the upright picture, in fractions. */
export function turnedBox(box: ShareBox, filters: readonly string[]): ShareBox {
  return filters.reduce((from, filter) => {
    const { shown: toUpright } = turnBy(filter);
    const [x, y] = toUpright(from.x, from.y);
    const [otherX, otherY] = toUpright(from.x + from.width, from.y + from.height);

    return {
      x: Math.min(x, otherX),
      y: Math.min(y, otherY),
      width: Math.abs(otherX - x),
      height: Math.abs(otherY - y),
    };
  }, box);
}

/** Applies the filters, in order, to a grey picture. */
export function turned(picture: SmallPicture, filters: readonly string[]): SmallPicture {
  return filters.reduce((from, filter) => {
    const { swaps, place } = turnBy(filter);
    const [width, height] = swaps ? [from.height, from.width] : [from.width, from.height];
    const pixels = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1)
        pixels[y * width + x] = from.pixels[place(x, y, from)] ?? 0;
    }

    return { width, height, pixels };
  }, picture);
}
