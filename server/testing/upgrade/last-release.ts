/** The code of the last release, taken from git, ready to run with this checkout's packages. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Release {
  readonly root: string;
  readonly name: string;
  /** Whether the release goes on answering after SIGTERM until a balancer has noticed. */
  readonly drains: boolean;
}

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** Returns the reason, as text, if this clone does not contain the release. */
export async function lastRelease(folder: string): Promise<Release | string> {
  const record = readFileSync(join(root, 'scripts', 'last-release.json'), 'utf8');
  const { version, commit } = JSON.parse(record) as { version: string; commit: string };
  const found = [`v${version}`, commit].find(
    (name) => git('cat-file', '-e', `${name}^{commit}`).status === 0,
  );
  if (found === undefined)
    return `this clone has neither the tag v${version} nor the commit ${commit}: git fetch --tags --unshallow`;

  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', found], {
    cwd: root,
    maxBuffer: 2 ** 29,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  linkPackages(folder);

  const { status } = spawnSync(
    'git',
    ['grep', '-q', 'REELSIGHT_DRAIN_SECONDS', found, '--', 'server/src/wiring'],
    { cwd: root },
  );
  return { root: folder, name: found, drains: status === 0 };
}

/** Links npm's packages from this checkout, and the project's own packages from the folder itself. */
export function linkPackages(folder: string): void {
  const from = join(root, 'node_modules');
  const to = join(folder, 'node_modules');
  linkEach(from, to);
  mkdirSync(join(to, '@reelsight'));

  for (const name of ['contract', 'sdk', 'mcp', 'server', 'cli', 'console']) {
    symlinkSync(join(folder, name), join(to, '@reelsight', name));
    const own = join(root, name, 'node_modules');
    if (existsSync(own)) linkEach(own, join(folder, name, 'node_modules'));
  }
}

/** Makes a folder of links instead of a link to the folder, because git would not ignore a link. */
function linkEach(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@reelsight' && name !== '.cache') symlinkSync(join(from, name), join(to, name));
}
