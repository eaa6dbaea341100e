/** For tests: small videos with known content, encoded in process so that the tests need no other files. */
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_SAMPLE_FMT_S16,
  FF_ENCODER_LIBX264,
  FF_ENCODER_PCM_S16LE,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib';
import { setOption } from '../../src/media/container.ts';

/** A filled rectangle in pixels; luma 16 (black) to 235 (white). */
export interface Patch {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly luma: number;
}

export interface MadeClip {
  readonly video?: {
    readonly width: number;
    readonly height: number;
    /** Presentation times in seconds. */
    readonly times: readonly number[];
    /** Returns what the frame at this time shows: patches on grey, each drawn over the ones before it. */
    readonly draw: (time: number) => readonly Patch[];
    /** Width of a pixel over its height, as a fraction. */
    readonly pixelAspect?: readonly [number, number];
    /** Degrees clockwise by which the picture must be turned for display. */
    readonly rotation?: 90 | 270;
    /** Options of the encoder. */
    readonly encoder?: Readonly<Record<string, string>>;
  };
  /**
   * Stretches of a 440 Hz tone. The silence between them is in no packet. PCM is used, because it keeps every time
   * exactly.
   */
  readonly tones?: readonly { readonly start: number; readonly end: number }[];
  /** Options of the container's writer. */
  readonly container?: Readonly<Record<string, string>>;
}

const clock = new Rational(1, 1000);
const toneRate = 48_000;
const lastFrameSeconds = 0.04;

/** Writes a clip; the name decides the container (mp4, mov, mkv). */
export function makeClip(path: string, clip: MadeClip): void {
  Log.setLevel(AV_LOG_QUIET);
  const output = new FormatContext();
  output.allocOutputContext2(null, null, path);
  for (const [name, value] of Object.entries(clip.container ?? {})) setOption(output, name, value);

  const writers = [
    ...(clip.video ? [openVideo(output, clip.video)] : []),
    ...(clip.tones ? [openTones(output, clip.tones)] : []),
  ];

  must(output.openOutputSync());
  must(output.writeHeaderSync());
  for (const write of writers) write();
  must(output.writeTrailerSync());
  output.closeOutputSync();
  output.freeContext();
}

type Video = NonNullable<MadeClip['video']>;

function openVideo(output: FormatContext, video: Video): () => void {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = video.width;
  encoder.height = video.height;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.timeBase = clock;
  encoder.sampleAspectRatio = new Rational(...(video.pixelAspect ?? [1, 1]));
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);

  const settings = { preset: 'veryfast', crf: '20', threads: '1', ...video.encoder };
  for (const [name, value] of Object.entries(settings)) {
    setOption(encoder, name, value);
  }

  must(encoder.open2Sync(codec, null));
  const stream = addStream(output, encoder);
  stream.sampleAspectRatio = encoder.sampleAspectRatio;

  if (video.rotation) {
    const matrix = displayMatrix(video.rotation);
    stream.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix);
  }

  const durationOf = (pts: bigint) => {
    const index = video.times.findIndex((time) => BigInt(Math.round(time * 1000)) === pts);
    const step = (video.times[index + 1] ?? Number.NaN) - (video.times[index] ?? Number.NaN);
    return BigInt(Math.round(1000 * (step || lastFrameSeconds)));
  };

  return () => {
    for (const time of video.times) {
      const frame = Frame.fromVideoBuffer(paint(video, video.draw(time)), {
        width: video.width,
        height: video.height,
        format: AV_PIX_FMT_YUV420P,
        pts: BigInt(Math.round(time * 1000)),
      });
      encodeInto(output, stream, encoder, frame, durationOf);
      frame.free();
    }

    encodeInto(output, stream, encoder, null, durationOf);
    encoder.freeContext();
  };
}

function paint(video: Video, patches: readonly Patch[]): Buffer {
  const { width, height } = video;
  const pixels = Buffer.alloc((width * height * 3) / 2, 128);

  for (const patch of patches) {
    for (let row = patch.top; row < patch.top + patch.height; row += 1) {
      const from = row * width + patch.left;
      pixels.fill(patch.luma, from, from + patch.width);
    }
  }

  return pixels;
}

/** The nine cells of an MP4 track header for a rotation. */
function displayMatrix(rotation: 90 | 270): Buffer {
  const one = 0x10000;
  const turn = rotation === 90 ? one : -one;
  const matrix = Buffer.alloc(36);
  for (const [cell, value] of [0, turn, 0, -turn, 0, 0, 0, 0, 0x40000000].entries()) {
    matrix.writeInt32LE(value, 4 * cell);
  }
  return matrix;
}

function openTones(output: FormatContext, tones: NonNullable<MadeClip['tones']>): () => void {
  const codec = Codec.findEncoderByName(FF_ENCODER_PCM_S16LE);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = toneRate;
  encoder.sampleFormat = AV_SAMPLE_FMT_S16;
  encoder.channelLayout = AV_CHANNEL_LAYOUT_MONO;
  encoder.timeBase = new Rational(1, toneRate);
  must(encoder.open2Sync(codec, null));

  const stream = addStream(output, encoder);
  const blockSamples = 480;

  return () => {
    for (const { start, end } of tones) {
      for (let at = Math.round(start * toneRate); at < end * toneRate; at += blockSamples) {
        const block = Buffer.alloc(2 * blockSamples);
        for (let index = 0; index < blockSamples; index += 1) {
          const wave = Math.sin((2 * Math.PI * 440 * (at + index)) / toneRate);
          block.writeInt16LE(Math.round(12_000 * wave), 2 * index);
        }

        const frame = Frame.fromAudioBuffer(block, {
          nbSamples: blockSamples,
          format: AV_SAMPLE_FMT_S16,
          sampleRate: toneRate,
          channelLayout: AV_CHANNEL_LAYOUT_MONO,
          pts: BigInt(at),
        });
        encodeInto(output, stream, encoder, frame);
        frame.free();
      }
    }

    encodeInto(output, stream, encoder, null);
    encoder.freeContext();
  };
}

function addStream(output: FormatContext, encoder: CodecContext): Stream {
  const stream = output.newStream(null);
  must(stream.codecpar.fromContext(encoder));
  stream.timeBase = encoder.timeBase;
  return stream;
}

function encodeInto(
  output: FormatContext,
  stream: Stream,
  encoder: CodecContext,
  frame: Frame | null,
  durationOf: (pts: bigint) => bigint = () => 0n,
): void {
  const packet = new Packet();
  packet.alloc();
  must(encoder.sendFrameSync(frame));

  while (encoder.receivePacketSync(packet) >= 0) {
    packet.streamIndex = stream.index;
    packet.duration ||= durationOf(packet.pts);
    packet.rescaleTs(encoder.timeBase, stream.timeBase);
    must(output.interleavedWriteFrameSync(packet));
  }

  packet.free();
}

function must(code: number): void {
  if (code < 0) throw new Error(`FFmpeg: ${code}`);
}

/** Frame times at a constant rate. */
export function steadyTimes(fps: number, seconds: number): number[] {
  return Array.from({ length: Math.round(fps * seconds) }, (_, index) => index / fps);
}
