/** Builds the HTTP server of the API: Fastify with routes for the table of calls, and our limits and error answers. */
import type { Socket } from 'node:net';
import { Fault } from '@reelsight/contract';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import {
  type ConnectionLimits,
  checkMs,
  limitConnections,
  type RequestPlaces,
  tooManyAtOnce,
} from '../network/connection-limits.ts';
import { FairTurns } from '../network/fair-turns.ts';
import { NestedTurns } from '../network/nested-turns.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { answeredRequest, type OnAnswer, watchAnswers } from './answered.ts';
import { addAssistants } from './assistants.ts';
import { readBody } from './body.ts';
import { openBodyTurns } from './body-turn.ts';
import type { CallDeps, HttpDeps } from './call.ts';
import { addCrossOrigin, assistantMessages, callsByKey } from './cross-origin.ts';
import { addCalls } from './dispatch.ts';
import { exportPlaces, openExportThread } from './export-thread.ts';
import { answerBrokenRequest, answerFault, faultOf } from './faults.ts';
import { createGate } from './gate.ts';
import { JobFeed } from './job-feed.ts';
import { KeptAnswers } from './kept-answers.ts';
import { LastingAccess } from './lasting-access.ts';
import { openMediaThreads } from './media-threads.ts';
import { answerOneByOne } from './one-by-one.ts';
import { openShots } from './shots.ts';
import { endSilentConnections } from './silent-connections.ts';
import { SizedTurns } from './sized-turns.ts';
import { traceRequests } from './traced.ts';
import { addTransportSecurity } from './transport-security.ts';
import { addUnlisted } from './unlisted.ts';
import { Unsent } from './unsent.ts';
import { addUnsubscribe } from './unsubscribe.ts';
import { Waits } from './waits.ts';

export interface AppOptions {
  readonly deps: HttpDeps;
  readonly tracer: Tracer;
  /** Called after each answered request, for metrics and logs. */
  readonly onAnswer: OnAnswer;
  /** Aborts when the process is about to close; each connection is then closed after its next answer. */
  readonly draining: AbortSignal;
  /** X-Forwarded-For, -Host and -Proto are trusted if they come from one of the trusted proxies among these limits. */
  readonly connections: ConnectionLimits & {
    /** Maximum time in which a whole request must arrive. */
    readonly requestMs: number;
  };
}

export function createApp(options: AppOptions): FastifyInstance {
  const { deps } = options;
  const gate = createGate(deps);
  const app = Fastify({
    ...serverOptions(options),
    // A path that cannot be decoded is reported as not found.
    frameworkErrors: (error, request, reply) => {
      void reply.header('X-Request-Id', request.id);
      const absent = new Fault('NOT_FOUND', error.message);
      void gate
        .refuseStranger(request)
        .then(() => absent, faultOf)
        .then((fault) => answerFault(fault, request, reply as FastifyReply))
        // Our hooks do not run for a request that fails this early, so its answer is reported to `onAnswer` explicitly.
        .then(() => options.onAnswer(answeredRequest(request, reply as FastifyReply)));
    },
    clientErrorHandler: brokenRequests(options),
  });
  limitRequests(app, limitConnections(app.server, options.connections));
  endSilentConnections(app);
  answerOneByOne(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => readBody(payload, done));
  traceRequests(app, options.tracer);
  addTransportSecurity(app, deps);
  addUnlisted(app);
  addRequestId(app);
  addCrossOrigin(app, deps.corsOrigins, callsByKey);

  if (deps.assistants.enabled) addCrossOrigin(app, deps.assistants.origins, assistantMessages);
  app.addHook('onRequest', async (request) => {
    // Unknown paths, like known ones, are refused before any of the body is read.
    if (request.is404) await gate.refuseStranger(request);
  });
  endAtShutdown(app, AbortSignal.any([options.draining, deps.closing]));
  watchAnswers(app, options.onAnswer);
  app.setErrorHandler((error, request, reply) => answerFault(faultOf(error), request, reply));
  addCalls(app, callDeps(options), gate);
  addAssistants(app, deps, gate);
  addUnsubscribe(app, deps);

  return app;
}

/** Refuses requests of a network of which too many are in progress already, before anything else is done for them. */
function limitRequests(app: FastifyInstance, places: RequestPlaces): void {
  app.addHook('onRequest', async (request, reply) => {
    if (places.enter(request.raw, reply.raw)) return;

    // The rest of the body would occupy the connection.
    void reply.header('Connection', 'close');
    throw new Fault('RATE_LIMITED', `requests in progress from ${request.ip}`, tooManyAtOnce);
  });
}

/** Answers requests that fail before they are parsed, and reports them to `onAnswer` too. */
function brokenRequests({ deps, onAnswer }: AppOptions) {
  return (error: Error, socket: Socket): void => {
    const requestId = deps.domain.newId('req');
    const refused = answerBrokenRequest(error, socket, requestId);
    if (refused) onAnswer({ requestId, method: 'unknown', route: 'unknown', ms: 0, ...refused });
  };
}

function addRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
  });
}

/**
 * Closes each connection after an answer that is sent while the service stops or is about to stop, so that the client
 * cannot send another request on it.
 */
