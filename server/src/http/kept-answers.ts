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
  /** Whose answer it is; when there are too many, those of the group that has most are removed. */
  readonly group: string;
  bytes: number;
}

/** What is asked for: a name, the group whose answer it is, and the state of the sources. */
export interface AnswerKey {
  readonly name: string;
  readonly group: string;
  readonly state: string;
}

const keptAtMost = 200;
const keptBytes = 64 * 1024 * 1024;
/** How long answers are kept. The time is limited because brand colours can change without a change to the job. */
const keptMs = 60_000;

export class KeptAnswers<Answer extends KeptAnswer> {
  /** Answers in the order in which they were last used. */
  readonly #kept = new Map<string, Kept<Answer>>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /**
   * Returns the cached answer, or reads it. Any number of callers who ask for the same answer at once cause one read.
   */
  async of(key: AnswerKey, read: () => Promise<Answer>): Promise<Answer> {
    const { name, state } = key;
    for (;;) {
      const entry = this.#kept.get(name);
      if (entry?.state !== state || entry.untilMs < this.#nowMs()) break;

      this.#kept.delete(name);
      this.#kept.set(name, entry);
      try {
        return await entry.answer;
      } catch (error) {
        // The caller that began the read has left, so the next caller reads again. Any other error is passed on,
        // because a second read would fail too.
        if (!(error instanceof Fault) || error.code !== 'REQUEST_TIMEOUT') throw error;
      }
    }
    return this.#keep(key, read());
  }

  #keep({ name, group, state }: AnswerKey, answer: Promise<Answer>): Promise<Answer> {
    const untilMs = Number.POSITIVE_INFINITY;
    const entry: Kept<Answer> = { untilMs, state, answer, group, bytes: 0 };
    this.#kept.delete(name);
    this.#kept.set(name, entry);
    answer.then(
      ({ data }) => {
        entry.bytes = data.length;
        entry.untilMs = this.#nowMs() + keptMs;
        this.#bound();
      },
      () => {
        if (this.#kept.get(name) === entry) this.#kept.delete(name);
      },
    );
    this.#bound();

    return answer;
  }

  /**
   * Removes entries until the rest is within the limits: of the group that has most, the one that was not used for
   * longest. A group with many answers thus removes only its own.
   */
  #bound(): void {
    for (;;) {
      const entries = [...this.#kept.values()];
      const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
      const hasTooManyBytes = bytes > keptBytes;
      if (entries.length <= keptAtMost && !hasTooManyBytes) return;

      const weightOf = (entry: Kept<Answer>): number => (hasTooManyBytes ? entry.bytes : 1);
      const group = heaviestGroup(entries, weightOf);
      for (const [name, entry] of this.#kept) {
        if (entry.group !== group || weightOf(entry) === 0) continue;
        this.#kept.delete(name);
        break;
      }
    }
  }
}

function heaviestGroup<Entry extends { readonly group: string }>(
  entries: readonly Entry[],
  weightOf: (entry: Entry) => number,
): string | undefined {
  const weights = new Map<string, number>();
  for (const entry of entries)
    weights.set(entry.group, (weights.get(entry.group) ?? 0) + weightOf(entry));

  const byWeight = [...weights].sort(([, weightA], [, weightB]) => weightB - weightA);
  return byWeight[0]?.[0];
}
