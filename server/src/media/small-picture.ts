/** Pixels of a small picture, in a form independent of FFmpeg. */
export interface SmallPicture {
  readonly width: number;
  readonly height: number;
  /** One byte per pixel; planes one after the other, rows without padding. */
  readonly pixels: Uint8Array;
}
