/**
 * One loop over the table of calls: each access of a row becomes a route, which refuses in the order that is given in
 * interface.md "Order of refusals".
 */
import { Readable } from 'node:stream';
import { type Access, accessesOf, type CallId, type CallRow, callRows } from '@reelsight/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { audited } from './audited.ts';
import { readBody } from './body.ts';
import { takeBodyTurn } from './body-turn.ts';
import { isBytes, lengthOf } from './bytes.ts';
import type { Call, CallDeps, Entered, Reply, WorkspaceCall } from './call.ts';
import type { Gate } from './gate.ts';
import { readerOf } from './group-of.ts';
import { handlers, replays } from './handlers.ts';
import { inListTurn } from './list-turn.ts';
import { packed } from './packed.ts';
import { inRequest } from './traced.ts';
import { largeBytes, type OpenAnswer } from './unsent.ts';
import { idempotencyKey, parseJson, validate } from './validate.ts';

export function addCalls(app: FastifyInstance, deps: CallDeps, gate: Gate): void {
  app.decorateRequest('entered', null);
  app.decorateRequest('enteredAtMs', 0);
  app.decorateRequest('largeBody', null);
  for (const [id, row] of callRows) {
    const mostBytes = row.file?.maxBytes ?? row.bodyBytes;
    if (mostBytes === undefined) {
      addCall(app, { deps, gate, id, row });
      continue;
    }

    // Registered in a scope of its own, because the bodies of this call have a different size limit or type.
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (request, payload, done) =>
        readBody(payload, done, mostBytes, request.largeBody ?? undefined),
      );
      addCall(scope, { deps, gate, id, row });
    });
  }
}

interface Dispatched {
  readonly deps: CallDeps;
  readonly gate: Gate;
  readonly id: CallId;
  readonly row: CallRow;
}

function addCall(app: FastifyInstance, { deps, gate, id, row }: Dispatched): void {
  const add = (access: Access): void => {
    app.route({
      // The framework's own answer to HEAD would read whole files only to drop them.
      method: row.method === 'GET' && row.head !== 'none' ? ['GET', 'HEAD'] : row.method,
      url: access.path,
      exposeHeadRoute: false,
      onRequest: (request: FastifyRequest, reply: FastifyReply) =>
        gate.enter(access, row, request, reply),
      preHandler: (request: FastifyRequest) => gate.enterAgain(access, row, request),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const make = async (): Promise<MadeAnswer | undefined> => {
          const answer = await inRequest(request, () =>
            answerCall(deps, id, row, { request, reply }),
          );
          return answer && { answer, rawBody: bodyOf(answer, request) };
        };
        const madeAnswer = await (listsSomething(row)
          ? inListTurn(deps, { request, reply }, make)
          : make());
        return madeAnswer ? send(deps, row, madeAnswer, { request, reply }) : reply;
      },
    });
  };
  for (const access of accessesOf(row)) add(access);
}

interface MadeAnswer {
  readonly answer: Reply;
  readonly rawBody: Reply['raw'];
}

/** Whether the call returns a list, as opposed to a stream that stays open. */
const listsSomething = ({ method, answers }: CallRow): boolean =>
  method === 'GET' &&
  answers.some(
    ({ body }) => body instanceof z.ZodObject && body.shape.data instanceof z.ZodArray,
  ) &&
  !answers.some(({ contentType }) => contentType === 'text/event-stream');

async function answerCall(
  deps: CallDeps,
  id: CallId,
  row: CallRow,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
): Promise<Reply | undefined> {
  const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  if (row.body) await takeBodyTurn(deps.bodyTurns, { request, reply }, deps.closing);

  const json = jsonOf(row, bytes, request);
  const key = row.idempotent ? idempotencyKey(request.headers['idempotency-key']) : null;
  const base = {
    ...(request.entered as Entered),
    params: request.params as Call['params'],
    idempotencyKey: key,
    request,
    reply,
  };

  // If the idempotency key is known, the earlier answer is returned before the body is validated and before plan and
  // balance are checked.
  if (key !== null && json?.dry_run !== true) {
    const replay = await replays[id]?.(deps, base as WorkspaceCall, key);
    if (replay) return replay;
  }

  const call = {
    ...base,
    query: row.query && validate(row.query, request.query, 'query'),
    body: row.file ? bytes : row.body && validate(row.body, json, 'body'),
  };
  // The cast is safe: the row's own schemas and access rules have checked that the call has the handler's type.
  const handler = handlers[id] as (deps: CallDeps, call: Call) => Promise<Reply | undefined>;

  return audited(deps, row, request, (auditedDeps) => handler(auditedDeps, call));
}

