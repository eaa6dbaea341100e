/**
 * Converts decoded sound to 16-bit samples at 16 kHz, in one channel or two, and positions it on the video's time
 * line.
 */
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_SAMPLE_FMT_S16P,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { audioSampleRate } from './sound-pack.ts';
import { hasOneChannel, SoundRun, startAfter } from './sound-run.ts';

const format = AV_SAMPLE_FMT_S16P;
const mono = { layout: AV_CHANNEL_LAYOUT_MONO, format, rate: audioSampleRate };
const stereo = { layout: AV_CHANNEL_LAYOUT_STEREO, format, rate: audioSampleRate };

/** Receives the samples. Buffers hold 16-bit little-endian samples and are valid until the next call. */
export interface SoundSink {
  /** Called before sound that begins at this sample of the video. */
  readonly begin: (sample: number) => void;
  readonly takeOne: (pcm: Buffer) => void;
  readonly takeTwo: (left: Buffer, right: Buffer) => void;
  /** Called when the following sound does not continue where the previous sound ended. */
  readonly end: () => void;
}

/** Takes decoded sound in order. */
export class ResampledSound {
  readonly #sink: SoundSink;
  #planes = [Buffer.alloc(0), Buffer.alloc(0)];
  #run: SoundRun | null = null;

  constructor(sink: SoundSink) {
    this.#sink = sink;
  }

  /** `time`: time of the frame's first sample in the video; null if unknown. */
  add(frame: Frame, time: number | null): void {
    this.#convert(this.#runFor(frame, time), frame);
  }

  /** Flushes the samples that the resampler still holds. */
  finish(): void {
    if (!this.#run) return;
    this.#convert(this.#run, null);
    this.#sink.end();
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

    const sampleCount = run.convert(frame, this.#planes.slice(0, run.channels), room);
    if (sampleCount <= 0) return;

    const [left, right] = this.#planes.map((plane) => plane.subarray(0, 2 * sampleCount));
    if (!left || !right) return;

    if (run.channels === 1) this.#sink.takeOne(left);
    else this.#sink.takeTwo(left, right);
  }
}
