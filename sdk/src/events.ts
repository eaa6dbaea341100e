/** Events: pages of the log, and streams that go on by themselves after an outage. */
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import { ApiError, UnexpectedAnswerError } from './errors.ts';
import type { CallOptions } from './options.ts';
import { pause } from './pause.ts';
import type { Event, JobStateEvent } from './schema.gen.ts';
import { serverSentEvents } from './sse.ts';
import { refuse } from './transport.ts';

export interface EventsFilter {
  /** Position to read on from. Default: the oldest event that is kept. */
  readonly after?: string | undefined;
  /** Events of the page, 1 to 100. Default 20. */
  readonly limit?: number | undefined;
}

export interface EventsPage {
  readonly events: readonly Event[];
  /** Pass it as `after` to read on, now or later. */
  readonly position: string;
  /** Whether there is more now. */
  readonly hasMore: boolean;
}

export interface StreamedEvent {
  readonly event: Event;
  /** The event as it was sent, JSON: byte for byte the body of a webhook that carries it. */
  readonly text: string;
  /** Keep it to go on here in another process, as `after`. */
  readonly position: string;
}

export interface StreamOptions {
  /** Ends the stream; it throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Position to go on from. Default: now. */
  readonly after?: string | undefined;
  /** Called with what a stream says of jobs between events: how far they are, and what one was when its stream began. */
  readonly onState?: ((state: JobStateEvent) => void) | undefined;
  /** Called when a connection stands: no event from now on is missed. */
  readonly onConnected?: (() => void) | undefined;
  /** Longest pause between two connections; they begin with the service's own and double. Default 30 s. */
  readonly mostPauseMs?: number | undefined;
  /** Called with each outage that the stream waits out. */
  readonly onOutage?: ((cause: unknown) => void) | undefined;
}

/** A service that is there says something every 15 seconds. */
const silenceMs = 45_000;
const passing: readonly number[] = [429, 500, 502, 503, 504];
const final: readonly string[] = ['completed', 'failed', 'cancelled'];

export interface Events {
  /** Oldest first. */
  list(filter?: EventsFilter, options?: CallOptions): Promise<EventsPage>;
  /**
   * Events of all jobs and batches as they happen, in order for each job. Waits outages out and goes on where it was:
   * none is missing and none comes twice. Throws an ApiError for what waiting does not mend: 410 `EVENTS_GONE` if it
   * was away longer than events are kept. Throws UnexpectedAnswerError for a redirect, which is not followed.
   */
  stream(options?: StreamOptions): AsyncGenerator<StreamedEvent>;
  /** The same of one job; ends once it is final. */
  ofJob(id: string, options?: StreamOptions): AsyncGenerator<StreamedEvent>;
}

export function eventsOf(connection: Connection): Events {
  return {
    async list(filter = {}, options = {}) {
      const query = filter as QueryOf<'listEvents'>;
      const { body } = await connection.call('listEvents', { ...options, query });
      const { next_cursor, has_more } = body.pagination;
      return { events: body.data, position: next_cursor, hasMore: has_more };
    },
    stream: (options = {}) => follow({ connection, path: '/v1/events', jobId: null }, options),
    ofJob(id, options = {}) {
      const path = `/v1/jobs/${encodeURIComponent(id)}/events`;
      return follow({ connection, path, jobId: id }, options);
    },
  };
}

interface Source {
  readonly connection: Connection;
  readonly path: string;
  /** Null: all of the workspace. */
  readonly jobId: string | null;
}

/** Where a stream is, over all its connections. */
interface Place {
  position: string | null;
  /** Pause before the next connection: the service's own, doubled with each failure in a row. */
  retryMs: number;
  failures: number;
}

async function* follow(source: Source, options: StreamOptions): AsyncGenerator<StreamedEvent> {
  const place: Place = { position: options.after ?? null, retryMs: 1000, failures: 0 };
  for (;;) {
    try {
      if (yield* connected(source, options, place)) return;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof UnexpectedAnswerError) throw error;
      if (error instanceof ApiError && !passing.includes(error.status)) throw error;
      options.onOutage?.(error);
      const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
      if (asked > 0) await pause(asked, options.signal);
    }
    const longest = Math.min(place.retryMs * 2 ** place.failures, options.mostPauseMs ?? 30_000);
    place.failures += 1;
    // Many clients that were cut at once must not come back at once.
    await pause(longest * (0.5 + Math.random() / 2), options.signal);
  }
}

/** A message with a position; no event where it is a position alone. */
interface Found extends Omit<StreamedEvent, 'event'> {
  readonly event: Event | null;
}

/** One connection; true if there will be no more events. */
async function* connected(
  source: Source,
  { signal, onState, onConnected }: StreamOptions,
  place: Place,
): AsyncGenerator<StreamedEvent, boolean> {
  const watch = new AbortController();
  const timer = silenceTimer(watch);
  const ended = signal ? AbortSignal.any([signal, watch.signal]) : watch.signal;
  const found: Found[] = [];
  let isFinal = false;
  const take = serverSentEvents({
    onRetry: (ms) => {
      place.retryMs = ms;
    },
    onMessage: ({ id, event, data }) => {
      const told = data === '' ? null : JSON.parse(data);
      const isState = event === 'job.current' || event === 'job.progress';
      if (isState) onState?.(told);
      if (id !== null) found.push({ event: isState ? null : told, text: data, position: id });
      if (told === null) return;
      if (source.jobId !== null && final.includes(told.status)) isFinal = true;
    },
  });
  try {
    timer.restart();
    const response = await open(source, place.position, ended);
    if (response.status === 204 || !response.body) return true;
    let isKnown = place.position !== null;
    if (isKnown) onConnected?.();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    while (!isFinal) {
      timer.restart();
      const { done, value } = await reader.read();
      timer.stop();
      if (done) return false;
      place.failures = 0;
      take(value);
      for (const { event, text, position } of found.splice(0)) {
        place.position = position;
        if (!isKnown) onConnected?.();
        isKnown = true;
        if (event) yield { event, text, position };
      }
    }
    return true;
  } finally {
    timer.stop();
    watch.abort();
  }
}

async function open(
  { connection, path }: Source,
  position: string | null,
  signal: AbortSignal,
): Promise<Response> {
  const fetch = connection.options.fetch ?? globalThis.fetch;
  const headers = {
    ...connection.headers,
    Accept: 'text/event-stream',
    ...(position !== null && { 'Last-Event-ID': position }),
  };
  const response = await fetch(connection.baseUrl + path, {
    // A redirect would take the key along, to wherever it leads.
    ...{ headers, signal, cache: 'no-store', redirect: 'manual' },
  });
  await refuse(response, new URL(connection.baseUrl).origin);
  return response;
}

/** Ends a connection that has fallen silent. */
function silenceTimer(watch: AbortController): { restart(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  const expire = (): void => watch.abort(new Error('The stream fell silent.'));
  return {
    stop,
    restart: () => {
      stop();
      timer = setTimeout(expire, silenceMs);
    },
  };
}
