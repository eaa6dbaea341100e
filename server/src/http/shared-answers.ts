/** What links show, kept for a short while: many people open one, and its page asks for pictures by the dozen. */
import { Fault } from '@reelsight/contract';

export interface SharedAnswer {
  /** JSON. */
  readonly data: Buffer;
  /** Names of the pictures it refers to, `job_…/….jpg`. */
  readonly frames: ReadonlySet<string>;
  readonly tag: string;
}

interface Kept {
  /** Counted from the end of the read, on the clock of `nowMs`; while it is read, everybody waits for it. */
  untilMs: number;
  /** Of the job and its corrections; another one makes the answer anew. */
  readonly state: string;
  readonly answer: Promise<SharedAnswer>;
  bytes: number;
}

const keptAtMost = 200;
const keptBytes = 64 * 1024 * 1024;
/** How long they are kept: colours of brands change without a change of the job. */
const keptMs = 60_000;

export class SharedAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Of the link with this id; any number of people who open it at once cause one read. */
  async of(
    shareId: string,
    state: string,
    read: () => Promise<SharedAnswer>,
  ): Promise<SharedAnswer> {
    for (;;) {
      const known = this.#kept.get(shareId);
      if (known?.state !== state || known.untilMs < this.#nowMs()) break;
      try {
        return await known.answer;
      } catch (error) {
        // The reader that began may have left; then it is read again. What else failed would fail for everyone in turn.
        if (!(error instanceof Fault) || error.code !== 'REQUEST_TIMEOUT') throw error;
      }
    }
    return this.#keep(shareId, state, read());
  }

  #keep(shareId: string, state: string, answer: Promise<SharedAnswer>): Promise<SharedAnswer> {
    const kept: Kept = { untilMs: Number.POSITIVE_INFINITY, state, answer, bytes: 0 };
    this.#kept.delete(shareId);
    this.#kept.set(shareId, kept);
    answer.then(
      ({ data }) => {
        kept.bytes = data.length;
        kept.untilMs = this.#nowMs() + keptMs;
        this.#bound();
      },
      () => {
        if (this.#kept.get(shareId) === kept) this.#kept.delete(shareId);
      },
    );
    this.#bound();
    return answer;
  }

  /** The oldest go first. */
  #bound(): void {
    let bytes = [...this.#kept.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [shareId, one] of this.#kept) {
      if (this.#kept.size <= keptAtMost && bytes <= keptBytes) return;
      this.#kept.delete(shareId);
      bytes -= one.bytes;
    }
  }
}
