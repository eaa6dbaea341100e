/** Events: pages of the event log, and streams that continue automatically after an outage. */
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
  /** Read the events after this position. Default: from the oldest stored event on. */
  readonly after?: string | undefined;
  /** Maximum number of events per page, 1 to 100. Default 20. */
  readonly limit?: number | undefined;
}

export interface EventsPage {
  readonly events: readonly Event[];
  /** Pass this as `after` to continue after this page, now or later. */
  readonly position: string;
  /** Whether more events are already available. */
  readonly hasMore: boolean;
}

export interface StreamedEvent {
  readonly event: Event;
  /** The event as JSON text, exactly as it was sent: byte for byte the same as the body of its webhook. */
  readonly text: string;
  /** Store this and pass it as `after` to continue after this event in another process. */
  readonly position: string;
}

export interface StreamOptions {
  /** Ends the stream, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Position from which to continue. Default: only events from now on. */
  readonly after?: string | undefined;
  /**
   * Called for the messages about jobs that a stream sends between events: a job's progress, and its state at the
   * beginning of the stream.
   */
  readonly onState?: ((state: JobStateEvent) => void) | undefined;
  /** Called when a connection is established, after which no event will be missed. */
  readonly onConnected?: (() => void) | undefined;
  /**
   * Longest pause before reconnecting. The first pause is the one that the service asks for; it doubles with each
   * failure. Default 30 s; no pause is shorter than 0.1 s.
   */
  readonly mostPauseMs?: number | undefined;
  /** Called for each outage; the stream continues afterwards. */
  readonly onOutage?: ((cause: unknown) => void) | undefined;
}

/** After this long without any data a connection counts as lost; a working service sends something every 15 seconds. */
const silenceMs = 45_000;
/**
 * Minimum pause before reconnecting, whatever the service asks for: a stream that ends immediately must not be reopened
 * in a tight loop.
 */
const leastPauseMs = 100;
const notEvents = 'NOT_EVENTS';
const final: readonly string[] = ['completed', 'failed', 'cancelled'];

export interface Events {
  /** Oldest first. */
  list(filter?: EventsFilter, options?: CallOptions): Promise<EventsPage>;
  /**
   * Events of all jobs and batches as they happen, in order for each job. After an outage the stream continues from the
   * same position, so that no event is missed or repeated. Throws ApiError if waiting cannot help, for example 410
   * `EVENTS_GONE` if the stream was interrupted for longer than events are stored. Throws UnexpectedAnswerError for an
   * answer that is not a stream of events (`NOT_EVENTS`), and for a redirect or an HTML page from an address that has
   * not yet answered any call or stream. Redirects are not followed.
   */
  stream(options?: StreamOptions): AsyncGenerator<StreamedEvent>;
  /** Like `stream`, for a single job. The stream ends once the job has reached its final state. */
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
  /** The job whose events are read; null for all events of the workspace. */
  readonly jobId: string | null;
}

/** The state of a stream that is kept from one connection to the next. */
interface Place {
  position: string | null;
  /** Pause before reconnecting: the service's own value, doubled with each consecutive failure. */
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
    // The pause is random: many clients that were disconnected at the same time must not all reconnect at the same
    // time.
    await pause(Math.max(leastPauseMs, longest * (0.5 + Math.random() / 2)), signal);
  }
}

/** Whether the error shows that the address is not a stream of events, so that trying again is useless. */
const isLasting = (error: unknown): boolean =>
  error instanceof UnexpectedAnswerError && error.code === notEvents;

function askedPauseMs(error: ReelsightError, { options }: Connection): number {
  const retrySeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return retrySeconds ? Math.min(askedMs(retrySeconds), limitsOf({}, options).maxRetryWaitMs) : 0;
}

/** A message that has a position; `event` is null if the message contains nothing else. */
interface Found extends Omit<StreamedEvent, 'event'> {
  readonly event: Event | null;
}

/** The state of one connection: what has been received, and whether the stream is over. */
interface Heard {
  readonly take: (text: string) => void;
  readonly found: Found[];
  isFinal: boolean;
  /** True until the first message arrives. A working service sends the stream's position at once. */
  isEmpty: boolean;
}

/**
 * Starts the state of one connection. Its `take` throws SyntaxError for a message that does not come from the service.
 */
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

/** Returns a function that calls `then` when it is first called, and does nothing after that. */
function firstTime(then: (() => void) | undefined): () => void {
  let isOver = false;

  return () => {
    if (!isOver) then?.();
    isOver = true;
  };
}

/** Handles the end of a connection. Throws ConnectionError if no message had arrived. */
function endOf(received: Heard, origin: string): false {
  if (received.isEmpty) throw new ConnectionError(origin, 'the answer was cut short');

  return false;
}

/**
 * Reads one connection, and returns true if no more events will follow. Throws ConnectionError if the connection is
 * lost before any message.
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
    // If the position is known, all missed events will still be sent, so the stream already counts as connected.
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

/** Processes received text. Throws UnexpectedAnswerError `NOT_EVENTS` if it is not part of a stream of events. */
function understand(received: Heard, text: string, response: Response, origin: string): void {
  try {
    received.take(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const content = `something else than events: ${error.message}`;
    throw new UnexpectedAnswerError(response, origin, content, notEvents);
  }
}

/** Resolves with the result of the pending request or read. Throws ConnectionError if the connection is lost. */
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
    // Redirects are not followed, because the key would be sent to the redirect's target.
    headers,
    signal,
    cache: 'no-store',
    redirect: 'manual',
  });
  const response = await unlessLost(origin, pendingResponse);
  await refuse(response, origin);

  const type = response.headers.get('content-type') ?? '';
  if (response.status !== 204 && !/^text\/event-stream\b/i.test(type)) {
    // An HTML page is not reported as NOT_EVENTS, because it may come from a proxy and be temporary. The body is never
    // read, because it may be endless.
    const isPage = /html/i.test(type);
    const content = isPage
      ? 'an HTML page'
      : `${type || 'no content type'}, which is no stream of events`;
    throw new UnexpectedAnswerError(response, origin, content, isPage ? undefined : notEvents);
  }

  connection.noteAnswer();
  return response;
}

/** A timer that ends a connection on which nothing has arrived for too long. */
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
