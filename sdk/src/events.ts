/** Events: pages of the log, and streams that continue automatically after an outage. */
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import { ApiError, ConnectionError, type ReelsightError, UnexpectedAnswerError } from './errors.ts';
import { mayPass } from './follow.ts';
import { type CallOptions, limitsOf } from './options.ts';
import { askedMs, pause } from './pause.ts';
import type { Event, JobStateEvent } from './schema.gen.ts';
import { serverSentEvents } from './sse.ts';
import { refuse } from './transport.ts';

export interface EventsFilter {
  /** Position after which to start reading. Default: before the oldest stored event. */
  readonly after?: string | undefined;
  /** Maximum number of events per page, 1 to 100. Default 20. */
  readonly limit?: number | undefined;
}

export interface EventsPage {
  readonly events: readonly Event[];
  /** Pass this as `after` to continue from here, now or later. */
  readonly position: string;
  /** Whether more events are available now. */
  readonly hasMore: boolean;
}

export interface StreamedEvent {
  readonly event: Event;
  /** The event as it was sent, as JSON: byte for byte the same as the body of a webhook for it. */
  readonly text: string;
  /** Store this and pass it as `after` to continue from here in another process. */
  readonly position: string;
}

export interface StreamOptions {
  /** Ends the stream, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Position from which to continue. Default: now. */
  readonly after?: string | undefined;
  /**
   * Called with what a stream reports about jobs between events: their progress, and a job's state when its stream
   * began.
   */
  readonly onState?: ((state: JobStateEvent) => void) | undefined;
  /** Called when a connection is established: from then on, no event is missed. */
  readonly onConnected?: (() => void) | undefined;
  /**
   * Longest pause between two connections. The first pause is the one that the service asks for; it doubles with each
   * failure. Default 30 s; no pause is shorter than 0.1 s.
   */
  readonly mostPauseMs?: number | undefined;
  /** Called for each outage, after which the stream continues. */
  readonly onOutage?: ((cause: unknown) => void) | undefined;
}

/** A working service sends something every 15 seconds. */
const silenceMs = 45_000;
/**
 * Minimum pause between two connections, whatever a stream asks for: a stream that ends immediately must not be
 * reopened continuously.
 */
const leastPauseMs = 100;
const notEvents = 'NOT_EVENTS';
const final: readonly string[] = ['completed', 'failed', 'cancelled'];

export interface Events {
  /** Oldest first. */
  list(filter?: EventsFilter, options?: CallOptions): Promise<EventsPage>;
  /**
   * Events of all jobs and batches as they happen, in order for each job. Waits through outages and continues from the
   * same position, so that no event is missing and none arrives twice. Throws an ApiError if waiting does not help: 410
   * `EVENTS_GONE` if the stream was interrupted for longer than events are stored. Throws UnexpectedAnswerError for an
   * answer that is not a stream of events (`NOT_EVENTS`). Redirects are not followed: a redirect or a page from an
   * address that has not yet answered any call or stream also throws UnexpectedAnswerError.
   */
  stream(options?: StreamOptions): AsyncGenerator<StreamedEvent>;
  /** Like `stream`, for a single job; ends once the job has reached its final state. */
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
  /** Null: the whole workspace. */
  readonly jobId: string | null;
}

/** The position of a stream across all its connections. */
interface Place {
  position: string | null;
  /** Pause before the next connection: the service's own value, doubled with each consecutive failure. */
  retryMs: number;
  failures: number;
}

async function* follow(source: Source, options: StreamOptions): AsyncGenerator<StreamedEvent> {
  const { signal, mostPauseMs = 30_000 } = options;
  const place: Place = { position: options.after ?? null, retryMs: 1000, failures: 0 };
  for (;;) {
    try {
      if (yield* connected(source, options, place)) return;
    } catch (error) {
      signal?.throwIfAborted();
      if (isLasting(error) || !mayPass(error, source.connection)) throw error;
      options.onOutage?.(error);
      await pause(askedPauseMs(error, source.connection), signal);
    }

    const longest = Math.min(place.retryMs * 2 ** place.failures, mostPauseMs);
    place.failures += 1;
    // The pause is random, because many clients that were disconnected together must not all reconnect
    // together.
    await pause(Math.max(leastPauseMs, longest * (0.5 + Math.random() / 2)), signal);
  }
}

/** Whether the answer shows that the address is not a stream of events, so that trying again is useless. */
const isLasting = (error: unknown): boolean =>
  error instanceof UnexpectedAnswerError && error.code === notEvents;

function askedPauseMs(error: ReelsightError, { options }: Connection): number {
  const retrySeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return retrySeconds ? Math.min(askedMs(retrySeconds), limitsOf({}, options).maxRetryWaitMs) : 0;
}

