/** Builds the console into files that a strict Content-Security-Policy lets through: nothing inline, no outside address. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const service = process.env.REELSIGHT_URL ?? 'http://localhost:8080';
/** Paths the service answers while Vite serves the pages (`npm run dev -w console`). */
const answered = ['/v1', '/admin', '/console', '/healthz', '/readyz', '/docs', '/openapi.json'];

const forms = [
  ['br', brotliCompress],
  ['gz', gzip],
] as const;

/** Puts each file's compressed forms beside it, as the service sends them to a browser that takes them. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }) {
    const folder = dir ?? 'dist';
    const names = await readdir(folder, { recursive: true });
    for (const name of names.filter((one) =>
      /\.(js|css|html|svg|json|map|webmanifest)$/.test(one),
    )) {
      const bytes = await readFile(join(folder, name));
      for (const [ending, compress] of forms) {
        const packed = await promisify<Buffer, Buffer>(compress)(bytes);
        if (packed.length < bytes.length)
          await writeFile(join(folder, `${name}.${ending}`), packed);
      }
    }
  },
});

// biome-ignore lint/style/noDefaultExport: Vite asks for it.
export default defineConfig({
  plugins: [compressed()],
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What most pages need comes in two files: each small file costs a request and a head of its own.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|wouter|regexparam|@tanstack\/(react-)?query|@tanstack\/query-core)/,
            },
            {
              name: 'shared',
              test: /node_modules\/lucide-react|sdk\/src|contract\/src|console\/src\/(ui|format|api)\//,
              minShareCount: 2,
            },
          ],
        },
      },
      // Packages mark files for servers that render; there is none here.
      onLog: (level, log, next) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && next(level, log),
    },
  },
  server: {
    // The service answers under its own name, and accepts changes only from its own origin.
    proxy: Object.fromEntries(
      answered.map((path) => [
        path,
        { target: service, changeOrigin: true, headers: { origin: service } },
      ]),
    ),
  },
});
