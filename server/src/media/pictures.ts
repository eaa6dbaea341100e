/** Makes pictures from decoded frames: small pictures for comparison, and upright JPEGs to store. */

import type { AVPixelFormat } from 'node-av/constants';
import { AV_BUFFERSRC_FLAG_KEEP_REF } from 'node-av/constants';
import {
  CodecContext,
  Filter,
  type FilterContext,
  FilterGraph,
  FilterInOut,
  Frame,
  Packet,
  SoftwareScaleContext,
} from 'node-av/lib';
import { check } from './check.ts';
import { setOption } from './container.ts';
import type { Size } from './display-size.ts';
import { jpegQualityUnit, openJpegEncoder } from './jpeg-encoder.ts';
import type { SmallPicture } from './small-picture.ts';

/**
 * MJPEG quality on FFmpeg's scale, 2 (best) to 31. At 3, a 1280 x 720 picture takes about 75 KB and 12-pixel text
 * stays legible.
 */
const jpegQuality = 3;

/** Shrinks frames of any size and format to one small size. */
export class Shrinker {
  readonly #scaler = new SoftwareScaleContext();
  readonly #small = new Frame();
  readonly #planes: readonly Plane[];

  /** @param planes number of the format's planes that hold one byte per pixel */
  constructor(
    size: Size,
    format: AVPixelFormat,
    planes: number,
    algorithm: 'area' | 'fast_bilinear',
  ) {
    this.#scaler.allocContext();
    setOption(this.#scaler, 'sws_flags', algorithm);

    const small = this.#small;
    small.alloc();
    small.format = format;
    small.width = size.width;
    small.height = size.height;
    check(small.getBuffer(), 'allocating a small picture');

    // These are views of FFmpeg's memory. They are taken only once, because each access to `data` creates new views.
    const { data, linesize } = small;
    this.#planes = Array.from({ length: planes }, (_, plane) => ({
      bytes: data?.[plane] ?? Buffer.alloc(0),
      stride: linesize[plane] ?? 0,
    }));
  }

  /** Copies the shrunk pixels into a new array. */
  shrink(frame: Frame): SmallPicture {
    check(this.#scaler.scaleFrameSync(this.#small, frame), 'shrinking');
    const { width, height } = this.#small;
    const pixels = new Uint8Array(width * height * this.#planes.length);

    for (const [index, { bytes, stride }] of this.#planes.entries()) {
      if (stride === width) {
        pixels.set(bytes.subarray(0, width * height), index * width * height);
        continue;
      }
      for (let row = 0; row < height; row += 1) {
        const line = bytes.subarray(row * stride, row * stride + width);
        pixels.set(line, (index * height + row) * width);
      }
    }

    return { width, height, pixels };
  }

  free(): void {
    this.#scaler.freeContext();
    this.#small.free();
  }
}

interface Plane {
  readonly bytes: Buffer;
  /** Bytes from one row to the next. */
  readonly stride: number;
}

export interface Graph {
  /** Describes the frames that this graph accepts. */
  readonly key: string;
  readonly filters: string;
  readonly graph: FilterGraph;
  readonly source: FilterContext;
  readonly sink: FilterContext;
}

/**
 * Number of JPEG sizes kept ready: a stream that adapts to its network connection switches back and forth between a
 * few sizes.
 */
const mostSizes = 6;

/** Encodes frames as upright JPEGs. Each JPEG has its frame's size, up to a maximum. */
export class JpegMaker {
  readonly #maxSide: number;
  readonly #turn: readonly string[];
  readonly #encoders = new Map<string, SizedEncoder>();

  /**
   * @param turn filters that make a stored picture upright
   * @param maxSide longest side of the JPEG; pictures are never enlarged
   */
  constructor(turn: readonly string[], maxSide: number) {
    this.#turn = turn;
    this.#maxSide = maxSide;
  }

  /** `aspect`: displayed width of one of the frame's pixels, divided by its height. */
  encode(frame: Frame, aspect: number): StoredPicture {
    return this.#encoderFor(frame, aspect).encode(frame);
  }

  free(): void {
    for (const encoder of this.#encoders.values()) encoder.free();
  }

  #encoderFor(frame: Frame, aspect: number): SizedEncoder {
    const key = `${frame.width}x${frame.height} ${aspect}`;
    const existing = this.#encoders.get(key);
    const encoder = existing ?? new SizedEncoder(this.#sizeOf(frame, aspect), this.#turn);

    this.#encoders.delete(key);
    this.#encoders.set(key, encoder);

    for (const [oldKey, old] of [...this.#encoders].slice(0, -mostSizes)) {
      old.free();
      this.#encoders.delete(oldKey);
    }

    return encoder;
  }

  #sizeOf({ width, height }: Frame, aspect: number): Size {
    const shownWidth = width * aspect;
    const scale = Math.min(1, this.#maxSide / Math.max(shownWidth, height));
    return { width: even(shownWidth * scale), height: even(height * scale) };
  }
}

/** An upright JPEG and its size. */
export interface StoredPicture extends Size {
  readonly jpeg: Buffer;
}

/** Makes JPEGs of one size. */
class SizedEncoder {
  readonly #upright: Size;
  readonly #filters: string;
  readonly #encoder = new CodecContext();
  readonly #frame = new Frame();
  readonly #packet = new Packet();
  #graph: Graph | null = null;
  #count = 0n;

  /** @param size of the picture before it is turned upright */
  constructor(size: Size, turn: readonly string[]) {
    const isSideways = turn.some((filter) => filter.startsWith('transpose'));
    this.#upright = isSideways ? { width: size.height, height: size.width } : size;

    // JPEG uses full range and the BT.601 matrix; without this conversion, the colours of HD video shift.
    const scaling = `scale=${size.width}:${size.height}:flags=bicubic:out_range=full:out_color_matrix=bt601`;
    this.#filters = [scaling, ...turn, 'format=yuv420p'].join(',');
    this.#frame.alloc();
    this.#packet.alloc();
    openJpegEncoder(this.#encoder, { ...this.#upright, quality: jpegQuality });
  }

  encode(frame: Frame): StoredPicture {
    const graph = graphFor(this.#graph, frame, this.#filters);
    this.#graph = graph;
    // The frame is still needed for comparison, so the graph takes its own reference.
    check(graph.source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'scaling');
    this.#frame.unref();
    check(graph.sink.buffersinkGetFrameSync(this.#frame), 'scaling');
    this.#frame.pts = this.#count++;
    this.#frame.quality = jpegQuality * jpegQualityUnit;
    check(this.#encoder.sendFrameSync(this.#frame), 'encoding JPEG');
    check(this.#encoder.receivePacketSync(this.#packet), 'encoding JPEG');

    const jpeg = Buffer.from(this.#packet.data ?? []);
    this.#packet.unref();

    return { ...this.#upright, jpeg };
  }

  free(): void {
    this.#graph?.graph.free();
    this.#frame.free();
    this.#packet.free();
    this.#encoder.freeContext();
  }
}

/**
 * Returns the current graph if it accepts such frames, otherwise a new one: frames may change size or format within a
 * stream.
 */
export function graphFor(graph: Graph | null, frame: Frame, filters: string): Graph {
  const { width, height, format, colorSpace, colorRange } = frame;
  const key =
    `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/25:` +
    `colorspace=${colorSpace}:range=${colorRange}`;
  if (graph?.key === key && graph.filters === filters) return graph;

  graph?.graph.free();
  return buildGraph(key, filters);
}

/**
 * Builds a filter chain from `source` to `sink`; `key` describes the frames it accepts. The caller must free the
 * graph.
 */
export function buildGraph(key: string, filters: string): Graph {
  const graph = new FilterGraph();
  graph.alloc();
  graph.nbThreads = 1;

  const source = createFilter(graph, 'buffer', key);
  const sink = createFilter(graph, 'buffersink', null);
  const from = endpoint('in', source);
  const to = endpoint('out', sink);
  check(graph.parsePtr(filters, to, from), 'building filters');
  check(graph.configSync(), 'building filters');

  return { key, filters, graph, source, sink };
}

function createFilter(graph: FilterGraph, name: string, options: string | null): FilterContext {
  const filter = Filter.getByName(name);
  const context = filter && graph.createFilter(filter, name, options);
  if (!context) throw new Error(`FFmpeg makes no filter ${name} with ${options}`);
  return context;
}

function endpoint(name: string, context: FilterContext): FilterInOut {
  const end = new FilterInOut();
  end.alloc();
  end.name = name;
  end.filterCtx = context;
  end.padIdx = 0;
  return end;
}

/** Rounds to an even number: chroma has half the resolution, so odd sizes would lose a column. */
export function even(pixels: number): number {
  return Math.max(2, 2 * Math.round(pixels / 2));
}
