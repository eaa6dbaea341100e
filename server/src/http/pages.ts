/** Addresses that need no key: health, metrics, the OpenAPI document and its readable page. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { Fault, openapiDocument } from '@reelsight/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface PagesOptions {
  readonly publicUrl: string;
  /** Each part's state; `ok` false makes the answer a 503. */
  readonly ready: () => Promise<{ ok: boolean; parts: Record<string, unknown> }>;
  /** Whether a request may read the metrics, and what state each part is in. */
  readonly mayMonitor: (request: FastifyRequest) => boolean;
  readonly metrics: () => Promise<{ contentType: string; body: string }>;
}

/** Everything from our own address; the docs page calls the API only if its reader does. */
const policy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'";

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

const notShown = (): Fault =>
  new Fault('INVALID_API_KEY', 'metrics', {
    text: 'Send the token of the metrics as a bearer token: REELSIGHT_METRICS_TOKEN.',
  });

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
