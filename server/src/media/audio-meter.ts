/** Measures how much of a track is audible. */
import { audioSampleRate } from './sound-pack.ts';

/**
 * A sample louder than this counts as audible. It is -54 dB of full scale: far above the noise of an open input, far
 * below a voice.
 */
const leastLevel = 65;

export class AudioMeter {
  #samples = 0;

  get audibleSeconds(): number {
    return this.#samples / audioSampleRate;
  }

  /** `pcm`: 16-bit little-endian samples (s16le). */
  take(pcm: Buffer): void {
    for (let index = 0; index < pcm.length; index += 2) {
      if (Math.abs(pcm.readInt16LE(index)) > leastLevel) this.#samples += 1;
    }
  }
}
