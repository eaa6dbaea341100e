/**
 * Describes the words of searches by sight, in a thread: loading the model takes a second or more, and describing words
 * some milliseconds of computing, during which the requests of others would have to wait.
 */
import { quantised } from '../analysis/vectors.ts';
import { TextModel } from '../engines/clip/text-model.ts';
import type { InstalledModel } from '../models/model.ts';
import { answerOrders } from '../threads/answer-orders.ts';

export interface WordsOrder {
  readonly model: InstalledModel;
  readonly text: string;
}

let opening: Promise<TextModel> | null = null;

const handlers = {
  describe: async ({ model, text }: WordsOrder): Promise<Int8Array> => {
    opening ??= TextModel.open(model, { threads: 1 }).catch((error: unknown) => {
      // The next search tries again.
      opening = null;
      throw error;
    });
    return quantised(await (await opening).embed(text));
  },
};
export type WordsThread = typeof handlers;

answerOrders(handlers);
