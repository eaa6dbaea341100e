/** The API: a loop over the contract's routes, with refusals in the order of decisions.md 8. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Fault, type Route, type RouteId, routes, type Scope } from '@reelsight/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { BucketRates } from '../db/keys.ts';
import { findReplayedBatch } from '../domain/batch.ts';
import { findReplayedJob } from '../domain/submit-job.ts';
import { type Admission, type Admit, createAdmit } from './admission.ts';
import { readBody } from './body.ts';
import type { Call, Handler, Reply, Rooms } from './call.ts';
import { answerBrokenRequest, answerFault, faultOf } from './faults.ts';
import { getAccount, getUsage } from './handlers/account.ts';
import * as admin from './handlers/admin.ts';
import {
  cancelOneBatch,
  createBatch,
  getBatch,
  listBatches,
  replayedBatch,
} from './handlers/batches.ts';
import * as follows from './handlers/follows.ts';
import { getFrame } from './handlers/frames.ts';
import {
  cancelOneJob,
  createJob,
  deleteOneJob,
  getJob,
  listJobs,
  replayedJob,
} from './handlers/jobs.ts';
import { presignUpload } from './handlers/uploads.ts';
import { endSilentConnections } from './silent-connections.ts';
import { idempotencyKey, parseJson, validate } from './validate.ts';

/** Routes with a handler; any other answers 501 and fails the test that lists them. */
export const handlers: Partial<Record<RouteId, Handler>> = {
  createJob,
  listJobs,
  getJob,
  cancelJob: cancelOneJob,
  deleteJob: deleteOneJob,
  createBatch,
  listBatches,
  getBatch,
  cancelBatch: cancelOneBatch,
  presignUpload,
  getFrame,
  getAccount,
  getUsage,
  ...admin,
  ...follows,
};

export interface AppOptions {
  readonly rooms: Rooms;
  readonly adminToken: string;
  /** Sees each answered request, for metrics. */
  readonly onAnswer: (answer: {
    method: string;
    route: string;
    status: number;
    ms: number;
  }) => void;
  readonly onFault: (fault: Fault, requestId: string) => void;
  /** Answers what is no address of the API. */
  readonly page: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Admission | null;
  }
}

export function createApp(options: AppOptions): FastifyInstance {
  const { rooms } = options;
  const rates = bucketRates(rooms);
  const admit = createAdmit(rooms.domain.db, rates);
  const app = Fastify({
    logger: false,
    // As long as a whole request line may be: a long id is not found, not an unknown route.
    routerOptions: { maxParamLength: 16_384 },
    genReqId: () => rooms.domain.newId('req'),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    ...(options.trustedProxies.length > 0 && { trustProxy: [...options.trustedProxies] }),
    // A path that cannot be decoded names nothing.
    frameworkErrors: (error, request, reply) => {
      void reply.header('X-Request-Id', request.id);
      const absent = new Fault('NOT_FOUND', error.message);
      refuseStranger(options, admit, request)
        .then(() => absent, faultOf)
        .then((fault) => answerFault(fault, request, reply as FastifyReply));
    },
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest(error, socket, rooms.domain.newId('req')),
  });
  endSilentConnections(app);
  app.decorateRequest('caller', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => readBody(payload, done));
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
    // Before a byte of the body is read, as on a route.
    if (request.is404) await refuseStranger(options, admit, request);
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
    if (fault.status >= 500) options.onFault(fault, request.id);
    answerFault(fault, request, reply);
  });
  const gate = createGate(options, admit, rates);
  for (const [id, route] of Object.entries(routes) as [RouteId, Route][]) {
    app.route({
      method: route.method,
      url: route.path,
      onRequest: (request: FastifyRequest, reply: FastifyReply) => gate(route, request, reply),
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        answerRoute(rooms, id, route, request, reply),
    });
  }
  app.setNotFoundHandler(options.page);
  return app;
}

