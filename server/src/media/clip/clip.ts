/** The order for a clip, and the description of a finished clip. */
import type { ClipFormat, ClipRange } from '@reelsight/contract';
import type { IngestLimits } from '../media.ts';

/** Position and size of a box at one time, in fractions of the displayed picture. */
export interface BoxAt {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The positions of one box over time. */
export interface BoxTrack {
  /** Index into `labels`. */
  readonly label: number;
  /** Seconds during which the box is drawn; it moves evenly between the times of `boxes`. */
  readonly start: number;
  readonly end: number;
  /** At least one position, in order of time. */
  readonly boxes: readonly BoxAt[];
}

/** The name next to a box, drawn beforehand: how much of each pixel is covered, 0 to 255, row by row. */
export interface BoxLabel {
  /** Luma and both chroma values, 0 to 255, of the box's outline and of the label's background. */
  readonly colour: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
  /** Base64. */
  readonly mask: string;
}

export interface Drawing {
  readonly labels: readonly BoxLabel[];
  readonly tracks: readonly BoxTrack[];
}

export interface ClipOrder {
  readonly format: ClipFormat;
  /** Ascending, not overlapping. */
  readonly ranges: readonly ClipRange[];
  /** Longest side of the picture. */
  readonly sidePixels: number;
  /** Maximum frames per second; null keeps the frame rate of the video. */
  readonly fps: number | null;
  readonly sound: boolean;
  /** Index of the audio track; null: the first according to its flags. */
  readonly audioTrack: number | null;
  readonly limits: Pick<IngestLimits, 'maxSidePixels' | 'maxFramePixels'>;
}

/** Describes a finished clip. */
export interface MadeClip {
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
}
