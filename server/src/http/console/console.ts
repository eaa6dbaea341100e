/** The console's calls: a loop over the contract's console routes, and the public interface once more for a session. */
import {
  type ConsoleRoute,
  type ConsoleRouteId,
  consoleRoutes,
  Fault,
  type Route,
  type RouteId,
  requestLimits,
  routes,
} from '@reelsight/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerRoute, send } from '../app.ts';
import { readBody } from '../body.ts';
import type { Call } from '../call.ts';
import { parseJson, validate } from '../validate.ts';
import { addSignIn } from './auth.ts';
import type { ByteRoute, ConsoleCall, ConsoleRooms, Visitor } from './call.ts';
import { type Entrance, enter } from './gate.ts';
import { byteRoutes, consoleHandlers } from './handlers.ts';

const workspacePath = '/console/v1/workspaces/:workspace';
const operatorPath = '/console/v1/operator';

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export function addConsole(app: FastifyInstance, rooms: ConsoleRooms): void {
  app.decorateRequest('visitor', null);
  addSignIn(app, rooms);
  const add = (
    { method, path }: Pick<ConsoleRoute, 'method' | 'path'>,
    entrance: Entrance,
    handler: Answer,
  ): void => {
    app.route({
      method,
      url: path,
      onRequest: (request: FastifyRequest, reply: FastifyReply) =>
        enter(rooms, entrance, request, reply),
      handler,
    });
  };
  for (const [id, route] of Object.entries(consoleRoutes) as [ConsoleRouteId, ConsoleRoute][]) {
    add(route, entranceOf(route), (request, reply) =>
      answerConsole(rooms, id, route, request, reply),
    );
  }
  for (const [id, route] of Object.entries(routes) as [RouteId, Route][]) {
    const forOperator = route.access === 'admin';
    const path = `${forOperator ? operatorPath : workspacePath}${route.path}`;
    const entrance: Entrance = {
      access: forOperator ? 'operator' : 'member',
      takesBody: route.body !== undefined,
      countJobs: route === routes.createJob,
    };
    add({ method: route.method, path }, entrance, (request, reply) =>
      answerRoute(rooms, id, route, request, reply),
    );
  }
  for (const route of byteRoutes) addByteRoute(app, rooms, route);
}

const entranceOf = ({ access, body }: ConsoleRoute): Entrance => ({
  access,
  takesBody: body !== undefined,
});

async function answerConsole(
  rooms: ConsoleRooms,
  id: ConsoleRouteId,
  route: ConsoleRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const handler = consoleHandlers[id];
  if (!handler) throw new Fault('NOT_IMPLEMENTED', id);
  const json = route.body
    ? parseJson(
        (request.body as Buffer | undefined) ?? Buffer.alloc(0),
        request.headers['content-type'],
      )
    : undefined;
  const answer = await handler(rooms, {
    ...callOf(request),
    query: route.query && validate(route.query, request.query, 'query'),
    body: route.body && validate(route.body, json, 'body'),
  });
  return send(answer, request, reply);
}

function callOf(request: FastifyRequest): ConsoleCall {
  const visitor = request.visitor as Visitor;
  return {
    caller: request.caller as Call['caller'],
    params: request.params as Call['params'],
    query: undefined,
    body: undefined,
    idempotencyKey: null,
    // Null only in handlers of routes for anyone and outside a workspace, which look at neither.
    user: visitor.signedIn?.user as ConsoleCall['user'],
    sessionId: visitor.signedIn?.sessionId as ConsoleCall['sessionId'],
    role: visitor.role as ConsoleCall['role'],
    origin: visitor.origin,
  };
}

/** In a scope of its own: its bodies may be of another size and type. */
function addByteRoute(app: FastifyInstance, rooms: ConsoleRooms, route: ByteRoute): void {
  const limit = route.bodyLimitBytes ?? requestLimits.bodyBytes;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => readBody(payload, done, limit));
    const takesBody = route.bodyLimitBytes !== undefined;
    scope.route({
      method: route.method,
      url: route.path,
      // A HEAD has its own route where it is answered: Fastify's would read a whole video.
      exposeHeadRoute: false,
      onRequest: (request: FastifyRequest, reply: FastifyReply) =>
        enter(rooms, { access: route.access, takesBody }, request, reply),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const call = {
          ...callOf(request),
          query: request.query as Record<string, unknown>,
          body: (request.body as Buffer | undefined) ?? Buffer.alloc(0),
        };
        const answer = await route.handler(rooms, call, request, reply);
        return answer ? send(answer, request, reply) : reply;
      },
    });
  });
}
