/**
 * Views of a link through the whole service: from the analysis, and from the real yt-dlp in its sandbox, with a made-up
 * platform.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { JobViews } from '@reelsight/contract';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';
import {
  installedYtdlp,
  type MadeUpYoutube,
  startMadeUpYoutube,
} from '../server/testing/sources/made-up-youtube.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const sample = fileURLToPath(new URL('../media/sample.mp4', import.meta.url));
const dayMs = 86_400_000;
const video = 'viewedAAAAA';
const url = `https://www.youtube.com/watch?v=${video}`;

const skip = installedYtdlp ? false : 'yt-dlp is not installed';
describe('views of a platform', { skip }, () => {
  let youtube: MadeUpYoutube;
  let service: TestService;
  let workspace: TestWorkspace;
  const published = Math.floor((Date.now() - 2 * dayMs) / 1000);

  before(async () => {
    youtube = await startMadeUpYoutube({
      media: sample,
      videos: () => ({ [video]: { view_count: 1200, timestamp: published } }),
    });
    service = await startTestService({
      ...youtube.settings,
      REELSIGHT_ROLE: 'all',
      REELSIGHT_PLANS: JSON.stringify({ pro: { max_requests_per_minute: 6000, burst: 6000 } }),
    });
    workspace = await service.workspace();
  });

  after(async () => {
    await service.close();
    await youtube.close();
  });

  const read = async (id: string) => {
    const answer = await fetch(`${service.apiUrl}/v1/jobs/${id}/views`, {
      headers: { 'X-Api-Key': workspace.apiKey },
    });
    assert.equal(answer.status, 200);
    const { data } = (await answer.json()) as { data: JobViews };
    return data;
  };

  /** Makes the next reading due and has a pass made by the service itself. */
  async function pass(id: string): Promise<void> {
    const { db, queue } = service.domain;
    const past = new Date(Date.now() - 1000);
    await db.query('update view_readings set next_at = $2 where job_id = $1', [id, past]);
    await db.transaction((tx) => queue.enqueue(tx, 'views', {}));
  }

  test('the analysis gives the first row although it did not ask for metadata, yt-dlp the others', async () => {
    const made = await workspace.client.jobs.create({ url, capabilities: ['transcription'] });
    const signal = AbortSignal.timeout(240_000);
    const job = await workspace.client.jobs.wait(made.job_id, { signal });
    assert.equal(job.status, 'completed', JSON.stringify(job));

    const first = await read(job.job_id);
    assert.deepEqual(
      first.views.map(({ views }) => views),
      [1200],
    );
    assert.equal(first.published_at, new Date(published * 1000).toISOString());
    assert.equal(first.reading, 'scheduled');
    const inDays = Date.parse(first.next_reading ?? '') / dayMs - published / 86_400;
    assert.ok(inDays >= 3 && inDays < 3.25, `the next one ${inDays} days after publication`);

    await youtube.say(video, { view_count: 4321, timestamp: published });
    await pass(job.job_id);
    await waitFor(async () => {
      const { views, audience } = await read(job.job_id);
      assert.equal(views.length, 2);
      assert.equal(audience?.views, 4321);
      assert.equal(audience.read_at, views[1]?.read_at);
    });

    await youtube.say(video, 'Unable to download webpage: HTTP Error 429: Too Many Requests');
    await pass(job.job_id);
    await waitFor(async () => {
      const { reading, reason, views } = await read(job.job_id);
      assert.deepEqual([reading, views.length], ['scheduled', 2]);
      assert.match(reason ?? '', /limiting requests/);
    });
    const backOffs = await service.domain.db.query<{ platform: string }>(
      'select platform from platform_states where backoff_until > now()',
    );
    assert.deepEqual(backOffs, [{ platform: 'views:youtube' }], 'jobs are not held up');
    await service.domain.db.query('delete from platform_states');

    await youtube.say(video, 'Video unavailable. This video has been removed by the uploader');
    await pass(job.job_id);
    await waitFor(async () => {
      const { reading, next_reading, reason, views } = await read(job.job_id);
      assert.deepEqual([reading, next_reading, views.length], ['vanished', null, 2]);
      assert.match(reason ?? '', /removed/);
    });

    const again = await workspace.client.jobs.get(job.job_id);
    assert.equal(again.status, 'completed', 'the job is as it was');
  });
});
