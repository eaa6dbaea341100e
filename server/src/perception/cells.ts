/**
 * Determines where a video can be divided into parts. A cell is never divided: anything remembered from one picture or
 * moment of sound to the next is reset with each cell. Cells depend on the media alone, so the grouping of cells into
 * parts does not affect the result.
 */
import type { MediaPass } from '../media/media.ts';

/** A run of sampled frames, `to` exclusive. */
export interface FrameCell {
  readonly from: number;
  readonly to: number;
  /** Number of distinct pictures, which measures the work in the cell. */
  readonly images: number;
}

/** A stretch of sound, seconds. */
export interface SoundCell {
  readonly start: number;
  readonly end: number;
  /** The channel it belongs to, if channels are processed separately. */
  readonly channel?: number;
}

/** Minimum length of a cell, in seconds of distinct pictures: from this length on, it ends when its shot ends. */
const leastSeconds = 6;
/**
 * Maximum length of a cell, in seconds of distinct pictures; longer shots are divided. The first picture of each cell
 * is examined thoroughly once more. For slides with a speaker in a corner, the cheapest kind of video, reading
 * therefore costs a third more with cells of 60 s, and two thirds more with 30 s.
 */
const mostSeconds = 60;

/** In order, without gaps. A run of the same picture is never divided, so a slide shown for an hour is one cell. */
export function frameCells({ frames, fps }: Pick<MediaPass, 'frames' | 'fps'>): FrameCell[] {
  const cells: FrameCell[] = [];
  let from = 0;
  let images = 1;

  for (const [sample, frame] of frames.entries()) {
    const previousFrame = frames[sample - 1];
    if (!previousFrame || frame.image === previousFrame.image) continue;

    const newShot = frame.shot !== previousFrame.shot;
    if (images >= (newShot ? leastSeconds : mostSeconds) * fps) {
      cells.push({ from, to: sample, images });
      [from, images] = [sample, 0];
    }

    images += 1;
  }

  return frames.length > 0 ? [...cells, { from, to: frames.length, images }] : [];
}

/**
 * In order, without gaps, from 0 to the end of the sound; empty if there is none. If channels are processed separately,
 * each stretch appears once per channel.
 */
export function soundCells({ audio }: Pick<MediaPass, 'audio'>): SoundCell[] {
  if (!audio) return [];

  const edges = [
    0,
    ...audio.cuts.filter((cut) => cut < audio.durationSeconds),
    audio.durationSeconds,
  ];
  const stretches = edges.slice(1).map((end, cell) => ({ start: edges[cell] as number, end }));
  const { channels = 1 } = audio;
  if (channels === 1) return stretches;

  return stretches.flatMap((stretch) =>
    Array.from({ length: channels }, (_, channel) => ({ ...stretch, channel })),
  );
}

/** A part may look at this many samples before and after its own, within their shots: see `followText`. */
export const reachSamples = 8;
/** A picture farther away than this says nothing about a moment: see `fewImages`. */
export const reachSeconds = 3;

/** Range of bytes in `frames.pack` that a part with these cells (`to` exclusive) may read. */
export function packRange(
  pass: Pick<MediaPass, 'frames' | 'fps' | 'images'>,
  span: { readonly from: number; readonly to: number },
): { readonly offset: number; readonly length: number } {
  const cells = frameCells(pass).slice(span.from, span.to);
  const first = cells[0];
  const last = cells.at(-1);
  if (!first || !last) return { offset: 0, length: 0 };

  const reach = Math.max(reachSamples, Math.ceil(reachSeconds * pass.fps));
  const samples = pass.frames.slice(Math.max(0, first.from - reach), last.to + reach);
  const storedPictures = samples.flatMap(({ image }) => {
    const { between, ...picture } = pass.images[image] ?? {};
    return [...('offset' in picture ? [picture] : []), ...(between ? [between] : [])];
  });
  const offset = Math.min(...storedPictures.map((picture) => picture.offset));
  const end = Math.max(...storedPictures.map((picture) => picture.offset + picture.length));

  return { offset, length: end - offset };
}
