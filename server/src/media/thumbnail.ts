/** Chooses the one picture that represents a video. */
import { AV_PIX_FMT_GRAY8, AVDISCARD_DEFAULT } from 'node-av/constants';
import { Frame, Packet, type Stream } from 'node-av/lib';
import { contrast } from './change.ts';
import { type Container, openDecoder } from './container.ts';
import { Deinterlacer, isInterlaced } from './deinterlacer.ts';
import { PixelAspect } from './display-size.ts';
import type { ShownFrame } from './letterbox.ts';
import type { IngestLimits } from './media.ts';
import { readOrientation } from './orientation.ts';
import { JpegMaker, Shrinker } from './pictures.ts';
import type { SmallPicture } from './small-picture.ts';

const thumbnailSidePixels = 640;

/** Keeps the frame with the most contrast, so that black, white and faded frames are not chosen. */
export class ThumbnailChooser {
  readonly #jpegs: JpegMaker;
  #contrast = -1;
  #jpeg: Buffer | null = null;

  constructor(turn: readonly string[]) {
    this.#jpegs = new JpegMaker(turn, thumbnailSidePixels);
  }

  /** The best picture so far; null before the first frame. */
  get jpeg(): Buffer | null {
    return this.#jpeg;
  }

  consider({ frame, aspect }: ShownFrame, luma: SmallPicture): void {
    const frameContrast = contrast(luma);
    if (frameContrast <= this.#contrast) return;
    this.#contrast = frameContrast;
    this.#jpeg = this.#jpegs.encode(frame, aspect).jpeg;
  }

  free(): void {
    this.#jpegs.free();
  }
}

/** Positions to sample if the video is not decoded for other reasons, as fractions of its duration. */
const places = [0.1, 0.35, 0.65];
/** Number of packets to read at a position before giving up on it. */
const mostPackets = 2000;

/** A thumbnail from three key frames found by seeking; null if none can be decoded. */
export function thumbnailFromKeyFrames(
  container: Container,
  durationSeconds: number,
  limits: IngestLimits,
): Buffer | null {
  const stream = container.video;
  if (!stream) return null;

  stream.discard = AVDISCARD_DEFAULT;
  const context = openDecoder(stream, { maxPixels: limits.maxFramePixels });
  const chooser = new ThumbnailChooser(readOrientation(stream).filters);
  const deinterlacer = new Deinterlacer();
  const aspect = new PixelAspect(stream);
  const shrinker = new Shrinker({ width: 64, height: 36 }, AV_PIX_FMT_GRAY8, 1, 'area');
  const frame = new Frame();
  const packet = new Packet();

  frame.alloc();
  packet.alloc();

  try {
    for (const place of places) {
      if (!seekKeyFrame(container, stream, place * durationSeconds, packet)) continue;

      context.flushBuffers();
      context.sendPacketSync(packet);
      // Flushes the decoder at once; otherwise it would wait for more frames in case they have to be reordered.
      context.sendPacketSync(null);

      if (context.receiveFrameSync(frame) < 0) continue;

      const fullFrame = isInterlaced(frame) ? deinterlacer.whole(frame, null, null) : frame;
      const shownFrame = { frame: fullFrame, aspect: aspect.of(frame) };
      chooser.consider(shownFrame, shrinker.shrink(fullFrame));
    }
    return chooser.jpeg;
  } finally {
    for (const resource of [chooser, deinterlacer, shrinker, frame, packet]) resource.free();
    context.freeContext();
  }
}

/** Reads the key frame at or before a time of the video into the packet. */
function seekKeyFrame(container: Container, stream: Stream, time: number, packet: Packet): boolean {
  container.seek(time);
  for (let packetCount = 0; packetCount < mostPackets; packetCount += 1) {
    packet.unref();
    if (container.read(packet) < 0) return false;
    if (packet.streamIndex === stream.index && packet.isKeyframe) return true;
  }
  return false;
}
