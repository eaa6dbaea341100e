/** For tests: decodes every frame and the sound of a file. */
import {
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLTP,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Codec, CodecContext, FormatContext, Frame, Packet, type Stream } from 'node-av/lib';

export interface DecodedFrame {
  /** Time of the frame, in seconds. */
  readonly time: number;
  readonly width: number;
  readonly height: number;
  /** Brightness, one byte per pixel. */
  readonly luma: Uint8Array;
}

function decode(path: string, type: number, take: (frame: Frame, stream: Stream) => void): void {
  const input = new FormatContext();
  if (input.openInputSync(path, null, null) < 0) throw new Error(`${path} cannot be opened`);

  input.findStreamInfoSync(null);
  const stream = input.streams.find(({ codecpar }) => codecpar.codecType === type);
  if (!stream) throw new Error(`${path} has no such stream`);

  const codec = Codec.findDecoder(stream.codecpar.codecId);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.parametersToContext(stream.codecpar);
  context.pktTimebase = stream.timeBase;
  context.open2Sync(codec, null);

  const packet = new Packet();
  const frame = new Frame();

  packet.alloc();
  frame.alloc();

  const send = (one: Packet | null): void => {
    context.sendPacketSync(one);
    while (context.receiveFrameSync(frame) >= 0) take(frame, stream);
  };

  while (input.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === stream.index) send(packet);
    packet.unref();
  }

  send(null);
  for (const one of [packet, frame]) one.free();
  context.freeContext();
  input.closeInputSync();
}

const timeOf = (frame: Frame, { timeBase }: Stream): number =>
  frame.bestEffortTimestamp === AV_NOPTS_VALUE
    ? Number.NaN
    : (Number(frame.bestEffortTimestamp) * timeBase.num) / timeBase.den;

export function decodeFrames(path: string): DecodedFrame[] {
  const frames: DecodedFrame[] = [];
  decode(path, AVMEDIA_TYPE_VIDEO, (frame, stream) => {
    const { width, height, data, linesize } = frame;
    const luma = new Uint8Array(width * height);
    const bytes = data?.[0] ?? Buffer.alloc(0);
    const stride = linesize[0] ?? 0;
    for (let row = 0; row < height; row += 1)
      luma.set(bytes.subarray(row * stride, row * stride + width), row * width);
    frames.push({ time: timeOf(frame, stream), width, height, luma });
  });

  return frames;
}

export interface DecodedSound {
  readonly seconds: number;
  /** Root mean square of the first channel between two times in seconds; full scale is 1. */
  readonly level: (from: number, to: number) => number;
}

/** For AAC only, which decodes to planes of floats. */
export function decodeSound(path: string): DecodedSound {
  const pieces: { time: number; samples: Float32Array }[] = [];
  let rate = 1;
  decode(path, AVMEDIA_TYPE_AUDIO, (frame, stream) => {
    if (frame.format !== AV_SAMPLE_FMT_FLTP) throw new Error('not planes of floats');
    rate = frame.sampleRate;
    const bytes = Buffer.from(frame.extendedData?.[0] ?? []);
    const samples = new Float32Array(bytes.buffer, bytes.byteOffset, frame.nbSamples);
    pieces.push({ time: timeOf(frame, stream), samples: samples.slice() });
  });

  const ends = pieces.map(({ time, samples }) => time + samples.length / rate);
  const level = (from: number, to: number): number => {
    let sum = 0;
    let count = 0;

    for (const { time, samples } of pieces)
      for (const [index, sample] of samples.entries()) {
        const at = time + index / rate;
        if (at < from || at >= to) continue;
        sum += sample * sample;
        count += 1;
      }

    return Math.sqrt(sum / Math.max(1, count));
  };

  return { seconds: Math.max(0, ...ends), level };
}
