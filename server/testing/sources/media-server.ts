/**
 * For tests: a web server on the loopback interface that behaves well or badly, depending on the first segment of the
 * path.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

export interface MediaServer {
  readonly url: string;
  /** Every request as `METHOD path range`. */
  readonly requests: string[];
  /** Feeds, served under /feed/<name>. */
  readonly feeds: Map<string, string>;
  close(): Promise<void>;
}

type Manner = (request: IncomingMessage, response: ServerResponse, rest: string) => unknown;

const videoHeaders = { 'Content-Type': 'video/mp4' };
/** 300 kB that are the same in every run. */
export const body = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));

const manners: Readonly<Record<string, Manner>> = {
  good: (request, response) => serve(request, response, body),
  /** Closes the connection in the middle, unless the request has a range. */
  cut: (request, response) => cut(request, response, body),
  /** Takes a second and a half to send the whole. */
  slow: (request, response) => serve(request, response, body, 15),
  /** Announces more bytes than it sends, every time. */
  liar: (_, response) => {
    response.writeHead(200, { ...videoHeaders, 'Content-Length': 1_000_000 });
    response.write(body, () => setTimeout(() => response.destroy(), 50));
  },
  silent: () => undefined,
  stall: (_, response) => {
    response.writeHead(200, { ...videoHeaders, 'Content-Length': body.length });
    response.write(body.subarray(0, 10_000));
  },
  /** Announces 5 MB and sends 1 kB of them every 200 ms. */
  trickle: (_, response) => {
    response.writeHead(200, { ...videoHeaders, 'Content-Length': 5_000_000 });
    const timer = setInterval(() => response.write(body.subarray(0, 1000)), 200);
    response.on('close', () => clearInterval(timer));
  },
  endless: (_, response) => {
    response.writeHead(200, videoHeaders);
    const more = () => {
      if (!response.destroyed) response.write(Buffer.alloc(64 * 1024), () => setTimeout(more, 5));
    };
    more();
  },
  /** A feed that never ends, an empty entry at a time. */
  drip: (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/rss+xml' });
    response.write('<?xml version="1.0"?><rss version="2.0"><channel>');
    const timer = setInterval(() => response.write('<item></item>'), 300);
    response.on('close', () => clearInterval(timer));
  },
  huge: (_, response) => {
    response.writeHead(200, { ...videoHeaders, 'Content-Length': 50_000_000_000 });
    response.write(body);
  },
  status: (_, response, rest) => response.writeHead(Number.parseInt(rest, 10)).end('no'),
  redirect: (_, response, rest) => {
    response.writeHead(302, { Location: decodeURIComponent(rest) }).end();
  },
  page: (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<html><title>A page</title><video src="/good/inner.mp4"></video></html>');
  },
  playlist: (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-mpegurl' });
    response.end('#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n/good/a.ts\n#EXT-X-ENDLIST\n');
  },
};

/**
 * An address of this machine other than loopback, which no list of allowed networks contains; undefined if there is
 * none.
 */
export const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

/** Listens on a free port of `host`. `files` are served under /file/<name>. */
export async function startMediaServer(
  files: Readonly<Record<string, string>> = {},
  host = '127.0.0.1',
): Promise<MediaServer> {
  const requests: string[] = [];
  const feeds = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const [, manner = '', rest = ''] = /^\/([^/]*)\/(.*)$/.exec(request.url ?? '') ?? [];
    requests.push(`${request.method} ${request.url} ${request.headers.range ?? ''}`.trim());
    const path = files[rest.replace(/\?.*$/, '')];
    const earlier = requests.filter((line) => line.includes(request.url ?? '')).length - 1;

    if (manner === 'file' && path) void serve(request, response, await readFile(path));
    // Like `file`, but slow, for a test that has to act during the download.
    else if (manner === 'slowfile' && path) void serve(request, response, await readFile(path), 60);
    // Closes the connection in the middle, unless the request has a range.
    else if (manner === 'cutfile' && path) void cut(request, response, await readFile(path));
    // Served only to the first request.
    else if (manner === 'tired' && path && earlier === 0)
      void serve(request, response, await readFile(path));
    else if (manner === 'tired') response.writeHead(429).end();
    else if (manner === 'feed' && feeds.has(rest)) {
      response.writeHead(200, { 'Content-Type': 'application/rss+xml' }).end(feeds.get(rest));
    } else if (manners[manner]) manners[manner](request, response, rest);
    else response.writeHead(404).end();
  });
  server.listen(0, host);
  await once(server, 'listening');

  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };

  return { url: `http://${host}:${port}`, requests, feeds, close };
}

function cut(request: IncomingMessage, response: ServerResponse, bytes: Buffer): unknown {
  if (request.headers.range) return serve(request, response, bytes);

  response.writeHead(200, {
    ...videoHeaders,
    'Accept-Ranges': 'bytes',
    'Content-Length': bytes.length,
  });

  const half = bytes.subarray(0, bytes.length / 2);
  return response.write(half, () => setTimeout(() => response.destroy(), 200));
}

/** Sends the bytes in this many pieces, a tenth of a second apart. */
async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  pieces = 1,
): Promise<void> {
  const [, from] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? [];
  const rest = bytes.subarray(Number(from ?? 0));
  response.writeHead(from === undefined ? 200 : 206, {
    ...videoHeaders,
    'Accept-Ranges': 'bytes',
    'Content-Length': rest.length,
    ...(from !== undefined && {
      'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    }),
  });
  const step = Math.ceil(bytes.length / pieces);

  if (request.method !== 'HEAD') {
    for (let at = 0; at < rest.length && !response.destroyed; at += step) {
      response.write(rest.subarray(at, at + step));
      if (at + step < rest.length) await sleep(100);
    }
  }

  response.end();
}
