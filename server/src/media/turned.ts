/** Turns and mirrors small pictures as FFmpeg's filters do stored ones (orientation.ts). */
import type { SmallPicture } from './small-picture.ts';

/** The source of each pixel of the upright picture, from its column and row. */
type Place = (
  x: number,
  y: number,
  from: { readonly width: number; readonly height: number },
) => number;

const places: Readonly<Record<string, { readonly swaps: boolean; readonly place: Place }>> = {
  'transpose=clock': {
    swaps: true,
    place: (x, y, { width, height }) => (height - 1 - x) * width + y,
  },
  'transpose=cclock': { swaps: true, place: (x, y, { width }) => x * width + (width - 1 - y) },
  'transpose=clock_flip': {
    swaps: true,
    place: (x, y, { width, height }) => (height - 1 - x) * width + (width - 1 - y),
  },
  'transpose=cclock_flip': { swaps: true, place: (x, y, { width }) => x * width + y },
  hflip: { swaps: false, place: (x, y, { width }) => y * width + (width - 1 - x) },
  vflip: { swaps: false, place: (x, y, { width, height }) => (height - 1 - y) * width + x },
};

/** One plane of grey, turned by the filters in order. */
export function turned(picture: SmallPicture, filters: readonly string[]): SmallPicture {
  return filters.reduce((from, filter) => {
    const known = places[filter];
    if (!known) throw new Error(`unknown turn ${filter}`);
    const { swaps, place } = known;
    const [width, height] = swaps ? [from.height, from.width] : [from.width, from.height];
    const pixels = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1)
        pixels[y * width + x] = from.pixels[place(x, y, from)] ?? 0;
    }
    return { width, height, pixels };
  }, picture);
}
