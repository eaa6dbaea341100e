/** Determines which of the marked pixels are the letters of a name: the groups that lie within its known box. Pure. */
import type { InkMask, InkRegion, Mask } from './ink-mask.ts';

export interface Letters {
  /** The outermost letter pixels of each row. */
  readonly outline: readonly { readonly x: number; readonly y: number }[];
}

interface Group {
  readonly pixels: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Number of the group's pixels that are in the known box. */
  readonly inside: number;
}

/**
 * Minimum area of a group, as a share of the squared height of the known box; smaller groups are grain, too small even
 * for the dot of an i.
 */
const grainArea = 0.004;
/** On a busy background, groups smaller than this share of the largest group are ignored. */
const leastOfLargest = 0.12;
/**
 * Maximum distances, as shares of the known box's height, by which the letters' box may lie within or beyond a side of
 * the known box. If one is exceeded, letters were lost or something else was included.
 */
const mostInAcross = 0.55;
const mostInDown = 0.4;
const mostOut = 0.28;
/** Minimum and maximum share of ink in the letters' box. */
const leastInk = 0.08;
const mostInk = 0.85;
/**
 * Maximum share of the marked pixels in the known box that may belong to something larger; above it, the letters cannot
 * be made out.
 */
const mostForeign = 0.1;

export function lettersOf({ mask, busy }: InkMask, region: InkRegion): Letters | null {
  const { inner, width, height } = region;
  const tall = inner.bottom - inner.top;
  const groups = groupsOf(mask, region).filter(
    ({ pixels }) => pixels.length >= Math.max(2, grainArea * tall * tall),
  );
  const isForeign = (group: Group) =>
    group.left === 0 || group.top === 0 || group.right === width - 1 || group.bottom === height - 1;
  const wholeGroups = groups.filter(
    (group) => !isForeign(group) && group.inside >= 0.5 * group.pixels.length,
  );
  const largest = Math.max(...wholeGroups.map(({ pixels }) => pixels.length));
  const letterGroups = busy
    ? wholeGroups.filter(({ pixels }) => pixels.length >= leastOfLargest * largest)
    : wholeGroups;
  const count = (subset: readonly Group[]) => subset.reduce((sum, { inside }) => sum + inside, 0);
  if (letterGroups.length === 0 || count(groups.filter(isForeign)) > mostForeign * count(groups))
    return null;

  return isLettering(letterGroups, inner) ? { outline: outlineOf(letterGroups, width) } : null;
}

/** Whether the groups lie roughly in the known box and are neither specks nor a block. */
function isLettering(groups: readonly Group[], inner: InkRegion['inner']): boolean {
  const left = Math.min(...groups.map((group) => group.left));
  const right = Math.max(...groups.map((group) => group.right)) + 1;
  const top = Math.min(...groups.map((group) => group.top));
  const bottom = Math.max(...groups.map((group) => group.bottom)) + 1;
  const tall = inner.bottom - inner.top;
  const across = [left - inner.left, inner.right - right];
  const down = [top - inner.top, inner.bottom - bottom];
  if (across.some((by) => by > mostInAcross * tall) || down.some((by) => by > mostInDown * tall))
    return false;
  if ([...across, ...down].some((by) => by < -mostOut * tall - 1)) return false;

  const pixels = groups.reduce((sum, group) => sum + group.pixels.length, 0);
  const ink = pixels / ((right - left) * (bottom - top));

  return ink >= leastInk && ink <= mostInk;
}

function outlineOf(groups: readonly Group[], width: number): Letters['outline'] {
  const rows = new Map<number, { left: number; right: number }>();

  for (const { pixels } of groups)
    for (const pixel of pixels) {
      const x = pixel % width;
      const y = Math.floor(pixel / width);
      const row = rows.get(y);
      if (!row) rows.set(y, { left: x, right: x });
      else if (x < row.left) row.left = x;
      else if (x > row.right) row.right = x;
    }

  return [...rows].flatMap(([y, { left, right }]) => [
    { x: left, y },
    { x: right, y },
  ]);
}

/** Groups of marked pixels that touch each other, including at their corners. */
function groupsOf(mask: Mask, { width, height, inner }: InkRegion): Group[] {
  const visitedPixels = new Uint8Array(mask.length);
  const groups: Group[] = [];
  for (let start = 0; start < mask.length; start += 1) {
    if (!mask[start] || visitedPixels[start]) continue;

    const pixels = [start];
    visitedPixels[start] = 1;

    for (let n = 0; n < pixels.length; n += 1) {
      const pixel = pixels[n] as number;
      const x = pixel % width;
      const y = Math.floor(pixel / width);
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny += 1)
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx += 1) {
          const next = ny * width + nx;
          if (!mask[next] || visitedPixels[next]) continue;
          visitedPixels[next] = 1;
          pixels.push(next);
        }
    }

    groups.push(groupOf(pixels, width, inner));
  }

  return groups;
}

function groupOf(pixels: readonly number[], width: number, inner: InkRegion['inner']): Group {
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  let inside = 0;

  for (const pixel of pixels) {
    const x = pixel % width;
    const y = Math.floor(pixel / width);

    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);

    const across = x + 0.5 >= inner.left && x + 0.5 <= inner.right;
    if (across && y + 0.5 >= inner.top && y + 0.5 <= inner.bottom) inside += 1;
  }

  return { pixels, left, right, top, bottom, inside };
}
