/** Finds when the thing of each track appeared and disappeared, from the frames between samples. */
import { center } from '../../analysis/boxes.ts';
import { largestOf } from '../../analysis/extremes.ts';
import type { Box, CallContext } from '../../engines/engine.ts';
import type { FrameSample, MediaPass } from '../../media/media.ts';
import type { Sighting, TrackEdges } from '../tracks.ts';
import { firstWithout, isFaint } from './edge.ts';
import type { Ending, GreyFrame } from './ending.ts';
import { firstWithoutOverCut } from './over-cut.ts';

/** Gives access to the frames between samples; created by `media/frames.ts`. */
export interface StripReader {
  /**
   * Frames between the previous sample and the sample for which this image was stored; with `tail`, the frames after
   * the last sample.
   */
  strip(image: number | 'tail'): Promise<{ readonly frames: readonly GreyFrame[] } | null>;
}

type Pass = Pick<MediaPass, 'frames' | 'shots' | 'fps'>;

interface Sightings {
  readonly sightings: readonly Sighting[];
}

type Side = 'start' | 'end';
type GreyFrames = readonly GreyFrame[];

/** Maximum number of intervals between samples for which a thing is followed after the engines no longer detect it. */
const mostIntervals = 4;

/**
 * Finds when the thing of each track first appears and finally disappears, if the frames show it. Strips are read in
 * order of time, so that things that appear or disappear together share them.
 */
export async function findEdges(
  tracks: readonly Sightings[],
  pass: Pass,
  strips: StripReader,
  { signal }: Pick<CallContext, 'signal'>,
): Promise<TrackEdges> {
  const finder = new EdgeFinder(pass, strips);
  const edges = {
    start: new Map<Sighting, number>(),
    end: new Map<Sighting, number>(),
    faint: new Set<Sighting>(),
  };
  const sampleOf = (track: Sightings, side: Side) => endOf(track, side)?.sample ?? 0;
  const ends = tracks
    .flatMap((track) => (['start', 'end'] as const).map((side) => ({ track, side })))
    .sort((a, b) => sampleOf(a.track, a.side) - sampleOf(b.track, b.side));
  for (const { track, side } of ends) {
    signal.throwIfAborted();
    const faint = await finder.faint(track.sightings, side);
    if (faint) edges.faint.add(faint);

    const sightings = track.sightings.filter((sighting) => sighting !== faint);
    const sighting = endOf({ sightings }, side);
    const time = sighting && (await finder.find(sightings, side));
    if (sighting && typeof time === 'number') edges[side].set(sighting, time);
  }

  return edges;
}

/** The last sighting on this side and the one before it. */
const outermost = (sightings: readonly Sighting[], side: Side): readonly Sighting[] =>
  side === 'start' ? sightings.slice(0, 2) : sightings.slice(-2).reverse();

const endOf = ({ sightings }: Sightings, side: Side): Sighting | undefined =>
  sightings.at(side === 'start' ? 0 : -1);

class EdgeFinder {
  readonly #pass: Pass;
  readonly #strips: StripReader;

  constructor(pass: Pass, strips: StripReader) {
    this.#pass = pass;
    this.#strips = strips;
  }

