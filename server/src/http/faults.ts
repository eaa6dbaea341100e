/**
 * Turns errors into the answers that clients see: the status and the public text of the error code, but never the
 * internal cause.
 */
import type { Socket } from 'node:net';
import { Fault } from '@reelsight/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAway, isDeadlock } from '../db/database.ts';
import { isStorageAway } from '../storage/storage.ts';
import { methodsAt } from './known-path.ts';

export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;

  const code = (error as { code?: unknown } | null)?.code;
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Fault('VALIDATION_FAILED', String(code), {
      text:
        code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
          ? 'body: send Content-Type: application/json.'
          : 'The request could not be read.',
      cause: error,
    });
  }

  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const away = isAway(error) || isDeadlock(error) || isStorageAway(error);

  return new Fault(away ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR', detail, {
    cause: error,
  });
}

export function answerFault(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Codes without an HTTP status are used only for failed jobs. If one gets here, it is an internal error.
  const visibleFault = fault.status === 500 ? new Fault('INTERNAL_ERROR', fault.detail) : fault;
  request.fault = fault;

  if (visibleFault.status === 429) {
    void reply.header('Retry-After', String(visibleFault.retryAfterSeconds ?? 60));
    void reply.removeHeader('X-RateLimit-Limit').removeHeader('X-RateLimit-Remaining');
  }

  // The rest of a body that is too slow would occupy the connection.
  if (visibleFault.code === 'REQUEST_TIMEOUT') void reply.header('Connection', 'close');
  if (visibleFault.code === 'SERVICE_UNAVAILABLE') void reply.header('Retry-After', '5');
  if (visibleFault.code === 'METHOD_NOT_ALLOWED')
    void reply.header('Allow', methodsAt(request.url).join(', '));
  if (visibleFault.code === 'LOW_DISK') void reply.header('Retry-After', '60');

  return reply
    .code(visibleFault.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(visibleFault, request.id)));
}

const brokenStatuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function brokenRequest(cause: string, detail: string): Fault {
  if (cause === 'ERR_HTTP_REQUEST_TIMEOUT') return new Fault('REQUEST_TIMEOUT', detail);
  const text =
    cause === 'HPE_HEADER_OVERFLOW'
      ? 'The address and the headers of a request take at most 16 KB together.'
      : 'The request could not be read.';
  return new Fault('VALIDATION_FAILED', detail, { text });
}

/**
 * Answers a request directly on its socket if it could not be parsed: it is not HTTP, or its headers are too long or
 * too late. Returns the answer sent, or null if the connection is gone.
 */
export function answerBrokenRequest(
  error: Error,
  socket: Socket,
  requestId: string,
): { readonly status: number; readonly code: string } | null {
  if (!socket.writable) {
    socket.destroy();
    return null;
  }

  const cause = String((error as NodeJS.ErrnoException).code);
  const status = brokenStatuses[cause] ?? '400 Bad Request';
  const fault = brokenRequest(cause, error.message);
  const body = JSON.stringify(errorBody(fault, requestId));
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);

  return { status: Number.parseInt(status, 10), code: fault.code };
}

function errorBody(fault: Fault, requestId: string) {
  return {
    error: { code: fault.code, message: fault.message },
    meta: { request_id: requestId },
  };
}
