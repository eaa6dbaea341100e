/** Builds the console into files that a strict Content-Security-Policy lets through: nothing inline, no outside address. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const service = process.env.REELSIGHT_URL ?? 'http://localhost:8080';
/** Paths the service answers while Vite serves the pages (`npm run dev -w console`). */
const answered = ['/v1', '/admin', '/console', '/healthz', '/readyz', '/docs', '/openapi.json'];

/** Puts each file's compressed form beside it, as the service sends it to a browser that takes it. */
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
      const zipped = await promisify<Buffer, Buffer>(gzip)(bytes);
      if (zipped.length < bytes.length) await writeFile(join(folder, `${name}.gz`), zipped);
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
