/**
 * What `npm pack` needs: the package is built, and has its published manifest while it is packed. In the checkout
 * package.json names the TypeScript source, which is what the workspace imports.
 *
 * `begin` keeps package.json aside and writes the published one, `end` puts it back. If packing is interrupted between the
 * two, a process that waits beside it puts it back; after a crash of the machine the next `begin` does.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const manifest = at('package.json');
const kept = at('.package.json.kept');
const licence = at('LICENSE');
/** Packing takes a second or two. */
const longestMs = Number(process.env.REELSIGHT_PACK_LONGEST_MS ?? 60_000);

/** Both kinds of module, each with its types. */
function build() {
  rmSync(at('dist'), { recursive: true, force: true });
  const compiler = fileURLToPath(new URL('../../node_modules/tsgo/bin/tsc', import.meta.url));
  const kinds = {
    esm: [],
    cjs: [
      '--module',
      'commonjs',
      '--moduleResolution',
      'bundler',
      '--verbatimModuleSyntax',
      'false',
    ],
  };
  for (const [kind, options] of Object.entries(kinds)) {
    const outDir = at(`dist/${kind}`);
    const run = spawnSync(
      process.execPath,
      [compiler, '--project', at('tsconfig.json'), '--outDir', outDir, ...options],
      { stdio: ['ignore', 2, 2] },
    );
    if (run.status !== 0) process.exit(run.status ?? 1);
  }
  // Says what its files are, whatever the manifest above it says.
  writeFileSync(at('dist/cjs/package.json'), '{ "type": "commonjs" }\n');
}

function published() {
  const {
    private: _private,
    scripts: _scripts,
    ...own
  } = JSON.parse(readFileSync(manifest, 'utf8'));
  return {
    ...own,
    exports: {
      '.': {
        import: { types: './dist/esm/index.d.ts', default: './dist/esm/index.js' },
        require: { types: './dist/cjs/index.d.ts', default: './dist/cjs/index.js' },
      },
      './package.json': './package.json',
    },
    main: './dist/cjs/index.js',
    module: './dist/esm/index.js',
    types: './dist/esm/index.d.ts',
  };
}

function restore() {
  if (existsSync(kept)) renameSync(kept, manifest);
  rmSync(licence, { force: true });
}

/** By a rename, so that nobody ever sees half a file. */
function write(path, text) {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function begin() {
  restore();
  build();
  mkdirSync(at('dist'), { recursive: true });
  copyFileSync(at('../LICENSE'), licence);
  const text = `${JSON.stringify(published(), null, 2)}\n`;
  const mark = `${process.pid} ${Date.now()}`;
  write(at('dist/.packing'), mark);
  write(kept, readFileSync(manifest));
  write(manifest, text);
  const guard = [fileURLToPath(import.meta.url), 'guard', mark];
  spawn(process.execPath, guard, { detached: true, stdio: 'ignore' }).unref();
}

function end() {
  restore();
  rmSync(at('dist/.packing'), { force: true });
}

const markNow = () => existsSync(at('dist/.packing')) && readFileSync(at('dist/.packing'), 'utf8');

/** Ends with the packing it guards. */
function guard(mark) {
  const startedMs = Date.now();
  const timer = setInterval(() => {
    if (markNow() !== mark) clearInterval(timer);
    else if (Date.now() - startedMs > longestMs) {
      clearInterval(timer);
      end();
    }
  }, 500);
}

const steps = { build, begin, end, guard };
const step = steps[process.argv[2]];
if (!step) throw new Error(`What to do? One of ${Object.keys(steps).join(', ')}.`);
step(process.argv[3]);
