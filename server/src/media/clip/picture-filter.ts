/** Makes decoded frames upright and of one size, in 8 bits and 4:2:0. */
import { AV_BUFFERSRC_FLAG_KEEP_REF } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { check } from '../check.ts';
import type { VideoStream } from '../media.ts';
import { buildGraph, even, type Graph } from '../pictures.ts';

export class PictureFilter {
  readonly width: number;
  readonly height: number;
  readonly #filters: string;
  readonly #upright = new Frame();
  #graph: Graph | null = null;

  /** `turn`: filters that make a stored picture upright. */
  constructor(shown: VideoStream, turn: readonly string[], maxSide: number) {
    const scale = Math.min(1, maxSide / Math.max(shown.width, shown.height));
    this.width = even(shown.width * scale);
    this.height = even(shown.height * scale);
    const sideways = shown.rotation === 90 || shown.rotation === 270;
    const size = sideways ? `${this.height}:${this.width}` : `${this.width}:${this.height}`;
    const scaling = `scale=${size}:flags=bicubic:out_range=tv:out_color_matrix=bt709`;
    this.#filters = [scaling, ...turn, 'format=yuv420p', 'setsar=1'].join(',');
    this.#upright.alloc();
  }

  /** Valid until the next call. */
  filter(frame: Frame): Frame {
    const { width, height, format, colorSpace, colorRange } = frame;
    const key =
      `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/25:` +
      `colorspace=${colorSpace}:range=${colorRange}`;
    if (this.#graph?.key !== key) {
      this.#graph?.graph.free();
      this.#graph = null;
      // Frames may change size or format within a stream.
      this.#graph = buildGraph(key, this.#filters);
    }
    const { source, sink } = this.#graph;
    check(source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'scaling');
    this.#upright.unref();
    check(sink.buffersinkGetFrameSync(this.#upright), 'scaling');
    check(this.#upright.makeWritable(), 'scaling');
    return this.#upright;
  }

  free(): void {
    this.#graph?.graph.free();
    this.#upright.free();
  }
}
