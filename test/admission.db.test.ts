/** A video's length is checked before anything is decoded, so a caller who may not analyse it is refused at once. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { CreateJob, Job } from '@reelsight/contract';
import type { NewBatch } from '../sdk/src/index.ts';
import { sampleVideo, uploadSample } from '../server/testing/sample-video.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';
import {
  type MediaServer,
  ownAddress,
  startMediaServer,
} from '../server/testing/sources/media-server.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const noYtdlp = (() => {
  if (!ownAddress()) return 'this machine has no address but loopback';
  try {
    execFileSync('yt-dlp', ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'yt-dlp is not installed';
  }
})();

let server: MediaServer;
let service: TestService;
before(async () => {
  const host = ownAddress();
  server = await startMediaServer({ 'a.mp4': sampleVideo }, host);
  service = await startTestService({
    PATH: process.env.PATH ?? '',
    REELSIGHT_ROLE: 'all',
    REELSIGHT_YTDLP: '',
    REELSIGHT_ALLOW_DIRECT_LINKS: 'true',
    REELSIGHT_PRIVATE_LINK_NETWORKS: host ?? '',
    REELSIGHT_DIRECT_HOSTS: new URL(server.url).host,
    REELSIGHT_PLANS: JSON.stringify({ starter: { max_audio_duration_minutes: 0 } }),
  });
});
after(async () => {
  await service.close();
  await server.close();
});

const signal = () => AbortSignal.timeout(120_000);

const upload = async ({ client }: TestWorkspace) => ({
  upload_key: await uploadSample(client),
});

async function submit(
  { client }: TestWorkspace,
  source: object,
  more: Partial<CreateJob>,
): Promise<string> {
  const capabilities = ['metadata'];
  return (await client.jobs.create({ capabilities, ...source, ...more } as never)).job_id;
}

const wait = async ({ client }: TestWorkspace, id: string): Promise<Job> =>
  (await client.jobs.wait(id, { signal: signal() })) as Job;

const held = ({ client }: TestWorkspace, id: string): Promise<Job> =>
  waitFor(async () => {
    const job = (await client.jobs.get(id)) as Job;
    assert.equal(job.status, 'held');
    return job;
  });

/** Polls, because `jobs.wait` returns at once for a held job until the credits arrive. */
const completed = ({ client }: TestWorkspace, id: string): Promise<Job> =>
  waitFor(async () => {
    const job = (await client.jobs.get(id)) as Job;
    assert.equal(job.status, 'completed');
    return job;
  });

