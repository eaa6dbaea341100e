/**
 * The interface for spans that the service uses. Only `otlp.ts` knows which library records them, and it is loaded only
 * if spans are sent.
 */

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer';
  readonly attributes?: Attributes;
  /** When the span began, in milliseconds since 1970; if absent, it begins now. */
  readonly startedMs?: number;
}

/** An operation within a trace, with its start and end. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Passes the trace on to other services and processes (W3C Trace Context). */
  readonly traceparent: string;
  child(name: string, options?: SpanOptions): Span;
  set(attributes: Attributes): void;
  /** Marks the span as failed. */
  fail(error: unknown): void;
  /** Ends the span at `endedMs`, or now. Later calls have no effect. */
  end(endedMs?: number): void;
}

/** Identifies the span of a job, which lasts from the job's creation to its end and so belongs to no single process. */
export interface JobTrace {
  /** Identifies the span; its id is chosen before the span is written. */
  readonly traceparent: string;
  /** Id of the span in which the job was created. */
  readonly parent: string;
}

export interface Tracer {
  /** Starts a child of the span that `traceparent` names, or the first span of a new trace; null if tracing is off. */
  start(name: string, traceparent: string | null | undefined, options?: SpanOptions): Span | null;
  /** Writes the span of a finished job. */
  endJob(trace: JobTrace, span: SpanOptions & { endedMs: number; error: string | null }): void;
  /** Sends the remaining spans, but waits only for a short time. */
  close(): Promise<void>;
}

/** Used when tracing is off. */
export const noTracer: Tracer = {
  start: () => null,
  endJob: () => undefined,
  close: async () => undefined,
};

export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
}

const form =
  /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;
const mostCharacters = 512;

/** Parses a `traceparent`; null for any other text. Fields added by later versions are ignored. */
export function parseTraceparent(text: string | null | undefined): TraceContext | null {
  if (!text || text.length > mostCharacters) return null;
  const [, traceId, spanId, flags = ''] = form.exec(text) ?? [];
  if (!traceId || !spanId) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const traceparentOf = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`;
