/** What a clip is made of, and what is said of the one that was made. */
import type { ClipFormat, ClipRange } from '@reelsight/contract';
import type { IngestLimits } from '../media.ts';

/** Fractions of the picture as shown. */
export interface BoxAt {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One box on its way through the picture. */
export interface BoxTrack {
  /** Index into `labels`. */
  readonly label: number;
  /** Seconds during which it is drawn; between the times of `boxes` it moves evenly. */
  readonly start: number;
  readonly end: number;
  /** At least one, in order of time. */
  readonly boxes: readonly BoxAt[];
}

/** The name at a box, drawn beforehand: how much of each pixel is covered, 0 to 255, row by row. */
export interface BoxLabel {
  /** Luma and both chroma, 0 to 255, of frame and label. */
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
  /** Ascending, apart from each other. */
  readonly ranges: readonly ClipRange[];
  /** Longest side of the picture. */
  readonly sidePixels: number;
  /** Frames a second at most; null: as in the video. */
  readonly fps: number | null;
  readonly sound: boolean;
  /** Index of the audio track; null: the first by its marks. */
  readonly audioTrack: number | null;
  readonly limits: Pick<IngestLimits, 'maxSidePixels' | 'maxFramePixels'>;
}

/** Of a clip that was made. */
export interface MadeClip {
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
}
