/** Runners: parts of jobs are done by a process without a database or storage, over a socket. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Job } from '@reelsight/sdk';
import { partsOf } from '../server/src/db/jobs/job-parts.ts';
import { findJob } from '../server/src/db/jobs/jobs.ts';
import { cutClip } from '../server/testing/media/cut-clip.ts';
import { type RunnerProcess, startRunnerProcess } from '../server/testing/runner-process.ts';
import { sampleVideo } from '../server/testing/sample-video.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';
import { startCuttingProxy } from './events/cutting-proxy.ts';

const all = ['transcription', 'brands', 'objects', 'metadata', 'summary'] as const;

/** The service of most tests. Its own worker only ingests and leaves the other parts to runners. */
let service: TestService;
let owner: TestWorkspace;
/** A few seconds of the sample, which give several parts of each kind. */
let clip: Buffer<ArrayBuffer>;
before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-runners-'));
  const path = join(folder, 'clip.mp4');

  await cutClip(sampleVideo, path, 8);
  clip = await readFile(path);
  await rm(folder, { recursive: true });
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
  const upload_key = await client.uploads.put(new Blob([clip]), { contentType: 'video/mp4' });
  const asked = { upload_key, objects: ['dog', 'car'], fps: 1, capabilities: [...all] };
  return (await client.jobs.create(asked)).job_id;
}

const ended = ({ client }: TestWorkspace, id: string) =>
  client.jobs.wait(id, { signal: AbortSignal.timeout(300_000) });

const only = async (id: string) =>
  (await service.admin.runners.list()).find((one) => one.runner_id === id);

