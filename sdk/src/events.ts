/** Events: pages of the log, and streams that go on by themselves after an outage. */
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
  /** Longest pause between two connections; they begin with the service's own and double. Default 30 s; none is shorter than 0.1 s. */
  readonly mostPauseMs?: number | undefined;
  /** Called with each outage that the stream waits out. */
  readonly onOutage?: ((cause: unknown) => void) | undefined;
}

/** A service that is there says something every 15 seconds. */
const silenceMs = 45_000;
/** Between two connections, whatever a stream asks for: one that ends at once is not to be asked without pause. */
const leastPauseMs = 100;
const notEvents = 'NOT_EVENTS';
const final: readonly string[] = ['completed', 'failed', 'cancelled'];

export interface Events {
  /** Oldest first. */
  list(filter?: EventsFilter, options?: CallOptions): Promise<EventsPage>;
  /**
   * Events of all jobs and batches as they happen, in order for each job. Waits outages out and goes on where it was:
   * none is missing and none comes twice. Throws an ApiError for what waiting does not mend: 410 `EVENTS_GONE` if it
   * was away longer than events are kept. Throws UnexpectedAnswerError for what is no stream of events (`NOT_EVENTS`), and
   * for a page or a redirect, which is not followed, from an address where no call and no stream has been answered yet.
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
    // Many clients that were cut at once must not come back at once.
    await pause(Math.max(leastPauseMs, longest * (0.5 + Math.random() / 2)), signal);
  }
}

/** What says that this is no stream of events, now or later. */
const isLasting = (error: unknown): boolean =>
  error instanceof UnexpectedAnswerError && error.code === notEvents;

function askedPauseMs(error: ReelsightError, { options }: Connection): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return asked ? Math.min(askedMs(asked), limitsOf({}, options).maxRetryWaitMs) : 0;
}

/** A message with a position; no event where it is a position alone. */
interface Found extends Omit<StreamedEvent, 'event'> {
  readonly event: Event | null;
}

/** What the messages of one connection come to. */
interface Heard {
  readonly take: (text: string) => void;
  readonly found: Found[];
  isFinal: boolean;
  /** No message has come; a service says at once where its stream is. */
  isEmpty: boolean;
}

/** `take` throws SyntaxError for what is no message of the service. */
function hearing({ jobId }: Source, { onState }: StreamOptions, place: Place): Heard {
  const take = serverSentEvents({
    onRetry: (ms) => {
      place.retryMs = Math.max(ms, leastPauseMs);
    },
    onMessage: ({ id, event, data }) => {
      const told = data === '' ? null : JSON.parse(data);
      if (data !== '' && (typeof told !== 'object' || told === null || Array.isArray(told)))
        throw new SyntaxError('JSON that is no object');

      place.failures = 0;
      heard.isEmpty = false;

      const isState = event === 'job.current' || event === 'job.progress';
      if (isState) onState?.(told);
      if (id !== null) heard.found.push({ event: isState ? null : told, text: data, position: id });
      if (told !== null && jobId !== null && final.includes(told.status)) heard.isFinal = true;
    },
  });
  const heard: Heard = { take, found: [], isFinal: false, isEmpty: true };
  return heard;
}

/** Calls `then` the first time it is called itself. */
function firstTime(then: (() => void) | undefined): () => void {
  let isOver = false;

  return () => {
    if (!isOver) then?.();
    isOver = true;
  };
}

/** Throws ConnectionError if the connection ended before anything came. */
function endOf(heard: Heard, origin: string): false {
  if (heard.isEmpty) throw new ConnectionError(origin, 'the answer was cut short');

  return false;
}

/** One connection; true if there will be no more events. Throws ConnectionError if it is lost before anything came. */
async function* connected(
  source: Source,
  options: StreamOptions,
  place: Place,
): AsyncGenerator<StreamedEvent, boolean> {
  const { signal, onConnected } = options;
  const { origin } = new URL(source.connection.baseUrl);
  const watch = new AbortController();
  const timer = silenceTimer(watch);
  const ended = signal ? AbortSignal.any([signal, watch.signal]) : watch.signal;
  const heard = hearing(source, options, place);

  try {
    timer.restart();
    const response = await open(source, place.position, ended);
    if (response.status === 204 || !response.body) return true;

    const tellConnected = firstTime(onConnected);
    // From a known place on, nothing that is missed has to be told first.
    if (place.position !== null) tellConnected();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();

    while (!heard.isFinal) {
      timer.restart();
      const { done, value } = await unlessLost(origin, reader.read());
      timer.stop();

      if (done) return endOf(heard, origin);
      understand(heard, value, response, origin);

      for (const { event, text, position } of heard.found.splice(0)) {
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

/** Throws UnexpectedAnswerError `NOT_EVENTS`. */
function understand(heard: Heard, text: string, response: Response, origin: string): void {
  try {
    heard.take(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const what = `something else than events: ${error.message}`;
    throw new UnexpectedAnswerError(response, origin, what, notEvents);
  }
}

/** What a request or its body comes to. Throws ConnectionError. */
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
  const asked = fetch(connection.baseUrl + path, {
    // A redirect would take the key along, to wherever it leads.
    headers,
    signal,
    cache: 'no-store',
    redirect: 'manual',
  });
  const response = await unlessLost(origin, asked);
  await refuse(response, origin);

  const type = response.headers.get('content-type') ?? '';
  if (response.status !== 204 && !/^text\/event-stream\b/i.test(type)) {
    // A page may be that of a proxy, which passes; what else it is was not read, as it may have no end.
    const isPage = /html/i.test(type);
    const what = isPage
      ? 'an HTML page'
      : `${type || 'no content type'}, which is no stream of events`;
    throw new UnexpectedAnswerError(response, origin, what, isPage ? undefined : notEvents);
  }

  connection.noteAnswer();
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
