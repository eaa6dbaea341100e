/** Turns the words of a search by sight into a vector, with a pulled model that knows pictures and words. */
import '../engines/no-telemetry.ts';
import { pictureTextName } from '../engines/clip/picture-text-model.ts';
import type { InstalledModel } from '../models/model.ts';
import { limitsOfResults, WorkerThread } from '../threads/worker-thread.ts';
import type { WordsThread } from './words-thread.ts';

const threadEntry = new URL('./words-thread.ts', import.meta.url);
/** Number of recent searches whose vectors are kept in memory, so that a next page is not described again. */
const keptSearches = 500;

export class PictureWords {
  /** Identifies what makes the vectors: those of other models can't be compared with them. */
  readonly model: string;
  readonly #installed: InstalledModel;
  readonly #vectors = new Map<string, Int8Array>();
  /** Loads the model when it gets its first words. */
  readonly #thread = new WorkerThread<WordsThread>(threadEntry, limitsOfResults);

  constructor(installed: InstalledModel) {
    this.model = pictureTextName(installed);
    this.#installed = installed;
  }

  /** Throws if the model can't be loaded or gives no vector, or the signal's reason. */
  async describe(text: string, signal: AbortSignal): Promise<Int8Array> {
    const vector =
      this.#vectors.get(text) ??
      (await this.#thread.run('describe', { model: this.#installed, text }, signal));

    this.#vectors.delete(text);
    this.#vectors.set(text, vector);
    const [oldest] = this.#vectors.keys();
    if (this.#vectors.size > keptSearches && oldest !== undefined) this.#vectors.delete(oldest);

    return vector;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
