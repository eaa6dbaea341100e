/** Determines which pixels in and around a name's box have the colour of its letters. Pure. */

/** A part of a picture, rotated so that the line of letters is horizontal. */
export interface InkRegion {
  readonly width: number;
  readonly height: number;
  /** Three colour values per pixel. */
  readonly values: Float32Array;
  /** The known box within the region. */
  readonly inner: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

/** 1 for each pixel that belongs to a letter, 0 for the others, in the region's order. */
export type Mask = Uint8Array;

export interface InkMask {
  readonly mask: Mask;
  /** True if the background may contain grains of the same colour as the letters. */
  readonly busy: boolean;
}

/** Minimum colour difference between letters and their surroundings. */
const leastContrast = 22;
/**
 * Maximum share of the surrounding pixels that may look like letters; above it, the background is too similar to them.
 */
const mostBusy = 0.08;

/** Marks the pixels of letters; null if letters and background cannot be distinguished. */
export function inkMask(region: InkRegion): InkMask | null {
  const ring = ringOf(region);
  if (ring.length < 20) return null;
  const even = onEvenGround(region, ring);
  const mask = even ?? onBusyGround(region, ring);
  return mask && { mask, busy: !even };
}

/** Number of pixels that suffice to determine a background or a colour. */
const enoughPixels = 3000;

/** Takes every nth matching pixel. As n is odd, the pixels are not in the same columns in every row. */
function pixelsWhere(
  { width, height }: InkRegion,
  isWanted: (x: number, y: number) => boolean,
): number[] {
  const step = 2 * Math.floor((width * height) / enoughPixels / 4) + 1;
  const pixels: number[] = [];
  let wantedCount = 0;
  for (let y = 0, pixel = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, pixel += 1)
      if (isWanted(x, y) && wantedCount++ % step === 0) pixels.push(pixel);
  return pixels;
}

/** Pixels around the known box, some distance away from it. */
function ringOf(region: InkRegion): number[] {
  const { left, right, top, bottom } = region.inner;
  const off = 0.1 * (bottom - top);
  const from = left - off;
  const to = right + off;
  const high = top - off;
  const low = bottom + off;
  return pixelsWhere(region, (x, y) => y < high || y > low || x < from || x > to);
}

function insideOf(region: InkRegion): number[] {
  const { left, right, top, bottom } = region.inner;
  const from = Math.floor(left);
  const high = Math.floor(top);
  return pixelsWhere(region, (x, y) => x >= from && x < right && y >= high && y < bottom);
}

/**
 * For a background that is plain or changes evenly: pixels that differ from it belong to letters, whose colour is taken
 * from the interior of the marked area.
 */
function onEvenGround(region: InkRegion, ring: readonly number[]): Mask | null {
  const ground = evenGround(region, ring);
  const off = new Float32Array(region.width * region.height);
  for (let index = 0; index < off.length; index += 1)
    off[index] = distance(region.values, index * 3, ground, index * 3);

  const inside = insideOf(region).map((pixel) => off[pixel] as number);
  const contrast = quantile(inside, 0.93);
  if (contrast < leastContrast) return null;

  // The threshold is as low as the background's noise allows, because the fill of outlined letters may differ less from
  // the background than their outline does.
  const noise = quantile(
    ring.map((pixel) => off[pixel] as number),
    0.95,
  );
  const threshold = Math.min(contrast / 2, Math.max(leastContrast / 2, 2 * noise));
  const marked = new Uint8Array(off.length);
  for (let index = 0; index < off.length; index += 1)
    marked[index] = (off[index] as number) > threshold ? 1 : 0;

  if (shareOf(ring, marked) > mostBusy) return null;
  const ink = innermost(region, marked);
  if (!ink) return null;

  return maskBy(region, (offset) => {
    const inkDistance = distance(region.values, offset, ink, 0);
    return (
      inkDistance < distance(region.values, offset, ground, offset) &&
      inkDistance < 0.5 * distance(ink, 0, ground, offset)
    );
  });
}

/** Fits a plane to the colours of the ring of pixels around the box, ignoring outliers. */
function evenGround(region: InkRegion, ring: readonly number[]): Float32Array {
  const { width, height, values } = region;
  const ground = new Float32Array(values.length);
  for (let channel = 0; channel < 3; channel += 1) {
    let sampledPixels = ring;
    let plane = fitted(values, channel, width, sampledPixels);
    for (let round = 0; round < 2; round += 1) {
      const rest = (pixel: number) =>
        Math.abs((values[pixel * 3 + channel] as number) - valueAt(plane, pixel, width));
      const usual = quantile(sampledPixels.map(rest), 0.5);
      sampledPixels = ring.filter((pixel) => rest(pixel) <= Math.max(3, 3 * usual));
      plane = fitted(values, channel, width, sampledPixels);
    }

    const [level, across, down] = plane;
    for (let y = 0, offset = channel; y < height; y += 1)
      for (let x = 0; x < width; x += 1, offset += 3)
        ground[offset] = level + across * x + down * y;
  }

  return ground;
}

type Plane = readonly [level: number, across: number, down: number];

const valueAt = ([level, across, down]: Plane, pixel: number, width: number): number =>
  level + across * (pixel % width) + down * Math.floor(pixel / width);

/** Fits a plane by least squares. */
function fitted(
  values: Float32Array,
  channel: number,
  width: number,
  pixels: readonly number[],
): Plane {
  let n = 0;
  let sx = 0;
  let sy = 0;
  let sv = 0;
  let sxx = 0;
  let syy = 0;
  let sxy = 0;
  let sxv = 0;
  let syv = 0;

  for (const pixel of pixels) {
    const x = pixel % width;
    const y = Math.floor(pixel / width);
    const v = values[pixel * 3 + channel] as number;

    n += 1;
    sx += x;
    sy += y;
    sv += v;
    sxx += x * x;
    syy += y * y;
    sxy += x * y;
    sxv += x * v;
    syv += y * v;
  }

  if (n === 0) return [0, 0, 0];
  const mx = sx / n;
  const my = sy / n;
  const mv = sv / n;
  const xx = sxx / n - mx * mx;
  const yy = syy / n - my * my;
  const xy = sxy / n - mx * my;
  const xv = sxv / n - mx * mv;
  const yv = syv / n - my * mv;
  const determinant = xx * yy - xy * xy;
  if (determinant < 1e-6) return [mv, 0, 0];

  const across = (xv * yy - yv * xy) / determinant;
  const down = (yv * xx - xv * xy) / determinant;

  return [mv - across * mx - down * my, across, down];
}

/**
 * The colour is determined from this share of the marked pixels, those deepest inside; outlines and shadows are farther
 * out.
 */
const deepShare = 0.25;

/** Colour of the innermost pixels, as three values; null if nothing is marked. */
function innermost(region: InkRegion, marked: Mask): Float32Array | null {
  const depth = depthsOf(marked, region.width, region.height);
  const inside = insideOf(region).filter((pixel) => marked[pixel]);
  if (inside.length < 8) return null;

  const minDepth = quantile(
    inside.map((pixel) => depth[pixel] as number),
    1 - deepShare,
  );
  const deepest = inside.filter((pixel) => (depth[pixel] as number) >= minDepth);

  return Float32Array.from([0, 1, 2], (channel) =>
    quantile(
      deepest.map((pixel) => region.values[pixel * 3 + channel] as number),
      0.5,
    ),
  );
}

/** Distance of each pixel from the nearest unmarked pixel, in horizontal and vertical steps. */
function depthsOf(marked: Mask, width: number, height: number): Uint16Array {
  const depth = new Uint16Array(marked.length);
  const nextDepth = (pixel: number, acrossDepth: number, downDepth: number) => {
    if (!marked[pixel]) return 0;
    return Math.min(acrossDepth, downDepth) + 1;
  };
  for (let y = 0, pixel = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, pixel += 1)
      depth[pixel] = nextDepth(
        pixel,
        x > 0 ? (depth[pixel - 1] as number) : 0,
        y > 0 ? (depth[pixel - width] as number) : 0,
      );

  for (let y = height - 1, pixel = marked.length - 1; y >= 0; y -= 1)
    for (let x = width - 1; x >= 0; x -= 1, pixel -= 1) {
      const right = x < width - 1 ? (depth[pixel + 1] as number) : 0;
      const below = y < height - 1 ? (depth[pixel + width] as number) : 0;
      depth[pixel] = Math.min(depth[pixel] as number, nextDepth(pixel, right, below));
    }

  return depth;
}

/** Number of low bits of each value that are dropped when colours are counted. */
const binBits = 4;

/** For a busy background: the letters have a colour that is frequent inside the box and rare around it. */
function onBusyGround(region: InkRegion, ring: readonly number[]): Mask | null {
  const inside = insideOf(region);
  const ink = ownColour(region, inside, ring);
  if (!ink) return null;

  const away = (pixel: number) => distance(region.values, pixel * 3, ink, 0);
  const reach = quantile(ring.map(away), 0.5) / 2;
  if (reach < leastContrast / 2) return null;

  const mask = maskBy(region, (offset) => distance(region.values, offset, ink, 0) < reach);
  return shareOf(ring, mask) > mostBusy ? null : mask;
}

/** Minimum share of the pixels inside the box that must have that colour; with fewer, it is not that of letters. */
const leastOwn = 0.045;

function ownColour(
  { values }: InkRegion,
  inside: readonly number[],
  ring: readonly number[],
): Float32Array | null {
  const binOf = (pixel: number) => {
    const level = (channel: number, shift: number) =>
      Math.min(
        15,
        Math.max(0, (Math.round(values[pixel * 3 + channel] as number) + shift) >> binBits),
      );
    return (level(0, 0) << 8) | (level(1, 128) << 4) | level(2, 128);
  };
  const shares = new Map<number, number>();
  const count = (pixels: readonly number[], weight: number) => {
    for (const pixel of pixels) {
      const bin = binOf(pixel);
      shares.set(bin, (shares.get(bin) ?? 0) + weight / pixels.length);
    }
  };
  count(inside, 1);
  count(ring, -2);

  const [bin, share] = [...shares].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 0]);
  if (share < leastOwn) return null;

  const binPixels = inside.filter((pixel) => binOf(pixel) === bin);
  return Float32Array.from([0, 1, 2], (channel) =>
    quantile(
      binPixels.map((pixel) => values[pixel * 3 + channel] as number),
      0.5,
    ),
  );
}

function maskBy({ width, height }: InkRegion, isInk: (offset: number) => boolean): Mask {
  const mask = new Uint8Array(width * height);
  for (let index = 0; index < mask.length; index += 1) mask[index] = isInk(index * 3) ? 1 : 0;
  return mask;
}

const shareOf = (pixels: readonly number[], marked: ArrayLike<number>): number =>
  pixels.reduce((sum, pixel) => sum + (marked[pixel] as number), 0) / Math.max(1, pixels.length);

function distance(a: Float32Array, offsetA: number, b: Float32Array, bt: number): number {
  const x = (a[offsetA] as number) - (b[bt] as number);
  const y = (a[offsetA + 1] as number) - (b[bt + 1] as number);
  const z = (a[offsetA + 2] as number) - (b[bt + 2] as number);
  return Math.sqrt(x * x + y * y + z * z);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
