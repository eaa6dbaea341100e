/** The interface of an engine that finds and reads text in a picture. */
import type { CallContext, EngineInfo, PixelRect, RgbImage } from './engine.ts';

/** A point in pixels of the picture given to the engine. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The corners of a line of text, clockwise from the text's own top left, so their order also shows how the text is
 * rotated.
 */
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

/** Options for finding text in a picture. */
export interface TextLook {
  /** Searches only this part; positions still refer to the whole picture. */
  readonly within?: PixelRect;
  /** Does not look for small print; used for pictures between two that are searched thoroughly. */
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
   * Set if the text is upside down relative to its corners: they must be given half a turn to begin at the text's own
   * top left.
   */
  readonly isTurned?: true;
}

/**
 * Throws Fault ANALYSIS_FAILED. A picture without text gives no areas; an area in which nothing can be read gives null.
 */
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
