/** Headers of all that is answered by a link, refusals too: for no search engine, cache or other site. */
import type { FastifyInstance } from 'fastify';

export const unlisted = {
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  // The page has a policy of its own; nothing else is one.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** Below `/shared/`; what answers there may replace some of it. */
export function addUnlisted(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if ((request.routeOptions.url ?? request.url).startsWith('/shared/'))
      void reply.headers(unlisted);
  });
}
