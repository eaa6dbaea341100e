/** Turns a mask into outlines: rings with few points around the set pixels. */
import type { Ring } from './objects.ts';

export interface Mask {
  readonly width: number;
  readonly height: number;
  /** One value per pixel, row by row; a pixel with a value above 0 is inside. */
  readonly data: Float32Array;
}

/** Maximum number of points of a ring (interface.md "Objects"). */
const maxPoints = 64;
/** Specks below this share of the largest part are dropped. */
const smallestPart = 0.08;
const maxRings = 4;

type Grid = readonly [number, number];

/** Outer rings of the largest parts, largest first, as fractions of the mask; empty if nothing is set. */
export function ringsOf(mask: Mask): Ring[] {
  const traced = trace(mask).map((ring) => ({ ring, area: Math.abs(areaOf(ring)) }));
  traced.sort((a, b) => b.area - a.area);

  const minArea = (traced[0]?.area ?? 0) * smallestPart;
  return traced
    .filter(({ area }) => area >= Math.max(2, minArea))
    .slice(0, maxRings)
    .map(({ ring }) =>
      simplified(ring).map(([x, y]) => [round4(x / mask.width), round4(y / mask.height)] as const),
    );
}

const round4 = (value: number) => Math.round(value * 10_000) / 10_000;

/** Follows the edges between set and unset pixels, keeping the set pixels on the right. Returns only outer rings. */
function trace(mask: Mask): Grid[][] {
  const inside = (x: number, y: number) =>
    x >= 0 &&
    y >= 0 &&
    x < mask.width &&
    y < mask.height &&
    (mask.data[y * mask.width + x] ?? 0) > 0;
  const visited = new Set<number>();
  const rings: Grid[][] = [];
  for (let y = 0; y < mask.height; y++) {
    for (let x = 0; x < mask.width; x++) {
      const top = y * (mask.width + 1) + x;
      if (!inside(x, y) || inside(x, y - 1) || visited.has(top)) continue;
      const ring = follow(x, y, inside, (px, py) => visited.add(py * (mask.width + 1) + px));
      if (areaOf(ring) > 0) rings.push(ring);
    }
  }

  return rings;
}

/**
 * The directions right, down, left and up. For each, `aheadLeft` and `aheadRight` give the pixel ahead of a corner on
 * the left and on the right.
 */
const steps: readonly Grid[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
const aheadLeft: readonly Grid[] = [
  [0, -1],
  [0, 0],
  [-1, 0],
  [-1, -1],
];
const aheadRight: readonly Grid[] = [
  [0, 0],
  [-1, 0],
  [-1, -1],
  [0, -1],
];

function follow(
  startX: number,
  startY: number,
  inside: (x: number, y: number) => boolean,
  passTop: (x: number, y: number) => void,
): Grid[] {
  const ring: Grid[] = [];
  let x = startX;
  let y = startY;
  let direction = 0;
  const isAhead = (sides: readonly Grid[]) => {
    const [dx, dy] = sides[direction] as Grid;
    return inside(x + dx, y + dy);
  };
  do {
    ring.push([x, y]);

    if (direction === 0) passTop(x, y);
    const [dx, dy] = steps[direction] as Grid;
    [x, y] = [x + dx, y + dy];

    if (isAhead(aheadLeft)) direction = (direction + 3) % 4;
    else if (!isAhead(aheadRight)) direction = (direction + 1) % 4;
  } while (x !== startX || y !== startY || direction !== 0);

  return ring;
}

/** Twice the signed area; positive for rings around set pixels, negative for holes. */
function areaOf(ring: readonly Grid[]): number {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = ring[i] as Grid;
    const [bx, by] = ring[(i + 1) % ring.length] as Grid;
    sum += ax * by - bx * ay;
  }
  return sum;
}

/** Simplifies with the Douglas-Peucker algorithm, raising the tolerance until few enough points are left. */
function simplified(ring: readonly Grid[]): Grid[] {
  let tolerance = 0.7;
  let points = reduced(ring, tolerance);
  while (points.length > maxPoints) {
    tolerance *= 1.4;
    points = reduced(ring, tolerance);
  }
  return points;
}

function reduced(ring: readonly Grid[], tolerance: number): Grid[] {
  // A ring has no ends, so it is cut at its first point and at the point farthest from it.
  const [first] = ring;
  if (!first) return [];

  const farthest = ring.reduce(
    (best, [x, y], i) => {
      const distance = Math.hypot(x - first[0], y - first[1]);
      return distance > best.distance ? { i, distance } : best;
    },
    { i: 0, distance: 0 },
  ).i;
  const firstHalf = line(ring.slice(0, farthest + 1), tolerance);
  const two = line([...ring.slice(farthest), first], tolerance);

  return [...firstHalf.slice(0, -1), ...two.slice(0, -1)];
}

function line(points: readonly Grid[], tolerance: number): Grid[] {
  const keep = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part;
    let worst = -1;
    let off = tolerance;
    for (let i = from + 1; i < to; i++) {
      const distance = distanceTo(points[i] as Grid, points[from] as Grid, points[to] as Grid);
      if (distance > off) [worst, off] = [i, distance];
    }

    if (worst < 0) continue;
    keep.add(worst);
    open.push([from, worst], [worst, to]);
  }

  return points.filter((_, i) => keep.has(i));
}

function distanceTo([px, py]: Grid, [ax, ay]: Grid, [bx, by]: Grid): number {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return Math.hypot(px - ax, py - ay);
  return Math.abs((bx - ax) * (ay - py) - (ax - px) * (by - ay)) / length;
}