  /** Returns the outermost sighting on this side if the thing has less than half of its usual contrast in it. */
  async faint(sightings: readonly Sighting[], side: Side): Promise<Sighting | null> {
    if (sightings.length < 3) return null;

    const last = (side === 'start' ? sightings[0] : sightings.at(-1)) as Sighting;
    const step = side === 'start' ? -1 : 1;
    const shot = this.#shotOf(last.sample);
    if (this.#shotOf(last.sample + step) !== shot) return null;

    const outward = await this.#outward(last.sample, side);
    const inward = await this.#inward(sightings, side, shot);
    const beyond = outward.slice(-beyondFrames);
    const drift = driftOf(sightings, side, this.#pass.frames);

    return isFaint({ box: last.box, outward, inward, beyond, drift }) ? last : null;
  }

  /** Time at which the thing appears or disappears, in seconds; null if the frames do not show it. */
  async find(sightings: readonly Sighting[], side: Side): Promise<number | null> {
    const last = (side === 'start' ? sightings[0] : sightings.at(-1)) as Sighting;
    const step = side === 'start' ? -1 : 1;
    const shot = this.#shotOf(last.sample);
    const drift = driftOf(sightings, side, this.#pass.frames);
    const box = wholeBox(sightings, last);
    const inward = await this.#inward(sightings, side, shot);
    let edge: number | null = null;
    let outward: readonly GreyFrame[] = [];
    for (let n = 0; n < mostIntervals; n += 1) {
      const sample = last.sample + n * step;
      const next = await this.#outward(sample, side);
      // The first frame of an interval is the last one of the previous interval.
      const allFrames = [...outward, ...next.slice(n === 0 ? 0 : 1)];
      const beyond = this.#shotOf(sample + step) === shot;
      const within = allFrames.filter(({ time }) => this.#inShot(time, shot));
      const atCut = () =>
        this.#overCut({ box, own: [...within, ...inward], all: allFrames }, shot, side);
      if (allFrames.length > 0 && within.length < 2 && !beyond) return atCut();
      if (within.length < 2 || next.length < 2) return edge;

      const framesWithout = beyond ? await this.#beyond(sample + step, side, shot) : null;
      const goneIndex = firstWithout({
        box,
        outward: within,
        inward,
        beyond: framesWithout,
        drift,
      });
      if (goneIndex === null) return edge;
      if (goneIndex < within.length) return cameBy(within[goneIndex - 1], within[goneIndex], side);
      if (!beyond) return atCut();

      edge = this.#pass.frames[sample + step]?.timestamp ?? null;
      outward = allFrames;
    }

    return edge;
  }

  #shotOf(sample: number): number {
    return this.#pass.frames[sample]?.shot ?? -1;
  }

  #inShot(time: number, shot: number): boolean {
    const { start = 0, end = Number.POSITIVE_INFINITY } = this.#pass.shots[shot] ?? {};
    // A small tolerance, because times of strips are rounded to the millisecond.
    return time >= start - 0.0006 && time < end - 0.0006;
  }

  /**
   * The time of the cut. If the thing is also visible beyond the cut, the time at which it appeared or disappeared
   * there.
   */
  #overCut(
    {
      box,
      own: ownFrames,
      all: allFrames,
    }: { readonly box: Box; readonly own: GreyFrames; readonly all: GreyFrames },
    shot: number,
    side: Side,
  ): number | null {
    const otherShot = shot + (side === 'start' ? -1 : 1);
    const beyond = allFrames.filter(({ time }) => this.#inShot(time, otherShot));
    const out = this.#pass.shots[otherShot] ? firstWithoutOverCut(box, ownFrames, beyond) : null;
    if (out === null) return this.#shotEdge(shot, side);
    return cameBy(beyond[out - 1], beyond[out], side);
  }

  #shotEdge(shot: number, side: Side): number | null {
    return this.#pass.shots[shot]?.[side] ?? null;
  }

  /** Frames from a sample to its neighbour on this side, in that order; empty if they are not stored. */
  async #outward(sample: number, side: Side): Promise<readonly GreyFrame[]> {
    const later = side === 'end' ? sample + 1 : sample;
    const { frames } = this.#pass;
    const from = frames[later - 1];
    const to = frames[later];
    if (!from || from.image === to?.image) return [];

    const strip = await this.#strips.strip(to?.image ?? 'tail');
    if (!strip) return [];

    return side === 'end' ? strip.frames : strip.frames.toReversed();
  }

  /** Frames in which the thing is certainly visible: those between two consecutive sightings. */
  async #inward(
    sightings: readonly Sighting[],
    side: Side,
    shot: number,
  ): Promise<readonly GreyFrame[]> {
    const [last, neighbour] = outermost(sightings, side);
    if (!last || !neighbour || Math.abs(last.sample - neighbour.sample) !== 1) return [];
    const frames = await this.#outward(last.sample, side === 'start' ? 'end' : 'start');
    return frames.slice(1).filter(({ time }) => this.#inShot(time, shot));
  }

  async #beyond(sample: number, side: Side, shot: number): Promise<readonly GreyFrame[]> {
    const frames = await this.#outward(sample, side);
    const nextFrames = frames.slice(1, 1 + beyondFrames);
    return nextFrames.filter(({ time }) => this.#inShot(time, shot));
  }
}

/** Number of frames beyond the next sample that are used to see what the place looks like without the thing. */
const beyondFrames = 6;

/**
 * The time of the change between two adjacent frames, `inner` with the thing and `outer` without it: the time at which
 * the later of the two came on screen. If frames between them were not stored, the middle of the time they were shown
 * for.
 */
function cameBy(inner: GreyFrame | undefined, outer: GreyFrame | undefined, side: Side) {
  const later = side === 'start' ? inner : outer;
  return later && inner && outer ? later.time - (later.leftOut ?? 0) / 2 : null;
}

/** Outward motion of the box at this end of the track, in fractions of the picture per second. */
function driftOf(
  sightings: readonly Sighting[],
  side: Side,
  frames: readonly FrameSample[],
): Ending['drift'] {
  const [last, neighbour] = outermost(sightings, side);
  if (!last || !neighbour) return { x: 0, y: 0 };

  const seconds = Math.abs(
    (frames[last.sample]?.timestamp ?? 0) - (frames[neighbour.sample]?.timestamp ?? 0),
  );
  if (seconds === 0) return { x: 0, y: 0 };

  const a = center(neighbour.box);
  const b = center(last.box);

  return { x: (b.x - a.x) / seconds, y: (b.y - a.y) / seconds };
}

/**
 * If a thing is closer to the left or right edge of the picture than this share of its box's height, it may continue
 * beyond the edge.
 */
const reachesOut = 0.7;

/** Extends the box beyond the edge of the picture to the width that it has elsewhere in its track. */
function wholeBox(sightings: readonly Sighting[], { box }: Sighting): Box {
  const alike = sightings.filter(
    (sighting) => Math.abs(sighting.box.height - box.height) < 0.25 * box.height,
  );
  const width = largestOf([box.width, ...alike.map((sighting) => sighting.box.width)]);
  const missingWidth = width - box.width;
  if (missingWidth <= 0) return box;

  const reach = reachesOut * box.height;
  if (box.x < reach) return { ...box, x: box.x - missingWidth, width };

  return box.x + box.width > 1 - reach ? { ...box, width } : box;
}
