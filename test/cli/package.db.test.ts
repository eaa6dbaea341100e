/**
 * The package: packed, installed offline into an empty prefix, and run by all installed Node versions on a real
 * service.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { cutClip } from '../../server/testing/media/cut-clip.ts';
import { nodesFrom20, withoutOlderNodes } from '../../server/testing/nodes.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../server/testing/service.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { reelsight, root, sample } from './harness.ts';

const run = promisify(execFile);
const folders = (process.env.PATH ?? '')
  .split(':')
  .filter((path) => !path.includes('node_modules'));
const nodes = await nodesFrom20();

test('Node 20, 22 and 24 are among those tried', { skip: withoutOlderNodes }, () => {
  const majors = [...nodes.keys()].map((version) => version.replace(/\..*/, ''));
  for (const major of ['v20', 'v22', 'v24']) assert.ok(majors.includes(major), major);
});

let service: TestService;
let owner: TestWorkspace;
let folder: string;
let clip: string;
let program: string;
before(async () => {
  service = await startTestService({ REELSIGHT_ROLE: 'all' });
  owner = await service.workspace();
  folder = await mkdtemp(join(tmpdir(), 'reelsight-package-'));
  clip = join(folder, 'clip.mp4');
  await cutClip(sample, clip, 6);

  // Follows the package's README, whose commands begin in a checkout.
  const readme = await readFile(join(root, 'cli', 'README.md'), 'utf8');
  const [, block = ''] = /```sh\n(.*?)```/s.exec(readme) ?? [];
  const script = block.replaceAll('/tmp', folder);
  assert.notEqual(script, block);

  const prefix = join(folder, 'prefix');
  const env = {
    PATH: [dirname(process.execPath), ...folders].join(':'),
    HOME: folder,
    npm_config_offline: 'true',
    npm_config_prefix: prefix,
  };
  await run('bash', ['-euc', script], { cwd: root, env });
  program = join(prefix, 'bin', 'reelsight');
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

test('it holds built JavaScript, launcher, README and licences, and asks for no other package', async () => {
  const installed = join(folder, 'prefix', 'lib', 'node_modules', 'reelsight');
  const files = await readdir(installed, { recursive: true, withFileTypes: true });
  const packed = files
    .filter((file) => !file.isDirectory())
    .map(({ parentPath, name }) => relative(installed, join(parentPath, name)));
  assert.deepEqual(packed.sort(), [
    'LICENSE',
    'README.md',
    'bin/reelsight.mjs',
    'dist/THIRD-PARTY-LICENSES.txt',
    'dist/main.js',
    'package.json',
  ]);

  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual(
    [manifest.name, manifest.private, manifest.dependencies, manifest.engines.node],
    ['reelsight', undefined, undefined, '>=20'],
  );

  const sdk = JSON.parse(await readFile(join(root, 'sdk', 'package.json'), 'utf8'));
  assert.equal(manifest.version, sdk.version);
  const notices = await readFile(join(installed, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');

  for (const name of [
    'commander',
    '@modelcontextprotocol/server',
    '@modelcontextprotocol/core',
    'zod',
  ])
    assert.match(notices, new RegExp(`^${name} `, 'm'));
});

for (const [version, node] of nodes) {
  describe(`under Node ${version}`, () => {
    const reel = (...args: string[]) => {
      const env = { REELSIGHT_URL: service.apiUrl, REELSIGHT_API_KEY: owner.apiKey };
      return reelsight(args, { home: folder, env, node, program });
    };

    test('--version and --help', async () => {
      assert.match((await reel('--version')).stdout, /^\d+\.\d+\.\d+\n$/);
      const { stdout, stderr } = await reel('--help');
      assert.match(stdout, /^Usage: reelsight/);
      assert.equal(stderr, '');
    });

    test('analyze', async () => {
      const srt = join(folder, 'clip.srt');
      const args = ['analyze', clip, '-c', 'transcription,metadata', '--json', '--out', srt];
      const { code, stdout, stderr } = await reel(...args);

      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /Warning/);
      assert.match(stderr, /^job_\w+ {2}\(to return to it: reelsight jobs wait job_\w+\)$/m);
      assert.equal(JSON.parse(stdout).results.metadata.width, 1280);
      assert.match(await readFile(srt, 'utf8'), /welcome/i);
    });

    test('search finds what the transcript says, below the title of its video', async () => {
      await waitFor(async () => {
        const { code, stdout, stderr } = await reel('search', 'welcome');
        assert.equal(code, 0, stderr);
        assert.match(stdout, / job_\w+\n.*\*welcome\*/i);
      });
    });

    test('start, models, links and doctor say that the server is needed', async () => {
      for (const args of [['start'], ['doctor'], ['models', 'list'], ['links', 'status']]) {
        const { code, stderr } = await reel(...args);
        assert.equal(code, 3);
        assert.match(stderr, /needs the server, which is not in this package\. .*npm run setup/);
      }
    });

    test('without a service it says how to name one', async () => {
      const { code, stderr } = await reelsight(['analyze', sample], {
        home: folder,
        env: { PORT: '9' },
        node,
        program,
      });
      assert.equal(code, 3, stderr);
      assert.match(stderr, /No service answers at http:\/\/localhost:9\. Name one: --url/);
    });
  });
}
