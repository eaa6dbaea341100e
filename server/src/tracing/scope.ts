/**
 * What is under way, known to all that is called within it: the ids that each log line carries, and the span that others
 * begin below.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  type JobTrace,
  parseTraceparent,
  type Span,
  traceparentOf,
} from './tracer.ts';

/** Named alike in every line; `docs/operating.md` lists them. */
export interface LogFields {
  readonly request_id?: string;
  readonly workspace_id?: string;
  readonly key_id?: string;
  readonly job_id?: string;
  /** Number of the part in its job. */
  readonly part?: number;
  readonly attempt?: number;
  readonly batch_id?: string;
  readonly follow_id?: string;
  readonly event_id?: string;
}

interface Scope {
  readonly fields: LogFields;
  readonly span: Span | null;
}

const scopes = new AsyncLocalStorage<Scope>();
const nothing: Scope = { fields: {}, span: null };

/** Runs `work` with these ids, beside those it is already in, and in this span. */
export function inScope<T>(fields: LogFields, span: Span | null, work: () => T): T {
  const outer = scopes.getStore() ?? nothing;
  return scopes.run({ fields: { ...outer.fields, ...fields }, span: span ?? outer.span }, work);
}

/** Like `inScope`, and ends the span with the work; what the work throws is its error. */
export async function inSpan<T>(
  span: Span | null,
  fields: LogFields,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await inScope(fields, span, work);
  } catch (error) {
    span?.fail(error);
    throw error;
  } finally {
    span?.end();
  }
}

/** A span below the current one; without one, only the work. */
export function step<T>(
  name: string,
  work: () => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  const outer = currentSpan();
  return outer ? inSpan(outer.child(name, { attributes }), {}, work) : work();
}

export const currentSpan = (): Span | null => scopes.getStore()?.span ?? null;

/** The same function, in the scope of now whoever calls it: for callbacks of processes and timers. */
export const inThisScope = <Given extends unknown[], T>(
  work: (...given: Given) => T,
): ((...given: Given) => T) => AsyncLocalStorage.bind(work);

/** Runs what concerns several scopes in none of them. */
export const outOfScope = <T>(work: () => T): T => scopes.exit(work);

/** The workspace on whose behalf the code runs; undefined outside of such work. */
export const currentWorkspace = (): string | undefined => scopes.getStore()?.fields.workspace_id;

/** What a log line carries here. */
export function scopeFields(): Readonly<Record<string, string | number>> {
  const scope = scopes.getStore();
  if (!scope) return {};
  const { fields, span } = scope;
  return { ...fields, ...(span && { trace_id: span.traceId, span_id: span.spanId }) };
}

/** For a job that is made now; null outside of any span. */
export function newJobTrace(): JobTrace | null {
  const span = currentSpan();
  const context = parseTraceparent(span?.traceparent);
  if (!span || !context) return null;
  const spanId = randomBytes(8).toString('hex');
  return { traceparent: traceparentOf({ ...context, spanId }), parent: span.spanId };
}
