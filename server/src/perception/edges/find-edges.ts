/** Finds for each track when its thing came and left, in the frames between samples. */
import { center } from '../../analysis/boxes.ts';
import type { Box, CallContext } from '../../engines/engine.ts';
import type { FrameSample, MediaPass } from '../../media/media.ts';
import type { Sighting, TrackEdges } from '../tracks.ts';
import { firstWithout, isFaint } from './edge.ts';
import type { Ending, GreyFrame } from './ending.ts';
import { firstWithoutOverCut } from './over-cut.ts';

/** `media/frames.ts` opens one. */
export interface StripReader {
  /** Frames from the sample before up to the one this image was stored for; `tail`: those after the last sample. */
  strip(image: number | 'tail'): Promise<{ readonly frames: readonly GreyFrame[] } | null>;
}

type Pass = Pick<MediaPass, 'frames' | 'shots' | 'fps'>;

interface Sightings {
  readonly sightings: readonly Sighting[];
}

type Side = 'start' | 'end';
type GreyFrames = readonly GreyFrame[];

/** Intervals in which a thing is followed that the engines no longer see. */
const mostIntervals = 4;

/**
 * Edges of the first and the last sighting of each track, where the frames tell. Strips are read in order of time, so that
 * what comes and goes together shares them.
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

const endOf = ({ sightings }: Sightings, side: Side): Sighting | undefined =>
  sightings.at(side === 'start' ? 0 : -1);

class EdgeFinder {
  readonly #pass: Pass;
  readonly #strips: StripReader;

  constructor(pass: Pass, strips: StripReader) {
    this.#pass = pass;
    this.#strips = strips;
  }

  /** The last sighting on this side, if it is of less than half the contrast of the others. */
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

  /** Seconds; null if nothing tells. */
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
      // The first frame of an interval is the last of the one before.
      const all = [...outward, ...next.slice(n === 0 ? 0 : 1)];
      const beyond = this.#shotOf(sample + step) === shot;
      const within = all.filter(({ time }) => this.#inShot(time, shot));
      const atCut = () => this.#overCut({ box, own: [...within, ...inward], all }, shot, side);
      if (all.length > 0 && within.length < 2 && !beyond) return atCut();
      if (within.length < 2 || next.length < 2) return edge;

      const after = beyond ? await this.#beyond(sample + step, side, shot) : null;
      const found = firstWithout({ box, outward: within, inward, beyond: after, drift });
      if (found === null) return edge;
      if (found < within.length) return cameBy(within[found - 1], within[found], side);
      if (!beyond) return atCut();

      edge = this.#pass.frames[sample + step]?.timestamp ?? null;
      outward = all;
    }

    return edge;
  }

  #shotOf(sample: number): number {
    return this.#pass.frames[sample]?.shot ?? -1;
  }

  #inShot(time: number, shot: number): boolean {
    const { start = 0, end = Number.POSITIVE_INFINITY } = this.#pass.shots[shot] ?? {};
    // Times of strips are rounded to the millisecond.
    return time >= start - 0.0006 && time < end - 0.0006;
  }

  /** The cut itself, unless the thing is there on its other side too. */
  #overCut(
    { box, own, all }: { readonly box: Box; readonly own: GreyFrames; readonly all: GreyFrames },
    shot: number,
    side: Side,
  ): number | null {
    const other = shot + (side === 'start' ? -1 : 1);
    const beyond = all.filter(({ time }) => this.#inShot(time, other));
    const out = this.#pass.shots[other] ? firstWithoutOverCut(box, own, beyond) : null;
    if (out === null) return this.#shotEdge(shot, side);
    return cameBy(beyond[out - 1], beyond[out], side);
  }

  #shotEdge(shot: number, side: Side): number | null {
    return this.#pass.shots[shot]?.[side] ?? null;
  }

  /** Frames from a sample to the next one on this side, outward; empty if they are not held. */
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

  /** Frames in which the thing is surely there: between two sightings that follow each other. */
  async #inward(
    sightings: readonly Sighting[],
    side: Side,
    shot: number,
  ): Promise<readonly GreyFrame[]> {
    const [last, other] = side === 'start' ? sightings : sightings.toReversed();
    if (!last || !other || Math.abs(last.sample - other.sample) !== 1) return [];
    const frames = await this.#outward(last.sample, side === 'start' ? 'end' : 'start');
    return frames.slice(1).filter(({ time }) => this.#inShot(time, shot));
  }

  async #beyond(sample: number, side: Side, shot: number): Promise<readonly GreyFrame[]> {
    const frames = await this.#outward(sample, side);
    const near = frames.slice(1, 1 + beyondFrames);
    return near.filter(({ time }) => this.#inShot(time, shot));
  }
}

/** Frames after the next sample that show what it is like without the thing. */
const beyondFrames = 6;

/**
 * When the later of two frames came on screen, as the last without the thing or the first with it. Of frames that are not
 * held between them half are counted on either side.
 */
function cameBy(inner: GreyFrame | undefined, outer: GreyFrame | undefined, side: Side) {
  const later = side === 'start' ? inner : outer;
  return later && inner && outer ? later.time - (later.leftOut ?? 0) / 2 : null;
}

/** How the box moves from frame to frame at this end, in fractions of the picture a second of time. */
function driftOf(
  sightings: readonly Sighting[],
  side: Side,
  frames: readonly FrameSample[],
): Ending['drift'] {
  const [last, other] = side === 'start' ? sightings : sightings.toReversed();
  if (!last || !other) return { x: 0, y: 0 };

  const seconds = Math.abs(
    (frames[last.sample]?.timestamp ?? 0) - (frames[other.sample]?.timestamp ?? 0),
  );
  if (seconds === 0) return { x: 0, y: 0 };

  const a = center(other.box);
  const b = center(last.box);

  return { x: (b.x - a.x) / seconds, y: (b.y - a.y) / seconds };
}

/** Of the height of a box: what is so near to the side of the picture may go on beyond it. */
const reachesOut = 0.7;

/** With what is beyond the side of the picture, by the size it has elsewhere in its track. */
function wholeBox(sightings: readonly Sighting[], { box }: Sighting): Box {
  const alike = sightings.filter(
    (sighting) => Math.abs(sighting.box.height - box.height) < 0.25 * box.height,
  );
  const width = Math.max(box.width, ...alike.map((one) => one.box.width));
  const missing = width - box.width;
  if (missing <= 0) return box;

  const near = reachesOut * box.height;
  if (box.x < near) return { ...box, x: box.x - missing, width };

  return box.x + box.width > 1 - near ? { ...box, width } : box;
}
