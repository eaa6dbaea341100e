/** A server that gives the answers that a test lists, one per request, to test how the client handles faults. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestBody } from '../network/request-body.ts';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly atMs: number;
}

export type Scripted = (response: ServerResponse, seen: Seen) => void;

export interface ScriptedServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly Seen[];
}

/** The n-th request gets the n-th answer. Requests after the last answer get that answer again. */
export async function startScripted(...answers: Scripted[]): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const body = await requestBody(request);
    if (body === null) return;
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: body.toString(), atMs: Date.now() };
    seen.push(one);
    answers[Math.min(seen.length, answers.length) - 1]?.(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An address on which no server listens. */
export async function nowhere(): Promise<string> {
  const server = await startScripted();
  await server[Symbol.asyncDispose]();
  return server.url;
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Scripted =>
  (response) => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'req_1',
      ...headers,
    });
    response.end(JSON.stringify(body));
  };

export const data = (value: unknown, headers?: Record<string, string>): Scripted =>
  json(200, { data: value, meta: { request_id: 'req_1' } }, headers);

export const refusal = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Scripted =>
  json(status, { error: { code, message: `${code}.` }, meta: { request_id: 'req_1' } }, headers);

export const html =
  (status: number, text = '<!DOCTYPE html><h1>Bad gateway</h1>'): Scripted =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(text);
  };

export const reset: Scripted = (response) => {
  response.socket?.resetAndDestroy();
};

/** Announces a body length, sends less, and closes the connection. */
export const cutShort: Scripted = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data":{"half"');
  setTimeout(() => response.socket?.destroy(), 20);
};

export const silence: Scripted = () => undefined;
