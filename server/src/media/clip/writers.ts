/** Writes the file of a clip: MP4 with H.264 and AAC, or an animated picture. */

import type { ClipFormat } from '@reelsight/contract';
import {
  AV_BUFFERSRC_FLAG_KEEP_REF,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_PAL8,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  AVERROR_EOF,
  FF_ENCODER_GIF,
  FF_ENCODER_LIBWEBP_ANIM,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  FormatContext,
  Frame,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib';
import { check } from '../check.ts';
import { setOption } from '../container.ts';
import { buildGraph, type Graph } from '../pictures.ts';
import { ClipSound } from './sound.ts';

export interface ClipWriterOptions {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  /** Number of channels in the video's sound; 0: no sound. */
  readonly channels: number;
}

export interface ClipWriter {
  /** Null if the format or the video has no sound. */
  readonly sound: ClipSound | null;
  /** `from`, `to`: seconds of the clip. The caller keeps ownership of the frame. */
  picture(frame: Frame, from: number, to: number): void;
  finish(): void;
  free(): void;
}

/** Opens the file. */
export function openWriter(format: ClipFormat, options: ClipWriterOptions): ClipWriter {
  return format === 'gif' ? new GifWriter(options) : new VideoWriter(format, options);
}

/** Units of time per second. */
const clocks: Record<ClipFormat, number> = { mp4: 90_000, webp: 1000, gif: 100 };

class Output {
  readonly format = new FormatContext();
  readonly packet = new Packet();
  #open = false;

  constructor(kind: ClipFormat, path: string) {
    this.packet.alloc();
    check(this.format.allocOutputContext2(null, kind, `file:${path}`), 'opening the clip');
  }

  add(encoder: CodecContext): Stream {
    const stream = this.format.newStream(null);
    stream.timeBase = encoder.timeBase;
    check(stream.codecpar.fromContext(encoder), 'opening the clip');
    return stream;
  }

  begin(): void {
    check(this.format.openOutputSync(), 'opening the clip');
    this.#open = true;
    check(this.format.writeHeaderSync(), 'writing the clip');
  }

  /** Writes the packets the encoder has. */
  drain(encoder: CodecContext, stream: Stream, durationOf?: (pts: bigint) => bigint): void {
    const { packet } = this;
    while (encoder.receivePacketSync(packet) >= 0) {
      packet.streamIndex = stream.index;
      const duration = durationOf?.(packet.pts);
      if (duration !== undefined) packet.duration = duration;

      packet.rescaleTs(encoder.timeBase, stream.timeBase);
      check(this.format.interleavedWriteFrameSync(packet), 'writing the clip');
      packet.unref();
    }
  }

  end(): void {
    check(this.format.writeTrailerSync(), 'writing the clip');
  }

  free(): void {
    if (this.#open) this.format.closeOutputSync();
    this.format.freeContext();
    this.packet.free();
  }
}

/** Converts times to units of the clock; never returns the same time twice. */
class Clock {
  readonly #perSecond: number;
  readonly #durations = new Map<bigint, bigint>();
  #next = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /**
   * Returns the start of a frame in units of the clock, and notes the frame's duration. Null if the frame is on screen
   * for less than one unit.
   */
  take(from: number, to: number): bigint | null {
    const start = Math.max(this.#next, Math.round(from * this.#perSecond));
    const end = Math.round(to * this.#perSecond);
    if (end <= start) return null;
    this.#next = end;
    this.#durations.set(BigInt(start), BigInt(end - start));
    return BigInt(start);
  }

  durationOf = (pts: bigint): bigint => {
    const duration = this.#durations.get(pts) ?? 1n;
    this.#durations.delete(pts);
    return duration;
  };
}

const encoders = {
  mp4: {
    name: FF_ENCODER_LIBX264,
    settings: { preset: 'veryfast', crf: '20', profile: 'high', g: '60' },
  },
  webp: { name: FF_ENCODER_LIBWEBP_ANIM, settings: { quality: '75', compression_level: '3' } },
} as const;

class VideoWriter implements ClipWriter {
  readonly sound: ClipSound | null;
  readonly #output: Output;
  readonly #encoder: CodecContext;
  readonly #stream: Stream;
  readonly #clock: Clock;

  constructor(kind: 'mp4' | 'webp', { path, width, height, channels }: ClipWriterOptions) {
    this.#output = new Output(kind, path);
    this.#clock = new Clock(clocks[kind]);
    this.#encoder = openEncoder(kind, width, height);
    this.#stream = this.#output.add(this.#encoder);
    this.sound = kind === 'mp4' && channels > 0 ? this.#addSound(channels) : null;

    // Puts the index first, so that a player can begin before the whole file has arrived.
    if (kind === 'mp4') setOption(this.#output.format, 'movflags', '+faststart');
    if (kind === 'webp') setOption(this.#output.format, 'loop', '0');
    this.#output.begin();
  }

  picture(frame: Frame, from: number, to: number): void {
    const pts = this.#clock.take(from, to);
    if (pts === null) return;
    frame.pts = pts;
    // Clears the type that the frame had in the source, so that the encoder chooses its own.
    frame.pictType = AV_PICTURE_TYPE_NONE;
    check(this.#encoder.sendFrameSync(frame), 'encoding the clip');
    this.#drain();
  }

  finish(): void {
    check(this.#encoder.sendFrameSync(null), 'encoding the clip');
    this.#drain();
    this.sound?.finish();
    this.#output.end();
  }

  free(): void {
    this.sound?.free();
    this.#encoder.freeContext();
    this.#output.free();
  }

  #addSound(channels: number): ClipSound {
    const sound = new ClipSound(channels, () => this.#output.drain(sound.encoder, stream));
    const stream = this.#output.add(sound.encoder);
    return sound;
  }

  #drain(): void {
    this.#output.drain(this.#encoder, this.#stream, this.#clock.durationOf);
  }
}

function openEncoder(kind: 'mp4' | 'webp', width: number, height: number): CodecContext {
  const { name, settings } = encoders[kind];
  const codec = Codec.findEncoderByName(name);
  if (!codec) throw new Error(`FFmpeg has no encoder ${name}`);

  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.timeBase = new Rational(1, clocks[kind]);
  encoder.sampleAspectRatio = new Rational(1, 1);
  encoder.colorRange = AVCOL_RANGE_MPEG;
  encoder.colorSpace = AVCOL_SPC_BT709;
  encoder.colorPrimaries = AVCOL_PRI_BT709;
  encoder.colorTrc = AVCOL_TRC_BT709;
  encoder.threadCount = 1;

  if (kind === 'mp4') encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  for (const [option, value] of Object.entries(settings)) setOption(encoder, option, value);
  check(encoder.open2Sync(codec, null), `opening ${name}`);

  return encoder;
}

/** Uses one palette for the whole clip, which is only known once all frames are. */
const palette =
  'split[one][two];[one]palettegen=stats_mode=diff[colours];[two][colours]paletteuse=dither=bayer:bayer_scale=3:diff_mode=rectangle';

class GifWriter implements ClipWriter {
  readonly sound = null;
  readonly #options: ClipWriterOptions;
  readonly #clock = new Clock(clocks.gif);
  readonly #graph: Graph;
  readonly #frame = new Frame();

  constructor(options: ClipWriterOptions) {
    this.#options = options;
    const { width, height } = options;
    this.#graph = buildGraph(
      `video_size=${width}x${height}:pix_fmt=${AV_PIX_FMT_YUV420P}:time_base=1/${clocks.gif}:pixel_aspect=1/1`,
      palette,
    );
    this.#frame.alloc();
  }

  picture(frame: Frame, from: number, to: number): void {
    const pts = this.#clock.take(from, to);
    if (pts === null) return;
    frame.pts = pts;
    const { source } = this.#graph;
    check(source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'choosing colours');
  }

  finish(): void {
    const { source, sink } = this.#graph;
    check(source.buffersrcAddFrameSync(null), 'choosing colours');

    const output = new Output('gif', this.#options.path);
    const encoder = this.#openEncoder();
    try {
      const stream = output.add(encoder);
      output.begin();

      const drain = () => output.drain(encoder, stream, this.#clock.durationOf);
      for (;;) {
        this.#frame.unref();
        const code = sink.buffersinkGetFrameSync(this.#frame);
        if (code === AVERROR_EOF) break;

        check(code, 'choosing colours');
        check(encoder.sendFrameSync(this.#frame), 'encoding the clip');
        drain();
      }

      check(encoder.sendFrameSync(null), 'encoding the clip');
      drain();
      output.end();
    } finally {
      encoder.freeContext();
      output.free();
    }
  }

  free(): void {
    this.#graph.graph.free();
    this.#frame.free();
  }

  #openEncoder(): CodecContext {
    const codec = Codec.findEncoderByName(FF_ENCODER_GIF);
    if (!codec) throw new Error('FFmpeg has no GIF encoder');

    const encoder = new CodecContext();
    encoder.allocContext3(codec);
    encoder.width = this.#options.width;
    encoder.height = this.#options.height;
    encoder.pixelFormat = AV_PIX_FMT_PAL8;
    encoder.timeBase = new Rational(1, clocks.gif);
    encoder.threadCount = 1;
    check(encoder.open2Sync(codec, null), 'opening the GIF encoder');

    return encoder;
  }
}
