/** Spans as the service makes them; which library records them is for `otlp.ts` alone, which is loaded only if they are sent. */

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer';
  readonly attributes?: Attributes;
  /** When it began, in milliseconds since 1970; now, if absent. */
  readonly startedMs?: number;
}

/** Something that takes time, within a trace. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** For whoever continues the trace (W3C Trace Context). */
  readonly traceparent: string;
  child(name: string, options?: SpanOptions): Span;
  set(attributes: Attributes): void;
  /** Marks it as failed. */
  fail(error: unknown): void;
  /** At `endedMs`, or now. Whatever is called later has no effect. */
  end(endedMs?: number): void;
}

/** The span of a job, which lasts from its creation to its end and so belongs to no process. */
export interface JobTrace {
  /** Of the span, which gets its id before it exists. */
  readonly traceparent: string;
  /** Id of the span that the job was made in. */
  readonly parent: string;
}

export interface Tracer {
  /** A span below the one that `traceparent` names, or the first of a trace; null if tracing is off. */
  start(name: string, traceparent: string | null | undefined, options?: SpanOptions): Span | null;
  /** Writes the span of a job that is over. */
  endJob(trace: JobTrace, span: SpanOptions & { endedMs: number; error: string | null }): void;
  /** Sends what is left, for a short time. */
  close(): Promise<void>;
}

/** Tracing is off. */
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

/** Reads a `traceparent`; null for anything else. Fields that a later version adds are left out. */
export function parseTraceparent(text: string | null | undefined): TraceContext | null {
  if (!text || text.length > mostCharacters) return null;
  const [, traceId, spanId, flags = ''] = form.exec(text) ?? [];
  if (!traceId || !spanId) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const traceparentOf = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`;
