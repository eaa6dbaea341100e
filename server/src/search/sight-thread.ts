/**
 * Describes the pictures of searches by sight, in a thread: the network takes some milliseconds of computing, during
 * which the requests of others would have to wait.
 */
import { openSight, type SightEngine } from '../engines/sight/sight-network.ts';
import { answerOrders } from '../threads/answer-orders.ts';

/** Packed 8-bit RGB rows. */
export interface SightPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

let engine: Promise<SightEngine> | undefined;
const { signal } = new AbortController();

const handlers = {
  /** Null if the picture shows nothing that could be compared. */
  describe: async (picture: SightPixels): Promise<Int8Array | null> => {
    engine ??= openSight().catch((error: unknown) => {
      // The next picture tries again.
      engine = undefined;
      throw error;
    });
    return (await engine).describe(picture, { signal });
  },
};
export type SightThread = typeof handlers;

answerOrders(handlers);
