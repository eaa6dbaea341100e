/** Records a span for each request. If the caller sends a `traceparent`, the span continues the caller's trace. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inGroup, inScope } from '../tracing/scope.ts';
import type { Span, Tracer } from '../tracing/tracer.ts';
import { groupOf } from './group-of.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null while tracing is off. */
    span: Span | null;
  }
}

/** Routes without spans: they are requested every few seconds and are of no use in traces. */
const untraced: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions?.url;
    if (untraced.has(route)) return;

    const parent = request.headers.traceparent;
    request.span = tracer.start(
      `${request.method} ${route ?? 'unknown'}`,
      typeof parent === 'string' ? parent : null,
      { kind: 'server', attributes: { 'http.request.method': request.method } },
    );
  });
  app.addHook('onResponse', async (request, reply) => endRequest(request, reply));
}

function endRequest(
  { id, span, asking, fault, routeOptions }: FastifyRequest,
  reply: FastifyReply,
) {
  if (!span) return;

  span.set({
    'http.route': routeOptions?.url ?? 'unknown',
    'http.response.status_code': reply.statusCode,
    'reelsight.request_id': id,
    ...(asking && { 'reelsight.workspace_id': asking.workspaceId }),
    ...(fault && { 'error.type': fault.code }),
  });

  if (reply.statusCode >= 500) span.fail(fault?.code ?? reply.statusCode);
  span.end();
}

/** Runs the work of a request with the request's ids and span, on behalf of the caller's group. */
export function inRequest<T>(request: FastifyRequest, work: () => T): T {
  const { id, span, asking } = request;
  const { workspaceId, keyId } = asking ?? {};
  const group = groupOf(request);
  const fields = {
    request_id: id,
    ...(workspaceId && { workspace_id: workspaceId }),
    ...(keyId && { key_id: keyId }),
  };
  return inScope(fields, span, group === '' ? work : () => inGroup(group, work));
}
