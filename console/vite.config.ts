/** Builds the console into files that a strict Content-Security-Policy lets through: nothing inline, no outside address. */
import { defineConfig } from 'vite';

const service = process.env.REELSIGHT_URL ?? 'http://localhost:8080';
/** What the service answers while the pages come from Vite (`npm run dev -w console`). */
const answered = ['/v1', '/admin', '/console', '/healthz', '/readyz', '/docs', '/openapi.json'];

// biome-ignore lint/style/noDefaultExport: Vite asks for it.
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Packages mark files for servers that render; there is none here.
      onLog: (level, log, next) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && next(level, log),
    },
  },
  server: {
    // The service takes changes only from pages of its own origin.
    proxy: Object.fromEntries(
      answered.map((path) => [path, { target: service, headers: { origin: service } }]),
    ),
  },
});
