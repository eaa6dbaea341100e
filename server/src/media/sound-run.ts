/** A stretch of decoded sound without gaps, resampled in one go. */
import type { AVSampleFormat } from 'node-av/constants';
import { type ChannelLayout, type Frame, SoftwareResampleContext } from 'node-av/lib';
import { unreadable } from './fault.ts';

/** Timestamps of containers jitter by some milliseconds; what is further off is a gap or an overlap. */
const jitterSeconds = 0.05;

/** What sound is resampled to. */
export interface SoundForm {
  readonly layout: ChannelLayout;
  readonly format: AVSampleFormat;
  readonly rate: number;
}

export class SoundRun {
  readonly resampler: SoftwareResampleContext;
  readonly startSeconds: number;
  samplesIn = 0;
  /** Rate, format and channels of its input. */
  readonly #input: string;
  readonly #rate: number;

  /** Throws Fault for sound that cannot be resampled. */
  constructor(frame: Frame, startSeconds: number, form: SoundForm) {
    this.resampler = openResampler(frame, form);
    this.startSeconds = startSeconds;
    this.#input = inputOf(frame);
    this.#rate = frame.sampleRate;
  }

  get endSeconds(): number {
    return this.startSeconds + this.samplesIn / this.#rate;
  }

  /** Whether a frame of this time goes on where it ends; `time` null: unknown. */
  goesOnWith(frame: Frame, time: number | null): boolean {
    return this.#input === inputOf(frame) && isAt(this.endSeconds, time);
  }
}

/** Where a run begins whose first frame has this time, after the run before it. */
export function startAfter(before: SoundRun | null, time: number | null): number {
  const expected = before?.endSeconds ?? 0;
  return before && isAt(expected, time) ? expected : (time ?? expected);
}

const isAt = (expected: number, time: number | null): boolean =>
  time === null || Math.abs(time - expected) <= jitterSeconds;

const inputOf = ({ sampleRate, format, channels }: Frame): string =>
  `${sampleRate} ${format} ${channels}`;

function openResampler(frame: Frame, { layout, format, rate }: SoundForm): SoftwareResampleContext {
  const resampler = new SoftwareResampleContext();
  const set = resampler.allocSetOpts2(
    layout,
    format,
    rate,
    frame.channelLayout,
    frame.format as AVSampleFormat,
    frame.sampleRate,
  );
  if (set < 0 || resampler.init() < 0) {
    resampler.free();
    const detail = `no resampling from ${frame.sampleRate} Hz, ${frame.channels} channels`;
    throw unreadable(detail, 'The sound of the video cannot be decoded.');
  }
  return resampler;
}
