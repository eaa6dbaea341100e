/** Assigns the detections of a thing to its appearances. */
import { overlap } from '../analysis/boxes.ts';
import type { Atom } from './atoms.ts';
import {
  detectionsOf,
  endOf,
  type FoundThing,
  isSeen,
  type OneDetection,
  startOf,
} from './things.ts';

type Box = OneDetection['bounding_box'];

interface Open {
  readonly atom: Atom;
  readonly start: number;
  readonly end: number;
  box: Box | undefined;
}

/** Tolerance in comparisons, because times in results are rounded to the millisecond. */
const slackSeconds = 0.002;

/**
 * Distributes the detections of one found thing among its atoms. If appearances overlap in time, each detection goes to
 * the appearance whose last box it overlaps most. A detection outside all appearances goes to the atom that has no
 * appearance.
 */
export function shared(
  thing: FoundThing,
  atoms: readonly Atom[],
): ReadonlyMap<Atom, readonly OneDetection[]> {
  const shares = new Map<Atom, OneDetection[]>(atoms.map((atom) => [atom, []]));
  const rest = atoms.find(({ one: appearance }) => appearance === null);
  const spans = openOf(atoms);
  let open: Open[] = [];
  let next = 0;
  const detections = [...detectionsOf(thing)].sort((a, b) => a.timestamp - b.timestamp);
  for (const detection of detections) {
    const timestamp = detection.timestamp;
    for (; (spans[next]?.start ?? Number.POSITIVE_INFINITY) <= timestamp + slackSeconds; next += 1)
      open.push(spans[next] as Open);

    open = open.filter(({ end }) => end + slackSeconds >= timestamp);
    const best = bestOf(open, detection.bounding_box);
    if (best) best.box = detection.bounding_box;

    const atom = best?.atom ?? rest;
    if (atom) shares.get(atom)?.push(detection);
  }

  return shares;
}

function openOf(atoms: readonly Atom[]): Open[] {
  return atoms
    .flatMap((atom) =>
      atom.one && isSeen(atom.one)
        ? [{ atom, start: startOf(atom.one), end: endOf(atom.one), box: atom.one.bounding_box }]
        : [],
    )
    .sort((a, b) => a.start - b.start);
}

function bestOf(open: readonly Open[], box: Box): Open | undefined {
  let best: Open | undefined;
  let largestOverlap = -1;
  for (const candidate of open) {
    const common = candidate.box ? overlap(candidate.box, box) : 0;
    if (common > largestOverlap) [best, largestOverlap] = [candidate, common];
  }
  return best;
}
