/** The interface of an engine that finds and reads text in a picture. */
import type { CallContext, EngineInfo, PixelRect, RgbImage } from './engine.ts';

/** Pixels of the picture the engine was given. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Clockwise from the text's own top left, so they also show how it is turned. */
export type Corners = readonly [Point, Point, Point, Point];

/** The corners after half a turn. */
export const turnedCorners = ([a, b, c, d]: Corners): Corners => [c, d, a, b];

/** A place that looks like a line of text and has not been read yet. */
export interface TextArea {
  /** The corners, close to the letters. */
  readonly corners: Corners;
  /** How sure the detector is, 0 to 1. */
  readonly score: number;
}

/** Options for looking at a picture. */
export interface TextLook {
  /** Looks only at this part; positions still refer to the whole picture. */
  readonly within?: PixelRect;
  /** Does not look for small print; used for pictures between two that are looked at thoroughly. */
  readonly quick?: boolean;
  /** Boxes of known lines, which need not be found again. */
  readonly known?: readonly PixelRect[];
}

export interface TextReading {
  readonly text: string;
  /** Mean certainty of the characters, 0 to 1. */
  readonly confidence: number;
  /** Where the middle of each character (code point) of `text` is along the line, 0 to 1, ascending. */
  readonly positions: readonly number[];
  /**
   * The text is upside down relative to its corners: after half a turn, the corners count from the text's own top left.
   */
  readonly isTurned?: true;
}

/** Throws Fault ANALYSIS_FAILED. A picture without text gives no areas; an area that reads as nothing gives null. */
export interface TextEngine {
  readonly info: EngineInfo;
  find(image: RgbImage, context: CallContext, look?: TextLook): Promise<readonly TextArea[]>;
  /** Reads each area; the answer has the length and order of `areas`. */
  recognise(
    image: RgbImage,
    areas: readonly Corners[],
    context: CallContext,
  ): Promise<readonly (TextReading | null)[]>;
  close(): Promise<void>;
}
