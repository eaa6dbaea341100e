/** Writes the sound of a video at 16 kHz mono, where sample n is the video's time n / 16000. */
import type { Frame } from 'node-av/lib';
import { AudioMeter } from './audio-meter.ts';
import type { MediaPass } from './media.ts';
import { MonoSound } from './mono-sound.ts';
import { SoundCuts } from './sound-cuts.ts';
import { audioSampleRate, SoundPack, type SoundRange } from './sound-pack.ts';

/** Takes decoded sound in order and holds the file open. */
export class AudioTrack {
  readonly meter = new AudioMeter();
  readonly #pack: SoundPack;
  readonly #cuts = new SoundCuts();
  readonly #startSeconds: number;
  readonly #sound = new MonoSound({
    begin: (sample) => this.#pack.seek(sample),
    take: (pcm) => {
      this.meter.take(pcm);
      this.#pack.write(pcm);
    },
  });

  /** Sound outside the range is dropped. */
  constructor(path: string, range: SoundRange) {
    this.#startSeconds = range.from / audioSampleRate;
    this.#pack = new SoundPack(path, (sample, pcm) => this.#cuts.add(sample, pcm), 1, range);
  }

  /** Whether each of the two mixed channels holds a different voice. */
  get hasVoiceInEachChannel(): boolean {
    return this.#sound.hasVoiceInEachChannel;
  }

  /** `time`: when the frame's first sample is played in the video; null if unknown. */
  add(frame: Frame, time: number | null): void {
    this.#sound.add(frame, time);
  }

  /** Completes the file; returns null if there was no sound at all, unless a range without sound `mayBeSilent`. */
  finish(
    mayBeSilent: boolean,
  ): Pick<NonNullable<MediaPass['audio']>, 'durationSeconds' | 'pieces' | 'cuts'> | null {
    this.#sound.finish();
    const { samples, pieces } = this.#pack.finish(mayBeSilent);
    if (samples === 0) return null;
    // The silence before the range is cut as well.
    const cuts = this.#cuts.cuts.filter((cut) => cut > this.#startSeconds);
    return { durationSeconds: samples / audioSampleRate, pieces, cuts };
  }

  /** Releases all resources; may also be called after a failure. */
  close(): void {
    this.#sound.free();
    this.#pack.close();
  }
}
