/**
 * A real video is analysed from start to end, and files that are no videos end with an error code. Uses the service
 * with its worker, over HTTP.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CreateJob, Job } from '@reelsight/contract';
import { cutClip } from '../server/testing/media/cut-clip.ts';
import { sampleVideo as sample } from '../server/testing/sample-video.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const shared =
  process.env.REELSIGHT_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url));
const noShared = existsSync(shared) ? false : 'the shared media are not here';

let service: TestService;
let folder: string;
/** A clip long enough to contain speech, brands and an object. */
let clip: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-analysis-'));
  clip = join(folder, 'clip.mp4');
  await cutClip(sample, clip, 8);

  service = await startTestService(
    {
      REELSIGHT_ROLE: 'all',
      REELSIGHT_WORKER_CONCURRENCY: '2',
      REELSIGHT_PLANS: JSON.stringify({
        pro: { max_requests_per_minute: 100_000, burst: 100_000 },
        scale: { max_requests_per_minute: 100_000, burst: 100_000 },
      }),
    },
    // This suite tests how processes do a job, so no part may come from the cache.
    { usesPartCache: false },
  );
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

type Asked = Partial<CreateJob> & Pick<CreateJob, 'capabilities'>;

async function submit(workspace: TestWorkspace, path: string, asked: Asked): Promise<Job> {
  const bytes = await readFile(path);
  const contentType = path.endsWith('.webm') ? 'video/webm' : 'video/mp4';
  const upload_key = await workspace.client.uploads.put(new Blob([bytes]), { contentType });
  return (await workspace.client.jobs.create({ upload_key, ...asked } as never)) as Job;
}

const ended = async (workspace: TestWorkspace, id: string): Promise<Job> =>
  (await workspace.client.jobs.wait(id, {
    signal: AbortSignal.timeout(240_000),
    // After a top-up, held jobs go on in the background a moment later, so waiting must not stop at `held`.
    stopWhenHeld: false,
  })) as Job;

/** Returns the job as soon as `wanted` is true for it. */
const jobWhen = (
  workspace: TestWorkspace,
  id: string,
  wanted: (job: Job) => boolean,
): Promise<Job> =>
  waitFor(async () => {
    const job = (await workspace.client.jobs.get(id)) as Job;
    assert.ok(wanted(job), `the job is still ${job.status}`);
    return job;
  });

