/** Answers probes and Prometheus: whether the process is alive, whether it can serve requests, and its metrics. */
import { Fault } from '@reelsight/contract';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type ConnectionLimits, checkMs, limitConnections } from '../network/connection-limits.ts';
import { type OnAnswer, watchAnswers } from './answered.ts';
import { answerFault, faultOf } from './faults.ts';
import { endSilentConnections } from './silent-connections.ts';

export interface MonitoringOptions {
  /** The reason why the process should be restarted; null while it works. Checks nothing outside the process. */
  readonly wedged: () => string | null;
  /** The state of each part of the service; if `ok` is false, the answer is a 503. */
  readonly ready: () => Promise<{ ok: boolean; parts: Record<string, unknown> }>;
  /** Whether a request may read the metrics and the state of each part. */
  readonly mayMonitor: (request: FastifyRequest) => boolean;
  readonly metrics: () => Promise<{ contentType: string; body: string }>;
}

export function addMonitoring(app: FastifyInstance, options: MonitoringOptions): void {
  app.get('/healthz', async (request, reply) => {
    const meta = { request_id: request.id };
    const reason = options.wedged();
    if (reason === null) return { status: 'ok', meta };
    const details = options.mayMonitor(request) ? { reason } : {};
    return reply.code(503).send({ status: 'unavailable', ...details, meta });
  });

  app.get('/readyz', async (request, reply) => {
    const { ok, parts } = await options.ready();
    const meta = { request_id: request.id };
    const details = options.mayMonitor(request) ? parts : {};
    return reply.code(ok ? 200 : 503).send({ status: ok ? 'ok' : 'unavailable', ...details, meta });
  });

  app.get('/metrics', async (request, reply) => {
    if (!options.mayMonitor(request)) throw notShown();
    const { contentType, body } = await options.metrics();
    return reply.type(contentType).send(body);
  });
}

const notShown = (): Fault =>
  new Fault('INVALID_API_KEY', 'metrics', {
    text: "Send REELSIGHT_METRICS_TOKEN, or the operator's token, as a bearer token.",
  });

/** Maximum number of connections; only a few clients query a worker. */
const connectionsAtMost = 100;

/** A server with only the monitoring addresses, for a process without the API. */
export function createMonitoringApp(
  options: MonitoringOptions & {
    readonly newRequestId: () => string;
    readonly onAnswer: OnAnswer;
    readonly connections: ConnectionLimits & { readonly requestMs: number };
  },
): FastifyInstance {
  const { connections, newRequestId, onAnswer } = options;
  const { trustedProxies, requestMs, idleMs } = connections;
  const app = Fastify({
    logger: false,
    genReqId: newRequestId,
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    ...(trustedProxies.length > 0 && { trustProxy: [...trustedProxies] }),
    http: { connectionsCheckingInterval: checkMs(connections) },
    requestTimeout: requestMs,
    connectionTimeout: idleMs,
  });
  const limit = Math.min(connectionsAtMost, connections.connections);
  limitConnections(app.server, { ...connections, connections: limit });
  endSilentConnections(app);
  watchAnswers(app, onAnswer);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
  });
  app.setErrorHandler((error, request, reply) => answerFault(faultOf(error), request, reply));
  app.setNotFoundHandler((request, reply) =>
    answerFault(new Fault('NOT_FOUND', request.url), request, reply),
  );
  addMonitoring(app, options);

  return app;
}
