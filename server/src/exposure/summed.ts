/** Sums up the exposure of a brand over its spans, in short steps. */
import type { ExposureDevice, ExposureWeights } from '@reelsight/contract';
import { exposureDeviceNames, exposurePositions } from '@reelsight/contract/exposure-terms';
import { countUpTo } from '../analysis/ordered.ts';
import type { Span } from '../analysis/spans.ts';
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
import type { Found, Piece } from './piece.ts';

/** The number of brands in view at each time. */
export class BrandCount {
  /** When the count changes; `#counts` has the new count at the same index. */
  readonly times: readonly number[];
  readonly #counts: readonly number[];

  constructor(brands: readonly (readonly Span[])[]) {
    const changes = new Map<number, number>();
    const add = (time: number, by: number) => changes.set(time, (changes.get(time) ?? 0) + by);

    for (const { start, end } of brands.flat()) {
      add(start, 1);
      add(end, -1);
    }

    const ordered = [...changes].sort(([a], [b]) => a - b);
    let count = 0;

    this.times = ordered.map(([time]) => time);
    this.#counts = ordered.map(([, by]) => {
      count += by;
      return count;
    });
  }

  at(time: number): number {
    return this.#counts[countUpTo(this.times, time) - 1] ?? 0;
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
  /** Seconds in each of the nine fields of the frame, in the order of `exposurePositions`. */
  readonly position: Float64Array;
  readonly legible: Record<ExposureDevice, number>;
}

interface Where {
  readonly spans: readonly Span[];
  /** In the order of their starts. */
  readonly pieces: readonly Piece[];
}

export function summed(
  { spans, pieces }: Where,
  brands: BrandCount,
  weights: ExposureWeights,
): Sums {
  const sums = noSums();
  const borders = bordersOf(pieces);
  let nextPiece = 0;
  let active: Piece[] = [];

  for (const { start, end } of spans) {
    let from = start;
    let border = countUpTo(borders, start);
    let change = countUpTo(brands.times, start);

    while (from < end) {
      const to = Math.min(borders[border] ?? end, brands.times[change] ?? end, end);

      for (; (pieces[nextPiece]?.start ?? Number.POSITIVE_INFINITY) <= from; nextPiece++)
        active.push(pieces[nextPiece] as Piece);

      if (active.some((piece) => piece.end <= from))
        active = active.filter((piece) => piece.end > from);

      addStretch(sums, { start: from, end: to }, active, brands.at((from + to) / 2), weights);
      from = to;
      while ((borders[border] ?? end) <= from && border < borders.length) border += 1;
      while ((brands.times[change] ?? end) <= from && change < brands.times.length) change += 1;
    }
  }

  return sums;
}

/** The starts and ends of pieces, in order. */
function bordersOf(pieces: readonly Piece[]): Float64Array {
  const borders = new Float64Array(pieces.length * 2);
  for (const [index, { start, end }] of pieces.entries()) {
    borders[2 * index] = start;
    borders[2 * index + 1] = end;
  }
  return borders.sort();
}

function noSums(): Sums {
  const position = new Float64Array(exposurePositions.length);
  const legible = { phone: 0, laptop: 0, tv: 0 };
  const zeros = { solus: 0, boxed: 0, size: 0, clarity: 0, clarityKnown: 0 };
  return { ...zeros, equivalent: 0, maxSize: 0, position, legible };
}

/** Adds a stretch in which neither the boxes nor the number of brands change. */
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
  // One step for the whole stretch, unless something moves.
  const steps = active.some((piece) => moves(piece, length)) ? Math.ceil(length / stepSeconds) : 1;
  const dt = length / steps;
  for (let step = 0; step < steps; step++) {
    const moment = bestAt(active, start + (step + 0.5) * dt, weights);
    addStep(sums, moment, dt, clutter);
  }
}

/**
 * Fraction of the picture: a box that moves less than this over a stretch counts as still, because no box is more exact
 * than that.
 */
const still = 0.002;

function moves({ from, to }: Piece, seconds: number): boolean {
  if (from === to) return false;

  const a = from.box;
  const b = to.box;
  const moved = Math.max(
    Math.abs(a.x - b.x),
    Math.abs(a.y - b.y),
    Math.abs(a.width - b.width),
    Math.abs(a.height - b.height),
    Math.abs((from.clarity ?? 1) - (to.clarity ?? 1)),
  );

  return (moved * seconds) / (to.at - from.at) > still;
}

/** A box at one moment. Only two objects are used for all moments, because there are millions of moments. */
interface Moment {
  x: number;
  y: number;
  width: number;
  height: number;
  /** 1 if it was not measured. */
  clarity: number;
  isMeasured: boolean;
  /** Product of size, position and clarity. */
  worth: number;
  /** Area of the largest box at this moment. */
  largest: number;
}

const newMoment = (): Moment => ({
  x: 0,
  y: 0,
  width: 0,
  height: 0,
  clarity: 1,
  isMeasured: false,
  worth: 0,
  largest: 0,
});
const scratchA = newMoment();
const scratchB = newMoment();

export function worthOf(
  { box, clarity }: Pick<Found, 'box' | 'clarity'>,
  weights: ExposureWeights,
): number {
  const size = sizeFactor(areaOf(box), weights);
  return size * positionFactor(box, weights) * clarityFactor(box, clarity);
}

/** The result is reused: it is valid until the next call. */
function bestAt(active: readonly Piece[], time: number, weights: ExposureWeights): Moment {
  let best = scratchA;
  let next = scratchB;
  setTo(best, active[0] as Piece, time, weights);

  let largest = best.largest;
  for (let index = 1; index < active.length; index++) {
    setTo(next, active[index] as Piece, time, weights);
    largest = Math.max(largest, next.largest);
    if (next.worth > best.worth) [best, next] = [next, best];
  }

  best.largest = largest;
  return best;
}

function setTo(moment: Moment, { from, to }: Piece, time: number, weights: ExposureWeights): void {
  const a = from.box;
  const b = to.box;
  const part = from === to ? 0 : (time - from.at) / (to.at - from.at);
  moment.x = a.x + (b.x - a.x) * part;
  moment.y = a.y + (b.y - a.y) * part;
  moment.width = a.width + (b.width - a.width) * part;
  moment.height = a.height + (b.height - a.height) * part;

  const startClarity = from.clarity ?? to.clarity;
  const endClarity = to.clarity ?? from.clarity;
  moment.isMeasured = startClarity !== null && endClarity !== null;

  if (startClarity !== null && endClarity !== null)
    moment.clarity = startClarity + (endClarity - startClarity) * part;
  moment.largest = areaOf(moment);
  moment.worth =
    sizeFactor(moment.largest, weights) * positionFactor(moment, weights) * clarityOf(moment);
}

const clarityOf = (moment: Moment): number =>
  moment.isMeasured ? clarityFactor(moment, moment.clarity) : 1;

function addStep(sums: Sums, moment: Moment, dt: number, clutter: number): void {
  sums.size += areaOf(moment) * dt;
  sums.clarity += clarityOf(moment) * dt;

  if (moment.isMeasured) sums.clarityKnown += dt;
  sums.equivalent += moment.worth * clutter * dt;

  if (moment.largest > sums.maxSize) sums.maxSize = moment.largest;
  const field = fieldOf(moment);
  sums.position[field] = (sums.position[field] as number) + dt;

  for (const device of exposureDeviceNames)
    if (isLegible(moment, device)) sums.legible[device] += dt;
}
