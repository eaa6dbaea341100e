/** Deadlines end jobs with their codes, and a data folder has one owner. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { copyEmbeddedDatabase } from '../server/testing/database.ts';
import { uploadSample } from '../server/testing/sample-video.ts';
import { startTestService, type TestService } from '../server/testing/service.ts';
import { serviceProcesses } from '../server/testing/service-process.ts';

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
/** A tenth of a second: less than any process needs to start. */
const tooShort = String(0.1 / 60);

let service: TestService;
after(() => service.close());
before(async () => {
  service = await startTestService(
    { REELSIGHT_ROLE: 'all', REELSIGHT_INGESTION_DEADLINE_MINUTES: tooShort },
    { usesPartCache: false },
  );
});

async function failureOf(one: TestService): Promise<string | undefined> {
  const { client } = await one.workspace('pro');
  const upload_key = await uploadSample(client);
  const begun = await client.jobs.create({ upload_key, capabilities: ['metadata'] });
  const job = await client.jobs.wait(begun.job_id, { signal: AbortSignal.timeout(240_000) });
  assert.equal(job.status, 'failed');
  assert.equal(job.credits_charged, null);
  return job.error?.code;
}

test('a stage past its deadline fails the job with STAGE_DEADLINE_EXCEEDED', async () => {
  assert.equal(await failureOf(service), 'STAGE_DEADLINE_EXCEEDED');
});

test('a job past its time budget fails with TIMEOUT', async () => {
  const other = await startTestService(
    { REELSIGHT_ROLE: 'all', REELSIGHT_JOB_DEADLINE_MINUTES: tooShort },
    { usesPartCache: false },
  );
  try {
    assert.equal(await failureOf(other), 'TIMEOUT');
  } finally {
    await other.close();
  }
});

test('a second service on the data folder of an embedded database is refused in words', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-owner-'));
  await copyEmbeddedDatabase(join(dataDir, 'database'));
  const first = await serviceProcesses({ dataDir, env: {} });
  try {
    await first.start();
    const second = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, REELSIGHT_DATA_DIR: dataDir, PORT: '0', UPLOAD_PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    second.stderr.on('data', (bytes) => {
      words += bytes;
    });
    const code = await new Promise((resolve) => second.once('exit', resolve));
    assert.equal(code, 2);
    assert.match(words, /in use by another Reelsight/);
  } finally {
    await first.kill(first.parts);
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a bad setting is named, and nothing starts', async () => {
  const started = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, REELSIGHT_ROLE: 'king', PORT: 'eighty' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  started.stderr.on('data', (bytes) => {
    words += bytes;
  });
  assert.equal(await new Promise((resolve) => started.once('exit', resolve)), 2);
  assert.match(words, /PORT: /);
  assert.match(words, /REELSIGHT_ROLE: /);
});
