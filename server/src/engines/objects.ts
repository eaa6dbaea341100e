/** The interface of an engine that finds named things in a picture. */
import { area, intersection, overlap } from '../analysis/boxes.ts';
import type { Box, CallContext, EngineInfo, RgbImage } from './engine.ts';

/** The outline of an area; `[x, y]` are fractions of the picture. */
export type Ring = readonly (readonly [number, number])[];

export interface DetectedObject {
  /** One of the requested names, as requested. */
  readonly name: string;
  /** How likely the thing is there, judging by this picture alone, 0 to 1. */
  readonly confidence: number;
  /** The box, as fractions of the picture given to the engine. */
  readonly box: Box;
}

export interface DetectOptions {
  /** Whether the picture is cut out around one thing, so that a lower resolution is enough. */
  readonly closeUp?: boolean;
}

/** Throws Fault ANALYSIS_FAILED. A picture with none of the names gives an empty list. */
export interface ObjectEngine {
  readonly info: EngineInfo;
  /** The only names it can detect; null if it can look for any name. */
  readonly vocabulary: readonly string[] | null;
  /** Whether the engine is too slow or too expensive to be given every picture; it then gets only a selection. */
  readonly costly: boolean;
  /** A thing is reported if its confidence, combined from all pictures of it, is at least this. */
  readonly minConfidence: number;
  /**
   * How likely it is that a thing is really there if a close-up did not confirm it; 0.4 unless measured for this
   * engine.
   */
  readonly missedConfidence?: number;
  detect(
    image: RgbImage,
    names: readonly string[],
    context: CallContext,
    options?: DetectOptions,
  ): Promise<readonly DetectedObject[]>;
  close(): Promise<void>;
}

/** Draws the outline of the thing in each box. */
export interface SegmentEngine {
  readonly info: EngineInfo;
  /** The rings of each box, at most 64 points each; null if nothing was found in it. */
  outline(
    image: RgbImage,
    boxes: readonly Box[],
    context: CallContext,
  ): Promise<readonly (readonly Ring[] | null)[]>;
  close(): Promise<void>;
}

/** Drops the weaker of two boxes of one name if they share most of their area. */
export function withoutOverlaps(
  objects: readonly DetectedObject[],
  maxOverlap: number,
): DetectedObject[] {
  const retained: DetectedObject[] = [];

  for (const object of [...objects].sort((a, b) => b.confidence - a.confidence)) {
    const covered = retained.some(
      (rival) => rival.name === object.name && overlap(rival.box, object.box) > maxOverlap,
    );
    if (!covered) retained.push(object);
  }

  return retained;
}

/**
 * A box is part of another box of the same name if this share of its area lies inside the other, and its confidence is
 * below this fraction of the other's.
 */
const insideShare = 0.8;
const partStrength = 0.6;

/** Drops parts mistaken for the whole: boxes inside a box of the same name that has a much higher confidence. */
export function withoutParts(objects: readonly DetectedObject[]): DetectedObject[] {
  const isPart = (object: DetectedObject, whole: DetectedObject) =>
    whole.name === object.name &&
    object.confidence < whole.confidence * partStrength &&
    intersection(object.box, whole.box) >= insideShare * area(object.box);
  return objects.filter((object) => !objects.some((whole) => isPart(object, whole)));
}

/**
 * A box holds two neighbours if this share of each lies inside it, if together they cover the second share of it, and if
 * they overlap each other by less than the third.
 */
const neighbourInside = 0.7;
const neighboursCover = 0.9;
const neighboursOverlap = 0.3;

/** Drops boxes around two neighbours of the same name that were both found by themselves with a higher confidence. */
export function withoutGroups(objects: readonly DetectedObject[]): DetectedObject[] {
  const byName = Map.groupBy(objects, ({ name }) => name);
  return objects.filter((object) => !isGroup(object, byName.get(object.name) ?? []));
}

function isGroup(
  { box, confidence }: DetectedObject,
  sameName: readonly DetectedObject[],
): boolean {
  const members = sameName
    .filter((rival) => rival.confidence > confidence)
    .map((rival) => rival.box)
    .filter((rival) => intersection(rival, box) >= neighbourInside * area(rival));
  const coveredBy = (left: Box, right: Box): number =>
    intersection(left, box) + intersection(right, box) - intersection(left, right);

  return members.some((member, index) =>
    members
      .slice(index + 1)
      .some(
        (neighbour) =>
          overlap(member, neighbour) < neighboursOverlap &&
          coveredBy(member, neighbour) >= neighboursCover * area(box),
      ),
  );
}
