/** Jobs that exceed a deadline end with its error code, and a service with bad settings does not start. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { uploadSample } from '../server/testing/sample-video.ts';
import { startTestService, type TestService } from '../server/testing/service.ts';
import { startHere } from '../server/testing/start-here.ts';

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

test('a bad setting is named, and nothing starts', async () => {
  const { refusal } = await startHere({ REELSIGHT_ROLE: 'king', PORT: 'eighty' });
  assert.equal(refusal?.exitCode, 2);
  assert.match(refusal.message, /PORT: /);
  assert.match(refusal.message, /REELSIGHT_ROLE: /);
});
