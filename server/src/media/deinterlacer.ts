/** Makes whole pictures from interlaced frames, in which every other line was captured half a frame later. */
import { AV_BUFFERSRC_FLAG_KEEP_REF, AV_FRAME_FLAG_INTERLACED } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { check } from './check.ts';
import { type Graph, graphFor } from './pictures.ts';

/**
 * Outputs one picture per frame, made from its first field; frames that are not marked as interlaced pass unchanged.
 */
const filters = 'bwdif=mode=send_frame:parity=auto:deint=interlaced';

export const isInterlaced = (frame: Frame): boolean => frame.hasFlags(AV_FRAME_FLAG_INTERLACED);

export class Deinterlacer {
  readonly #output = newFrame();
  readonly #input = newFrame();
  #graph: Graph | null = null;
  #count = 0n;

  /**
   * Makes a whole picture from an interlaced frame; it is valid until the next call. `previous` and `next` are the
   * neighbouring frames; if one is unknown, the frame itself takes its place.
   */
  whole(frame: Frame, previous: Frame | null, next: Frame | null): Frame {
    this.#push(alike(previous, frame), false);
    this.#push(frame, true);
    this.#push(alike(next, frame), false);
    return this.#output;
  }

  free(): void {
    this.#graph?.graph.free();
    this.#output.free();
    this.#input.free();
  }

  /**
   * Pushes a frame into the filter. A neighbour is marked as not interlaced, so that no work is spent on it. The
   * output belongs to the frame pushed before.
   */
  #push(frame: Frame, isWanted: boolean): void {
    const input = this.#input;
    input.unref();
    check(input.ref(frame), 'deinterlacing');

    if (isWanted) input.setFlags(AV_FRAME_FLAG_INTERLACED);
    else input.clearFlags(AV_FRAME_FLAG_INTERLACED);

    input.pts = this.#count++;

    const graph = graphFor(this.#graph, input, filters);
    this.#graph = graph;
    check(graph.source.buffersrcAddFrameSync(input, AV_BUFFERSRC_FLAG_KEEP_REF), 'deinterlacing');
    this.#output.unref();
    // The very first frame produces no output.
    graph.sink.buffersinkGetFrameSync(this.#output);
  }
}

/** Returns the neighbour if the filter graph can take both frames, otherwise the frame itself. */
function alike(neighbour: Frame | null, frame: Frame): Frame {
  const isAlike =
    neighbour?.width === frame.width &&
    neighbour.height === frame.height &&
    neighbour.format === frame.format &&
    neighbour.colorSpace === frame.colorSpace &&
    neighbour.colorRange === frame.colorRange;
  return isAlike ? neighbour : frame;
}

function newFrame(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}
