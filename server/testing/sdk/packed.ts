/** The SDK's package as `npm pack` makes it, and empty projects in which it is installed. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Packed extends AsyncDisposable {
  /** Path of the tarball. */
  readonly tarball: string;
  /** A copy of the folder in which the tarball was packed. */
  readonly folder: string;
  /** Creates a new project with the package installed and `files` (content by name), and returns its path. */
  project(files?: Readonly<Record<string, string>>): Promise<string>;
}

/** Runs npm without the settings of the npm that runs the tests. */
export async function npm(cwd: string, ...options: string[]): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const { stdout } = await run('npm', options, { cwd, env: Object.fromEntries(own) });
  return stdout;
}

/** Packs a copy of the SDK, because other tests import the sources in the checkout at the same time. */
export async function packSdk(): Promise<Packed> {
  const base = await mkdtemp(join(tmpdir(), 'reelsight-pack-'));
  const projects = await mkdtemp(join(tmpdir(), 'reelsight-projects-'));
  const folder = join(base, 'sdk');
  await cp(`${root}sdk`, folder, { recursive: true, filter: (path) => !path.endsWith('/dist') });
  for (const name of ['tsconfig.json', 'LICENSE']) await cp(root + name, join(base, name));
  await symlink(`${root}node_modules`, join(base, 'node_modules'));
  await npm(folder, 'pack', '--pack-destination', base);

  const name = (await readdir(base)).find((one) => one.endsWith('.tgz')) ?? '';
  const tarball = join(base, name);
  let count = 0;

  return {
    tarball,
    folder,
    async project(files = {}) {
      // The project is outside the checkout, so that only the installed package can be found.
      count += 1;
      const project = join(projects, String(count));
      await mkdir(join(project, 'node_modules'), { recursive: true });
      await writeFile(join(project, 'package.json'), '{ "name": "empty", "private": true }\n');
      await npm(project, 'install', '--offline', '--no-audit', '--no-fund', tarball);
      for (const [file, text] of Object.entries(files)) await writeFile(join(project, file), text);

      return project;
    },
    async [Symbol.asyncDispose]() {
      for (const one of [base, projects]) await rm(one, { recursive: true, force: true });
    },
  };
}
