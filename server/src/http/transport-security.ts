/** If people use the service over https, tells browsers never to connect without https again (RFC 6797). */
import type { FastifyInstance } from 'fastify';
import type { HttpDeps } from './call.ts';
import { isSecure } from './console/origin.ts';

export function addTransportSecurity(
  app: FastifyInstance,
  { publicUrl, hstsDays, onUnsetUrl }: Pick<HttpDeps, 'publicUrl' | 'hstsDays' | 'onUnsetUrl'>,
): void {
  const value = `max-age=${Math.round(hstsDays * 86_400)}`;
  let isLogged = false;
  app.addHook('onRequest', async (request, reply) => {
    if (!isSecure(publicUrl, request)) return;
    void reply.header('Strict-Transport-Security', value);
    if (publicUrl !== null || isLogged) return;
    isLogged = true;
    onUnsetUrl();
  });
}