/** The files that are stored for a job. */
function stored({ tenantId }: TestWorkspace, id: string): string[] {
  try {
    const folder = join(service.dataDir, 'storage', 'artifacts', tenantId, id);
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

test('an upload that cannot be paid for is held undecoded, and goes on once it can', async () => {
  const workspace = await service.workspace('scale', 1);
  const id = await submit(workspace, await upload(workspace), {});
  const job = await held(workspace, id);
  assert.ok(job.video_duration_seconds && job.credits_estimated > 1);
  assert.equal(job.credits_charged, null);
  assert.deepEqual(stored(workspace, id), []);
  await service.admin.workspaces.addCredits(workspace.tenantId, { type: 'purchase', amount: 1000 });

  const done = await completed(workspace, id);
  const { credits } = await workspace.client.account();
  assert.equal(credits.balance, 1001 - (done.credits_charged ?? 0), 'nothing stays set aside');
});

test('a link that cannot be paid for is downloaded once, held undecoded, and goes on once it can', {
  skip: noYtdlp,
}, async () => {
  const workspace = await service.workspace('scale', 1);
  const id = await submit(workspace, { url: `${server.url}/file/a.mp4` }, {});
  await held(workspace, id);
  await waitFor(() => assert.deepEqual(stored(workspace, id), ['source', 'source.json']));

  const asked = server.requests.length;
  await service.admin.workspaces.addCredits(workspace.tenantId, { type: 'purchase', amount: 1000 });
  await completed(workspace, id);
  assert.deepEqual(server.requests.slice(asked), []);
  assert.ok(!stored(workspace, id).includes('source'), 'only what is looked at is kept');
  assert.ok(stored(workspace, id).includes('media.json'));
});

test('a held job that is cancelled leaves no download', { skip: noYtdlp }, async () => {
  const workspace = await service.workspace('scale', 1);
  const id = await submit(workspace, { url: `${server.url}/file/a.mp4` }, {});
  await held(workspace, id);
  await waitFor(() => assert.equal(stored(workspace, id).length, 2));
  await workspace.client.jobs.cancel(id);
  await waitFor(() => assert.deepEqual(stored(workspace, id), []));
});

test('what is above the cap of its job or its plan is refused undecoded and leaves nothing', async () => {
  const rich = await service.workspace('scale', 1000);
  const dear = await submit(rich, await upload(rich), { max_credits: 1 });
  const small = await service.workspace('starter', 1000);
  const long = await submit(small, await upload(small), {});

  for (const [owner, id, code] of [
    [rich, dear, 'BUDGET_EXCEEDED'],
    [small, long, 'VIDEO_TOO_LONG'],
  ] as const) {
    const job = await wait(owner, id);
    assert.equal(job.error?.code, code);
    assert.ok(job.video_duration_seconds);
    assert.equal(job.credits_charged, null);
    await waitFor(() => assert.deepEqual(stored(owner, id), []));
  }
});

test('a batch is charged no more than its cap where a header states less than the file holds', async () => {
  const workspace = await service.workspace('scale', 1000);
  const { client } = workspace;
  const bytes = await readFile(sampleVideo);
  // The length of the whole video in the movie header of version 0, as two copies in the first bytes after the type.
  const header = bytes.indexOf('mvhd') + 4;
  const stated = bytes.readUInt32BE(header + 16);
  bytes.writeUInt32BE(Math.round(stated / 20), header + 16);

  const lying = await client.uploads.put(new Blob([bytes]), { contentType: 'video/mp4' });

  const wanted: NewBatch = {
    uploads: [{ key: lying, filename: 'a.mp4' }],
    capabilities: ['objects'],
    objects: ['person'],
  };
  const { total_credits_estimated: cap } = await client.batches.estimate(wanted);
  const made = await client.batches.create({ ...wanted, max_credits: cap });
  const done = await client.batches.wait(made.batch_id, { signal: signal() });

  assert.equal(done.status, 'completed');
  assert.equal(done.rollup.failed, 1);
  assert.equal(done.credits_charged, 0);

  const failed = await wait(workspace, done.jobs[0]?.job_id ?? '');
  assert.equal(failed.error?.code, 'BUDGET_EXCEEDED');
  assert.match(failed.error?.message ?? '', /max_credits of the batch/);
  assert.ok(failed.credits_estimated > cap, 'its header is believed until it is opened');
  assert.equal(failed.credits_charged, null);
});

test('media that another job took apart is dropped with the job that may not have it', async () => {
  const workspace = await service.workspace('scale', 1000);
  const source = await upload(workspace);
  const first = await submit(workspace, source, {});
  assert.equal((await wait(workspace, first)).status, 'completed');

  const second = await submit(workspace, source, { from_job: first, max_credits: 1 });
  assert.equal((await wait(workspace, second)).error?.code, 'BUDGET_EXCEEDED');
  await waitFor(() => assert.deepEqual(stored(workspace, second), []));
  assert.ok(stored(workspace, first).includes('media.json'));
});

test('what keeps videos in is told, and one that is named and not there stops the start', async () => {
  const ready = (await (await fetch(`${service.apiUrl}/readyz`)).json()) as {
    sandbox?: { kind: string; about: string };
  };
  assert.equal(ready.sandbox?.kind, service.isolation?.kind);
  assert.ok(ready.sandbox?.about);
  const nowhere = { REELSIGHT_ROLE: 'all', REELSIGHT_SANDBOX: 'bwrap', PATH: '/nowhere' };
  await assert.rejects(startTestService(nowhere), /REELSIGHT_SANDBOX=bwrap does not work here/);
});
