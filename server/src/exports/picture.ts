/** Finds a video's size and frame rate, in its results or in the options of the caller. */
import type { TimecodeRate } from '@reelsight/contract';
import { Fault } from '@reelsight/contract/errors';
import type { ExportedJob, ExportOptions } from './exported.ts';
import { exactFps, type FrameRate, frameRates, nearestRate } from './timecode.ts';

export const unavailable = (text: string): Fault => new Fault('EXPORT_UNAVAILABLE', text, { text });

function ownFps({ results }: ExportedJob): number | null {
  const fps = results.meta.video?.fps ?? results.metadata?.fps ?? null;
  return fps !== null && fps > 0 && fps <= 1000 ? fps : null;
}

const noRate = 'The frame rate of this video is not in its results: give frame_rate, such as 25.';

/** Frame rate for timecode. Throws Fault EXPORT_UNAVAILABLE. */
export function timecodeRate(job: ExportedJob, { frameRate }: ExportOptions): FrameRate {
  if (frameRate !== null) return frameRates[frameRate as TimecodeRate];
  const fps = ownFps(job);
  if (fps === null) throw unavailable(noRate);
  return nearestRate(fps);
}

/** Frames per second, for converting times to frame numbers. Throws Fault EXPORT_UNAVAILABLE. */
export function framesPerSecond(job: ExportedJob, { frameRate }: ExportOptions): number {
  if (frameRate !== null) return frameRates[frameRate as TimecodeRate].fps;
  const fps = ownFps(job);
  if (fps === null) throw unavailable(noRate);
  return exactFps(fps);
}

export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Pixels of a frame as shown. Throws Fault EXPORT_UNAVAILABLE. */
export function frameSize({ results }: ExportedJob, options: ExportOptions): FrameSize {
  const { metadata, meta } = results;
  const size = options.frameSize ?? meta.video;
  if (size) return { width: size.width, height: size.height };

  const { width, height } = metadata ?? {};
  if (width && height) return { width, height };

  throw unavailable(
    'The size of this video is not in its results: give frame_size, such as 1920x1080.',
  );
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const clamped = (value: number): number => Math.min(1, Math.max(0, value));
/** Converts a fraction of a side to pixels, rounded to hundredths. */
export const pixels = (fraction: number, side: number): number =>
  Math.round(clamped(fraction) * side * 100) / 100;

/** The edges of a box in pixels, cut to the frame; null if nothing of the box is inside. */
export function edgesOf(
  box: Box,
  { width, height }: FrameSize,
): { left: number; top: number; right: number; bottom: number } | null {
  const left = pixels(box.x, width);
  const right = pixels(box.x + box.width, width);
  const top = pixels(box.y, height);
  const bottom = pixels(box.y + box.height, height);
  return right > left && bottom > top ? { left, top, right, bottom } : null;
}
