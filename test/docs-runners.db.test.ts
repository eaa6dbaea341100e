/** Runs the commands of docs/runners.md unchanged, against a service that leaves all parts to runners. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { codeBlocks } from '../server/testing/code-blocks.ts';
import { uploadSample } from '../server/testing/sample-video.ts';
import { startTestService, type TestService } from '../server/testing/service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = await readFile(join(root, 'docs', 'runners.md'), 'utf8');
const [create = '', start = ''] = (await codeBlocks('docs/runners.md')).map(({ text }) => text);

let service: TestService;
let folder: string;
const children: ChildProcess[] = [];
before(async () => {
  const [, setting = ''] = /`(REELSIGHT_SERVES=none)` on the service/.exec(page) ?? [];
  const [name = '', value = ''] = setting.split('=');
  service = await startTestService({ REELSIGHT_ROLE: 'all', [name]: value });
  folder = await mkdtemp(join(tmpdir(), 'reelsight-docs-runners-'));
});
after(async () => {
  for (const child of children) {
    if (child.pid && child.exitCode === null) {
      process.kill(-child.pid, 'SIGTERM');
      await once(child, 'close');
    }
  }

  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * A shell in the checkout. Files that the page writes go into a temporary folder, because a test must not change the
 * checkout.
 */
function shell(script: string): ChildProcess {
  const child = spawn(
    'bash',
    ['-ec', script.replaceAll('runner-token', '"$FOLDER"/runner-token')],
    {
      cwd: root,
      env: {
        PATH: [dirname(process.execPath), process.env.PATH].join(':'),
        HOME: folder,
        FOLDER: folder,
        npm_config_offline: 'true',
        REELSIGHT_URL: service.apiUrl,
        REELSIGHT_ADMIN_TOKEN: service.adminToken,
        REELSIGHT_DATA_DIR: join(folder, 'data'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    },
  );
  children.push(child);

  return child;
}

test('a token is made, the runner starts with it and does a job', async (t) => {
  const made = shell(create);
  let shown = '';
  made.stdout?.on('data', (text) => {
    shown += text;
  });
  await once(made, 'close');
  await writeFile(join(folder, 'runner-token'), JSON.parse(shown).token);

  const runner = shell(start.replace('https://video.example.com', service.apiUrl));
  runner.stdout?.resume();

  const online = async () => (await service.admin.runners.list())[0]?.status;
  await t.waitFor(async () => assert.equal(await online(), 'online'), { timeout: 30_000 });

  const { client } = await service.workspace('pro', 1000);
  const upload_key = await uploadSample(client);
  const { job_id } = await client.jobs.create({ upload_key, capabilities: ['metadata'] });
  const job = await client.jobs.wait(job_id, { signal: AbortSignal.timeout(60_000) });
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
});

test('the page is one screen', () => {
  assert.ok(page.split('\n').length <= 45);
});
