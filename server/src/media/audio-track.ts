/** Writes the sound of a video at 16 kHz mono, where sample n is the video's time n / 16000. */

import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_SAMPLE_FMT_S16P,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { ChannelMix } from './channel-mix.ts';
import type { MediaPass } from './media.ts';
import { SoundCuts } from './sound-cuts.ts';
import { audioSampleRate, SoundPack } from './sound-pack.ts';
import { hasOneChannel, SoundRun, startAfter } from './sound-run.ts';

const format = AV_SAMPLE_FMT_S16P;
const mono = { layout: AV_CHANNEL_LAYOUT_MONO, format, rate: audioSampleRate };
const stereo = { layout: AV_CHANNEL_LAYOUT_STEREO, format, rate: audioSampleRate };

/** A sample above this is something to hear: -54 dB of full scale, far above the noise of an open input. */
const audibleLevel = 65;

/** Takes decoded sound in order and holds the file open. */
export class AudioTrack {
  /** Samples that are loud enough to be heard. */
  audibleSamples = 0;
  readonly #pack: SoundPack;
  readonly #cuts = new SoundCuts();
  #planes = [Buffer.alloc(0), Buffer.alloc(0)];
  #run: SoundRun | null = null;
  readonly #mix = new ChannelMix();

  constructor(path: string) {
    this.#pack = new SoundPack(path, (sample, pcm) => this.#cuts.add(sample, pcm));
  }

  /** `time` is that of the frame's first sample in the video; null if unknown. */
  add(frame: Frame, time: number | null): void {
    this.#convert(this.#runFor(frame, time), frame);
  }

  /** Completes the file; null if there was no sound at all. */
  finish(): Pick<NonNullable<MediaPass['audio']>, 'durationSeconds' | 'pieces' | 'cuts'> | null {
    this.#endRun();
    const { samples, pieces } = this.#pack.finish();
    if (samples === 0) return null;
    return { durationSeconds: samples / audioSampleRate, pieces, cuts: this.#cuts.cuts };
  }

  /** Gives everything back, also after a failure. */
  close(): void {
    this.#run?.free();
    this.#run = null;
    this.#pack.close();
  }

  #runFor(frame: Frame, time: number | null): SoundRun {
    const run = this.#run;
    if (run?.goesOnWith(frame, time)) return run;
    this.#endRun();
    const startSeconds = startAfter(run, time);
    this.#pack.seek(Math.round(startSeconds * audioSampleRate));
    this.#run = new SoundRun(frame, startSeconds, hasOneChannel(frame) ? mono : stereo);
    return this.#run;
  }

  /** Lets out what the resampler and the mix still hold. */
  #endRun(): void {
    if (!this.#run) return;
    this.#convert(this.#run, null);
    this.#write(this.#mix.finish());
    this.#run.free();
    this.#run = null;
  }

  #convert(run: SoundRun, frame: Frame | null): void {
    const room = run.roomFor(frame);
    if ((this.#planes[0]?.length ?? 0) < 2 * room) {
      this.#planes = [Buffer.alloc(2 * room), Buffer.alloc(2 * room)];
    }
    const made = run.convert(frame, this.#planes.slice(0, run.channels), room);
    if (made <= 0) return;

    const [left, right] = this.#planes.map((plane) => plane.subarray(0, 2 * made));
    if (!left || !right) return;
    this.#write(run.channels === 1 ? left : this.#mix.add(left, right));
  }

  #write(pcm: Buffer): void {
    for (let index = 0; index < pcm.length; index += 2) {
      if (Math.abs(pcm.readInt16LE(index)) > audibleLevel) this.audibleSamples += 1;
    }
    this.#pack.write(pcm);
  }
}
