/**
 * Passes the token requests of yt-dlp's plugin on to the provider that the operator configured, and to no other
 * address. The plugin tells the provider to use yt-dlp's own proxy, which is the guard or a port inside the sandbox. A
 * provider on another machine could not reach that, so the relay names the operator's proxy instead.
 */
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { passOn } from './pass-on.ts';

const mostBytes = 1024 * 1024;
const limitMs = 60_000;

export interface Provider {
  readonly address: string;
  /** The proxy that the provider should use; null: none, so the provider contacts Google directly. */
  readonly proxy: string | null;
}

/** Relays a request. Answers 413 to a body above 1 MB, and 502 if the provider does not answer within a minute. */
export async function relayToProvider(
  { address, proxy }: Provider,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = await bodyOf(incoming);
  if (body === null) return void outgoing.writeHead(413, { Connection: 'close' }).end();

  const path = URL.parse(incoming.url ?? '', 'http://guard')?.pathname ?? '/';
  const target = new URL(`${address}${path}`);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const content = withProxy(body, proxy);
  const upstream = send(target, {
    method: incoming.method ?? 'GET',
    headers: {
      ...(incoming.headers['content-type'] && { 'Content-Type': incoming.headers['content-type'] }),
      'Content-Length': content.length,
    },
    signal: AbortSignal.timeout(limitMs),
    agent: false,
  });
  upstream.on('response', (answer) => {
    const type = answer.headers['content-type'];
    outgoing.writeHead(answer.statusCode ?? 502, { ...(type && { 'Content-Type': type }) });
    passOn(answer, outgoing);
  });

  upstream.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.on('close', () => upstream.destroy());
  upstream.end(content);
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;

  for await (const chunk of incoming) {
    bytes += (chunk as Buffer).length;
    if (bytes > mostBytes) return null;
    chunks.push(chunk as Buffer);
  }

  return Buffer.concat(chunks);
}

function withProxy(body: Buffer, proxy: string | null): Buffer {
  try {
    const request: unknown = JSON.parse(body.toString('utf8'));
    if (typeof request !== 'object' || request === null || !('proxy' in request)) return body;
    return Buffer.from(JSON.stringify({ ...request, proxy }));
  } catch {
    return body;
  }
}
