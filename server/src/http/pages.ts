/** Routes that need no key: health, metrics, the OpenAPI document and the documentation. */
import { openapiDocument } from '@reelsight/contract';
import type { FastifyInstance } from 'fastify';
import { addDocs } from './docs/site.ts';
import { addMonitoring, type MonitoringOptions } from './monitoring.ts';

export interface PagesOptions extends MonitoringOptions {
  readonly publicUrl: string;
}

export function addPages(app: FastifyInstance, options: PagesOptions): void {
  // Made at the first request, because it takes half a second and startup should not wait for it. Kept as bytes that
  // all answers share: text would be copied for each answer that is still unread.
  let document: Buffer | undefined;

  addMonitoring(app, options);
  app.get('/openapi.json', async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(openapiDocument(options.publicUrl)));
    return reply.type('application/json; charset=utf-8').send(document);
  });

  addDocs(app);
}
