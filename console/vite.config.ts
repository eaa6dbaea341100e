/** Builds the console into files that satisfy a strict Content-Security-Policy: nothing inline, no external address. */
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

/** Writes compressed versions next to each file, for the service to send to browsers that accept them. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }) {
    const folder = dir ?? 'dist';
    const names = await readdir(folder, { recursive: true });
    for (const name of names.filter((name) =>
      /\.(js|css|html|svg|json|map|webmanifest)$/.test(name),
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

/** The page's first script, which requests data while the others are loading. */
const early = (): Plugin => {
  const id = join(import.meta.dirname, 'src/early.ts');
  return {
    name: 'early',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const [chunk] = Object.values(bundle).filter(
          (output) => output.type === 'chunk' && output.facadeModuleId === id,
        );
        if (chunk?.type !== 'chunk') throw new Error('The first script was not built.');

        const { fileName: name, imports: dependencies } = chunk;
        return [
          ...dependencies.map((href) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${href}` },
            injectTo: 'head-prepend' as const,
          })),
          {
            tag: 'script',
            attrs: { type: 'module', async: true, crossorigin: true, src: `/${name}` },
            injectTo: 'head-prepend' as const,
          },
        ];
      },
    },
  };
};

// biome-ignore lint/style/noDefaultExport: Vite asks for it.
export default defineConfig({
  plugins: [early(), compressed()],
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Code that most pages need is bundled into two files, because each small file costs a request
        // and headers.
        codeSplitting: {
          groups: [
            {
              name: 'early',
              test: /console\/src\/api\/(early|small-frame)|console\/src\/job\/logo-place|vite\/preload-helper/,
              priority: 2,
            },
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|wouter|regexparam|@tanstack\/(react-)?query|@tanstack\/query-core)/,
            },
            {
              // Code shared by the parts of a job's page that load on demand. The forms of clips and
              // corrections are left out, because the page loads them once they are opened, and
              // `asked-again`, because it would bring in the whole table of options.
              name: 'job',
              test: /console\/src\/job\/(?!clips\/clip-(?:form|list)|corrections\/(?:correct-form|second-field)|cost\/asked-again)/,
              minShareCount: 2,
              priority: 1,
            },
            {
              // The list of offered files, the numbers of exposure, abilities and the form of an analysis are loaded on
              // demand, so what only they need is kept out of this file.
              name: 'shared',
              test: /node_modules\/lucide-react|sdk\/src|contract\/src\/(?!job-options|part-options|typed-time|analysed-part|shaped-query-terms|export-formats|exposure-words|share-text|surfaces|calls)|console\/src\/(format\/(?!export-choices)|api\/(?!abilities))|console\/src\/ui\/(?!own-password|file-drop|data-table|chips-field|share-list|link-made|side-pages|show-more|code-block)/,
              minShareCount: 2,
            },
          ],
        },
      },
      // Packages mark files for server rendering, which is not used here, so these warnings are
      // hidden.
      onLog: (level, log, next) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && next(level, log),
    },
  },
  server: {
    // Requests get the service's own host name and origin, because it accepts changes only from its
    // own origin.
    proxy: Object.fromEntries(
      answered.map((path) => [
        path,
        { target: service, changeOrigin: true, headers: { origin: service } },
      ]),
    ),
  },
});