type Gate = (route: Route, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

function bucketRates(rooms: Rooms): BucketRates {
  const entries = Object.values(rooms.domain.plans).map((plan) => [
    plan.name,
    { perSecond: plan.limits.max_requests_per_minute / 60, burst: plan.burst },
  ]);
  return Object.fromEntries(entries) as BucketRates;
}

/** Key, scope and rate limit, before a byte of the body is read. */
function createGate({ adminToken }: AppOptions, admit: Admit, rates: BucketRates): Gate {
  return async (route, request, reply) => {
    // Fastify refuses types it cannot read, also where nothing is read.
    if (!route.body) delete request.raw.headers['content-type'];
    if (route.access === 'admin') {
      checkOperator(request, adminToken);
      return;
    }
    const wish = { scope: route.access, countJobs: route === routes.createJob };
    const caller = await admit(request.headers['x-api-key'], wish);
    if (!caller.in_scope) {
      throw new Fault('INSUFFICIENT_SCOPE', route.access, {
        text: `The API key lacks the scope ${route.access}.`,
      });
    }
    if (caller.remaining === null) throw new Fault('RATE_LIMITED', caller.workspace_id);
    request.caller = caller;
    void reply.header('X-RateLimit-Limit', rates[caller.plan].burst);
    void reply.header('X-RateLimit-Remaining', caller.remaining);
  };
}

/** Throws Fault INVALID_API_KEY. */
export function checkOperator(request: FastifyRequest, adminToken: string): void {
  const sha = (text: string): Buffer => createHash('sha256').update(text).digest();
  const [, token] = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token || !timingSafeEqual(sha(token), sha(adminToken))) {
    throw new Fault('INVALID_API_KEY', 'operator token', {
      text: 'The operator token is missing or wrong.',
    });
  }
}

/** No key has it, so that asking whose key it is takes no token. */
const noScope = 'none' as Scope;

const isBelow = (path: string, url: string): boolean =>
  /^(\/|\?|$)/.test(url.slice(path.length)) && url.startsWith(path);

/** Unknown paths of the API tell a stranger nothing (decisions.md 8), and whoever has a key that they are none. */
async function refuseStranger(
  options: AppOptions,
  admit: Admit,
  request: FastifyRequest,
): Promise<void> {
  if (isBelow('/admin/v1', request.url)) checkOperator(request, options.adminToken);
  else if (isBelow('/v1', request.url))
    await admit(request.headers['x-api-key'], { scope: noScope, countJobs: false });
  else return;
  throw new Fault('NOT_FOUND', request.url);
}

export async function answerRoute(
  rooms: Rooms,
  id: RouteId,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const handler = handlers[id];
  if (!handler) throw new Fault('NOT_IMPLEMENTED', id);
  const base = { caller: request.caller as Admission, params: request.params as Call['params'] };
  const json = route.body
    ? parseJson(
        (request.body as Buffer | undefined) ?? Buffer.alloc(0),
        request.headers['content-type'],
      )
    : undefined;
  const key = route.idempotent ? idempotencyKey(request.headers['idempotency-key']) : null;
  const known =
    key !== null && json?.dry_run !== true ? await replay(rooms, id, base.caller, key) : null;
  const answer =
    known ??
    (await handler(rooms, {
      ...base,
      query: route.query && validate(route.query, request.query, 'query'),
      body: route.body && validate(route.body, json, 'body'),
      idempotencyKey: key,
    }));
  return send(answer, request, reply);
}

/** A known key answers before the body is validated and before plan and balance are looked at. */
async function replay(
  rooms: Rooms,
  id: RouteId,
  caller: Admission,
  key: string,
): Promise<Reply | null> {
  if (id === 'createJob') {
    const job = await findReplayedJob(rooms.domain, caller.workspace_id, key);
    return job ? replayedJob(rooms, job) : null;
  }
  const made = await findReplayedBatch(rooms.domain, caller.workspace_id, key);
  const call: Call = { caller, params: {}, query: undefined, body: undefined, idempotencyKey: key };
  return made ? replayedBatch(call, made) : null;
}

export function send(answer: Reply, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.code(answer.status).headers(answer.headers ?? {});
  if (answer.raw) return reply.send(answer.raw);
  if (answer.status === 204) return reply.send();
  return reply.type('application/json; charset=utf-8').send(
    JSON.stringify({
      data: answer.data,
      ...(answer.pagination && { pagination: answer.pagination }),
      meta: { request_id: request.id },
    }),
  );
}
