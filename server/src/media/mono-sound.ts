/** Decoded sound as 16-bit samples of one channel at 16 kHz. */
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_SAMPLE_FMT_S16P,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { ChannelMix } from './channel-mix.ts';
import { audioSampleRate } from './sound-pack.ts';
import { hasOneChannel, SoundRun, startAfter } from './sound-run.ts';

const format = AV_SAMPLE_FMT_S16P;
const mono = { layout: AV_CHANNEL_LAYOUT_MONO, format, rate: audioSampleRate };
const stereo = { layout: AV_CHANNEL_LAYOUT_STEREO, format, rate: audioSampleRate };

export interface MonoSink {
  /** What follows begins at this sample of the video. */
  readonly begin: (sample: number) => void;
  /** s16le, valid until the next call. */
  readonly take: (pcm: Buffer) => void;
}

/** Takes decoded sound in order. */
export class MonoSound {
  readonly #sink: MonoSink;
  readonly #mix = new ChannelMix();
  #planes = [Buffer.alloc(0), Buffer.alloc(0)];
  #run: SoundRun | null = null;

  constructor(sink: MonoSink) {
    this.#sink = sink;
  }

  /** `time` is that of the frame's first sample in the video; null if unknown. */
  add(frame: Frame, time: number | null): void {
    this.#convert(this.#runFor(frame, time), frame);
  }

  /** Lets out what the resampler and the mix still hold. */
  finish(): void {
    if (!this.#run) return;
    this.#convert(this.#run, null);
    this.#sink.take(this.#mix.finish());
    this.free();
  }

  free(): void {
    this.#run?.free();
    this.#run = null;
  }

  #runFor(frame: Frame, time: number | null): SoundRun {
    const run = this.#run;
    if (run?.goesOnWith(frame, time)) return run;
    this.finish();
    const startSeconds = startAfter(run, time);
    this.#sink.begin(Math.round(startSeconds * audioSampleRate));
    this.#run = new SoundRun(frame, startSeconds, hasOneChannel(frame) ? mono : stereo);
    return this.#run;
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
    this.#sink.take(run.channels === 1 ? left : this.#mix.add(left, right));
  }
}
