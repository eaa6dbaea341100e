/**
 * `npm run release -- VERSION`: makes a release of the committed state, and pushes nothing. With `--unchecked` it runs
 * neither checks nor tests, for a commit that has passed continuous integration.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readMigrations, schemaOf } from '../server/src/db/schema/migrations.ts';
import { ownQueueSchema } from '../server/src/queue/queue.ts';
import { packageAll } from './package.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

class ReleaseError extends Error {}

/** Files that contain the version and are not written by `npm run generate`. */
const manifests = ['', 'contract/', 'server/', 'sdk/', 'cli/', 'mcp/', 'console/'].map(
  (folder) => `${folder}package.json`,
);
const texts = [
  'contract/src/backup.ts',
  'contract/src/calls/backups.ts',
  'contract/src/calls/service.ts',
  'contract/src/calls/sign-in.ts',
  'sdk/src/version.ts',
  'contract/src/calls/runners.ts',
  'sdk/README.md',
  'cli/README.md',
  'docs/install.md',
  'docs/quick-start.md',
  'python/src/reelsight/_version.py',
  'deploy/compose.yaml',
  'deploy/compose.cuda.yaml',
  'deploy/helm/reelsight/Chart.yaml',
];

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const write = (file: string, text: string): void => writeFileSync(join(root, file), text);
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

function run(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new ReleaseError(`${args.join(' ')} failed; nothing is committed.`);
}

const numbers = (version: string): number[] => version.split('.').map(Number);

function isOlder(version: string, reference: string): boolean {
  const a = numbers(version);
  const b = numbers(reference);
  const position = a.findIndex((number, index) => number !== b[index]);
  return position >= 0 && (a[position] ?? 0) < (b[position] ?? 0);
}

const unreleased = /^## (\S+), not released yet$/m;

/** Throws ReleaseError. */
function checkState(version: string, current: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new ReleaseError('Which version? For example: npm run release -- 0.2.0');
  if (git('status', '--porcelain') !== '')
    throw new ReleaseError('The checkout has changes that are not committed.');
  if (git('tag', '--list', `v${version}`) !== '')
    throw new ReleaseError(`v${version} is released already.`);
  if (isOlder(version, current))
    throw new ReleaseError(`${version} is older than ${current}, the version of this checkout.`);
  if (!unreleased.test(read('CHANGELOG.md')))
    throw new ReleaseError('CHANGELOG.md has no heading "## …, not released yet".');

  if (!read('UPGRADING.md').includes(`## ${version}\n`))
    throw new ReleaseError(
      `UPGRADING.md does not say what is to be done for ${version} (## ${version}), be it nothing.`,
    );
}

/** Matches the version unless it is part of a longer number, or the version of another image (`:v1.2.3`). */
const alone = (version: string): RegExp =>
  new RegExp(`(?<![\\d.]|:v)${version.replaceAll('.', '\\.')}(?!\\d|\\.\\d)`, 'g');

function setVersion(current: string, version: string): void {
  const versionPattern = new RegExp(
    `("version"|"@reelsight/\\w+"): "${current.replaceAll('.', '\\.')}"`,
    'g',
  );
  for (const file of manifests)
    write(file, read(file).replaceAll(versionPattern, `$1: "${version}"`));

  for (const file of texts) {
    const text = read(file);
    if (!alone(current).test(text)) throw new ReleaseError(`${file} does not hold ${current}.`);
    write(file, text.replaceAll(alone(current), version));
  }

  write('package-lock.json', lockWith(versionPattern, version));
}

/** Changes only our own packages in the lock file, because others may have the same version. */
function lockWith(versionPattern: RegExp, version: string): string {
  const lock = JSON.parse(read('package-lock.json'));
  lock.version = version;

  for (const [place, entry] of Object.entries<object>(lock.packages)) {
    if (place.includes('node_modules/')) continue;
    lock.packages[place] = JSON.parse(
      JSON.stringify(entry, null, 1).replaceAll(versionPattern, `$1: "${version}"`),
    );
  }

  return `${JSON.stringify(lock, null, 2)}\n`;
}

async function recordRelease(version: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  write('CHANGELOG.md', read('CHANGELOG.md').replace(unreleased, `## ${version}, ${today}`));

  const release = {
    version,
    // The released commit differs from this one only in the version.
    commit: git('rev-parse', 'HEAD'),
    schema: schemaOf(await readMigrations()),
    queueSchema: ownQueueSchema,
  };
  write('scripts/last-release.json', `${JSON.stringify(release, null, 2)}\n`);
}

async function release(version: string, unchecked: boolean): Promise<void> {
  const current = (JSON.parse(read('package.json')) as { version: string }).version;
  checkState(version, current);

  try {
    setVersion(current, version);
    await recordRelease(version);
    run('scripts/generate.ts');

    if (!unchecked) {
      run('scripts/check.ts');
      run('scripts/test.ts', '--all');
    }

    const names = await packageAll(join(root, 'dist'));
    git('commit', '--quiet', '--all', '--message', `Reelsight ${version}`);
    git('tag', '--annotate', `v${version}`, '--message', `Reelsight ${version}`);
    console.log(`\nReelsight ${version} is committed, tagged v${version}, and packed in dist:`);
    for (const name of names) console.log(`  ${name}`);
    console.log(`Nothing is pushed. To publish it: git push origin HEAD v${version}`);
  } catch (error) {
    git('checkout', '--quiet', '--', '.');
    throw error;
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { unchecked: { type: 'boolean', default: false } },
});
try {
  await release(positionals[0] ?? '', values.unchecked);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
