/** `npm run release` in a clone, and the commands of docs/upgrading.md: from one release to the next, and back. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createAdminClient } from '../sdk/src/index.ts';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { codeBlocks } from '../server/testing/code-blocks.ts';
import { linkPackages } from '../server/testing/upgrade/last-release.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const blocks = await codeBlocks('docs/upgrading.md');
let folder: string;
let work: string;
let site: string;
let service: ChildProcess | undefined;

const git = (at: string, ...args: string[]): string =>
  execFileSync('git', ['-C', at, '-c', 'advice.detachedHead=false', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
const commit = (at: string, message: string): string =>
  git(at, 'commit', '--quiet', '--all', '--message', message);

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-release-'));
  [work, site] = [join(folder, 'work'), join(folder, 'site')];
  git(folder, 'clone', '--quiet', '--no-tags', root, work);

  for (const [name, value] of [
    ['user.name', 'Releaser'],
    ['user.email', 'releaser@example.com'],
  ] as const)
    git(work, 'config', name, value);

  // The files of this checkout, committed or not.
  const files = git(root, 'ls-files', '--cached', '--others', '--exclude-standard').split('\n');
  for (const file of files) cpSync(join(root, file), join(work, file));
  git(work, 'add', '--all');

  if (git(work, 'status', '--porcelain') !== '') commit(work, 'As it is here');
  linkPackages(work);
  cpSync(join(root, 'console', 'dist'), join(work, 'console', 'dist'), { recursive: true });
});
after(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const env = {
  PATH: [
    dirname(process.execPath),
    ...(process.env.PATH ?? '').split(':').filter((one) => !one.includes('node_modules')),
  ].join(':'),
  npm_config_offline: 'true',
};

function release(...args: string[]) {
  const program = join(work, 'scripts', 'release.ts');
  const options = { cwd: work, encoding: 'utf8', env: { ...env, HOME: folder } } as const;
  return spawnSync(process.execPath, [program, ...args, '--unchecked'], options);
}

function change(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(join(work, file), 'utf8');
  const changed = text.replace(from, to);
  assert.notEqual(changed, text, file);
  writeFileSync(join(work, file), changed);
}

describe('npm run release', () => {
  test('refuses what is no release', () => {
    const refusals = [
      [['next'], /Which version\?/],
      [['0.0.9'], /older than/],
    ] as const;
    for (const [args, text] of refusals) {
      const { status, stderr } = release(...args);
      assert.equal(status, 1);
      assert.match(stderr, text);
    }

    writeFileSync(join(work, 'note.txt'), 'x');
    assert.match(release('7.0.0').stderr, /changes that are not committed/);
    execFileSync('rm', [join(work, 'note.txt')]);
    change('CHANGELOG.md', /^(## .*)$/m, '## 7.0.0, not released yet\n\n- Better.\n\n$1');
    commit(work, 'Better');
    assert.match(release('7.0.0').stderr, /UPGRADING\.md does not say/);
    assert.equal(git(work, 'tag'), '');
  });

  test('commits, tags and packs, with the new version everywhere', { timeout: 300_000 }, () => {
    change('UPGRADING.md', /^(## \d)/m, '## 7.0.0\n\nNothing to do.\n\n$1');
    commit(work, 'Nothing to do for 7.0.0');

    const { status, stdout, stderr } = release('7.0.0');
    assert.equal(status, 0, stdout + stderr);
    assert.equal(git(work, 'tag'), 'v7.0.0');
    assert.equal(git(work, 'status', '--porcelain'), '');
    assert.match(
      readFileSync(join(work, 'CHANGELOG.md'), 'utf8'),
      /^## 7\.0\.0, \d{4}-\d\d-\d\d$/m,
    );

    for (const [file, line] of [
      ['deploy/compose.yaml', ':-reelsight:7.0.0}\n'],
      ['deploy/helm/reelsight/Chart.yaml', '\nversion: 7.0.0\nappVersion: 7.0.0\n'],
      ['docs/install.md', '-t reelsight:7.0.0 '],
    ] as const)
      assert.ok(readFileSync(join(work, file), 'utf8').includes(line), file);

    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const left = spawnSync(
      'git',
      ['grep', '-lF', version, '--', ':!CHANGELOG.md', ':!UPGRADING.md'],
      {
        cwd: work,
        encoding: 'utf8',
      },
    ).stdout.trim();
    for (const file of left.split('\n').filter(Boolean))
      assert.ok(allowed.includes(file), `${file} holds ${version} still`);

    const dist = join(work, 'dist');
    const names = [
      'SHA256SUMS',
      'reelsight-7.0.0.tgz',
      'reelsight-sdk-7.0.0.tgz',
      'reelsight-server-7.0.0.tgz',
    ];
    assert.deepEqual(readdirSync(dist).sort(), names);

    for (const line of readFileSync(join(dist, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
      const [digest, name = ''] = line.split('  ');
      const file = readFileSync(join(dist, name));
      assert.equal(createHash('sha256').update(file).digest('hex'), digest);
    }

    assert.match(release('7.0.0').stderr, /released already/);
  });
});

/** Files in which this version may still occur, as the version of other packages or in examples. */
const allowed = [
  'docs/licences.md',
  'package-lock.json',
  'sdk/src/runtime.ts',
  'test/older-nodes/package-lock.json',
  'test/older-nodes/package.json',
  'test/openapi-tools/package-lock.json',
  'test/openapi-tools/package.json',
];