/** A message with a position; `event` is null if the message carries only the position. */
interface Found extends Omit<StreamedEvent, 'event'> {
  readonly event: Event | null;
}

/** State of what has been received on one connection. */
interface Heard {
  readonly take: (text: string) => void;
  readonly found: Found[];
  isFinal: boolean;
  /** True until the first message; a working service sends the stream's position at once. */
  isEmpty: boolean;
}

/** `take` throws SyntaxError for a message that does not come from the service. */
function hearing({ jobId }: Source, { onState }: StreamOptions, place: Place): Heard {
  const take = serverSentEvents({
    onRetry: (ms) => {
      place.retryMs = Math.max(ms, leastPauseMs);
    },
    onMessage: ({ id, event, data }) => {
      const payload = data === '' ? null : JSON.parse(data);
      if (
        data !== '' &&
        (typeof payload !== 'object' || payload === null || Array.isArray(payload))
      )
        throw new SyntaxError('JSON that is no object');

      place.failures = 0;
      received.isEmpty = false;

      const isState = event === 'job.current' || event === 'job.progress';
      if (isState) onState?.(payload);
      if (id !== null)
        received.found.push({ event: isState ? null : payload, text: data, position: id });
      if (payload !== null && jobId !== null && final.includes(payload.status))
        received.isFinal = true;
    },
  });
  const received: Heard = { take, found: [], isFinal: false, isEmpty: true };
  return received;
}

/** Returns a function that calls `then` only the first time. */
function firstTime(then: (() => void) | undefined): () => void {
  let isOver = false;

  return () => {
    if (!isOver) then?.();
    isOver = true;
  };
}

/** Throws ConnectionError if the connection ended before any message. */
function endOf(received: Heard, origin: string): false {
  if (received.isEmpty) throw new ConnectionError(origin, 'the answer was cut short');

  return false;
}

/**
 * Reads one connection; returns true if no more events will follow. Throws ConnectionError if the connection is lost
 * before any message.
 */
async function* connected(
  source: Source,
  options: StreamOptions,
  place: Place,
): AsyncGenerator<StreamedEvent, boolean> {
  const { signal, onConnected } = options;
  const { origin } = new URL(source.connection.baseUrl);
  const watch = new AbortController();
  const timer = silenceTimer(watch);
  const endSignal = signal ? AbortSignal.any([signal, watch.signal]) : watch.signal;
  const received = hearing(source, options, place);

  try {
    timer.restart();
    const response = await open(source, place.position, endSignal);
    if (response.status === 204 || !response.body) return true;

    const tellConnected = firstTime(onConnected);
    // From a known position, everything that was missed will be sent, so this already counts as
    // connected.
    if (place.position !== null) tellConnected();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();

    while (!received.isFinal) {
      timer.restart();
      const { done, value } = await unlessLost(origin, reader.read());
      timer.stop();

      if (done) return endOf(received, origin);
      understand(received, value, response, origin);

      for (const { event, text, position } of received.found.splice(0)) {
        place.position = position;
        tellConnected();
        if (event) yield { event, text, position };
      }
    }

    return true;
  } finally {
    timer.stop();
    watch.abort();
  }
}

/** Passes received text on. Throws UnexpectedAnswerError `NOT_EVENTS` if it is not a stream of events. */
function understand(received: Heard, text: string, response: Response, origin: string): void {
  try {
    received.take(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const content = `something else than events: ${error.message}`;
    throw new UnexpectedAnswerError(response, origin, content, notEvents);
  }
}

/** Resolves with the result of a request or its body. Throws ConnectionError if the connection is lost. */
async function unlessLost<Result>(origin: string, coming: Promise<Result>): Promise<Result> {
  try {
    return await coming;
  } catch (error) {
    throw new ConnectionError(origin, error);
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
  const { origin } = new URL(connection.baseUrl);
  const pendingResponse = fetch(connection.baseUrl + path, {
    // Redirects are not followed, because that would send the key to their target.
    headers,
    signal,
    cache: 'no-store',
    redirect: 'manual',
  });
  const response = await unlessLost(origin, pendingResponse);
  await refuse(response, origin);

  const type = response.headers.get('content-type') ?? '';
  if (response.status !== 204 && !/^text\/event-stream\b/i.test(type)) {
    // An HTML page may come from a proxy and be temporary, so it is not reported as NOT_EVENTS. The
    // body is never read, because it may be endless.
    const isPage = /html/i.test(type);
    const content = isPage
      ? 'an HTML page'
      : `${type || 'no content type'}, which is no stream of events`;
    throw new UnexpectedAnswerError(response, origin, content, isPage ? undefined : notEvents);
  }

  connection.noteAnswer();
  return response;
}

/** Ends a connection on which nothing has arrived for too long. */
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
