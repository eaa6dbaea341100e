/** A job that analyses only a part of its video: what it finds, what it costs, and which parts are refused. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { CreateJob, Job } from '@reelsight/contract';
import { sampleVideo } from '../server/testing/sample-video.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';

let service: TestService;
let workspace: TestWorkspace;
let uploadKey: string;

before(async () => {
  service = await startTestService({ REELSIGHT_ROLE: 'all' });
  workspace = await service.workspace('scale', 100_000);
  const sample = new Blob([await readFile(sampleVideo)]);
  uploadKey = await workspace.client.uploads.put(sample, { contentType: 'video/mp4' });
});
after(() => service.close());

const everything = {
  capabilities: ['transcription', 'brands', 'metadata'],
  brands: ['Toyota', 'Starbucks', 'Google', 'Samsung'],
} as const;

async function ended(fields: Partial<CreateJob>): Promise<Job> {
  const body = { upload_key: uploadKey, ...everything, ...fields } as never;
  const { job_id: id } = await workspace.client.jobs.create(body);
  return (await workspace.client.jobs.wait(id, { signal: AbortSignal.timeout(240_000) })) as Job;
}

describe('a part of a video', () => {
  // The sample names Toyota from 3 s on, Starbucks from 9 s on, Google from 15 s on, and Samsung from 21 s on.
  test('is analysed alone, with the times of the whole video', async () => {
    const job = await ended({ from: 9.6, to: 15 });
    const { transcription, brands = [], shots = [], metadata } = job.results ?? {};
    assert.equal(job.from, 9.6);
    assert.equal(job.to, 15);
    assert.match(transcription?.text ?? '', /Starbucks/);
    assert.doesNotMatch(transcription?.text ?? '', /Toyota|Google|evening/);
    assert.deepEqual(
      brands.map(({ name }) => name),
      ['Starbucks'],
    );

    const times = [
      ...(transcription?.segments ?? []).flatMap(({ start, end }) => [start, end]),
      ...brands.flatMap(({ appearances }) => appearances.map(({ timestamp }) => timestamp)),
      ...shots.flatMap(({ start, end }) => [start, end]),
    ];
    assert.ok(times.length > 4);
    for (const time of times) assert.ok(time >= 8.9 && time <= 15.1, String(time));
    assert.ok((metadata?.duration_seconds ?? 0) > 27, 'the length of the whole video');
    assert.ok((job.video_duration_seconds ?? 0) > 27);

    const { videos } = await workspace.client.jobs.exposure(job.job_id);
    assert.ok(Math.abs((videos[0]?.duration_seconds ?? 0) - 5.4) < 0.01, 'shares are of the part');

    const { client } = workspace;
    const report = await client.reports.create({ job_ids: [job.job_id], formats: ['json'] });
    await client.reports.wait(report.report_id, { signal: AbortSignal.timeout(120_000) });
    const { blob } = await client.reports.download(report.report_id, 'json');
    const content = JSON.parse(await blob.text());
    assert.ok(Math.abs(content.exposure.seconds_total - 5.4) < 0.01, 'so are those of a report');
  });

  test('costs what a video of its length costs', async () => {
    const part = await workspace.client.jobs.estimate({
      upload_key: uploadKey,
      ...everything,
      from: 9,
      to: 15,
    } as never);
    const short = await workspace.client.jobs.estimate({
      duration_seconds: 6,
      ...everything,
    } as never);
    const long = await workspace.client.jobs.estimate({
      duration_seconds: 28,
      ...everything,
    } as never);
    assert.equal(part.credits_estimated, short.credits_estimated);
    assert.ok(part.credits_estimated < long.credits_estimated);
  });

  test('another part of the same video is not taken from the first', async () => {
    const first = await ended({ from: 0, to: 8 });
    const second = await ended({ from: 15, to: 21, from_job: first.job_id });
    assert.match(first.results?.transcription?.text ?? '', /Toyota/);
    assert.match(second.results?.transcription?.text ?? '', /Google/);
    assert.doesNotMatch(second.results?.transcription?.text ?? '', /Toyota/);
    assert.equal(second.results?.meta.media_reused, undefined);

    const again = await ended({ from: 15, to: 21, from_job: second.job_id });
    assert.equal(again.results?.meta.media_reused, true);
    assert.equal(again.results?.transcription?.text, second.results?.transcription?.text);
  });

  test('to after the end is analysed to the end, and from after the end is refused or fails with the length', async () => {
    const toEnd = await ended({ from: 21, to: 500 });
    assert.equal(toEnd.status, 'completed');
    assert.match(toEnd.results?.transcription?.text ?? '', /evening/);

    const { client } = workspace;
    const given = { upload_key: uploadKey, ...everything, from: 100 };
    for (const call of [client.jobs.create, client.jobs.estimate])
      await assert.rejects(call(given as never), {
        code: 'VALIDATION_FAILED',
        message: /^from: the video ends at 27(\.\d+)? s\.$/,
      });

    // The other videos of a batch may be longer.
    const uploads = [{ key: uploadKey, filename: 'sample.mp4' }];
    const { capabilities } = everything;
    const { jobs } = await client.batches.create({ capabilities, uploads, from: 100 } as never);
    const id = jobs[0]?.job_id ?? '';
    const beyond = await client.jobs.wait(id, { signal: AbortSignal.timeout(240_000) });
    assert.equal(beyond.status, 'failed');
    assert.equal(beyond.error?.code, 'EXTRACTION_FAILED');
    assert.match(beyond.error?.message ?? '', /27\.\d+ s long, so there is nothing from 100 s on/);
    assert.equal(beyond.credits_charged, null);
  });

  test('is corrected and searched inside it only', async () => {
    const { client } = workspace;
    const { job_id: id } = await ended({ from: 9, to: 15 });
    const box = { x: 0, y: 0, width: 0.2, height: 0.2 };
    const add = (start: number, end: number) =>
      client.jobs.corrections.create(id, {
        kind: 'add',
        target: 'brand',
        name: 'Acme',
        appearance_added: { start, end, source: 'visual', box },
      });
    await assert.rejects(add(8, 10), /appearance_added\.start: the video was analysed from 9 s on/);
    await assert.rejects(add(14, 16), /appearance_added\.end: the video was analysed up to 15 s/);
    await add(9, 15);

    for (const timestamp of [3, 20])
      await assert.rejects(
        client.searchBySight({ job_id: id, timestamp })[Symbol.asyncIterator]().next(),
        /this video was analysed from 9 to 15 s only/,
      );
  });

  test('that has no length is refused', async () => {
    for (const range of [{ from: 5, to: 5 }, { from: 9, to: 3 }, { to: 0 }, { from: -1 }]) {
      const body = { upload_key: uploadKey, ...everything, ...range } as never;
      await assert.rejects(workspace.client.jobs.create(body), (error: { code?: string }) => {
        assert.equal(error.code, 'VALIDATION_FAILED');
        return true;
      });
    }
  });

  test('of a video that is too long for the plan may be short enough', async () => {
    const { client } = await service.workspace('free');
    const { plan, limits } = await client.account();
    const tooLong = limits.max_video_duration_minutes * 60 + 600;
    const ask = { capabilities: ['transcription', 'metadata', 'brands'], brands: ['Acme'] };
    const estimate = (fields: object) =>
      client.jobs.estimate({ duration_seconds: tooLong, ...ask, ...fields } as never);
    await assert.rejects(estimate({}), /minutes long; this plan allows/, plan);
    assert.equal((await estimate({ from: 60, to: 120 })).duration_seconds, tooLong);
    await assert.rejects(estimate({ from: 60 }), /part from `from` to `to` is \d+ minutes long/);
  });
});