function endAtShutdown(app: FastifyInstance, closing: AbortSignal): void {
  app.addHook('onSend', async (_request, reply) => {
    if (closing.aborted) void reply.header('Connection', 'close');
  });
}

/**
 * How long a connection is kept open between requests. Longer than load balancers keep theirs: otherwise a load
 * balancer could send a request on a connection that is just being closed.
 */
const keptMs = 72_000;

function serverOptions({ deps, connections }: AppOptions) {
  const { trustedProxies, requestMs, idleMs } = connections;
  return {
    logger: false,
    // A parameter may be as long as a request line, so that an overlong id is reported as not found
    // rather than as an unknown route.
    routerOptions: { maxParamLength: 16_384 },
    genReqId: () => deps.domain.newId('req'),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    ...(trustedProxies.length > 0 && { trustProxy: [...trustedProxies] }),
    http: { connectionsCheckingInterval: checkMs(connections) },
    requestTimeout: requestMs,
    connectionTimeout: idleMs,
    keepAliveTimeout: keptMs,
  } as const;
}

/** Creates the objects that all calls of one service share. */
function callDeps(options: AppOptions): CallDeps {
  const mediaThreads = openMediaThreads(options.deps.closing);
  return {
    ...options.deps,
    feed: openFeed(options.deps),
    waits: openWaits(options),
    bodyTurns: openBodyTurns(),
    pictureTurns: new FairTurns({
      atOnce: 1,
      perGroup: 1,
      waitingPerGroup: 32,
      slowWork: { afterMs: 300, extraPlaces: 2 },
    }),
    largePictureTurns: new FairTurns({
      atOnce: 1,
      perGroup: 1,
      waitingPerGroup: 32,
      slowWork: { afterMs: 500, extraPlaces: 1 },
    }),
    thumbnailTurns: new FairTurns({
      atOnce: 2,
      perGroup: 1,
      waitingPerGroup: 256,
      slowWork: { afterMs: 500, extraPlaces: 4 },
    }),
    packTurns: new FairTurns({
      atOnce: 2,
      perGroup: 1,
      waitingPerGroup: 8,
      slowWork: { afterMs: 300, extraPlaces: 2 },
    }),
    exportTurns: new SizedTurns(exportPlaces),
    manyFilesTurns: new FairTurns({
      atOnce: Number.POSITIVE_INFINITY,
      perGroup: 8,
      waitingPerGroup: 32,
    }),
    wholeTurns: new FairTurns({
      atOnce: Number.POSITIVE_INFINITY,
      perGroup: 1,
      waitingPerGroup: 16,
    }),
    exposureTurns: new SizedTurns({
      atOnce: 1,
      perGroup: 1,
      waitingPerGroup: 32,
      slowWork: { afterMs: 500, extraPlaces: 2 },
    }),
    correctionTurns: new SizedTurns({
      atOnce: 1,
      perGroup: 1,
      waitingPerGroup: 32,
      slowWork: { afterMs: 500, extraPlaces: 2 },
    }),
    evaluationTurns: new SizedTurns({
      atOnce: 1,
      perGroup: 1,
      waitingPerGroup: 32,
      slowWork: { afterMs: 300, extraPlaces: 2 },
    }),
    searchTurns: new FairTurns({
      atOnce: 4,
      perGroup: 1,
      waitingPerGroup: 32,
      slowWork: { afterMs: 500, extraPlaces: 4 },
    }),
    trendTurns: new FairTurns({
      atOnce: 4,
      perGroup: 1,
      waitingPerGroup: 32,
      slowWork: { afterMs: 500, extraPlaces: 4 },
    }),
    listTurns: new FairTurns({
      atOnce: 3,
      perGroup: 2,
      waitingPerGroup: 1000,
      slowWork: { afterMs: 500, extraPlaces: 8 },
    }),
    resultTurns: new SizedTurns({
      atOnce: 2,
      perGroup: 1,
      waitingPerGroup: 1000,
      slowWork: { afterMs: 1000, extraPlaces: 2 },
    }),
    exportThread: openExportThread(options.deps.closing),
    unsent: new Unsent(options.deps.limits.unsent),
    lastingAccess: new LastingAccess(options.deps.domain, (fault) =>
      options.deps.onFault(fault, 'lasting answers'),
    ),
    mediaThreads,
    shots: openShots(options.deps.storage, mediaThreads),
    // Maximum number of waiting sign-ins: in all, for one person, and for one of the person's devices.
    knownSignIns: new NestedTurns({ atOnce: 2, perOutermost: 1, waiting: [64, 4, 2] }),
    // Maximum number of waiting sign-ins: in all, for a wide block of addresses, for a block within it, and for an
    // address.
    otherSignIns: new NestedTurns({ atOnce: 2, perOutermost: 1, waiting: [32, 8, 6, 4] }),
    sharedAnswers: new KeptAnswers(),
    sharedFiles: new KeptAnswers(),
    correctedAnswers: new KeptAnswers(),
  };
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
  // If a read waited longer, its connection could be closed as idle before the answer is sent.
  const mostMs = Math.min(limits.waits.mostMs, connections.idleMs * 0.75);
  return new Waits({
    db: domain.db,
    limits: { ...limits.waits, mostMs },
    onFault: (fault) => onFault(fault, 'waits'),
  });
}
