/**
 * Streams a workspace's events to one client as server-sent events (html.spec.whatwg.org, 9.2): first the events that
 * the client missed, then new events from the feed.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { JobStateEvent } from '@reelsight/contract';
import type { EventLimits, EventRow, EventsRead } from '../db/events/events.ts';
import type { JobRow } from '../db/jobs/jobs.ts';
import type { Owned } from '../db/owned.ts';
import { progressOf } from '../domain/states/job-progress.ts';
import { isTerminal } from '../domain/states/job-states.ts';
import type { EventPage } from './job-feed.ts';
import { largeBytes } from './unsent.ts';

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Tells proxies not to buffer, because that would delay live events.
  'x-accel-buffering': 'no',
  // A stream ends when the caller loses access or the service stops; the connection must end with it.
  connection: 'close',
};

const commentMs = 15_000;
/** Maximum bytes a reader may leave unread before the stream waits for it. */
const unreadBytesAtMost = 256_000;
/**
 * How long to wait for a reader that does not read before the stream is cut. The reader may then reconnect and resume.
 */
const drainMs = 30_000;
const readTogether = { events: 200, bytes: largeBytes } as const;
/** Maximum number of jobs whose last progress is remembered, to avoid sending it twice. */
const progressAtMost = 1000;

/** Events that count as unread until `leave` is called. */
export interface ReadInRoom extends EventsRead {
  /** Yields a text a little at a time, so that it can be measured how fast it is read. */
  readonly pieces: (text: string) => Iterable<Buffer>;
  readonly leave: () => void;
}

export interface EventSource {
  /** The job whose events are streamed; null for the events of the whole workspace. */
  readonly jobId: string | null;
  readonly read: (seq: number, limits: EventLimits) => Promise<EventsRead>;
  /** Bytes of the first event after a position; 0 if there is none. */
  readonly nextBytes: (seq: number) => Promise<number>;
  /**
   * Reads a large event once the unread answers of the workspace leave room for it. Rejects with the signal's reason
   * when it aborts.
   */
  readonly inRoom: (read: () => Promise<EventsRead>, signal: AbortSignal) => Promise<ReadInRoom>;
  /** Whether the job or workspace still exists. */
  readonly isThere: () => Promise<boolean>;
}

export const positionText = ({ seq, id }: Pick<EventRow, 'seq' | 'id'>): string => `${seq}.${id}`;

/** The state of a job as a stream reports it between two events. */
export function jobState(event: JobStateEvent['event'], job: Owned<JobRow>): JobStateEvent {
  return {
    event,
    job_id: job.id,
    ...(job.batch_id !== null && { batch_id: job.batch_id }),
    status: job.status,
    credits_charged: job.credits_charged,
    ...(job.status === 'processing' && { progress: progressOf(job, []) }),
    ...(job.error_code !== null && {
      error: { code: job.error_code, message: job.error_message ?? '' },
    }),
    ...(job.completed_at && { completed_at: job.completed_at.toISOString() }),
  };
}

export const stateMessage = (state: JobStateEvent): string =>
  `event: ${state.event}\ndata: ${JSON.stringify(state)}\n\n`;

const endsJob = (kind: string): boolean =>
  kind === 'job.completed' || kind === 'job.failed' || kind === 'job.cancelled';

export class EventStream {
  readonly #out: ServerResponse;
  readonly #source: EventSource;
  readonly #ended = new AbortController();
  /** Sequence number of the last event that was sent, or skipped because it is about another job. */
  #position = 0;
  /** Sequence number of the last event that the feed announced. */
  #target = 0;
  /** Whether the client has caught up, so that new events of the feed can be sent directly. */
  #live = false;
  #wake: () => void = () => undefined;
  readonly #progress = new Map<string, string>();
  #saidAtMs = performance.now();
  /** Whether a part of a message was sent, so that nothing else may be written. */
  #isWithinMessage = false;

  constructor(out: ServerResponse, source: EventSource) {
    this.#out = out;
    this.#source = source;
  }

