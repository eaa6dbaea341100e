/** What an engine that finds named things in a picture must do. */
import { overlap } from '../analysis/boxes.ts';
import type { Box, CallContext, EngineInfo, RgbImage } from './engine.ts';

/** `[x, y]` fractions of the picture. */
export type Ring = readonly (readonly [number, number])[];

export interface DetectedObject {
  /** One of the asked names, as asked. */
  readonly name: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Fractions of the picture the engine was given. */
  readonly box: Box;
}

/** Throws Fault ANALYSIS_FAILED. A picture with none of the names gives an empty list. */
export interface ObjectEngine {
  readonly info: EngineInfo;
  /** The only names it can see; null where any name may be asked. */
  readonly vocabulary: readonly string[] | null;
  /** Too slow or too dear for every picture: it is shown a choice of them. */
  readonly costly: boolean;
  /** A thing has to be seen this surely once; weaker detections only tell where it goes. */
  readonly minConfidence: number;
  /** What it has to reach in a close-up to be confirmed. */
  readonly confirmConfidence: number;
  detect(
    image: RgbImage,
    names: readonly string[],
    context: CallContext,
  ): Promise<readonly DetectedObject[]>;
  close(): Promise<void>;
}

/** Draws the outline of the thing in each box. */
export interface SegmentEngine {
  readonly info: EngineInfo;
  /** For each box its rings, at most 64 points each; null where nothing was found in it. */
  outline(
    image: RgbImage,
    boxes: readonly Box[],
    context: CallContext,
  ): Promise<readonly (readonly Ring[] | null)[]>;
  close(): Promise<void>;
}

/** Drops the weaker of two boxes of one name that share most of their area. */
export function withoutOverlaps(
  objects: readonly DetectedObject[],
  maxOverlap: number,
): DetectedObject[] {
  const kept: DetectedObject[] = [];
  for (const object of [...objects].sort((a, b) => b.confidence - a.confidence)) {
    const covered = kept.some(
      (other) => other.name === object.name && overlap(other.box, object.box) > maxOverlap,
    );
    if (!covered) kept.push(object);
  }
  return kept;
}
