/** Turns the detector's map of text probability into rotated boxes (the last step of DB, arXiv 1911.08947). */
import type { Corners, Point, TextArea } from '../text.ts';

export interface ProbabilityMap {
  readonly width: number;
  readonly height: number;
  /** Row by row, 0 to 1. */
  readonly data: Float32Array;
}

export interface AreaLimits {
  /** A pixel with a higher probability belongs to text. */
  readonly pixelThreshold: number;
  /** Minimum mean probability of an area. */
  readonly areaThreshold: number;
  /** Factor by which an area grows, because the network marks only the core of a line. */
  readonly growth: number;
  /** Minimum length of an area's shorter side, in map pixels, before the area grows. */
  readonly minSide: number;
}

interface Component {
  readonly hullPoints: Point[];
  readonly mean: number;
}

/** Maximum number of areas in one picture, so that noise cannot cost minutes. */
export const maxAreas = 200;

/** Areas in map pixels, best first, at most `maxAreas`. */
export function textAreas(map: ProbabilityMap, limits: AreaLimits): TextArea[] {
  const areas: TextArea[] = [];

  for (const component of components(map, limits.pixelThreshold)) {
    if (component.mean < limits.areaThreshold) continue;
    const rectangle = smallestRectangle(convexHull(component.hullPoints));
    if (Math.min(rectangle.width, rectangle.height) < limits.minSide) continue;
    areas.push({ corners: grown(rectangle, limits.growth), score: component.mean });
  }

  return areas.sort((a, b) => b.score - a.score).slice(0, maxAreas);
}

function components(map: ProbabilityMap, threshold: number): Component[] {
  const { width, height, data } = map;
  const visited = new Uint8Array(width * height);
  const areas: Component[] = [];

  for (let start = 0; start < data.length; start++) {
    if (visited[start] || (data[start] as number) <= threshold) continue;
    areas.push(componentAt(start, map, threshold, visited));
  }

  return areas;
}

/** All pixels above the threshold that are connected to the pixel at `start`; marks them in `visited`. */
function componentAt(
  start: number,
  { width, height, data }: ProbabilityMap,
  threshold: number,
  visited: Uint8Array,
): Component {
  // Only the outermost pixels of each row can be corners of a convex hull.
  const rows = new Map<number, { left: number; right: number }>();
  const stack = [start];
  let sum = 0;
  let count = 0;
  visited[start] = 1;

  for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
    const x = pixel % width;
    const y = (pixel - x) / width;

    sum += data[pixel] as number;
    count++;

    const row = rows.get(y);
    if (!row) rows.set(y, { left: x, right: x });
    else if (x < row.left) row.left = x;
    else if (x > row.right) row.right = x;

    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const nx = x + dx;
        const ny = y + dy;
        if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;

        const next = ny * width + nx;
        if (visited[next] || (data[next] as number) <= threshold) continue;

        visited[next] = 1;
        stack.push(next);
      }
    }
  }

  const hullPoints = [...rows].flatMap(([y, { left, right }]) => [
    { x: left, y },
    { x: right + 1, y },
    { x: left, y: y + 1 },
    { x: right + 1, y: y + 1 },
  ]);

  return { hullPoints, mean: sum / count };
}

/** Andrew's monotone chain. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];

    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2) as Point, chain.at(-1) as Point, point) <= 0) {
        chain.pop();
      }
      chain.push(point);
    }

    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = (a: Point, b: Point, c: Point) =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

interface Rectangle {
  readonly center: Point;
  /** Length along the direction of reading. */
  readonly width: number;
  readonly height: number;
  /** Unit vector from the text's left to its right. */
  readonly direction: Point;
}

/**
 * An upright rectangle is preferred if it is at most this many times as large as the smallest rectangle, because the
 * tilt measured for a short line is mostly chance.
 */
const uprightExcess = 1.2;

/** Finds the smallest rectangle around a hull, which has a side on one of the hull's edges. */
function smallestRectangle(hull: readonly Point[]): Rectangle {
  const upright = alongDirection(hull, { x: 1, y: 0 });
  let best: Rectangle | null = null;
  for (let i = 0; i < hull.length; i++) {
    const a = hull[i] as Point;
    const b = hull[(i + 1) % hull.length] as Point;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length === 0) continue;

    const direction = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
    const rectangle = alongDirection(hull, direction);
    if (!best || sizeOf(rectangle) < sizeOf(best)) best = rectangle;
  }

  if (!best || sizeOf(upright) <= uprightExcess * sizeOf(best)) return readable(upright);
  return readable(best);
}

const sizeOf = ({ width, height }: Rectangle) => width * height;

function alongDirection(hull: readonly Point[], direction: Point): Rectangle {
  const normal = { x: -direction.y, y: direction.x };
  const along = hull.map((p) => p.x * direction.x + p.y * direction.y);
  const across = hull.map((p) => p.x * normal.x + p.y * normal.y);
  const left = Math.min(...along);
  const right = Math.max(...along);
  const top = Math.min(...across);
  const bottom = Math.max(...across);
  const u = (left + right) / 2;
  const v = (top + bottom) / 2;

  return {
    center: { x: u * direction.x + v * normal.x, y: u * direction.y + v * normal.y },
    width: right - left,
    height: bottom - top,
    direction,
  };
}

/** Turns the rectangle so that its direction reads left to right; tall ones read top to bottom. */
function readable(rectangle: Rectangle): Rectangle {
  let { width, height, direction } = rectangle;
  const quarter = () => {
    direction = { x: -direction.y, y: direction.x };
    [width, height] = [height, width];
  };
  while (direction.x < Math.SQRT1_2 - 1e-9) quarter();

  if (height >= width * 1.5) quarter();
  return { center: rectangle.center, width, height, direction };
}

function grown(rectangle: Rectangle, growth: number): Corners {
  const { center, direction, width, height } = rectangle;
  const distance = (width * height * growth) / (2 * (width + height));
  const w = width / 2 + distance;
  const h = height / 2 + distance;
  const corner = (u: number, v: number): Point => ({
    x: center.x + u * direction.x - v * direction.y,
    y: center.y + u * direction.y + v * direction.x,
  });

  return [corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)];
}
