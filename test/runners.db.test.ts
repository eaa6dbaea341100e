/** Runners: parts of jobs done by a process that has no database and no storage, over a socket. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Job } from '@reelsight/sdk';
import { findJob } from '../server/src/db/jobs.ts';
import { type RunnerProcess, startRunnerProcess } from '../server/testing/runner-process.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';

const sample = new URL('../media/sample.mp4', import.meta.url);
const all = ['transcription', 'brands', 'objects', 'metadata', 'summary'] as const;

/** One service whose own worker only ingests, and one that does everything by itself. */
let service: TestService;
let owner: TestWorkspace;
before(async () => {
  service = await startTestService({
    REELSIGHT_ROLE: 'all',
    REELSIGHT_SERVES: 'none',
    REELSIGHT_PART_SECONDS: '1',
    REELSIGHT_STALL_SECONDS: '6',
    REELSIGHT_YTDLP: 'no-such-program',
  });
  owner = await service.workspace('scale', 100_000);
});
after(() => service.close());

async function runner(
  t: TestContext,
  env: Record<string, string> = {},
): Promise<RunnerProcess & { id: string; token: string }> {
  const { runner_id: id, token } = await service.admin.runners.create({ name: t.name });
  const started = startRunnerProcess(service.apiUrl, token, env);
  t.after(() => started.end());
  return { ...started, id, token };
}

async function submit({ client }: TestWorkspace): Promise<string> {
  const body = new Blob([await readFile(sample)]);
  const upload_key = await client.uploads.put(body, { contentType: 'video/mp4' });
  const asked = { upload_key, objects: ['dog', 'car'], fps: 4, capabilities: [...all] };
  return (await client.jobs.create(asked)).job_id;
}

const ended = ({ client }: TestWorkspace, id: string) =>
  client.jobs.wait(id, { signal: AbortSignal.timeout(120_000) });

const only = async (id: string) =>
  (await service.admin.runners.list()).find((one) => one.runner_id === id);

/** Results without what is of one job or moment. */
function comparable(job: Job): unknown {
  const text = JSON.stringify(job.results).replaceAll(job.job_id, 'JOB');
  return JSON.parse(text.replaceAll(/"(fetched_at|processed_at)":"[^"]*"/g, '"$1":""'));
}

/** What a job used. */
const usageOf = async ({ domain }: TestService, { tenantId }: TestWorkspace, id: string) =>
  (await findJob(domain.db, tenantId, id))?.usage;

describe('A runner', () => {
  test('does all parts of a job; results are those of a worker with the database', async (t) => {
    const process = await runner(t);
    const id = await submit(owner);
    const job = await ended(owner, id);
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    const own = await startTestService({ REELSIGHT_ROLE: 'all', REELSIGHT_PART_SECONDS: '1' });
    t.after(() => own.close());
    const workspace = await own.workspace('scale', 100_000);
    const other = await ended(workspace, await submit(workspace));
    assert.deepEqual(comparable(job), comparable(other));
    assert.deepEqual(
      await usageOf(service, owner, id),
      await usageOf(own, workspace, other.job_id),
    );
    const seen = await only(process.id);
    assert.equal(seen?.status, 'online');
    assert.ok((seen?.parts_done ?? 0) >= 4, JSON.stringify(seen));
    for (const file of job.results?.storyboard?.sheets ?? [])
      assert.equal(
        (await fetch(service.apiUrl + file, { headers: { 'X-Api-Key': owner.apiKey } })).status,
        200,
      );
  });
});
