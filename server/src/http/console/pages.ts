/** The console's files: one page for all its addresses, and the assets that the build makes. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerFault } from '../faults.ts';
import { absenceOf } from '../known-path.ts';
import { unlisted } from '../unlisted.ts';

export interface ConsolePagesOptions {
  /** Output of `npm run build -w console`. */
  readonly folder: string;
  /** Origin, in addition to our own, that the pages send files to. */
  readonly uploadOrigin: string;
  /** Whether a link with this token shows something. Throws a Fault for too many guesses. */
  readonly isShared: (token: string, request: FastifyRequest) => Promise<boolean>;
}

/** Names of files the build makes: no leading dot, and no folder except the one with hashed names. */
const fileName = /^\/((assets\/)?[A-Za-z0-9_-][\w.-]{0,150}\.[a-z0-9]{1,11})$/;
/** Paths for programs, whatever content type they ask for. */
const ofPrograms =
  /^\/(v1|shared\/v1|admin|console|docs|healthz|readyz|metrics|openapi\.json)(\/|$)/;
/**
 * No content security policy is sent with assets, because the page's policy applies to them, and headers would make up
 * half of the answer for a small script.
 */
const ofAsset = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Answers all addresses that nothing else in the service handles. The build puts compressed forms of the files next to
 * them.
 */
export function addConsolePages(app: FastifyInstance, options: ConsolePagesOptions): void {
  const { folder } = options;
  const headers = guards(policyFor(options.uploadOrigin));

  void app.register(fastifyStatic, {
    root: resolve(folder),
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
  });

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.replace(/\?.*$/s, '');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || ofPrograms.test(path)) return absent(request, reply);

    const [, name, hashed] = fileName.exec(path) ?? [];
    // A program with a wrong address gets an error; a browser gets the page, which has its own routes.
    const [, token] = sharedPage.exec(path) ?? [];
    const forPeople =
      path === '/' || token !== undefined || request.headers.accept?.includes('text/html');
    if (!name && !forPeople) return absent(request, reply);

    const file = name ?? 'index.html';
    const built = await isFile(join(folder, file));
    if (!built && name) return absent(request, reply);

    void reply.headers(hashed ? ofAsset : { ...headers, 'Cache-Control': 'no-cache' });
    // Every address below a link contains the link's secret.
    if (path.startsWith('/shared/')) void reply.headers(ofLinks);
    if (!built) return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
    if (token !== undefined) return answerShared(options, token, { request, reply });

    return reply.code(200).sendFile(file);
  });
}

const { 'Cache-Control': cache, 'Referrer-Policy': referrer } = unlisted;
const ofLinks = { 'Cache-Control': cache, 'Referrer-Policy': referrer };
const sharedPage = /^\/shared\/([^/]+)\/?$/;

/**
 * A link that shows nothing is answered with the same page and status 404; the page then says that it shows nothing.
 */
async function answerShared(
  { isShared }: ConsolePagesOptions,
  token: string,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const isValid = await isShared(token, request);
  return reply.code(isValid ? 200 : 404).sendFile('index.html');
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );

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
  answerFault(absenceOf(request), request, reply);

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
