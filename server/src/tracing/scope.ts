/**
 * The context of the work in progress, available to all code called within it. It provides the ids for each log line,
 * and the parent of new spans.
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

/** Ids that identify the work. Their names are the same in every log line; `docs/operating.md` lists them. */
export interface LogFields {
  readonly request_id?: string;
  readonly workspace_id?: string;
  readonly key_id?: string;
  readonly job_id?: string;
  /** Number of the part within its job. */
  readonly part?: number;
  readonly attempt?: number;
  readonly batch_id?: string;
  readonly follow_id?: string;
  readonly event_id?: string;
}

interface Scope {
  readonly fields: LogFields;
  readonly span: Span | null;
  /** The group whose turn the work has to wait for; undefined for work that takes no turns. */
  readonly group?: string | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();
const emptyScope: Scope = { fields: {}, span: null };

/** Runs `work` within this span and with these ids, in addition to ids that are already set. */
export function inScope<T>(fields: LogFields, span: Span | null, work: () => T): T {
  const outer = scopes.getStore() ?? emptyScope;
  const scope = { ...outer, fields: { ...outer.fields, ...fields }, span: span ?? outer.span };
  return scopes.run(scope, work);
}

/**
 * Runs the work of a request on behalf of a group that takes turns with other groups. A group is a workspace, the
 * visitors to a workspace's links, or a person.
 */
export const inGroup = <T>(group: string, work: () => T): T =>
  scopes.run({ ...(scopes.getStore() ?? emptyScope), group }, work);

/** Like `inScope`, but also ends the span when the work ends; if the work throws an error, the span records it. */
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

/** Runs the work in a child of the current span; if there is none, just runs it. */
export function step<T>(
  name: string,
  work: () => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  const outer = currentSpan();
  return outer ? inSpan(outer.child(name, { attributes }), {}, work) : work();
}

export const currentSpan = (): Span | null => scopes.getStore()?.span ?? null;

/** Binds a callback to the current scope, so that it runs in that scope even when a process or timer calls it. */
export const inThisScope = <Given extends unknown[], T>(
  work: (...args: Given) => T,
): ((...args: Given) => T) => AsyncLocalStorage.bind(work);

/** Runs work outside of any scope, because it concerns several of them. */
export const outOfScope = <T>(work: () => T): T => scopes.exit(work);

/** The group whose request is being answered; undefined elsewhere, such as in a worker. */
export const requestingGroup = (): string | undefined => scopes.getStore()?.group;

/** The fields that the current scope adds to each log line. */
export function scopeFields(): Readonly<Record<string, string | number>> {
  const scope = scopes.getStore();
  if (!scope) return {};
  const { fields, span } = scope;
  return { ...fields, ...(span && { trace_id: span.traceId, span_id: span.spanId }) };
}

/** Creates the trace of a job that is being created; null outside any span. */
export function newJobTrace(): JobTrace | null {
  const span = currentSpan();
  const context = parseTraceparent(span?.traceparent);
  if (!span || !context) return null;
  const spanId = randomBytes(8).toString('hex');
  return { traceparent: traceparentOf({ ...context, spanId }), parent: span.spanId };
}