async function start(port: number): Promise<void> {
  const own = { PORT: String(port), UPLOAD_PORT: String(await freePort()), HOME: folder };
  service = spawn('bash', ['-c', 'npm start'], {
    cwd: site,
    env: { ...env, ...own },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });

  await waitFor(async () => {
    assert.equal(service?.exitCode, null, 'the service ended');
    assert.equal((await fetch(`http://localhost:${port}/readyz`)).status, 200);
  });
}

async function stop(): Promise<void> {
  const { pid } = service ?? {};
  service = undefined;

  if (pid === undefined) return;
  const signal = (name: 'SIGTERM' | 0): boolean => {
    try {
      return process.kill(0 - pid, name);
    } catch {
      return false;
    }
  };
  if (signal('SIGTERM')) await waitFor(() => assert.ok(!signal(0)));
}

const versionAt = async (port: number): Promise<string> => {
  const answer = await fetch(`http://localhost:${port}/openapi.json`);
  assert.equal(answer.status, 200);
  return git(site, 'describe', '--tags', '--exact-match');
};

const adminAt = (port: number) =>
  createAdminClient({
    baseUrl: `http://localhost:${port}`,
    token: readFileSync(join(site, 'data', 'admin-token'), 'utf8').trim(),
  });

const addWorkspace = (port: number, email: string) =>
  adminAt(port).workspaces.create({ name: email, email, plan: 'scale', credits: 0 });

async function workspacesAt(port: number): Promise<string[]> {
  const workspaces = await adminAt(port).workspaces.list();
  return workspaces.map(({ email }) => email).sort();
}

test('docs/upgrading.md leads from one release to the next, and back', {
  timeout: 500_000,
}, async () => {
  const [upgrade, back, restore] = blocks.filter(({ language }) => language === 'sh');
  assert.equal(blocks.length, 3);
  assert.ok(readFileSync(join(root, 'docs/upgrading.md'), 'utf8').split('\n').length <= 47);
  git(folder, 'clone', '--quiet', work, site);
  git(site, 'checkout', '--quiet', 'v7.0.0');
  linkPackages(site);
  cpSync(join(root, 'console', 'dist'), join(site, 'console', 'dist'), { recursive: true });

  const port = await freePort();
  await start(port);
  assert.equal(await versionAt(port), 'v7.0.0');
  await addWorkspace(port, 'before@example.com');
  await stop();

  change('CHANGELOG.md', /^(## .*)$/m, '## 7.1.0, 2030-01-01\n\n- Best.\n\n$1');
  commit(work, 'Reelsight 7.1.0');
  git(work, 'tag', 'v7.1.0');

  const bash = (script: string) =>
    promisify(execFile)('bash', ['-euc', script], { cwd: site, env: { ...env, HOME: folder } });
  const there = await bash(upgrade?.text ?? '');
  assert.match(there.stdout, /Up to date|Done/);
  await start(port);
  assert.equal(await versionAt(port), 'v7.1.0');
  await addWorkspace(port, 'after@example.com');
  assert.deepEqual(await workspacesAt(port), ['after@example.com', 'before@example.com']);
  await stop();

  const here = await bash(back?.text ?? '');
  assert.match(here.stdout, /^Up to date/m);
  await start(port);
  assert.equal(await versionAt(port), 'v7.0.0');
  assert.deepEqual(await workspacesAt(port), ['after@example.com', 'before@example.com']);
  await stop();

  await bash(restore?.text ?? '');
  await start(port);
  assert.deepEqual(await workspacesAt(port), ['before@example.com']);
});
