/** The API process: Fastify with our envelope, limits and refusals around the one table of calls. */
import { Fault } from '@reelsight/contract';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { type ConnectionLimits, checkMs, limitConnections } from '../network/connection-limits.ts';
import { FairTurns } from '../network/fair-turns.ts';
import { readBody } from './body.ts';
import type { CallDeps, HttpDeps } from './call.ts';
import { addCalls } from './dispatch.ts';
import { answerBrokenRequest, answerFault, faultOf } from './faults.ts';
import { createGate } from './gate.ts';
import { JobFeed } from './job-feed.ts';
import { openShots } from './shots.ts';
import { endSilentConnections } from './silent-connections.ts';
import { addTransportSecurity } from './transport-security.ts';
import { Waits } from './waits.ts';

export interface AppOptions {
  readonly deps: HttpDeps;
  /** Sees each answered request, for metrics. */
  readonly onAnswer: (answer: {
    method: string;
    route: string;
    status: number;
    ms: number;
  }) => void;
  /** The X-Forwarded-For, -Host and -Proto of its trusted proxies are believed. */
  readonly connections: ConnectionLimits & {
    /** Longest a whole request may take to arrive. */
    readonly requestMs: number;
  };
}

export function createApp(options: AppOptions): FastifyInstance {
  const { deps } = options;
  const gate = createGate(deps);
  const app = Fastify({
    ...serverOptions(options),
    // A path that cannot be decoded names nothing.
    frameworkErrors: (error, request, reply) => {
      void reply.header('X-Request-Id', request.id);
      const absent = new Fault('NOT_FOUND', error.message);
      gate
        .refuseStranger(request)
        .then(() => absent, faultOf)
        .then((fault) => answerFault(fault, request, reply as FastifyReply));
    },
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest(error, socket, deps.domain.newId('req')),
  });
  limitConnections(app.server, options.connections);
  endSilentConnections(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => readBody(payload, done));
  addTransportSecurity(app, deps);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
    // Before a byte of the body is read, as on a route.
    if (request.is404) await gate.refuseStranger(request);
  });
  app.addHook('onSend', async (_request, reply) => {
    // What is answered while the service stops must not keep its connection for a next request.
    if (deps.closing.aborted) void reply.header('Connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    options.onAnswer({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    });
  });
  app.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error);
    if (fault.status >= 500) deps.onFault(fault, request.id);
    answerFault(fault, request, reply);
  });
  addCalls(app, callDeps(options), gate);
  return app;
}

function callDeps(options: AppOptions): CallDeps {
  const { deps } = options;
  return {
    ...deps,
    feed: openFeed(deps),
    waits: openWaits(options),
    pictureTurns: new FairTurns({ atOnce: 1, perGroup: 1, waitingPerGroup: 32 }),
    shots: openShots(deps.storage),
  };
}

function serverOptions({ deps, connections }: AppOptions) {
  const { trustedProxies, requestMs, idleMs } = connections;
  return {
    logger: false,
    // As long as a request line may be, so that a long id is not found instead of an unknown route.
    routerOptions: { maxParamLength: 16_384 },
    genReqId: () => deps.domain.newId('req'),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    ...(trustedProxies.length > 0 && { trustProxy: [...trustedProxies] }),
    http: { connectionsCheckingInterval: checkMs(connections) },
    requestTimeout: requestMs,
    connectionTimeout: idleMs,
  } as const;
}

function openFeed({ domain, limits, onFault }: HttpDeps): JobFeed {
  return new JobFeed({
    db: domain.db,
    limits: limits.streams,
    now: domain.now,
    onFault: (fault) => onFault(fault, 'events'),
  });
}

function openWaits({ deps, connections }: AppOptions): Waits {
  const { domain, limits, onFault } = deps;
  // An idle connection would be closed before its answer.
  const mostMs = Math.min(limits.waits.mostMs, connections.idleMs * 0.75);
  return new Waits({
    db: domain.db,
    limits: { ...limits.waits, mostMs },
    onFault: (fault) => onFault(fault, 'waits'),
  });
}
