/**
 * A real video from start to end through an assistant's tools: estimate, analysis, waiting, results, a picture, a
 * question.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { uploadSample } from '../../server/testing/sample-video.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../server/testing/service.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { type Assistant, type Json, overHttp, textOf } from './assistant.ts';

let service: TestService;
let workspace: TestWorkspace;
let assistant: Assistant;
let upload_key: string;
before(async () => {
  service = await startTestService({ REELSIGHT_ROLE: 'all', REELSIGHT_WORKER_CONCURRENCY: '2' });
  workspace = await service.workspace('scale', 10_000);
  assistant = await overHttp(service.apiUrl, { 'X-Api-Key': workspace.apiKey });
  upload_key = await uploadSample(workspace.client);
});
after(async () => {
  await assistant.close();
  await service.close();
});

async function ended(job_id: string): Promise<Json> {
  for (let count = 0; count < 20; count += 1) {
    const state = await assistant.ask('job_status', { job_id, wait_seconds: 30 });
    if (state.done) return state;
  }
  return assert.fail('the job did not end');
}

test('a video is estimated, analysed, read, looked at and asked about', async () => {
  const wanted = {
    upload_key,
    upload_filename: 'sample.mp4',
    capabilities: ['transcription', 'summary', 'brands', 'metadata'],
  };
  const estimate = await assistant.ask('estimate_analysis', wanted);
  assert.ok(estimate.credits_estimated > 0);

  const made = await assistant.ask('analyze_video', { ...wanted, max_credits: 1000 });
  const state = await ended(made.job_id);
  assert.equal(state.status, 'completed', JSON.stringify(state));
  assert.ok(state.cost.credits_charged > 0);

  const { job_id } = made;
  const overview = await assistant.ask('job_overview', { job_id });
  assert.equal(overview.from_video.title, 'sample.mp4');

  const [brand] = overview.from_video.brands;
  assert.ok(brand, 'a brand was found');

  const { from_video } = await assistant.ask('transcript', { job_id });
  assert.equal(from_video.segments.length, overview.counts.transcript_segments);

  const money = { cpm_usd: 25, audience: 120_000 };
  const exposure = await assistant.ask('brand_exposure', { job_ids: [job_id], ...money });
  const counted = exposure.from_video.brands.find((one: Json) => one.name === brand.name);
  assert.ok(Math.abs(counted.seen_seconds - (brand.visible_seconds ?? 0)) < 0.05);

  const worth = (counted.equivalent_seconds / 30) * 120 * 25;
  assert.ok(Math.abs(counted.media_value_usd - worth) < 0.01);
  assert.match(exposure.formula, /equivalent_seconds = /);

  const seen = await assistant.ask('brand_appearances', { job_id, name: brand.name });
  const { frame_url } = seen.from_video.appearances.find(
    (appearance: Json) => appearance.frame_url,
  );
  for (const which of [{ frame_url }, { at_seconds: 1 }]) {
    const picture = await assistant.call('frame', { job_id, ...which });
    assert.ok(!picture.isError, textOf(picture));
    const [, image] = picture.content;
    assert.ok(image?.type === 'image' && image.mimeType === 'image/jpeg');
    assert.equal(Buffer.from(image.data, 'base64').readUInt16BE(0), 0xffd8);
  }

  const ranges = [{ start: 1, end: 2 }];
  const clip = await assistant.ask('make_clip', { job_id, ranges, boxes: true });
  await waitFor(async () => {
    const { status, error } = await assistant.ask('clip_status', { clip_id: clip.clip_id });
    assert.equal(status, 'ready', error);
  });

  const cut = await assistant.ask('clip_status', { clip_id: clip.clip_id });
  assert.ok(Math.abs(cut.duration_seconds - 1) < 0.1 && cut.size_bytes > 1000);
  assert.equal(cut.url, `/v1/clips/${clip.clip_id}/file`);

  const both = await assistant.call('make_clip', { job_id, ranges, brand: brand.name });
  assert.ok(both.isError, 'one of ranges, brand and object');

  const asked = { job_id, queries: ['What is shown?'], max_credits: 1000 };
  const again = await assistant.ask('ask_again', asked);
  assert.equal((await ended(again.job_id)).status, 'completed');

  const answers = await assistant.ask('query_answers', { job_id: again.job_id });
  assert.equal(answers.from_video.answers[0].query, 'What is shown?');

  const later = await assistant.ask('job_overview', { job_id: again.job_id });
  assert.ok(later.flags.includes('media_reused'));
});
