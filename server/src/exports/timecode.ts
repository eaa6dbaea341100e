/** Converts between frames and SMPTE timecode (ST 12-1), with drop-frame at 29.97 and 59.94 frames per second. */
import type { TimecodeRate } from '@reelsight/contract';

export interface FrameRate {
  /** Exact frames per second. */
  readonly fps: number;
  /** Number of frames that timecode counts per second. */
  readonly counted: number;
  readonly drop: boolean;
}

const wholeRate = (fps: number): FrameRate => ({ fps, counted: fps, drop: false });
const ntsc = (nominalFps: number, drop: boolean): FrameRate => ({
  fps: (nominalFps * 1000) / 1001,
  counted: nominalFps,
  drop,
});

export const frameRates: Readonly<Record<TimecodeRate, FrameRate>> = {
  '23.976': ntsc(24, false),
  '24': wholeRate(24),
  '25': wholeRate(25),
  '29.97': ntsc(30, true),
  '30': wholeRate(30),
  '47.952': ntsc(48, false),
  '48': wholeRate(48),
  '50': wholeRate(50),
  '59.94': ntsc(60, true),
  '60': wholeRate(60),
};

const distance = (a: number, b: number): number => Math.abs(Math.log(a / b));

/** The rate whose ratio to `fps` is nearest to 1. */
export function nearestRate(fps: number): FrameRate {
  return Object.values(frameRates).reduce((best, rate) =>
    distance(rate.fps, fps) < distance(best.fps, fps) ? rate : best,
  );
}

/** The exact rate for a rate that a file states to the thousandth: 29.97 stands for 30000/1001. */
export function exactFps(fps: number): number {
  const nearest = nearestRate(fps);
  return Math.abs(nearest.fps - fps) < 0.001 ? nearest.fps : fps;
}

export const frameAt = (seconds: number, fps: number): number =>
  Math.max(0, Math.round(seconds * fps));

/** How many frame numbers drop-frame skips at the start of a minute. */
const dropped = (rate: FrameRate): number => (rate.drop ? rate.counted / 15 : 0);

/** Timecode of a frame counted from 0: `hh:mm:ss:ff`, or `hh:mm:ss;ff` in drop-frame. */
export function timecodeOf(frame: number, rate: FrameRate): string {
  const number = frame + skippedBefore(frame, rate);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const seconds = Math.floor(number / rate.counted);
  const clock = [two(seconds / 3600), two((seconds / 60) % 60), two(seconds % 60)].join(':');
  return `${clock}${rate.drop ? ';' : ':'}${two(number % rate.counted)}`;
}

/** How many numbers are skipped before this frame: drop-frame skips some in every minute except each tenth. */
function skippedBefore(frame: number, rate: FrameRate): number {
  const droppedPerMinute = dropped(rate);
  if (droppedPerMinute === 0) return 0;

  const inMinute = rate.counted * 60 - droppedPerMinute;
  const inTen = inMinute * 10 + droppedPerMinute;
  const tens = Math.floor(frame / inTen);
  const rest = frame % inTen;
  const minutes = rest < droppedPerMinute ? 0 : Math.floor((rest - droppedPerMinute) / inMinute);

  return droppedPerMinute * (9 * tens + minutes);
}

/** The frame that a timecode names; null if no frame has that timecode. */
export function frameOfTimecode(text: string, rate: FrameRate): number | null {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = text.split(/[:;]/).map(Number);
  const droppedPerMinute = dropped(rate);
  const isDropped =
    droppedPerMinute > 0 && seconds === 0 && minutes % 10 !== 0 && frames < droppedPerMinute;
  if (frames >= rate.counted || isDropped) return null;
  const allMinutes = hours * 60 + minutes;
  const skipped = droppedPerMinute * (allMinutes - Math.floor(allMinutes / 10));
  return (allMinutes * 60 + seconds) * rate.counted + frames - skipped;
}
