/**
 * A cache of answers that take long to make, kept for a short time, because many people may open the same link and a
 * program may repeat its request.
 */
import { Fault } from '@reelsight/contract';

/** The cached part of an answer; `data` is JSON, and its length counts as the memory that the answer takes. */
export interface KeptAnswer {
  readonly data: Buffer;
}

/** The parts of a job that a link shows. */
export interface SharedAnswer extends KeptAnswer {
  /** Names of the pictures that the answer refers to, `job_…/….jpg`. */
  readonly frames: ReadonlySet<string>;
  readonly tag: string;
}

interface Kept<Answer> {
  /**
   * When the entry expires, by the clock of `#nowMs`. The time is counted from the end of the read, and is infinite
   * until then.
   */
  untilMs: number;
  /**
   * Identifies the state of the answer's sources, such as the job and its corrections. If the state differs, the answer
   * is made again.
   */
  readonly state: string;
  readonly answer: Promise<Answer>;
  bytes: number;
}

const keptAtMost = 200;
const keptBytes = 64 * 1024 * 1024;
/** How long answers are kept. The time is limited because brand colours can change without a change to the job. */
const keptMs = 60_000;

export class KeptAnswers<Answer extends KeptAnswer> {
  readonly #kept = new Map<string, Kept<Answer>>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /**
   * Returns the cached answer, or reads it. Any number of callers who ask for the same answer at once cause one read.
   */
  async of(key: string, state: string, read: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const entry = this.#kept.get(key);
      if (entry?.state !== state || entry.untilMs < this.#nowMs()) break;

      try {
        return await entry.answer;
      } catch (error) {
        // The caller that began the read has left, so the next caller reads again. Any other error is passed on,
        // because a second read would fail too.
        if (!(error instanceof Fault) || error.code !== 'REQUEST_TIMEOUT') throw error;
      }
    }
    return this.#keep(key, state, read());
  }

  #keep(key: string, state: string, answer: Promise<Answer>): Promise<Answer> {
    const entry: Kept<Answer> = { untilMs: Number.POSITIVE_INFINITY, state, answer, bytes: 0 };
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    answer.then(
      ({ data }) => {
        entry.bytes = data.length;
        entry.untilMs = this.#nowMs() + keptMs;
        this.#bound();
      },
      () => {
        if (this.#kept.get(key) === entry) this.#kept.delete(key);
      },
    );
    this.#bound();

    return answer;
  }

  /** Removes the oldest entries until the rest is within the limits. */
  #bound(): void {
    let bytes = [...this.#kept.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const [key, entry] of this.#kept) {
      if (this.#kept.size <= keptAtMost && bytes <= keptBytes) return;
      this.#kept.delete(key);
      bytes -= entry.bytes;
    }
  }
}
