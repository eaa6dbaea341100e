/** Deinterlaces decoded frames, turns them upright and scales them to one size, in 8-bit YUV 4:2:0. */
import { AV_BUFFERSRC_FLAG_KEEP_REF } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { check } from '../check.ts';
import { Deinterlacer, isInterlaced } from '../deinterlacer.ts';
import type { Size } from '../display-size.ts';
import { Letterbox, type ShownFrame } from '../letterbox.ts';
import { even, type Graph, graphFor } from '../pictures.ts';

export class PictureFilter {
  readonly width: number;
  readonly height: number;
  readonly #filters: string;
  readonly #deinterlacer = new Deinterlacer();
  readonly #letterbox: Letterbox;
  readonly #previous = newFrame();
  readonly #upright = newFrame();
  #graph: Graph | null = null;

  /**
   * @param canvas size of the video as shown, before it is turned; frames of another shape get bars
   * @param turn filters that make a stored picture upright
   */
  constructor(canvas: Size, turn: readonly string[], maxSide: number) {
    const scale = Math.min(1, maxSide / Math.max(canvas.width, canvas.height));
    const width = even(canvas.width * scale);
    const height = even(canvas.height * scale);
    const isTurned = turn.some((filter) => filter.startsWith('transpose'));
    this.width = isTurned ? height : width;
    this.height = isTurned ? width : height;

    const scaling = `scale=${width}:${height}:flags=bicubic:out_range=tv:out_color_matrix=bt709`;
    this.#filters = [scaling, ...turn, 'format=yuv420p', 'setsar=1'].join(',');
    this.#letterbox = new Letterbox(canvas, Math.max(canvas.width, canvas.height));
  }

  /** Frames must be passed in order. The returned frame is valid until the next call. */
  filter({ frame, aspect }: ShownFrame): Frame {
    const wholeFrame = isInterlaced(frame)
      ? this.#deinterlacer.whole(frame, this.#previous, null)
      : frame;
    const { frame: fitted } = this.#letterbox.fit({ frame: wholeFrame, aspect });
    const graph = graphFor(this.#graph, fitted, this.#filters);
    this.#graph = graph;
    check(graph.source.buffersrcAddFrameSync(fitted, AV_BUFFERSRC_FLAG_KEEP_REF), 'scaling');
    this.#upright.unref();
    check(graph.sink.buffersinkGetFrameSync(this.#upright), 'scaling');
    check(this.#upright.makeWritable(), 'scaling');
    this.#previous.unref();
    check(this.#previous.ref(frame), 'scaling');

    return this.#upright;
  }

  free(): void {
    this.#graph?.graph.free();
    for (const resource of [this.#deinterlacer, this.#letterbox, this.#previous, this.#upright]) {
      resource.free();
    }
  }
}

function newFrame(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}
