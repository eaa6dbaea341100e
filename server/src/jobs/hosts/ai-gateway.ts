/**
 * Lets an engine host reach the configured model server without holding its key: a gateway on a loopback address adds
 * the key.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface GatewayOptions {
  /** Root of the server's API, ending in `/v1`. */
  readonly root: string;
  readonly apiKey: string | null;
}

export interface Gateway {
  /**
   * Gives one process an address that works until `revoke`. Requests sent through it carry `traceparent`, unless that
   * is null.
   */
  grant(traceparent: string | null): { url: string; revoke: () => void };
  close(): Promise<void>;
}

/**
 * The only paths that engines need. No others are forwarded, because a model server may also store files, pull models,
 * or offer the whole API of an account.
 */
const forwardedPaths: readonly string[] = ['/chat/completions', '/audio/transcriptions'];

const passedHeaders = [
  'content-type',
  'accept',
  'retry-after',
  'x-should-retry',
  'content-encoding',
];

export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const granted = new Map<string, string | null>();
  const server = createServer((request, response) => {
    forward(options, granted, request, response).catch(() => response.destroy());
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });

  const { port } = server.address() as AddressInfo;
  return {
    grant: (traceparent) => {
      const token = randomBytes(24).toString('hex');
      granted.set(token, traceparent);
      return { url: `http://127.0.0.1:${port}/${token}/v1`, revoke: () => granted.delete(token) };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function forward(
  options: GatewayOptions,
  granted: ReadonlyMap<string, string | null>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, token = '', path = ''] = /^\/([0-9a-f]+)\/v1(\/[\w/]+)$/.exec(request.url ?? '') ?? [];
  const traceparent = granted.get(token);
  if (traceparent === undefined || request.method !== 'POST' || !forwardedPaths.includes(path)) {
    response.writeHead(404).end();
    return;
  }

  const controller = new AbortController();
  response.once('close', () => controller.abort());

  const answer = await fetch(options.root + path, {
    method: 'POST',
    headers: {
      ...pick(request.headers),
      ...(traceparent && { traceparent }),
      ...(options.apiKey && { authorization: `Bearer ${options.apiKey}` }),
    },
    body: Readable.toWeb(request) as ReadableStream,
    duplex: 'half',
    redirect: 'manual',
    signal: controller.signal,
  } as RequestInit);
  const { 'content-encoding': _decoded, ...headers } = pick(Object.fromEntries(answer.headers));
  response.writeHead(answer.status, headers);

  if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response);
  else response.end();
}

function pick(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.fromEntries(
    passedHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
