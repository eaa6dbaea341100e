/** Writes the two channels of a sound separately at 16 kHz, where sample n is the video's time n / 16000. */
import type { Frame } from 'node-av/lib';
import { CrosstalkGate } from './crosstalk-gate.ts';
import type { MediaPass } from './media.ts';
import { ResampledSound } from './resampled-sound.ts';
import { SoundPack, type SoundRange } from './sound-pack.ts';

/** Takes decoded sound in order and holds the file open. */
export class ChannelTrack {
  readonly #pack: SoundPack;
  readonly #gate = new CrosstalkGate();
  readonly #sound = new ResampledSound({
    begin: (sample) => this.#pack.seek(sample),
    takeOne: (pcm) => this.#pack.write(pcm, Buffer.alloc(pcm.length)),
    takeTwo: (left, right) => this.#pack.write(...this.#gate.add(left, right)),
    end: () => this.#pack.write(...this.#gate.finish()),
  });

  /** Sound outside the range is dropped. */
  constructor(path: string, range: SoundRange) {
    this.#pack = new SoundPack(path, () => {}, 2, range);
  }

  /** `time`: when the frame's first sample is played in the video; null if unknown. */
  add(frame: Frame, time: number | null): void {
    this.#sound.add(frame, time);
  }

  /** Completes the file. */
  finish(): Pick<NonNullable<MediaPass['audio']>, 'channels' | 'pieces'> {
    this.#sound.finish();
    const { pieces } = this.#pack.finish();
    return { channels: 2, pieces };
  }

  /** Releases all resources; may also be called after a failure. */
  close(): void {
    this.#sound.free();
    this.#pack.close();
  }
}
