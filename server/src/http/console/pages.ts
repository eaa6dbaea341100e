/** The console's own files: one page for every address of it, and what the build put beside. */
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
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
  const read = fileReader();
  return async (request, reply) => {
    const path = request.url.replace(/\?.*$/s, '');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || ofPrograms.test(path)) return absent(request, reply);
    const [, name, hashed] = fileName.exec(path) ?? [];
    if (name) {
      const found = await read(join(folder, name));
      if (found === null) return absent(request, reply);
      void reply.headers(guards(policy)).header('Cache-Control', hashed ? aYear : 'no-cache');
      return sendFile(found, request, reply);
    }
    // A program that got an address wrong is told so; a browser gets the page, which knows its own addresses.
    const forPeople = request.headers.accept?.includes('text/html') ?? false;
    if (path !== '/' && !forPeople) return absent(request, reply);
    const index = await read(join(folder, 'index.html'));
    void reply.headers(guards(policy)).header('Cache-Control', 'no-cache');
    if (index === null) return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
    return sendFile(index, request, reply);
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

interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** Null where it would not be smaller. */
  readonly zipped: Buffer | null;
}

const zippable = /^(text|application)\/|svg/;
/** More than any build has; old builds are forgotten. */
const keptAtMost = 300;

/** Keeps what it read, with its compressed form, until the file changes. */
function fileReader(): (path: string) => Promise<BuiltFile | null> {
  const kept = new Map<string, BuiltFile>();
  return async (path) => {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) return null;
    const version = `${path} ${found.size} ${found.mtimeMs}`;
    const known = kept.get(version);
    if (known) return known;
    const type = types[extname(path)] ?? 'application/octet-stream';
    const bytes = await readFile(path);
    const zipped = zippable.test(type) ? await zip(bytes) : null;
    const file = { type, bytes, zipped: zipped && zipped.length < bytes.length ? zipped : null };
    if (kept.size >= keptAtMost) kept.clear();
    kept.set(version, file);
    return file;
  };
}

const zip = promisify<Buffer, Buffer>(gzip);

function sendFile(file: BuiltFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepts = /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const zipped = accepts ? file.zipped : null;
  if (zipped) void reply.header('Content-Encoding', 'gzip');
  const bytes = zipped ?? file.bytes;
  void reply.code(200).headers({
    'Content-Type': file.type,
    'Content-Length': String(bytes.length),
    Vary: 'Accept-Encoding',
  });
  return request.method === 'HEAD' ? reply.send() : reply.send(bytes);
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
