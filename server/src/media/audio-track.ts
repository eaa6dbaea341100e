/** Writes the sound of a video at 16 kHz mono, where sample n is the video's time n / 16000. */

import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_S16 } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import type { MediaPass } from './media.ts';
import { SoundCuts } from './sound-cuts.ts';
import { audioSampleRate, SoundPack } from './sound-pack.ts';
import { SoundRun, startAfter } from './sound-run.ts';

const form = {
  ...{ layout: AV_CHANNEL_LAYOUT_MONO, format: AV_SAMPLE_FMT_S16, rate: audioSampleRate },
};

/** Takes decoded sound in order and holds the file open. */
export class AudioTrack {
  readonly #pack: SoundPack;
  readonly #cuts = new SoundCuts();
  #converted = Buffer.alloc(0);
  #run: SoundRun | null = null;

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

  #runFor(frame: Frame, time: number | null): SoundRun {
    const run = this.#run;
    if (run?.goesOnWith(frame, time)) return run;
    this.#endRun();
    const startSeconds = startAfter(run, time);
    this.#pack.seek(Math.round(startSeconds * audioSampleRate));
    this.#run = new SoundRun(frame, startSeconds, form);
    return this.#run;
  }

  /** Lets out what the resampler still holds. */
  #endRun(): void {
    if (!this.#run) return;
    this.#convert(this.#run, null, 0);
    this.#run.resampler.free();
    this.#run = null;
  }

  #convert(run: SoundRun, input: Buffer[] | null, samples: number): void {
    const room = run.resampler.getOutSamples(samples);
    if (this.#converted.length < 2 * room) this.#converted = Buffer.alloc(2 * room);
    const made = run.resampler.convertSync([this.#converted], room, input, samples);
    if (made > 0) this.#pack.write(this.#converted.subarray(0, 2 * made));
  }
}