function jsonOf(
  { body, bodyOptional }: CallRow,
  bytes: Buffer,
  { headers }: FastifyRequest,
): Record<string, unknown> | undefined {
  if (!body) return undefined;
  return bodyOptional && bytes.length === 0 ? {} : parseJson(bytes, headers);
}

async function send(
  deps: CallDeps,
  row: CallRow,
  { answer, rawBody }: MadeAnswer,
  exchange: Pick<Call, 'request' | 'reply'>,
): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const { raw, headers } = await packed(deps.packTurns, answer, rawBody, exchange);
  const body = asBytes(raw);
  const isHead = request.method === 'HEAD';
  const isLarge = isBytes(body) && lengthOf(body) >= largeBytes && !isHead;
  const openAnswer = isLarge && count(deps, row, lengthOf(body), exchange);
  void reply.code(answer.status).headers(headers);
  if ((isStream(body) && !isHead) || openAnswer) deps.lastingAccess.watch(exchange);

  if (answer.raw === undefined && body !== undefined)
    void reply.type('application/json; charset=utf-8');
  if (isHead) return sendHead(reply, body);
  if (isStream(body) && !deps.unsent.find(reply)) return reply.send(watched(deps, body, exchange));
  if (!openAnswer) return reply.send(isBytes(body) ? Buffer.concat(body) : body);

  void reply.header('Content-Length', lengthOf(body));
  return reply.send(Readable.from(openAnswer.pieces(body), { objectMode: false }));
}

const isStream = (body: Reply['raw']): body is NodeJS.ReadableStream =>
  typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !isBytes(body);

/** Sends the headers of an answer, with its length where the content was made, and reads no file. */
function sendHead(reply: FastifyReply, body: Reply['raw']): FastifyReply {
  if (isStream(body)) (body as Readable).destroy();
  if (typeof body === 'string') void reply.header('Content-Length', Buffer.byteLength(body));
  if (isBytes(body)) void reply.header('Content-Length', lengthOf(body));
  return reply.send();
}

/**
 * Counts a stored file among the unsent answers while it is sent, and measures how fast it is read: a slow client could
 * otherwise occupy a storage connection for as long as it likes.
 */
function watched(
  { unsent }: CallDeps,
  body: NodeJS.ReadableStream,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
): Readable {
  const reader = readerOf(request);
  try {
    unsent.checkOpen(reader);
  } catch (error) {
    (body as Readable).destroy();
    throw error;
  }

  const answer = unsent.open(reader, reply);
  answer.source = body as Readable;

  return Readable.from(answer.passedOn(body), { objectMode: false });
}

/**
 * Returns a body that may be large as the bytes that are sent, any other as it is. A character may take up to 3 bytes.
 */
function asBytes(body: Reply['raw']): Exclude<Reply['raw'], null> {
  if (Buffer.isBuffer(body)) return [body];
  if (typeof body === 'string' && body.length * 3 >= largeBytes) return [Buffer.from(body)];
  return body ?? undefined;
}

/**
 * Counts a large answer as unsent. A call that only reads is refused if too much is unsent already; a call that has
 * changed something is always answered. Throws Fault RATE_LIMITED or SERVICE_UNAVAILABLE.
 */
function count(
  { unsent }: CallDeps,
  { method }: CallRow,
  bytes: number,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
): OpenAnswer {
  const reader = readerOf(request);
  if (method === 'GET' && !unsent.find(reply)) {
    unsent.checkOpen(reader);
    unsent.check(reader, bytes);
  }

  return unsent.count(reader, reply, bytes);
}

function bodyOf(
  { status, raw, data, pagination, beside }: Reply,
  { id }: FastifyRequest,
): Reply['raw'] {
  if (raw !== undefined) return raw;
  if (status === 204 || status === 304) return undefined;

  return JSON.stringify({
    data,
    ...(pagination && { pagination }),
    ...beside,
    meta: { request_id: id },
  });
}
