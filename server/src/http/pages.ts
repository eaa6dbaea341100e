/** Addresses that need no key: health, metrics, the OpenAPI document and its readable page. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { openapiDocument } from '@reelsight/contract';
import type { FastifyInstance } from 'fastify';
import { addMonitoring, type MonitoringOptions } from './monitoring.ts';

export interface PagesOptions extends MonitoringOptions {
  readonly publicUrl: string;
}

/** Everything from our own address; the docs page calls the API only if its reader does. */
const policy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'";

export function addPages(app: FastifyInstance, options: PagesOptions): void {
  const document = JSON.stringify(openapiDocument(options.publicUrl));
  addMonitoring(app, options);
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  app.get('/docs', async (_request, reply) =>
    reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(docsPage),
  );
  app.get('/docs/start.js', async (_request, reply) => reply.type('text/javascript').send(startJs));
  const require = createRequire(fileURLToPath(import.meta.url));
  void app.register(fastifyStatic, {
    root: dirname(require.resolve('swagger-ui-dist/package.json')),
    prefix: '/docs/ui/',
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
    decorateReply: false,
    index: false,
  });
}

const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reelsight API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/ui/swagger-ui.css">
</head>
<body>
<main id="docs"></main>
<script src="/docs/ui/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const startJs = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  syntaxHighlight: { activated: false },
});
`;
