/** The documentation at `/docs`, and the readable form of the OpenAPI document at `/docs/api`. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { Fault } from '@reelsight/contract';
import type { FastifyInstance } from 'fastify';
import {
  type DocsPage,
  docsPages,
  docsPath,
  markdownPath,
  movedPages,
  referencePath,
} from './contents.ts';
import { llmsText, markdownOf } from './markdown.ts';
import { renderPage } from './render.ts';
import { docsStyle } from './style.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * The policy allows only our own address as a source; the reference calls the API only when a reader tries out a call.
 */
const policy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'";
const html = {
  'Content-Security-Policy': policy,
  'Content-Type': 'text/html; charset=utf-8',
} as const;

const markdownType = 'text/markdown; charset=utf-8';

export function addDocs(app: FastifyInstance): void {
  // Pages are cached as bytes that all answers share: text would be copied for each answer that is still unread.
  const rendered = new Map<string, Buffer>();

  for (const page of docsPages) {
    app.get(docsPath(page), async (_request, reply) => {
      const bytes = rendered.get(page.file) ?? Buffer.from(renderPage(page, await textOf(page)));
      rendered.set(page.file, bytes);
      return reply.headers(html).send(bytes);
    });
    app.get(markdownPath(page), async (_request, reply) =>
      reply.type(markdownType).send(markdownOf(page, await textOf(page))),
    );
  }

  app.get('/llms.txt', async (_request, reply) => reply.type(markdownType).send(llmsText()));

  app.get(referencePath, async (_request, reply) => reply.headers(html).send(referencePage));
  app.get('/docs/style.css', async (_request, reply) => reply.type('text/css').send(docsStyle));

  for (const [path, target] of Object.entries(movedPages))
    app.get(path, async (_request, reply) => reply.redirect(target, 308));

  app.get('/docs/menu.js', async (_request, reply) => reply.type('text/javascript').send(menuJs));
  app.get('/docs/start.js', async (_request, reply) => reply.type('text/javascript').send(startJs));

  const require = createRequire(import.meta.url);
  void app.register(fastifyStatic, {
    root: dirname(require.resolve('swagger-ui-dist/package.json')),
    prefix: '/docs/ui/',
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
    decorateReply: false,
    index: false,
  });

  void app.register(fastifyStatic, {
    root: join(root, 'docs', 'images'),
    prefix: '/docs/images/',
    decorateReply: false,
    index: false,
  });
}

/** Throws Fault NOT_FOUND if the service was installed without its documentation. */
function textOf(page: DocsPage): Promise<string> {
  return readFile(join(root, page.file), 'utf8').catch((cause: unknown) => {
    throw new Fault('NOT_FOUND', page.file, {
      cause,
      text: 'This installation has no documentation.',
    });
  });
}

const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Reelsight</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/ui/swagger-ui.css">
</head>
<body>
<p style="font: 16px system-ui, sans-serif; margin: 1rem 1.5rem 0"><a href="/docs">Reelsight documentation</a></p>
<main id="docs"></main>
<script src="/docs/ui/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Script of the API reference. It replaces the long description of the API, because the overview is a separate page and
 * the calls should come first.
 */
const startJs = `fetch('/openapi.json').then((answer) => answer.json()).then((spec) => {
  spec.info.description = 'Every call with its parameters, answers and examples. What all of them share: [The interface](/docs/interface).';
  SwaggerUIBundle({
    spec,
    dom_id: '#docs',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    syntaxHighlight: { activated: false },
  });
});
`;

/** Script that closes the menu on a narrow screen, so that the text comes first. */
const menuJs = `const menu = document.querySelector('.menu');
const narrow = matchMedia('(max-width: 50rem)');
const arrange = () => { menu.open = !narrow.matches; };
narrow.addEventListener('change', arrange);
arrange();
`;
