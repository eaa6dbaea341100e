/**
 * Fits frames of another shape into the video's shape with black bars, as players do, for example after a phone was
 * turned or a call switched its layout.
 */
import { AV_BUFFERSRC_FLAG_KEEP_REF } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { check } from './check.ts';
import { haveSameShape, type Size } from './display-size.ts';
import { even, type Graph, graphFor } from './pictures.ts';

/** A frame and the aspect ratio of its pixels: displayed width over height. */
export interface ShownFrame {
  readonly frame: Frame;
  readonly aspect: number;
}

/** The widths of bars are multiples of this, so that colours and interlaced lines stay aligned with the picture. */
const barStep = 4;

export class Letterbox {
  readonly #shape: Size;
  readonly #maxSide: number;
  readonly #output = new Frame();
  #graph: Graph | null = null;

  /** @param maxSide longest side of the output, in pixels */
  constructor(shape: Size, maxSide: number) {
    this.#shape = shape;
    this.#maxSide = maxSide;
    this.#output.alloc();
  }

  /**
   * Returns the frame itself if it has the shape of the video, otherwise a frame with black bars, which is valid until
   * the next call.
   */
  fit({ frame, aspect }: ShownFrame): ShownFrame {
    const shownSize = { width: frame.width * aspect, height: frame.height };
    if (haveSameShape(shownSize, this.#shape)) return { frame, aspect };

    const graph = graphFor(this.#graph, frame, this.#filters(shownSize));
    this.#graph = graph;
    check(graph.source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'letterboxing');
    this.#output.unref();
    check(graph.sink.buffersinkGetFrameSync(this.#output), 'letterboxing');

    return { frame: this.#output, aspect: 1 };
  }

  free(): void {
    this.#graph?.graph.free();
    this.#output.free();
  }

  #filters(shownSize: Size): string {
    const ratio = this.#shape.width / this.#shape.height;
    const boxWidth = Math.max(shownSize.width, shownSize.height * ratio);
    const scale = Math.min(1, this.#maxSide / Math.max(boxWidth, boxWidth / ratio));
    const width = even(shownSize.width * scale);
    const height = even(shownSize.height * scale);
    const across = Math.max(width, even(boxWidth * scale));
    const down = Math.max(height, even((boxWidth / ratio) * scale));
    const bar = (room: number) => Math.floor(room / 2 / barStep) * barStep;

    return `scale=${width}:${height},setsar=1,pad=${across}:${down}:${bar(across - width)}:${bar(down - height)}`;
  }
}
