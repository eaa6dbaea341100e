/** Writes the sound of a video at 16 kHz mono, where sample n is the video's time n / 16000. */

import type { AVSampleFormat } from 'node-av/constants';
import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_S16 } from 'node-av/constants';
import { type Frame, SoftwareResampleContext } from 'node-av/lib';
import { unreadable } from './fault.ts';
import type { MediaPass } from './media.ts';
import { SoundCuts } from './sound-cuts.ts';
import { audioSampleRate, SoundPack } from './sound-pack.ts';

/** Timestamps of containers jitter by some milliseconds; what is further off is a gap or an overlap. */
const jitterSeconds = 0.05;

/** A stretch of sound without gaps, resampled in one go. */
interface Run {
  readonly resampler: SoftwareResampleContext;
  /** Rate, format and channels of its input. */
  readonly input: string;
  readonly startSeconds: number;
  samplesIn: number;
  readonly rate: number;
}

/** Takes decoded sound in order and holds the file open. */
export class AudioTrack {
  readonly #pack: SoundPack;
  readonly #cuts = new SoundCuts();
  #converted = Buffer.alloc(0);
  #run: Run | null = null;

  constructor(path: string) {
    this.#pack = new SoundPack(path, (sample, pcm) => this.#cuts.add(sample, pcm));
  }

  /** `time` is that of the frame's first sample in the video; null if unknown. */
  add(frame: Frame, time: number | null): void {
    const run = this.#runFor(frame, time);
    run.samplesIn += frame.nbSamples;
    this.#convert(run, frame.extendedData, frame.nbSamples);
  }

  /** Completes the file; null if there was no sound at all. */
  finish(): Omit<NonNullable<MediaPass['audio']>, 'file'> | null {
    this.#endRun();
    const { samples, pieces } = this.#pack.finish();
    if (samples === 0) return null;
    return { durationSeconds: samples / audioSampleRate, pieces, cuts: this.#cuts.cuts };
  }

  /** Gives everything back, also after a failure. */
  close(): void {
    this.#run?.resampler.free();
    this.#run = null;
    this.#pack.close();
  }

  #runFor(frame: Frame, time: number | null): Run {
    const input = `${frame.sampleRate} ${frame.format} ${frame.channels}`;
    const run = this.#run;
    const expected = run ? run.startSeconds + run.samplesIn / run.rate : 0;
    const off = time === null ? 0 : Math.abs(time - expected);
    if (run && run.input === input && off <= jitterSeconds) return run;
    this.#endRun();
    const startSeconds = run && off <= jitterSeconds ? expected : (time ?? expected);
    this.#pack.seek(Math.round(startSeconds * audioSampleRate));
    const resampler = openResampler(frame);
    this.#run = { resampler, input, startSeconds, samplesIn: 0, rate: frame.sampleRate };
    return this.#run;
  }

  /** Lets out what the resampler still holds. */
  #endRun(): void {
    if (!this.#run) return;
    this.#convert(this.#run, null, 0);
    this.#run.resampler.free();
    this.#run = null;
  }

  #convert(run: Run, input: Buffer[] | null, samples: number): void {
    const room = run.resampler.getOutSamples(samples);
    if (this.#converted.length < 2 * room) this.#converted = Buffer.alloc(2 * room);
    const made = run.resampler.convertSync([this.#converted], room, input, samples);
    if (made > 0) this.#pack.write(this.#converted.subarray(0, 2 * made));
  }
}

function openResampler(frame: Frame): SoftwareResampleContext {
  const resampler = new SoftwareResampleContext();
  const set = resampler.allocSetOpts2(
    AV_CHANNEL_LAYOUT_MONO,
    AV_SAMPLE_FMT_S16,
    audioSampleRate,
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
