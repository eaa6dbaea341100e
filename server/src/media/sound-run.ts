/** A stretch of decoded sound without gaps, resampled as a whole. */
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_AMBISONIC,
  AV_CHANNEL_ORDER_NATIVE,
  type AVSampleFormat,
} from 'node-av/constants';
import {
  avGetBytesPerSample,
  avSampleFmtIsPlanar,
  type ChannelLayout,
  type Frame,
  SoftwareResampleContext,
} from 'node-av/lib';
import { unreadable } from './fault.ts';

/** Timestamps in containers jitter by some milliseconds; a larger deviation is a gap or an overlap. */
const jitterSeconds = 0.05;

/** How sound is passed to the resampler. */
interface Source {
  readonly layout: ChannelLayout;
  readonly format: AVSampleFormat;
  /** Returns the channels of a frame in the form that the resampler expects. */
  readonly planes: (frame: Frame) => Buffer[] | null;
}

/** The format that sound is resampled to. */
export interface SoundForm {
  readonly layout: ChannelLayout;
  readonly format: AVSampleFormat;
  readonly rate: number;
}

export class SoundRun {
  readonly startSeconds: number;
  /** Number of output channels. */
  readonly channels: number;
  samplesIn = 0;
  readonly #resampler: SoftwareResampleContext;
  readonly #source: Source;
  /** Rate, format and channels of the run's input, as text. */
  readonly #input: string;
  readonly #rate: number;

  /** Throws Fault for sound that cannot be resampled. */
  constructor(frame: Frame, startSeconds: number, form: SoundForm) {
    this.#source = sourceOf(frame);
    this.#resampler = openResampler(this.#source, frame, form);
    this.startSeconds = startSeconds;
    this.channels = form.layout.nbChannels;
    this.#input = inputOf(frame);
    this.#rate = frame.sampleRate;
  }

  /**
   * Maximum number of samples that resampling a frame can yield; with null, the maximum that flushing the resampler
   * can yield.
   */
  roomFor(frame: Frame | null): number {
    return this.#resampler.getOutSamples(frame?.nbSamples ?? 0);
  }

  /** Resamples a frame or, with null, flushes the samples held back. Returns the number of output samples. */
  convert(frame: Frame | null, planes: Buffer[], room: number): number {
    const input = frame && this.#source.planes(frame);
    this.samplesIn += frame?.nbSamples ?? 0;
    return this.#resampler.convertSync(planes, room, input, frame?.nbSamples ?? 0);
  }

  free(): void {
    this.#resampler.free();
  }

  get endSeconds(): number {
    return this.startSeconds + this.samplesIn / this.#rate;
  }

  /** Whether a frame with this time continues where the run ends; `time` is null if unknown. */
  goesOnWith(frame: Frame, time: number | null): boolean {
    return this.#input === inputOf(frame) && isAt(this.endSeconds, time);
  }
}

/**
 * Start, in seconds, of the run after `previousRun`. It is the end of `previousRun` if the new run's first frame has
 * no `time`, or a `time` close to that end; otherwise it is `time`.
 */
export function startAfter(previousRun: SoundRun | null, time: number | null): number {
  const expected = previousRun?.endSeconds ?? 0;
  return previousRun && isAt(expected, time) ? expected : (time ?? expected);
}

const isAt = (expected: number, time: number | null): boolean =>
  time === null || Math.abs(time - expected) <= jitterSeconds;

const inputOf = ({ sampleRate, format, channels, channelLayout }: Frame): string =>
  `${sampleRate} ${format} ${channels} ${channelLayout.order}`;

/**
 * FFmpeg can only mix layouts that name loudspeakers. For unnamed channels, the first two are used, which hold the
 * programme in broadcast files. For ambisonic sound (360-degree cameras), only the first channel is used, which
 * contains all directions equally.
 */
function sourceOf(frame: Frame): Source {
  const format = frame.format as AVSampleFormat;
  const { order } = frame.channelLayout;
  const isNamed = order === AV_CHANNEL_ORDER_NATIVE;
  if (isNamed)
    return { layout: frame.channelLayout, format, planes: (audioFrame) => audioFrame.extendedData };

  const isAmbisonic = order === AV_CHANNEL_ORDER_AMBISONIC;
  const channels = isAmbisonic ? 1 : Math.min(2, frame.channels);

  return {
    layout: channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO,
    format,
    planes: (audioFrame) => firstChannels(audioFrame, channels),
  };
}

/** Whether the sound of a frame is treated as mono. */
export const hasOneChannel = (frame: Frame): boolean => sourceOf(frame).layout.nbChannels === 1;

/** Keeps only the first channels of each sample. */
function firstChannels(frame: Frame, channels: number): Buffer[] | null {
  const planes = frame.extendedData;
  if (!planes || frame.channels === channels) return planes;
  if (avSampleFmtIsPlanar(frame.format as AVSampleFormat)) return planes.slice(0, channels);

  const [interleavedBytes = Buffer.alloc(0)] = planes;
  const sampleBytes = avGetBytesPerSample(frame.format as AVSampleFormat);
  const selectedBytes = Buffer.alloc(frame.nbSamples * channels * sampleBytes);
  for (let index = 0; index < frame.nbSamples; index += 1) {
    const from = index * frame.channels * sampleBytes;
    interleavedBytes.copy(
      selectedBytes,
      index * channels * sampleBytes,
      from,
      from + channels * sampleBytes,
    );
  }

  return [selectedBytes];
}

function openResampler(
  source: Source,
  frame: Frame,
  { layout, format, rate }: SoundForm,
): SoftwareResampleContext {
  const resampler = new SoftwareResampleContext();
  const set = resampler.allocSetOpts2(
    layout,
    format,
    rate,
    source.layout,
    source.format,
    frame.sampleRate,
  );
  if (set < 0 || resampler.init() < 0) {
    resampler.free();
    const detail = `no resampling from ${frame.sampleRate} Hz, ${frame.channels} channels`;
    throw unreadable(detail, 'The sound of the video cannot be decoded.');
  }

  return resampler;
}