describe('a video of ours', () => {
  let workspace: TestWorkspace;
  let job: Job;

  before(async () => {
    workspace = await service.workspace('pro');
    const begun = await submit(workspace, clip, {
      upload_filename: 'sample.mp4',
      capabilities: ['transcription', 'summary', 'brands', 'metadata', 'custom_query', 'objects'],
      queries: ['Which brands are visible?'],
      objects: ['person', 'unicorn'],
      fps: 1,
    });
    job = await ended(workspace, begun.job_id);
  });

  test('every capability gives a result, and every engine that ran is named', () => {
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    const { results } = job;
    assert.ok(results);
    assert.equal(results.metadata?.title, 'sample.mp4');
    assert.ok(results.metadata?.width && results.metadata.height);
    assert.ok(results.brands && results.brands.length > 0);
    assert.equal(results.query_results?.length, 1);
    assert.deepEqual(results.objects, []);
    assert.ok(results.meta.engines.text);
    assert.equal(results.meta.fps_used, 1);
    assert.ok(Math.abs(results.meta.frames_analyzed - (job.video_duration_seconds ?? 0)) <= 2);
    assert.deepEqual(results.meta.objects_unsupported, ['unicorn']);

    assert.deepEqual(results.meta.objects_not_found, ['person']);
  });

  test('it is settled: charge, seconds, times', () => {
    assert.ok((job.credits_charged ?? 0) >= 1);
    assert.ok((job.processing_seconds ?? 0) > 0);
    assert.ok(job.started_at && job.completed_at && job.started_at <= job.completed_at);
    assert.equal(job.progress, undefined);
  });

  test('frames, sheets and the thumbnail are fetched with the key, and with no other', async () => {
    const urls = [
      ...(job.results?.storyboard?.sheets ?? []),
      ...(job.results?.brands ?? []).flatMap((brand) =>
        brand.appearances.flatMap((appearance) => appearance.frame_url ?? []),
      ),
      job.video_thumbnail_url ?? '',
    ];

    assert.ok((job.results?.storyboard?.sheets.length ?? 0) > 0);
    assert.ok(urls.length > 2, 'a proof frame, a sheet and a thumbnail');
    const stranger = await service.workspace('pro');

    for (const url of urls) {
      const fetched = await fetch(service.apiUrl + url, {
        headers: { 'X-Api-Key': workspace.apiKey },
      });
      assert.equal(fetched.status, 200, url);
      assert.equal(fetched.headers.get('content-type'), 'image/jpeg');
      assert.equal(fetched.headers.get('cache-control'), 'private, max-age=31536000, immutable');

      const bytes = Buffer.from(await fetched.arrayBuffer());
      assert.equal(bytes.readUInt16BE(0), 0xffd8);

      const refused = await fetch(service.apiUrl + url, {
        headers: { 'X-Api-Key': stranger.apiKey },
      });
      assert.equal(refused.status, 404);
    }
  });

  test('from_job takes media and transcript over', async () => {
    const begun = await workspace.client.jobs.create({
      upload_key: job.upload_key,
      from_job: job.job_id,
      capabilities: ['summary', 'metadata'],
    } as never);
    const again = await ended(workspace, begun.job_id);
    assert.equal(again.status, 'completed');
    assert.equal(again.results?.meta.media_reused, true);

    // If no speech engine is installed, there is no transcript to reuse.
    const heard = job.results?.transcription !== undefined;
    assert.equal(again.results?.meta.transcript_reused, heard || undefined);
    assert.ok((again.processing_seconds ?? 99) < (job.processing_seconds ?? 0));
  });

  test('from_job takes over the words as people corrected them', async (context) => {
    const [line] = job.results?.transcription?.segments ?? [];
    if (!line) return context.skip('no speech engine is installed');

    const text = 'Nobody said this.';
    await workspace.client.jobs.transcript.edit(job.job_id, 0, { text });
    const begun = await workspace.client.jobs.create({
      upload_key: job.upload_key,
      from_job: job.job_id,
      capabilities: ['transcription'],
    } as never);
    const again = await ended(workspace, begun.job_id);
    assert.equal(again.results?.meta.transcript_corrected, true);
    assert.equal(again.results?.transcription?.segments[0]?.text, text);

    // The recogniser would be asked something else, but nobody wants to correct the same words again.
    const named = await workspace.client.jobs.create({
      upload_key: job.upload_key,
      from_job: job.job_id,
      capabilities: ['transcription'],
      glossary_terms: ['Kubernetes'],
      speakers_expected: 2,
    } as never);
    const hinted = await ended(workspace, named.job_id);
    assert.equal(hinted.results?.meta.transcript_corrected, true);
    assert.equal(hinted.results?.transcription?.segments[0]?.text, text);
    await workspace.client.jobs.transcript.undo(job.job_id, 0);

    const begunPlain = await workspace.client.jobs.create({
      upload_key: job.upload_key,
      from_job: job.job_id,
      capabilities: ['transcription'],
      glossary_terms: ['Kubernetes'],
    } as never);
    const plain = await ended(workspace, begunPlain.job_id);
    assert.equal(plain.results?.meta.transcript_reused, undefined, 'nothing is corrected any more');
  });

  test('a deleted job is gone with its frames', async () => {
    const sheet = job.results?.storyboard?.sheets[0] ?? '';
    await workspace.client.jobs.delete(job.job_id);
    await assert.rejects(workspace.client.jobs.get(job.job_id), { code: 'JOB_NOT_FOUND' });
    const fetched = await fetch(service.apiUrl + sheet, {
      headers: { 'X-Api-Key': workspace.apiKey },
    });
    assert.equal(fetched.status, 404);
  });
});

test('from_job whose media has no pictures is taken apart anew for a job that looks', async () => {
  const workspace = await service.workspace('pro');
  const heard = await submit(workspace, clip, { capabilities: ['metadata'] });
  assert.equal((await ended(workspace, heard.job_id)).status, 'completed');

  const { upload_key } = await workspace.client.jobs.get(heard.job_id);
  const { job_id } = await workspace.client.jobs.create({
    upload_key,
    from_job: heard.job_id,
    capabilities: ['objects'],
    objects: ['person'],
  } as never);
  const seen = await ended(workspace, job_id);
  assert.equal(seen.status, 'completed', JSON.stringify(seen.error));
  assert.equal(seen.results?.meta.media_reused, undefined);
});

