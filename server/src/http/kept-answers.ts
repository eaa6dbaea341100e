/**
 * Answers that take long to make, kept for a short while, because many people may open one link and a program may
 * repeat its request.
 */
import { Fault } from '@reelsight/contract';

/** The kept part of an answer; `data` is JSON, and its length counts as the memory it takes. */
export interface KeptAnswer {
  readonly data: Buffer;
}

/** The parts of a job that a link shows. */
export interface SharedAnswer extends KeptAnswer {
  /** Names of the pictures it refers to, `job_…/….jpg`. */
  readonly frames: ReadonlySet<string>;
  readonly tag: string;
}

interface Kept<Answer> {
  /**
   * When the entry expires, on the clock of `nowMs`: counted from the end of the read, and infinite while callers still
   * wait for the read.
   */
  untilMs: number;
  /**
   * Identifies the answer's sources, such as the job and its corrections; a different state means that the answer is
   * made again.
   */
  readonly state: string;
  readonly answer: Promise<Answer>;
  bytes: number;
}

const keptAtMost = 200;
const keptBytes = 64 * 1024 * 1024;
/** How long answers are kept. The time is limited because brand colours change without a change of the job. */
const keptMs = 60_000;

export class KeptAnswers<Answer extends KeptAnswer> {
  readonly #kept = new Map<string, Kept<Answer>>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Any number of callers who ask for the same answer at once cause one read. */
  async of(key: string, state: string, read: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const entry = this.#kept.get(key);
      if (entry?.state !== state || entry.untilMs < this.#nowMs()) break;

      try {
        return await entry.answer;
      } catch (error) {
        // If the caller that began the read has left, the next caller reads again. Any other error is
        // passed on, because each caller's own read would fail too.
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

  /** Removes entries until the rest fits the limit, oldest first. */
  #bound(): void {
    let bytes = [...this.#kept.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const [key, entry] of this.#kept) {
      if (this.#kept.size <= keptAtMost && bytes <= keptBytes) return;
      this.#kept.delete(key);
      bytes -= entry.bytes;
    }
  }
}
