/** The sound of a clip: resampled, placed with the precision of a sample, and encoded as AAC. */
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
} from 'node-av/constants';
import { Codec, CodecContext, Frame, Rational } from 'node-av/lib';
import { check } from '../check.ts';
import { SoundRun, startAfter } from '../sound-run.ts';

export const clipSampleRate = 48_000;
const bytesPerSample = 4;
const bitsPerChannel = 80_000;
export class ClipSound {
  readonly encoder = new CodecContext();
  readonly #channels: 1 | 2;
  readonly #take: () => void;
  /** A list of pieces; each piece holds one buffer per channel. */
  readonly #pieces: Buffer[][] = [];
  #held = 0;
  /**
   * `#written`: samples added since the start of the clip; `#rangeAt`: number of the sample at which the current range
   * begins.
   */
  #written = 0;
  #rangeAt = 0;
  #sent = 0;
  #run: SoundRun | null = null;
  /** Time of the next sample of the current run, in samples from the start of the range. */
  #next = 0;

  /** @param take called when packets may be ready in the encoder */
  constructor(channels: number, take: () => void) {
    this.#channels = channels === 1 ? 1 : 2;
    this.#take = take;

    const codec = Codec.findEncoderByName(FF_ENCODER_AAC);
    if (!codec) throw new Error('FFmpeg has no AAC encoder');

    const { encoder } = this;
    encoder.allocContext3(codec);
    encoder.sampleRate = clipSampleRate;
    encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
    encoder.channelLayout = this.#layout;
    encoder.bitRate = BigInt(bitsPerChannel * this.#channels);
    encoder.timeBase = new Rational(1, clipSampleRate);
    encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    check(encoder.open2Sync(codec, null), 'opening the AAC encoder');
  }

  get #layout() {
    return this.#channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
  }

  /** `time`: when the frame's first sample is played, in seconds from the start of the range; null if unknown. */
  add(frame: Frame, time: number | null): void {
    this.#convert(this.#runFor(frame, time), frame);
  }

  /** Ends a range: fills missing time with silence and drops any excess. */
  endRange(seconds: number): void {
    this.#endRun();
    const end = this.#rangeAt + Math.round(seconds * clipSampleRate);
    if (this.#written > end) this.#cut(this.#written - end);
    this.#silence(end - this.#written);
    this.#rangeAt = end;
    this.#send(false);
  }

  finish(): void {
    this.#send(true);
    check(this.encoder.sendFrameSync(null), 'encoding sound');
    this.#take();
  }

  free(): void {
    this.#run?.free();
    this.encoder.freeContext();
  }

  #runFor(frame: Frame, time: number | null): SoundRun {
    const run = this.#run;
    if (run?.goesOnWith(frame, time)) return run;

    this.#endRun();
    const startSeconds = startAfter(run, time);
    const form = { layout: this.#layout, format: AV_SAMPLE_FMT_FLTP, rate: clipSampleRate };
    this.#run = new SoundRun(frame, startSeconds, form);
    this.#next = Math.round(startSeconds * clipSampleRate);

    return this.#run;
  }

  #endRun(): void {
    if (!this.#run) return;
    this.#convert(this.#run, null);
    this.#run.free();
    this.#run = null;
  }

  #convert(run: SoundRun, frame: Frame | null): void {
    const room = run.roomFor(frame);
    if (room <= 0) return;

    const planes = Array.from({ length: this.#channels }, () =>
      Buffer.alloc(room * bytesPerSample),
    );
    const sampleCount = run.convert(frame, planes, room);
    if (sampleCount <= 0) return;

    const position = this.#rangeAt + this.#next;
    this.#next += sampleCount;
    this.#silence(position - this.#written);

    const skip = Math.min(sampleCount, this.#written - position);
    this.#put(
      planes.map((plane) => plane.subarray(skip * bytesPerSample, sampleCount * bytesPerSample)),
    );
  }

  #silence(samples: number): void {
    // Written in pieces, because a gap may last minutes.
    for (let remaining = samples; remaining > 0; remaining -= clipSampleRate) {
      const bytes = Math.min(remaining, clipSampleRate) * bytesPerSample;
      this.#put(Array.from({ length: this.#channels }, () => Buffer.alloc(bytes)));
    }
  }

  #put(planes: Buffer[]): void {
    const samples = (planes[0]?.length ?? 0) / bytesPerSample;
    if (samples <= 0) return;
    this.#pieces.push(planes);
    this.#held += samples;
    this.#written += samples;
    // The end of a range may cut off samples that were already added, so the last two seconds are held back from the
    // encoder.
    while (this.#held > 2 * clipSampleRate) this.#sendFrame(this.encoder.frameSize);
  }

  /** Removes the samples that were added last. */
  #cut(samples: number): void {
    const planes = this.#joined();
    const heldSamples = Math.max(0, this.#held - samples);
    this.#written -= this.#held - heldSamples;
    this.#held = heldSamples;
    this.#pieces.push(planes.map((plane) => plane.subarray(0, heldSamples * bytesPerSample)));
  }

  #joined(): Buffer[] {
    const pieces = this.#pieces.splice(0);
    return Array.from({ length: this.#channels }, (_, channel) =>
      Buffer.concat(pieces.map((planes) => planes[channel] ?? Buffer.alloc(0))),
    );
  }

  #send(flush: boolean): void {
    while (this.#held >= this.encoder.frameSize) this.#sendFrame(this.encoder.frameSize);
    if (flush && this.#held > 0) this.#sendFrame(this.#held);
  }

  #sendFrame(samples: number): void {
    const planes = this.#joined();
    const bytes = samples * bytesPerSample;
    const frame = Frame.fromAudioBuffer(
      Buffer.concat(planes.map((plane) => plane.subarray(0, bytes))),
      {
        nbSamples: samples,
        format: AV_SAMPLE_FMT_FLTP,
        sampleRate: clipSampleRate,
        channelLayout: this.#layout,
        pts: BigInt(this.#sent),
      },
    );

    this.#sent += samples;
    this.#held -= samples;
    this.#pieces.push(planes.map((plane) => plane.subarray(bytes)));

    try {
      check(this.encoder.sendFrameSync(frame), 'encoding sound');
    } finally {
      frame.free();
    }

    this.#take();
  }
}
