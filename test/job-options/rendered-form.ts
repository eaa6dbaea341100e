/** A program that prints the form of the analysis page as HTML, with the made-up options in its table. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { madeUpOptions } from './made-up.ts';

const consoleFolder = fileURLToPath(new URL('../../console/', import.meta.url));
// Required at run time, because React's types declare empty DOM types that would replace the browser's in all tests.
const requireOfConsole = createRequire(consoleFolder);
const { createElement } = requireOfConsole('react');
const { renderToStaticMarkup } = requireOfConsole('react-dom/server');

/** A dependency of the console. */
const queriesPackage = '@tanstack/react-query';

const server = await createServer({
  root: consoleFolder,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});

try {
  const { jobOptions } = await server.ssrLoadModule('@reelsight/contract/job-options');
  Object.assign(jobOptions, madeUpOptions);

  const { WantedFields } = await server.ssrLoadModule('/src/analyse/wanted-fields.tsx');
  const { nothingWanted } = await server.ssrLoadModule('/src/analyse/wanted.ts');

  const form = createElement(WantedFields, {
    wanted: { ...nothingWanted, capabilities: ['transcription', 'objects'] },
    onChange: () => {},
    errors: {},
    limits: undefined,
    body: 'job',
  });

  // Parts of the form ask the service what it can do, as a person who has signed in.
  // By its address, because the page imports this copy, and the types of the package would bring React's.
  const queries: string = import.meta.resolve(queriesPackage);
  const { QueryClient, QueryClientProvider } = await import(queries);
  const { PlaceContext } = await server.ssrLoadModule('/src/api/session.ts');
  const session = { user: {}, counts_credits: true };
  const place = { session, workspace: { workspace_id: 'ws_0' }, choose: () => {} };
  const client = new QueryClient();
  const signedIn = createElement(
    QueryClientProvider,
    { client },
    createElement(PlaceContext, { value: place }, form),
  );
  console.log(renderToStaticMarkup(signedIn));
} finally {
  await server.close();
}