/** Results without the values that depend on the job or the time. */
function comparable(job: Job): unknown {
  const text = JSON.stringify(job.results).replaceAll(job.job_id, 'JOB');
  return JSON.parse(text.replaceAll(/"(fetched_at|processed_at)":"[^"]*"/g, '"$1":""'));
}

/** Resources that a job used. */
const usageOf = async ({ domain }: TestService, { tenantId }: TestWorkspace, id: string) =>
  (await findJob(domain.db, tenantId, id))?.usage;

describe('A runner', () => {
  test('does all parts of a job; results are those of a worker with the database', async (t) => {
    const process = await runner(t);
    const id = await submit(owner);
    const job = await ended(owner, id);
    assert.equal(job.status, 'completed', JSON.stringify(job.error));

    const own = await startTestService(
      { REELSIGHT_ROLE: 'all', REELSIGHT_PART_SECONDS: '1' },
      { usesPartCache: false },
    );
    t.after(() => own.close());

    const workspace = await own.workspace('scale', 100_000);
    const other = await ended(workspace, await submit(workspace));
    assert.deepEqual(comparable(job), comparable(other));
    assert.deepEqual(
      await usageOf(service, owner, id),
      await usageOf(own, workspace, other.job_id),
    );

    // What the video looks like is kept as a worker of the service keeps it.
    const lookOf = ({ domain }: TestService, jobId: string) =>
      domain.db.query('select model, length(pack) as bytes from sight_jobs where job_id = $1', [
        jobId,
      ]);
    assert.equal((await lookOf(service, id)).length, 1);
    assert.deepEqual(await lookOf(service, id), await lookOf(own, other.job_id));

    const seen = await only(process.id);
    assert.equal(seen?.status, 'online');
    assert.ok((seen?.parts_done ?? 0) >= 4, JSON.stringify(seen));

    for (const file of job.results?.storyboard?.sheets ?? [])
      assert.equal(
        (await fetch(service.apiUrl + file, { headers: { 'X-Api-Key': owner.apiKey } })).status,
        200,
      );
  });

  test('killed in the middle: another does its parts, and the job is charged once', async (t) => {
    const first = await runner(t);
    const id = await submit(owner);

    await t.waitFor(() => assert.ok(first.lines.includes('part began')), { timeout: 60_000 });
    const before = await owner.client.account();

    await first.end();
    await runner(t);

    const job = await ended(owner, id);
    assert.equal(job.status, 'completed', JSON.stringify(job.error));

    const after = await owner.client.account();
    const charged = job.status === 'completed' ? job.credits_charged : null;
    assert.ok(charged && charged > 0);
    assert.equal(before.credits.balance - after.credits.balance, charged);
    assert.equal((await only(first.id))?.status, 'offline');
  });

  test('stopped in order: what it holds is given back at once', async (t) => {
    const process = await runner(t);
    const id = await submit(owner);

    await t.waitFor(() => assert.ok(process.lines.includes('part began')), { timeout: 60_000 });
    const at = performance.now();

    process.child.kill('SIGTERM');
    assert.equal(await process.exited, 0);
    assert.ok(performance.now() - at < 20_000, `${Math.round(performance.now() - at)} ms`);

    const parts = await partsOf(service.domain.db, id);
    assert.deepEqual(
      parts.filter(({ state, crashes }) => state === 'running' || crashes > 0),
      [],
    );
    assert.equal((await only(process.id))?.processes, 0);
    await owner.client.jobs.cancel(id);
  });

  test('revoked in the middle: it ends and says why; its parts are free at once', async (t) => {
    const process = await runner(t);
    const id = await submit(owner);

    await t.waitFor(() => assert.ok(process.lines.includes('part began')), { timeout: 60_000 });
    await service.admin.runners.revoke(process.id);

    const parts = await partsOf(service.domain.db, id);
    assert.deepEqual(
      parts.filter(({ state }) => state === 'running'),
      [],
    );
    assert.equal(await process.exited, 2);
    assert.match(process.lines.at(-1) ?? '', /token of the runner .* revoked/);
    await owner.client.jobs.cancel(id);
  });

  test('a cancelled job stops on it', async (t) => {
    const process = await runner(t);
    const id = await submit(owner);
    await t.waitFor(() => assert.ok(process.lines.includes('part began')), { timeout: 60_000 });
    await owner.client.jobs.cancel(id);
    await t.waitFor(() => assert.ok(process.lines.includes('part lost')), { timeout: 30_000 });
  });

  test('answers that are lost cost nothing: all is sent again', async (t) => {
    const port = Number(new URL(service.apiUrl).port);
    await using proxy = await startCuttingProxy([port], { cuts: 25, bytesAtMost: 4000 });
    const { token } = await service.admin.runners.create({ name: 'behind a bad network' });
    const process = startRunnerProcess(proxy.url, token);
    t.after(() => process.end());

    const job = await ended(owner, await submit(owner));
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    assert.ok(proxy.cuts() >= 10, `${proxy.cuts()} cuts`);

    const flags = Object.keys(job.status === 'completed' ? (job.results?.meta ?? {}) : {});
    assert.ok(!flags.includes('transcription_degraded'), flags.join());
  });
});

test('a start goes on although its first answers are lost', async (t) => {
  const port = Number(new URL(service.apiUrl).port);
  await using proxy = await startCuttingProxy([port], { cuts: 2, bytesAtMost: 0 });
  const { token } = await service.admin.runners.create({ name: t.name });
  const process = startRunnerProcess(proxy.url, token);

  t.after(() => process.end());
  await t.waitFor(
    () => assert.ok(process.lines.includes(`runner for ${proxy.url}`), process.lines.join('\n')),
    { timeout: 30_000 },
  );
  assert.equal(proxy.cuts(), 2);
});

describe('A start that cannot work says why', () => {
  const start = async (t: TestContext, url: string, token: string, env = {}) => {
    const process = startRunnerProcess(url, token, env);
    t.after(() => process.end());
    return [await process.exited, process.lines.join('\n')] as const;
  };
  const token = 'rs_runner_4fQ2mZ8xT1vB6nK9cR3wY7pL5sD0hJ2a';

  test('the token, the address, the way there, the parts', async (t) => {
    const [code, text] = await start(t, service.apiUrl, token);
    assert.equal(code, 2, text);
    assert.match(text, /token of the runner is missing, wrong or was revoked/);

    const [http, plain] = await start(t, 'http://video.example.com', token);
    assert.deepEqual([http, /must begin with https/.test(plain)], [2, true], plain);

    const [none, away] = await start(t, 'http://127.0.0.1:9', token);
    assert.deepEqual([none, /does not answer/.test(away)], [3, true], away);

    const [idle, why] = await start(t, service.apiUrl, token, { REELSIGHT_SERVES: 'none' });
    assert.deepEqual([idle, /REELSIGHT_SERVES/.test(why)], [2, true], why);
  });
});
