/** Makes the passages of large results in a separate thread, because those of hours of video take seconds. */
import { answerOrders } from '../threads/answer-orders.ts';
import { wordedJob } from './passage-words.ts';
import type { SearchedJob } from './search-passages.ts';

/** Number of passages in one piece of the answer; the receiving thread parses a piece in a few milliseconds. */
const piece = 500;

export interface PassagesOrder {
  readonly job: SearchedJob;
  readonly json: string;
}

const handlers = { passages: passagesInPieces };
export type PassagesThread = typeof handlers;

answerOrders(handlers, { inBackground: true });

/**
 * Each of the `pieces` is the JSON of a list of `WordedPassage`, because text passes between threads faster than
 * objects.
 */
function passagesInPieces({ job, json }: PassagesOrder): {
  readonly language: string | null;
  readonly pieces: readonly string[];
} {
  const { language, passages } = wordedJob(job, json);
  const pieces: string[] = [];
  for (let start = 0; start < passages.length; start += piece)
    pieces.push(JSON.stringify(passages.slice(start, start + piece)));

  return { language, pieces };
}
