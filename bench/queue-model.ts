/**
 * Discrete-event simulation of the jobs in a fleet. A job first waits for an ingestion slot; then hosts process its
 * parts, taking turns between the workspaces.
 */

/** How many seconds each step of a job needs a core (or sleeps). */
export interface ModelJob {
  /** When the job is created, in seconds from the beginning. */
  readonly at: number;
  readonly workspace: number;
  readonly ingestion: number;
  /** Seconds of each part, in the order in which the parts are planned. The join comes after all of them. */
  readonly parts: readonly number[];
  readonly join: number;
}

export interface ModelFleet {
  /** Number of videos ingested at the same time. */
  readonly ingestions: number;
  /** Number of parts processed at the same time. */
  readonly hosts: number;
  /** Seconds from the end of one step of a job to the beginning of the next, if nothing delays it. */
  readonly lag?: number;
}

interface Part {
  readonly job: number;
  readonly turn: number;
  readonly seconds: number;
  readonly join: boolean;
}

/**
 * How many parts a workspace may run ahead of the others after it has been idle; the same number as in
 * jobs/parts/conductor.ts.
 */
const partsAhead = 16;

/** A heap that returns the item with the smallest key first. */
class Heap<T> {
  readonly #items: { readonly key: number; readonly item: T }[] = [];

  get size(): number {
    return this.#items.length;
  }

  get least(): number | undefined {
    return this.#items[0]?.key;
  }

  push(key: number, item: T): void {
    const items = this.#items;
    let at = items.push({ key, item }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((items[parent]?.key ?? 0) <= key) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): T | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (!first || !last || items.length === 0) return first?.item;
    items[0] = last;

    for (let at = 0; ; ) {
      const key = (child: number): number => items[child]?.key ?? Number.POSITIVE_INFINITY;
      const child = key(2 * at + 1) <= key(2 * at + 2) ? 2 * at + 1 : 2 * at + 2;
      if (key(child) >= key(at)) break;
      this.#swap(at, child);
      at = child;
    }

    return first.item;
  }

  #swap(a: number, b: number): void {
    const items = this.#items;
    const kept = items[a];
    if (kept && items[b]) [items[a], items[b]] = [items[b], kept];
  }
}

/** Seconds from creation to results for each job, in the order of `jobs`. */
export function simulate(jobs: readonly ModelJob[], fleet: ModelFleet): number[] {
  return new Simulation(jobs, fleet).run();
}

class Simulation {
  readonly #jobs: readonly ModelJob[];
  readonly #events = new Heap<() => void>();
  readonly #pending: number[] = [];
  readonly #waiting = new Heap<Part>();
  readonly #turns = new Map<number, number>();
  readonly #left: number[];
  readonly #ended: number[] = [];
  readonly #lag: number;
  #slots: number;
  #hosts: number;
  #now = 0;

  constructor(jobs: readonly ModelJob[], { ingestions, hosts, lag = 0 }: ModelFleet) {
    this.#jobs = jobs;
    this.#slots = ingestions;
    this.#hosts = hosts;
    this.#lag = lag;
    this.#left = jobs.map(({ parts }) => parts.length);
  }

  run(): number[] {
    for (const [job, { at }] of this.#jobs.entries())
      this.#events.push(at + this.#lag, () => this.#pending.push(job));
    let next = 0;

    while (this.#events.size > 0) {
      this.#now = this.#events.least ?? this.#now;
      this.#events.pop()?.();
      while (this.#slots > 0 && next < this.#pending.length)
        this.#ingest(this.#pending[next++] as number);
      while (this.#hosts > 0 && this.#waiting.size > 0) this.#work(this.#waiting.pop() as Part);
    }

    return this.#jobs.map(({ at }, job) => (this.#ended[job] ?? 0) - at);
  }

  #after(seconds: number, event: () => void): void {
    this.#events.push(this.#now + seconds, event);
  }

  #ingest(job: number): void {
    this.#slots -= 1;
    this.#after((this.#jobs[job] as ModelJob).ingestion, () => {
      this.#slots += 1;
      this.#after(this.#lag, () => this.#plan(job));
    });
  }

  /** Start-time fair queueing, like `takeTurns` in db/workspaces/workspaces.ts. */
  #plan(job: number): void {
    const { workspace, parts, join } = this.#jobs[job] as ModelJob;
    const least = this.#waiting.least;
    const base = least === undefined ? Math.max(0, ...this.#turns.values()) : least - partsAhead;
    const turn = Math.max(this.#turns.get(workspace) ?? Number.NEGATIVE_INFINITY, base);
    this.#turns.set(workspace, turn + parts.length + 1);

    for (const [index, seconds] of parts.entries())
      this.#offer({ job, turn: turn + 1 + index, seconds, join: false });

    if (parts.length === 0) this.#offer({ job, turn: turn + 1, seconds: join, join: true });
  }

  #offer(part: Part): void {
    this.#waiting.push(part.turn, part);
  }

  #work(part: Part): void {
    this.#hosts -= 1;
    this.#after(part.seconds, () => {
      this.#hosts += 1;

      if (part.join) {
        this.#ended[part.job] = this.#now;
        return;
      }

      const left = (this.#left[part.job] ?? 0) - 1;
      this.#left[part.job] = left;

      const { join, parts } = this.#jobs[part.job] as ModelJob;
      // The join gets the turn of the job's first part, so that it does not wait behind other jobs.
      const turn = part.turn - parts.length;
      if (left > 0) return;

      const next = { job: part.job, turn, seconds: join, join: true };
      this.#after(this.#lag, () => this.#offer(next));
    });
  }
}

export const exponential = (mean: number, random: () => number): number =>
  -mean * Math.log(1 - random());

/** The value below which this share (`part`) of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