test('from_job whose media has no pictures gives its corrected words to a job that looks', async (context) => {
  const workspace = await service.workspace('pro');
  const begun = await submit(workspace, clip, { capabilities: ['transcription'] });
  const heard = await ended(workspace, begun.job_id);
  const [line] = heard.results?.transcription?.segments ?? [];
  if (!line) return context.skip('no speech engine is installed');

  const text = 'Nobody said this either.';
  await workspace.client.jobs.transcript.edit(heard.job_id, 0, { text });
  const { job_id } = await workspace.client.jobs.create({
    upload_key: heard.upload_key,
    from_job: heard.job_id,
    capabilities: ['transcription', 'objects'],
    objects: ['person'],
  } as never);
  const seen = await ended(workspace, job_id);
  assert.equal(seen.results?.meta.media_reused, undefined);
  assert.equal(seen.results?.meta.transcript_corrected, true);
  assert.equal(seen.results?.transcription?.segments[0]?.text, text);
  assert.ok(seen.results?.objects, 'and it looked');
});

test('a job that is cancelled while it runs stops at once and pays only for its compute', async () => {
  const workspace = await service.workspace('pro');
  const begun = await submit(workspace, sample, { capabilities: ['brands'], fps: 4 });
  await jobWhen(workspace, begun.job_id, (job) => job.progress?.stage === 'analysis');

  const cancelled = await workspace.client.jobs.cancel(begun.job_id);
  assert.equal(cancelled.status, 'cancelled');
  assert.ok((cancelled.credits_charged ?? 0) >= 1);
  assert.equal(cancelled.processing_seconds, null);
  assert.ok(cancelled.completed_at);

  // The cancelled job no longer occupies a place, so the next job of the workspace begins.
  const next = await submit(workspace, clip, { capabilities: ['metadata'] });
  assert.equal((await ended(workspace, next.job_id)).status, 'completed');
});

test('a job that cannot be paid for is held after ingestion and goes on by itself after a top-up', async () => {
  const workspace = await service.workspace('scale', 1);
  const begun = await submit(workspace, clip, { capabilities: ['metadata'] });
  const held = await jobWhen(workspace, begun.job_id, (job) => job.status === 'held');
  assert.equal(held.credits_charged, null);
  assert.equal(held.processing_seconds, null);
  await service.admin.workspaces.addCredits(workspace.tenantId, { type: 'purchase', amount: 100 });

  const done = await ended(workspace, begun.job_id);
  assert.equal(done.status, 'completed');
  assert.ok((done.credits_charged ?? 0) >= 1);
});

test('max_credits below the estimate on the real duration fails the job uncharged', async () => {
  const workspace = await service.workspace('pro');
  const begun = await submit(workspace, sample, { capabilities: ['metadata'], max_credits: 1 });
  const failed = await ended(workspace, begun.job_id);
  assert.equal(failed.error?.code, 'BUDGET_EXCEEDED');
  assert.equal(failed.credits_charged, null);
  assert.ok(failed.video_duration_seconds, 'the real duration is shown');
});

test('surfaces without an engine that can tell one fail the job with its code', async () => {
  const workspace = await service.workspace('pro');
  const begun = await submit(workspace, clip, {
    capabilities: ['brands'],
    surfaces: ['jersey-front'],
  });
  const failed = await ended(workspace, begun.job_id);
  assert.equal(failed.error?.code, 'SURFACE_VERIFICATION_UNAVAILABLE');
});

describe('files that are no videos', { skip: noShared }, () => {
  const folder = join(shared, 'media', 'bad');
  const files = noShared ? [] : readdirSync(folder).filter((name) => name !== 'empty.mp4');

  test('each ends within its deadline with a documented code, and the service goes on', async () => {
    const workspace = await service.workspace('scale', 100_000);
    const jobs = await Promise.all(
      files.map(async (name) => {
        const begun = await submit(workspace, join(folder, name), {
          capabilities: ['metadata', 'transcription'],
        });
        return { name, id: begun.job_id };
      }),
    );
    for (const { name, id } of jobs) {
      const job = await ended(workspace, id);
      const truth = JSON.parse(
        readFileSync(
          join(shared, 'media', 'truth', `bad-${name.replace('.mp4', '.json')}`),
          'utf8',
        ),
      );
      assert.ok(truth.expect.status.includes(job.status), `${name}: ${job.status}`);

      if (job.status !== 'failed') continue;
      assert.ok(truth.expect.codes.includes(job.error?.code), `${name}: ${job.error?.code}`);
      assert.doesNotMatch(job.error?.message ?? '', /\/|Error:|\bat \w+ \(/, name);
      assert.equal(job.credits_charged, null);
    }

    const next = await submit(workspace, clip, { capabilities: ['metadata'] });
    assert.equal((await ended(workspace, next.job_id)).status, 'completed');
  });
});
