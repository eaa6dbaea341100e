/**
 * An S3 that fails for a while in the middle of a job, a clip or a report: what was begun ends as if nothing had
 * happened, is paid for once, and no page of a proxy counts as a file.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Job } from '../sdk/src/index.ts';
import { cutClip } from '../server/testing/media/cut-clip.ts';
import { sampleVideo } from '../server/testing/sample-video.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';
import { FailingS3, type Failure } from '../server/testing/storage/failing-s3.ts';
import { s3Credentials, startS3 } from '../server/testing/storage/s3-server.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { accepted, Caller, type Json } from './interface/subject.ts';

/** Longer than all quick attempts of the SDK together, so that the work itself has to be tried again. */
const outageMs = 4000;
/** Failures that are seen at once; those that are waited for are tested with the storage itself. */
const quickFailures: readonly Failure[] = ['error', 'busy', 'reset', 'page'];

/** From which request on the storage fails. */
type Moment = (request: Pick<IncomingMessage, 'method' | 'url'>) => boolean;
const stored = (method: string, path: RegExp): Moment => {
  return (request) => request.method === method && path.test(request.url ?? '');
};

const momentsOfJobs: Readonly<Record<string, Moment>> = {
  'the video is fetched': stored('GET', /uploads\//),
  'sound and frames are stored': stored('PUT', /artifacts\/.*\/ingestion\//),
  'a part is stored': stored('PUT', /artifacts\/.*\/parts\/hear/),
  'the join fetches parts': stored('GET', /artifacts\/.*\/parts\//),
  'the pictures of the results are stored': stored('PUT', /frames\//),
  'the results are stored': stored('PUT', /artifacts\/.*\/merging\//),
};

const momentsOfClips: Readonly<Record<string, Moment>> = {
  'its video is fetched': stored('GET', /uploads\//),
  'its file is stored': stored('PUT', /clips\//),
};
const momentsOfReports: Readonly<Record<string, Moment>> = {
  'its pictures are fetched': stored('GET', /frames\//),
  'its file is stored': stored('PUT', /reports\//),
};

/** One failure a moment, in turns; with REELSIGHT_TEST_EVERY_FAILURE all of them. */
const failuresOf = (index: number): readonly Failure[] =>
  process.env.REELSIGHT_TEST_EVERY_FAILURE
    ? quickFailures
    : quickFailures.filter((_, turn) => turn === index % quickFailures.length);

describe('an S3 that fails for a while', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  let proxy: FailingS3;
  let service: TestService;
  let workspace: TestWorkspace;
  let owner: Caller;
  let folder: string;
  let reference: Job;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelsight-storage-failures-'));
    s3 = await startS3();
    proxy = await FailingS3.start(s3.endpoint);
    service = await startTestService({
      REELSIGHT_ROLE: 'all',
      REELSIGHT_HOSTS: '1',
      REELSIGHT_PLANS: JSON.stringify({
        scale: { max_requests_per_minute: 100_000, burst: 100_000 },
      }),
      REELSIGHT_COSTLY_CALLS_PER_MINUTE: '6000',
      REELSIGHT_COSTLY_CALLS_BURST: '1000',
      STORAGE_URL: `s3://media?endpoint=${encodeURIComponent(proxy.endpoint)}`,
      AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    });
    workspace = await service.workspace('scale', 100_000);
    owner = new Caller(service.apiUrl, { 'X-Api-Key': workspace.apiKey });
    await cutClip(sampleVideo, join(folder, 'clip.mp4'), 5);
    reference = await ended(await submit());
    assert.equal(reference.status, 'completed', JSON.stringify(reference.error));
  });

  after(async () => {
    proxy.failing = () => null;
    await service.close();
    proxy.close();
    await s3.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function submit(): Promise<string> {
    const { client } = workspace;
    const video = new Blob([await readFile(join(folder, 'clip.mp4'))]);
    const upload_key = await client.uploads.put(video, { contentType: 'video/mp4' });
    const { job_id } = await client.jobs.create({
      upload_key,
      capabilities: ['brands', 'metadata', 'transcription'],
      fps: 1,
    });
    return job_id;
  }

  const ended = (id: string): Promise<Job> =>
    workspace.client.jobs.wait(id, { signal: AbortSignal.timeout(120_000) });

  /** Makes every request fail for a while from the moment on; `hasFailed` says whether that moment came. */
  function failFrom(moment: Moment, failure: Failure): { readonly hasFailed: () => boolean } {
    let untilMs = Number.NaN;
    proxy.failing = (request) => {
      if (Number.isNaN(untilMs) && moment(request)) untilMs = performance.now() + outageMs;
      return performance.now() < untilMs ? failure : null;
    };
    return { hasFailed: () => !Number.isNaN(untilMs) };
  }

  const balance = async (): Promise<number> => (await workspace.client.account()).credits.balance;

  /** The results without what differs between two analyses of one video. */
  const comparable = (job: Job): unknown =>
    JSON.parse(
      JSON.stringify(job.results)
        .replaceAll(job.job_id, 'job')
        .replace(/"fetched_at":"[^"]*"/, '"fetched_at":""'),
    );

  for (const [index, [name, moment]] of Object.entries(momentsOfJobs).entries())
    for (const failure of failuresOf(index))
      test(`(${failure}) when ${name} delays a job, and it is paid for once`, async () => {
        const before = await balance();
        const { hasFailed } = failFrom(moment, failure);
        const job = await ended(await submit());

        assert.ok(hasFailed());
        assert.equal(job.status, 'completed', JSON.stringify(job.error));
        assert.deepEqual(comparable(job), comparable(reference));
        assert.equal(before - (await balance()), job.credits_charged);
      });

  /** Waits until a clip or a report has ended. */
  const endOf = (path: string): Promise<Json> =>
    waitFor(async () => {
      const ended = accepted(await owner.get(path), 200);
      assert.ok(['ready', 'failed'].includes(ended.status), ended.status);
      return ended;
    }, 60_000);

  for (const [index, [name, moment]] of Object.entries(momentsOfClips).entries())
    for (const failure of failuresOf(index))
      test(`(${failure}) when ${name} delays a clip`, async () => {
        const path = `/v1/jobs/${reference.job_id}/clips`;
        const { hasFailed } = failFrom(moment, failure);
        const range = { start: 1, end: 2 };
        const clip = accepted(await owner.post(path, { ranges: [range], format: 'mp4' }), 202);

        const { status, error, size_bytes } = await endOf(`/v1/clips/${clip.clip_id}`);
        assert.ok(hasFailed());
        assert.equal(status, 'ready', JSON.stringify(error));

        const file = await owner.get(`/v1/clips/${clip.clip_id}/file`);
        assert.equal(Number(file.headers.get('content-length')), size_bytes);
        accepted(await owner.delete(`/v1/clips/${clip.clip_id}`), 204);
      });

  for (const [index, [name, moment]] of Object.entries(momentsOfReports).entries())
    for (const failure of failuresOf(index))
      test(`(${failure}) when ${name} delays a report`, async () => {
        const { hasFailed } = failFrom(moment, failure);
        const asked = { job_ids: [reference.job_id], formats: ['html', 'csv'] };
        const report = accepted(await owner.post('/v1/reports', asked), 202);
        const { status, error } = await endOf(`/v1/reports/${report.report_id}`);
        assert.ok(hasFailed());
        assert.equal(status, 'ready', JSON.stringify(error));
      });

  test('holds up a backup, which is whole once it has ended', async () => {
    const operator = new Caller(service.apiUrl, { Authorization: `Bearer ${service.adminToken}` });
    const path = '/admin/v1/backups';
    const { hasFailed } = failFrom(stored('GET', /frames\//), 'page');
    const { name } = accepted(await operator.post(path), 202);
    const ended = await waitFor(async () => {
      const { backups } = accepted(await operator.get(path), 200);
      const entry = backups.find((one: Json) => one.name === name);
      assert.ok(['whole', 'failed'].includes(entry?.state), entry?.state);
      return entry;
    }, 60_000);

    assert.ok(hasFailed());
    assert.equal(ended.state, 'whole', ended.error);
    assert.ok(ended.files > 0);
  });
});
