/** Serves the console's files: the same HTML page for all its addresses, and the assets that the build produces. */
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
  /** Origin to which the pages may send files, in addition to our own. */
  readonly uploadOrigin: string;
  /** Whether there is a link with this token that still works. Throws a Fault for too many guesses. */
  readonly isShared: (token: string, request: FastifyRequest) => Promise<boolean>;
}

/**
 * Names of files that the build produces: no leading dot, and no folder except `assets`, where names contain a hash.
 */
const fileName = /^\/((assets\/)?[A-Za-z0-9_-][\w.-]{0,150}\.[a-z0-9]{1,11})$/;
/** Paths for programs. They never get the console's page, whatever content type they accept. */
const ofPrograms =
  /^\/(v1|shared\/v1|admin|console|docs|healthz|readyz|metrics|openapi\.json)(\/|$)/;
/**
 * Headers of assets. They include no content security policy, because the page's policy applies to assets, and because
 * the headers would make up half of the answer for a small script.
 */
const ofAsset = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Answers all paths that nothing else in the service handles. The build puts compressed versions of the files next to
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
    // At an unknown address, a program gets an error, but a browser gets the page, which does its own routing.
    const [, token] = sharedPage.exec(path) ?? [];
    const forPeople =
      path === '/' || token !== undefined || request.headers.accept?.includes('text/html');
    if (!name && !forPeople) return absent(request, reply);

    const file = name ?? 'index.html';
    const built = await isFile(join(folder, file));
    if (!built && name) return absent(request, reply);

    void reply.headers(hashed ? ofAsset : { ...headers, 'Cache-Control': 'no-cache' });
    // Every address under `/shared/` contains the secret of a link.
    if (path.startsWith('/shared/')) void reply.headers(ofLinks);
    if (!built) return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
    if (token !== undefined) return answerShared(options, token, { request, reply });

    return reply.code(200).sendFile(file);
  });
}

const { 'Cache-Control': cache, 'Referrer-Policy': referrer } = unlisted;
const ofLinks = { 'Cache-Control': cache, 'Referrer-Policy': referrer };
const sharedPage = /^\/shared\/([^/]+)\/?$/;

/** A link that does not work is answered with the same page, but with status 404; the page then says so. */
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
