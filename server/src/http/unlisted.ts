/**
 * Headers of every answer to a shared link, including refusals, which keep out search engines, caches and other sites.
 */
import type { FastifyInstance } from 'fastify';

export const unlisted = {
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  // The link's page sets a policy of its own; no other answer may be rendered as a page.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** Adds the headers to all paths below `/shared/`; the routes may replace some of them. */
export function addUnlisted(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if ((request.routeOptions.url ?? request.url).startsWith('/shared/'))
      void reply.headers(unlisted);
  });
}
