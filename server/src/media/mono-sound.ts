/** Converts decoded sound to 16-bit samples of one channel at 16 kHz. */
import type { Frame } from 'node-av/lib';
import { ChannelMix } from './channel-mix.ts';
import { ResampledSound } from './resampled-sound.ts';

export interface MonoSink {
  /** Called before sound that begins at this sample of the video. */
  readonly begin: (sample: number) => void;
  /** Takes 16-bit little-endian samples, which are valid until the next call. */
  readonly take: (pcm: Buffer) => void;
}

/** Takes decoded sound in order. */
export class MonoSound {
  readonly #mix = new ChannelMix();
  readonly #sound: ResampledSound;

  constructor({ begin, take }: MonoSink) {
    this.#sound = new ResampledSound({
      begin,
      takeOne: take,
      takeTwo: (left, right) => take(this.#mix.add(left, right)),
      end: () => take(this.#mix.finish()),
    });
  }

  /** Whether each of the two mixed channels holds one voice. */
  get hasVoiceInEachChannel(): boolean {
    return this.#mix.voices.holdOneEach;
  }

  /** `time`: time of the frame's first sample in the video; null if unknown. */
  add(frame: Frame, time: number | null): void {
    this.#sound.add(frame, time);
  }

  /** Flushes the samples that the resampler and the mix still hold. */
  finish(): void {
    this.#sound.finish();
  }

  free(): void {
    this.#sound.free();
  }
}
