/** The console's own files: one page for every address of it, and what the build put beside. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Fault } from '@reelsight/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerFault } from '../faults.ts';

export interface PagesOfConsole {
  /** What `npm run build -w console` made. */
  readonly folder: string;
  /** Origins beside our own that the pages send files to. */
  readonly uploadOrigin: string;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Names of files the build makes: no leading dot, no folder but the one of hashed names. */
const fileName = /^\/((assets\/)?[A-Za-z0-9_-][\w.-]{0,150}\.[a-z0-9]{1,11})$/;
/** What belongs to programs, whatever kind of answer they ask for. */
const ofPrograms = /^\/(v1|admin|console|docs|healthz|readyz|metrics|openapi\.json)(\/|$)/;
const aYear = 'public, max-age=31536000, immutable';

type Page = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Answers what is no other address of the service. */
export function consolePages({ folder, uploadOrigin }: PagesOfConsole): Page {
  const policy = policyFor(uploadOrigin);
  return async (request, reply) => {
    const path = request.url.replace(/\?.*$/s, '');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || ofPrograms.test(path)) return absent(request, reply);
    const [, name, hashed] = fileName.exec(path) ?? [];
    if (name) {
      const found = await sizeOf(join(folder, name));
      if (found === null) return absent(request, reply);
      const cache = hashed ? aYear : 'no-cache';
      void reply.header('Cache-Control', cache);
      return sendFile(join(folder, name), found, request, reply.headers(guards(policy)));
    }
    // A program that got an address wrong is told so; a browser gets the page, which knows its own addresses.
    const forPeople = request.headers.accept?.includes('text/html') ?? false;
    if (path !== '/' && !forPeople) return absent(request, reply);
    const index = join(folder, 'index.html');
    const size = await sizeOf(index);
    void reply.headers({ ...guards(policy), 'Cache-Control': 'no-cache' });
    if (size === null) return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
    return sendFile(index, size, request, reply);
  };
}

function policyFor(uploadOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${uploadOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

const guards = (policy: string): Record<string, string> => ({
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

const absent = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  answerFault(new Fault('NOT_FOUND', request.url), request, reply);

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? found.size : null;
}

function sendFile(
  path: string,
  sizeBytes: number,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const type = types[extname(path)] ?? 'application/octet-stream';
  void reply.code(200).headers({ 'Content-Type': type, 'Content-Length': String(sizeBytes) });
  return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(path));
}

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Reelsight</title></head>
<body>
<main>
<h1>The console is not built yet</h1>
<p>Run <code>npm run build -w console</code> where Reelsight is installed, then load this page again. The API works without it: see <a href="/docs">its documentation</a>.</p>
</main>
</body>
</html>
`;
