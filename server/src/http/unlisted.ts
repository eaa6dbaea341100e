/** Headers of every answer to a link, including refusals: they keep out search engines, caches and other sites. */
import type { FastifyInstance } from 'fastify';

export const unlisted = {
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  // The page has its own policy; no other answer may act as a page.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** Applies below `/shared/`; the routes there may replace some of the headers. */
export function addUnlisted(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if ((request.routeOptions.url ?? request.url).startsWith('/shared/'))
      void reply.headers(unlisted);
  });
}
