/** Addresses that need no key: health, metrics, the OpenAPI document and the documentation. */
import { Fault, openapiDocument } from '@reelsight/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addDocs } from './docs/site.ts';

export interface PagesOptions {
  readonly publicUrl: string;
  /** Each part's state; `ok` false makes the answer a 503. */
  readonly ready: () => Promise<{ ok: boolean; parts: Record<string, unknown> }>;
  /** Whether a request may read the metrics, and what state each part is in. */
  readonly mayMonitor: (request: FastifyRequest) => boolean;
  readonly metrics: () => Promise<{ contentType: string; body: string }>;
}

export function addPages(app: FastifyInstance, options: PagesOptions): void {
  const document = JSON.stringify(openapiDocument(options.publicUrl));
  app.get('/healthz', async (request) => ({ status: 'ok', meta: { request_id: request.id } }));
  app.get('/readyz', async (request, reply) => {
    const { ok, parts } = await options.ready();
    const meta = { request_id: request.id };
    const shown = options.mayMonitor(request) ? parts : {};
    return reply.code(ok ? 200 : 503).send({ status: ok ? 'ok' : 'unavailable', ...shown, meta });
  });
  app.get('/metrics', async (request, reply) => {
    if (!options.mayMonitor(request)) throw notShown();
    const { contentType, body } = await options.metrics();
    return reply.type(contentType).send(body);
  });
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  addDocs(app);
}

const notShown = (): Fault =>
  new Fault('INVALID_API_KEY', 'metrics', {
    text: 'Send the token of the metrics as a bearer token: REELSIGHT_METRICS_TOKEN.',
  });
