/** Files of jobs at a worker: how long they stay, and that fetching them ends with the part that wants them. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { artifactKey } from '../storage/artifact-key.ts';
import { FilesStorage } from '../storage/files.ts';
import { PartFilesOfJobs } from './part-files.ts';

const job = { id: 'job_1', workspace_id: 'ws_1' };
let scratch: string;
let storage: FilesStorage;

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'reelsight-part-files-'));
  storage = await FilesStorage.open({
    ...{ folder: join(scratch, 'storage'), uploadUrl: 'http://localhost' },
    ...{ signingSecret: 'x', now: Date.now },
  });
});
after(async () => {
  await storage.close();
  await rm(scratch, { recursive: true, force: true });
});

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function ingested(name: string): Promise<string> {
  const folder = join(scratch, name);
  await mkdir(folder);
  await writeFile(join(folder, 'media.json'), JSON.stringify({ images: [], audio: null }));
  return folder;
}

test('a folder that a second ingestion left is not removed by the clock of the first', async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const root = join(scratch, 'jobs');
  const files = new PartFilesOfJobs(storage, root);
  await files.adopt(job.id, await ingested('first'));
  t.mock.timers.tick(30_000);
  await files.adopt(job.id, await ingested('second'));
  t.mock.timers.tick(30_001);
  t.mock.timers.reset();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(await isThere(join(root, job.id, 'media.json')));
});