  /** Sends the events after `position` until the stream ends. Rejects if events cannot be read. */
  async run(position: number, signal: AbortSignal): Promise<void> {
    this.#position = position;
    signal.addEventListener('abort', this.end);

    if (signal.aborted) this.end();
    while (this.#open) {
      await this.#catchUp();

      if (this.#target > this.#position) continue;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      this.#live = this.#open;
      if (this.#open) await promise;
    }

    signal.removeEventListener('abort', this.end);
  }

  write(text: string | Buffer): void {
    if (text.length === 0) return;
    this.#out.write(text);
    this.#saidAtMs = performance.now();
  }

  readonly takeEvents = ({ from, to, events }: EventPage): void => {
    this.#target = Math.max(this.#target, to);
    if (!this.#live) return;
    // A large event is sent to each reader only once there is room for it.
    const isLarge = events.some(({ payload }) => payload.length >= largeBytes);
    if (!isLarge && from <= this.#position && this.#send(events))
      this.#position = Math.max(this.#position, to);
    else this.#fallBehind();
  };

  /** Sends the progress of jobs, but only to a client that has been sent all events. */
  readonly take = (jobs: readonly Owned<JobRow>[]): void => {
    const { jobId } = this.#source;
    for (const job of jobs) {
      if (!this.#live || this.#out.writableNeedDrain) return;
      if (job.status !== 'processing' || (jobId !== null && job.id !== jobId)) continue;

      const progressKey = `${job.attempt} ${job.stage} ${job.percent}`;
      if (this.#progress.get(job.id) === progressKey) continue;
      if (this.#progress.size >= progressAtMost) this.#progress.clear();

      this.#progress.set(job.id, progressKey);
      this.write(stateMessage(jobState('job.progress', job)));
    }
  };

  readonly tick = (): void => {
    if (!this.#open || performance.now() - this.#saidAtMs < commentMs) return;

    this.#saidAtMs = performance.now();
    if (!this.#out.writableNeedDrain && !this.#isWithinMessage) this.write(': here\n\n');

    // While the database is unavailable, it is unknown whether the job or workspace still exists, so
    // the stream stays open.
    void this.#source.isThere().then(
      (isThere) => isThere || this.end(),
      () => undefined,
    );
  };

  readonly end = (): void => {
    this.#ended.abort();
    this.#fallBehind();
  };

  get #open(): boolean {
    return !this.#ended.signal.aborted;
  }

  #fallBehind(): void {
    this.#live = false;
    this.#wake();
  }

  async #catchUp(): Promise<void> {
    while (this.#open) {
      await this.#drained();
      const target = this.#target;
      if (await this.#sendNext()) continue;

      this.#position = Math.max(this.#position, target);
      if (!this.#out.writableNeedDrain) return;
    }
  }

  /** Sends the next events, a large one by itself; true if there may be more. */
  async #sendNext(): Promise<boolean> {
    const read = () => this.#source.read(this.#position, readTogether);
    if ((await this.#source.nextBytes(this.#position)) >= largeBytes) return this.#sendInRoom(read);

    const { events, hasMore } = await read();
    return !this.#send(events) || hasMore;
  }

  async #sendInRoom(read: () => Promise<EventsRead>): Promise<boolean> {
    let inRoom: ReadInRoom | undefined;
    try {
      inRoom = await this.#source.inRoom(read, this.#ended.signal);
      for (const event of inRoom.events) await this.#sendInPieces(event, inRoom);
      return inRoom.hasMore;
    } catch (error) {
      if (this.#open) throw error;
      return false;
    } finally {
      inRoom?.leave();
    }
  }

  /** Sends an event a little at a time: a connection does not tell how much of one long write was read. */
  async #sendInPieces(event: EventRow, { pieces }: ReadInRoom): Promise<void> {
    this.#isWithinMessage = true;
    for (const piece of pieces(this.#moveTo(event))) {
      await this.#drained();
      if (!this.#open) return;
      this.write(piece);
    }
    await this.#drained();
    this.#isWithinMessage = false;
    if (this.#isLast(event)) this.end();
  }

  /** Sends events in order, as long as the reader keeps up; false if some remain unsent. */
  #send(events: readonly EventRow[]): boolean {
    for (const event of events) {
      if (!this.#open || this.#out.writableLength > unreadBytesAtMost) return false;
      if (event.seq <= this.#position) continue;

      this.write(this.#moveTo(event));
      if (this.#isLast(event)) this.end();
    }

    return true;
  }

  /** Moves the position to the event, and returns its text; empty if the stream is of another job. */
  #moveTo(event: EventRow): string {
    const { jobId } = this.#source;
    this.#position = event.seq;
    if (event.job_id !== null && event.kind !== 'job.started') this.#progress.delete(event.job_id);
    if (jobId !== null && event.job_id !== jobId) return '';

    return `id: ${positionText(event)}\nevent: ${event.kind}\ndata: ${event.payload}\n\n`;
  }

  #isLast(event: EventRow): boolean {
    const { jobId } = this.#source;
    return jobId !== null && event.job_id === jobId && endsJob(event.kind);
  }

  /**
   * Waits until the reader has read everything sent so far. Ends the stream of a reader that does not read, because its
   * unread data would otherwise stay in memory.
   */
  async #drained(): Promise<void> {
    if (!this.#out.writableNeedDrain) return;
    const signal = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(drainMs)]);
    await once(this.#out, 'drain', { signal }).catch(() => {
      if (!this.#open) return;
      this.end();
      this.#out.destroy();
    });
  }
}

/** Whether the job has ended and its stream has no further events to send. */
export const isReadToEnd = (job: Owned<JobRow>, next: readonly EventRow[]): boolean =>
  isTerminal(job.status) && next.length === 0;
