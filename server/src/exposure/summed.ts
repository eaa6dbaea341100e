/** The sums over the spans of a brand, in short steps. */
import type { BoundingBox, ExposurePosition, ExposureWeights } from '@reelsight/contract';
import { exposurePositions } from '@reelsight/contract/exposure-terms';
import {
  areaOf,
  clarityFactor,
  clutterFactor,
  fieldOf,
  isLegible,
  positionFactor,
  sizeFactor,
  stepSeconds,
} from './formula.ts';
import { placeAfter } from './linked.ts';
import type { Found, Piece } from './piece.ts';
import type { Span } from './spans.ts';

/** How many brands are in view when. */
export class Brands {
  /** From each of these times on, as many as stand at its place in `#counts`. */
  readonly times: readonly number[];
  readonly #counts: readonly number[];

  constructor(brands: readonly (readonly Span[])[]) {
    const changes = new Map<number, number>();
    const add = (at: number, by: number) => changes.set(at, (changes.get(at) ?? 0) + by);
    for (const { start, end } of brands.flat()) {
      add(start, 1);
      add(end, -1);
    }
    const ordered = [...changes].sort(([a], [b]) => a - b);
    let count = 0;
    this.times = ordered.map(([at]) => at);
    this.#counts = ordered.map(([, by]) => {
      count += by;
      return count;
    });
  }

  at(time: number): number {
    return this.#counts[placeAfter(this.times, time) - 1] ?? 0;
  }
}

export interface Sums {
  solus: number;
  boxed: number;
  size: number;
  clarity: number;
  clarityKnown: number;
  equivalent: number;
  maxSize: number;
  readonly position: Record<ExposurePosition, number>;
  readonly legible: { phone: number; laptop: number; tv: number };
}

interface Where {
  readonly spans: readonly Span[];
  /** In order of their starts. */
  readonly pieces: readonly Piece[];
}

export function summed({ spans, pieces }: Where, brands: Brands, weights: ExposureWeights): Sums {
  const sums = noSums();
  const borders = pieces.flatMap(({ start, end }) => [start, end]).sort((a, b) => a - b);
  let begun = 0;
  let active: Piece[] = [];
  for (const { start, end } of spans) {
    const inner = new Set([...within(borders, start, end), ...within(brands.times, start, end)]);
    let from = start;
    for (const to of [...[...inner].sort((a, b) => a - b), end]) {
      for (; (pieces[begun]?.start ?? Number.POSITIVE_INFINITY) <= from; begun++)
        active.push(pieces[begun] as Piece);
      active = active.filter((piece) => piece.end > from);
      addStretch(sums, { start: from, end: to }, active, brands.at((from + to) / 2), weights);
      from = to;
    }
  }
  return sums;
}

/** Those between the two times. */
const within = (sorted: readonly number[], start: number, end: number): readonly number[] =>
  sorted.slice(placeAfter(sorted, start), placeAfter(sorted, end)).filter((at) => at < end);

function noSums(): Sums {
  const position = Object.fromEntries(exposurePositions.map((name) => [name, 0])) as Record<
    ExposurePosition,
    number
  >;
  const legible = { phone: 0, laptop: 0, tv: 0 };
  const none = { solus: 0, boxed: 0, size: 0, clarity: 0, clarityKnown: 0 };
  return { ...none, equivalent: 0, maxSize: 0, position, legible };
}

/** In which neither the boxes nor the number of brands change. */
function addStretch(
  sums: Sums,
  { start, end }: Span,
  active: readonly Piece[],
  count: number,
  weights: ExposureWeights,
): void {
  const length = end - start;
  if (count <= 1) sums.solus += length;
  if (active.length === 0) return;
  sums.boxed += length;
  const clutter = clutterFactor(count, weights);
  // The same all the way, unless something moves.
  const steps = active.some((piece) => moves(piece, length)) ? Math.ceil(length / stepSeconds) : 1;
  const dt = length / steps;
  for (let step = 0; step < steps; step++) {
    const seen = bestAt(active, start + (step + 0.5) * dt, weights);
    addStep(sums, seen, dt, clutter);
  }
}

/** As a fraction of the picture: a box that moves less over a stretch stands still, as no box is more exact. */
const still = 0.002;

function moves({ from, to }: Piece, seconds: number): boolean {
  if (from === to) return false;
  const [a, b] = [from.box, to.box];
  const moved = Math.max(
    Math.abs(a.x - b.x),
    Math.abs(a.y - b.y),
    Math.abs(a.width - b.width),
    Math.abs(a.height - b.height),
    Math.abs((from.clarity ?? 1) - (to.clarity ?? 1)),
  );
  return (moved * seconds) / (to.at - from.at) > still;
}

export interface SeenBox {
  readonly box: BoundingBox;
  readonly clarity: number | null;
  /** Size, position and clarity together. */
  readonly worth: number;
  /** Area of the largest of the boxes. */
  readonly largest: number;
}

export function seenBox(
  { box, clarity }: Pick<Found, 'box' | 'clarity'>,
  weights: ExposureWeights,
): SeenBox {
  const area = areaOf(box);
  const worth =
    sizeFactor(area, weights) * positionFactor(box, weights) * clarityFactor(box, clarity);
  return { box, clarity, worth, largest: area };
}

function bestAt(active: readonly Piece[], time: number, weights: ExposureWeights): SeenBox {
  const [only] = active;
  if (only && active.length === 1) return seenBox(between(only, time), weights);
  const all = active.map((piece) => seenBox(between(piece, time), weights));
  const best = all.reduce((one, other) => (other.worth > one.worth ? other : one));
  return { ...best, largest: Math.max(...all.map(({ largest }) => largest)) };
}

function between({ from, to }: Piece, time: number): Pick<Found, 'box' | 'clarity'> {
  if (from === to) return from;
  const part = (time - from.at) / (to.at - from.at);
  const mixed = (a: number, b: number): number => a + (b - a) * part;
  const box = {
    x: mixed(from.box.x, to.box.x),
    y: mixed(from.box.y, to.box.y),
    width: mixed(from.box.width, to.box.width),
    height: mixed(from.box.height, to.box.height),
  };
  if (from.clarity === null || to.clarity === null)
    return { box, clarity: from.clarity ?? to.clarity };
  return { box, clarity: mixed(from.clarity, to.clarity) };
}

function addStep(
  sums: Sums,
  { box, clarity, worth, largest }: SeenBox,
  dt: number,
  clutter: number,
) {
  sums.size += areaOf(box) * dt;
  sums.clarity += clarityFactor(box, clarity) * dt;
  if (clarity !== null) sums.clarityKnown += dt;
  sums.equivalent += worth * clutter * dt;
  sums.maxSize = Math.max(sums.maxSize, largest);
  sums.position[fieldOf(box)] += dt;
  if (isLegible(box, 'phone')) sums.legible.phone += dt;
  if (isLegible(box, 'laptop')) sums.legible.laptop += dt;
  if (isLegible(box, 'tv')) sums.legible.tv += dt;
}
