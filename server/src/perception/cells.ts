/**
 * Determines where a video can be divided into parts. A cell is never divided, because whatever an engine remembers
 * from one picture or moment of sound to the next is reset at the start of each cell. Cells depend only on the media,
 * so how they are grouped into parts does not affect the result.
 */
import type { MediaPass } from '../media/media.ts';

/** A run of consecutive samples, `to` exclusive. */
export interface FrameCell {
  readonly from: number;
  readonly to: number;
  /** Number of distinct pictures: a measure of the work in the cell. */
  readonly images: number;
}

/** A span of sound, in seconds. */
export interface SoundCell {
  readonly start: number;
  readonly end: number;
  /** The channel, if channels are processed separately. */
  readonly channel?: number;
}

/**
 * Minimum length of a cell, in seconds of distinct pictures: a cell that has reached it ends at the end of its shot.
 */
const leastSeconds = 6;
/**
 * Maximum length of a cell, in seconds of distinct pictures; longer shots are divided. Short cells are expensive,
 * because the first picture of each cell is always examined thoroughly: for slides with a speaker in a corner, the
 * cheapest kind of video, reading costs a third more than without division for cells of 60 s, and two thirds more for
 * 30 s.
 */
const mostSeconds = 60;

/**
 * Divides the frames into cells, in order and without gaps. A run of the same picture is never divided, so a slide
 * shown for an hour is one cell.
 */
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
 * Divides the sound into cells, in order and without gaps; there are none if there is no sound. If channels are
 * processed separately, each span of time appears once per channel.
 */
export function soundCells({ audio, range }: Pick<MediaPass, 'audio' | 'range'>): SoundCell[] {
  if (!audio) return [];

  const edges = [
    range?.start ?? 0,
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

/** How many samples before and after its own samples a part may look at, within their shots: see `followText`. */
export const reachSamples = 8;
/** A picture is no evidence of what is shown more than this many seconds before or after it: see `fewImages`. */
export const reachSeconds = 3;

/** The range of bytes in `frames.pack` that a part with these cells may read; `span.to` is exclusive. */
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
