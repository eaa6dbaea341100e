/**
 * interface.md "States of a job", "Cancelling and deleting a job", "Listing jobs": jobs are read, listed, cancelled and
 * deleted in every state.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { askOf, Fault, stages } from '@reelsight/contract';
import { heartbeat, retryJob } from '../../server/src/domain/jobs/lifecycle.ts';
import { insertPendingJob } from '../../server/src/domain/states/pending-jobs.ts';
import { retryStalledJobs } from '../../server/src/domain/upkeep/sweep.ts';
import { finishStage } from '../../server/testing/jobs/steps.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { sharedSubject } from './shared-subject.ts';
import {
  accepted,
  dayMs,
  isTimestamp,
  type Json,
  type Owner,
  refused,
  type Subject,
} from './subject.ts';

let subject: Subject;
before(async () => {
  subject = await sharedSubject();
});
after(() => subject.close());

/** Creates jobs in every state, in a workspace that can pay for one minute of video and no more. */
async function inEveryState(): Promise<{ owner: Owner; ids: Record<string, string> }> {
  const owner = await subject.owner('scale', 50);
  const ids: Record<string, string> = {};

  for (const state of ['completed', 'failed', 'cancelled', 'held', 'processing', 'pending'])
    ids[state] = (await owner.job()).job_id;

  const id = (state: string): string => ids[state] ?? '';
  await subject.worker.complete(id('completed'));
  await subject.worker.fail(id('failed'));
  await owner.post(`/v1/jobs/${id('cancelled')}/cancel`);
  await subject.worker.hold(id('held'));
  await subject.worker.claim(id('processing'));

  return { owner, ids };
}

describe('GET /v1/jobs/:id', () => {
  test('an unknown job is JOB_NOT_FOUND (404)', async () => {
    const owner = await subject.owner();
    for (const id of ['job_0', 'nothing', 'batch_0'])
      refused(await owner.get(`/v1/jobs/${id}`), 404, 'JOB_NOT_FOUND');
  });

  test('pending: neither progress, results nor error', async () => {
    const { owner, ids } = await inEveryState();
    const job = await owner.read(ids.pending ?? '');
    assert.equal(job.status, 'pending');
    for (const name of ['progress', 'results', 'error']) assert.ok(!(name in job), name);
    assert.equal(job.started_at, null);
  });

  test('processing: progress with the stage, those completed and those remaining without it; started_at is set', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const claimed = await subject.worker.claim(id);
    const job = await owner.read(id);
    assert.equal(job.status, 'processing');
    isTimestamp(job.started_at);
    assert.equal(job.completed_at, null);
    assert.equal(job.progress.stage, 'ingestion');
    assert.deepEqual(job.progress.stages_completed, []);
    assert.deepEqual(job.progress.stages_remaining, ['transcription', 'analysis', 'merging']);
    await finishStage(subject.domain, claimed, 'ingestion', true);
    await heartbeat(subject.domain, { ...claimed, stage: 'transcription', percent: 1, usage: {} });

    const { progress } = await owner.read(id);
    assert.equal(progress.stage, 'transcription');
    assert.deepEqual(progress.stages_completed, ['ingestion']);
    assert.deepEqual(progress.stages_remaining, ['analysis', 'merging']);
  });

  test('progress follows the order of the stages, also where one ends before its first heartbeat', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const claimed = await subject.worker.claim(id);

    for (const [index, stage] of stages.slice(0, -1).entries()) {
      await finishStage(subject.domain, claimed, stage, false);
      const { overall_percent: overall, ...progress } = (await owner.read(id)).progress;
      assert.ok(overall > 0 && overall < 100, String(overall));
      assert.deepEqual(progress, {
        stage: stages[index + 1],
        stages_completed: stages.slice(0, index + 1),
        stages_remaining: stages.slice(index + 2),
        percent: 0,
      });
    }

    // A retry that lost the files of a stage repeats the stage, which is then not complete.
    await heartbeat(subject.domain, { ...claimed, stage: 'transcription', percent: 1, usage: {} });
    const { progress } = await owner.read(id);
    assert.deepEqual(progress.stages_completed, ['ingestion']);
    assert.deepEqual(progress.stages_remaining, ['analysis', 'merging']);
  });

  test('completed: results, credits_charged, processing_seconds, completed_at; no progress', async () => {
    const { owner, ids } = await inEveryState();
    const job = await owner.read(ids.completed ?? '');

    assert.equal(job.status, 'completed');
    assert.ok(job.results.meta);
    assert.ok(Number.isInteger(job.credits_charged) && job.credits_charged >= 1);
    assert.equal(typeof job.processing_seconds, 'number');
    assert.equal(job.video_duration_seconds, 60);
    assert.equal(job.video_title, 'A video');
    isTimestamp(job.completed_at);
    for (const name of ['progress', 'error']) assert.ok(!(name in job), name);
  });

  test('?results says how much of the results is read; each has an entity tag of its own', async () => {
    const owner = await subject.owner('scale', 1000);
    const { job_id } = await owner.job({ capabilities: ['brands', 'objects'], objects: ['dog'] });
    const seen = { confidence: 0.9, total_appearances: 1, first_seen: 3, last_seen: 5 };
    const box = { x: 0.25, y: 0.5, width: 0.1, height: 0.2 };
    const frame = { timestamp: 4, confidence: 0.9, bounding_box: box };
    await subject.worker.complete(job_id, {
      brands: [{ name: 'Sony', ...seen, appearances: [], frame_detections: [frame] }],
      objects: [{ name: 'dog', category: 'pet', ...seen, appearances: [], frames: [frame] }],
      meta: { fps_used: 1, frames_analyzed: 2, engines: {} },
    } as never);

    const read = async (query: string) => {
      const answer = await owner.get(`/v1/jobs/${job_id}${query}`);
      return { job: accepted(answer, 200), tag: answer.headers.get('etag') };
    };
    const full = await read('');
    assert.equal(full.job.results.brands[0].frame_detections.length, 1);
    assert.deepEqual((await read('?results=full')).job, full.job);

    const { brands, objects, ...rest } = full.job.results;
    const short = await read('?results=without_frames');
    assert.deepEqual(short.job, {
      ...full.job,
      results: {
        ...rest,
        brands: [{ ...brands[0], frame_detections: [] }],
        objects: [{ ...objects[0], frames: [] }],
      },
    });

    const { results: _, ...state } = full.job;
    const none = await read('?results=none');
    assert.deepEqual(none.job, state);
    assert.equal(new Set([full, short, none].map(({ tag }) => tag)).size, 3);

    for (const wrong of ['all', ''])
      refused(await owner.get(`/v1/jobs/${job_id}?results=${wrong}`), 422, 'VALIDATION_FAILED');
  });

  test('failed: error with code and message instead of results; nothing charged', async () => {
    const { owner, ids } = await inEveryState();
    const job = await owner.read(ids.failed ?? '');

    assert.equal(job.status, 'failed');
    assert.equal(job.error.code, 'EXTRACTION_FAILED');
    assert.ok(job.error.message.length > 0);
    assert.equal(job.credits_charged, null);
    assert.equal(job.processing_seconds, null);
    isTimestamp(job.completed_at);
    for (const name of ['progress', 'results']) assert.ok(!(name in job), name);
  });

  test('held: nothing charged, processing_seconds null, not ended', async () => {
    const { owner, ids } = await inEveryState();
    const job = await owner.read(ids.held ?? '');
    assert.equal(job.status, 'held');
    assert.equal(job.credits_charged, null);
    assert.equal(job.processing_seconds, null);
    assert.equal(job.completed_at, null);
    for (const name of ['progress', 'results', 'error']) assert.ok(!(name in job), name);
  });

  test('every job failure code appears as error.code inside a 200', async () => {
    const codes = [
      'EXTRACTION_FAILED',
      'PLATFORM_403',
      'PLATFORM_UNAVAILABLE',
      'PLATFORM_RATE_LIMITED',
      'VIDEO_TOO_LONG',
      'BUDGET_EXCEEDED',
      'TRANSCRIPTION_FAILED',
      'ANALYSIS_FAILED',
      'SURFACE_VERIFICATION_UNAVAILABLE',
      'TIMEOUT',
      'STAGE_DEADLINE_EXCEEDED',
      'WORKER_STALLED',
      'PROCESSING_ERROR',
    ] as const;
    const owner = await subject.owner();

    for (const code of codes) {
      const { job_id: id } = await owner.job();
      await subject.worker.fail(id, code);
      assert.equal((await owner.read(id)).error.code, code);
    }
  });

  test('a failure that is none of a job reads PROCESSING_ERROR, without internals', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    await subject.worker.fail(id, 'INTERNAL_ERROR');
    const { error } = await owner.read(id);
    assert.equal(error.code, 'PROCESSING_ERROR');
    assert.ok(!error.message.includes('in a test'));
  });
});

describe('After ingestion', () => {
  test('an estimate on the real duration above max_credits: BUDGET_EXCEEDED, not charged', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job({ max_credits: 3 });
    const job = await subject.worker.claim(id);
    await assert.rejects(
      subject.worker.ingest(job, 600),
      (error) => error instanceof Fault && error.code === 'BUDGET_EXCEEDED',
    );
  });

  test('max_credits is not checked at submit', async () => {
    const owner = await subject.owner();
    assert.equal((await owner.job({ max_credits: 0 })).status, 'pending');
  });

  test('a real duration above the cap of the plan: VIDEO_TOO_LONG; audio alone may be longer', async () => {
    const minutes = {
      free: [20, 60],
      starter: [60, 180],
      pro: [120, 300],
      scale: [240, 600],
    } as const;
    for (const [plan, [video, audio]] of Object.entries(minutes)) {
      const owner = await subject.owner(plan as 'free', 100_000);
      const ingest = async (fields: Json, seconds: number) => {
        const { job_id: id } = await owner.job(fields);
        const outcome = await subject.worker
          .ingest(await subject.worker.claim(id), seconds)
          .catch((error: unknown) => (error as Fault).code);
        await owner.post(`/v1/jobs/${id}/cancel`);
        return outcome;
      };
      const seen = { capabilities: ['objects', 'transcription'], objects: ['dog'] };
      const heard = { capabilities: ['transcription', 'metadata', 'summary'] };

      assert.equal(await ingest(seen, video * 60), 'go');
      assert.equal(await ingest(seen, video * 60 + 1), 'VIDEO_TOO_LONG');
      assert.equal(await ingest(heard, audio * 60), 'go');
      assert.equal(await ingest(heard, audio * 60 + 1), 'VIDEO_TOO_LONG');
    }
  });

  test('a real cost above the balance holds the job; a top-up sends it back to pending', async () => {
    const owner = await subject.owner('scale', 5);
    const { job_id: id } = await owner.job();

    await subject.worker.hold(id);
    assert.equal((await owner.read(id)).status, 'held');
    await owner.credit(10_000);
    await waitFor(async () => assert.equal((await owner.read(id)).status, 'pending'));
    await subject.worker.complete(id);
    assert.equal((await owner.read(id)).status, 'completed');
  });

  test('held for 7 days without funding: cancelled with HELD_EXPIRED', async () => {
    const owner = await subject.owner('scale', 5);
    const { job_id: id } = await owner.job();
    await subject.worker.hold(id);
    await subject.clock.ahead(7 * dayMs - 60_000, () => subject.sweep('held'));
    assert.equal((await owner.read(id)).status, 'held');
    await subject.clock.ahead(7 * dayMs, () => subject.sweep('held'));

    const job = await owner.read(id);
    assert.equal(job.status, 'cancelled');
    assert.equal(job.error.code, 'HELD_EXPIRED');
    assert.equal(job.credits_charged, null);
    isTimestamp(job.completed_at);
  });

  test('an infrastructure failure is retried twice with a fresh billing clock, then WORKER_STALLED', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();

    for (const expected of ['retried', 'retried', 'failed']) {
      const job = await subject.worker.claim(id);
      const outcome = await retryJob(subject.domain, job, new Fault('WORKER_STALLED', 'test'));
      assert.equal(outcome, expected);
      assert.equal((await owner.read(id)).started_at === null, expected === 'retried');
    }

    const job = await owner.read(id);
    assert.equal(job.error.code, 'WORKER_STALLED');
    assert.equal(job.credits_charged, null);
  });

  test('the percent of the whole job never falls, also when lost work is done again', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const overall = async (): Promise<number> => (await owner.read(id)).progress.overall_percent;
    const first = await subject.worker.claim(id);

    assert.equal(await overall(), 0);
    const far = { ...first, stage: 'ingestion' as const, percent: 80, usage: {} };
    assert.ok(await heartbeat(subject.domain, far));

    const reached = await overall();
    assert.ok(reached > 5 && reached < 50, String(reached));

    await retryJob(subject.domain, first, new Fault('WORKER_STALLED', 'test'));

    const second = await subject.worker.claim(id);
    assert.equal((await owner.read(id)).progress.percent, 0);
    assert.equal(await overall(), reached);
    assert.ok(
      await heartbeat(subject.domain, { ...second, stage: 'ingestion', percent: 100, usage: {} }),
    );
    assert.ok((await overall()) > reached);
  });

  test('a worker that is silent for 60 seconds loses its job', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const job = await subject.worker.claim(id);
    const silentFor = (seconds: number) =>
      subject.domain.db.query(
        "update jobs set heartbeat_at = now() - $2 * interval '1 second' where id = $1",
        [id, seconds],
      );

    await silentFor(50);
    await retryStalledJobs(subject.domain);
    assert.equal((await owner.read(id)).status, 'processing');
    await silentFor(61);
    await retryStalledJobs(subject.domain);
    assert.equal((await owner.read(id)).status, 'pending');
    assert.equal(await subject.worker.ingest(job, 60), 'lost');
  });
});

describe('POST /v1/jobs/:id/cancel', () => {
  test('pending: cancelled, free, completed_at set, answered as the full job without results', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const job = accepted(await owner.post(`/v1/jobs/${id}/cancel`), 200);

    assert.equal(job.status, 'cancelled');
    assert.equal(job.credits_charged, null);
    assert.equal(job.processing_seconds, null);
    isTimestamp(job.completed_at);
    assert.ok(!('results' in job) && !('progress' in job) && !('error' in job));
    assert.deepEqual(await owner.read(id), job);
  });

  test('processing: cancelled, charged only for compute already spent', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const claimed = await subject.worker.claim(id);
    assert.equal(await subject.worker.ingest(claimed, 60), 'go');
    await subject.workedFor(id, 90);

    const job = accepted(await owner.post(`/v1/jobs/${id}/cancel`), 200);
    assert.equal(job.status, 'cancelled');
    assert.ok(job.credits_charged >= 15 && job.credits_charged <= 17, String(job.credits_charged));
    assert.equal(await owner.balance(), 1000 - job.credits_charged);
    assert.equal(job.processing_seconds, null);
  });

  test('held: cancelled, nothing charged', async () => {
    const { owner, ids } = await inEveryState();
    const balance = await owner.balance();
    const job = accepted(await owner.post(`/v1/jobs/${ids.held}/cancel`), 200);
    assert.equal(job.status, 'cancelled');
    assert.equal(job.credits_charged, null);
    assert.equal(await owner.balance(), balance);
  });

  test('completed, failed, cancelled: JOB_NOT_CANCELLABLE (409)', async () => {
    const { owner, ids } = await inEveryState();
    for (const state of ['completed', 'failed', 'cancelled']) {
      const answer = await owner.post(`/v1/jobs/${ids[state]}/cancel`);
      refused(answer, 409, 'JOB_NOT_CANCELLABLE', state);
    }
  });

  test('a job of a batch: JOB_NOT_CANCELLABLE (409), the message names the batch', async () => {
    const owner = await subject.owner();
    const { batch_id: batch, jobs } = await owner.batch();
    const answer = await owner.post(`/v1/jobs/${jobs[0].job_id}/cancel`);
    refused(answer, 409, 'JOB_NOT_CANCELLABLE', batch);
    assert.equal((await owner.read(jobs[0].job_id)).status, 'pending');
  });

  test('unknown: JOB_NOT_FOUND (404)', async () => {
    const owner = await subject.owner();
    refused(await owner.post('/v1/jobs/job_0/cancel'), 404, 'JOB_NOT_FOUND');
  });

  test('a worker cannot write to a cancelled job', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const claimed = await subject.worker.claim(id);
    await owner.post(`/v1/jobs/${id}/cancel`);
    assert.equal(await subject.worker.ingest(claimed, 60), 'lost');
    await assert.rejects(subject.worker.settle(claimed));
    assert.equal((await owner.read(id)).status, 'cancelled');
  });
});

describe('DELETE /v1/jobs/:id', () => {
  test('a terminal job: 204, then 404 everywhere; the ledger stays', async () => {
    const { owner, ids } = await inEveryState();
    const ledger = accepted(await owner.get('/v1/usage'), 200).transactions;

    for (const state of ['completed', 'failed', 'cancelled']) {
      const path = `/v1/jobs/${ids[state]}`;
      accepted(await owner.delete(path), 204);
      refused(await owner.get(path), 404, 'JOB_NOT_FOUND');
      refused(await owner.delete(path), 404, 'JOB_NOT_FOUND');
      refused(await owner.post(`${path}/cancel`), 404, 'JOB_NOT_FOUND');
    }

    assert.equal(accepted(await owner.get('/v1/jobs'), 200).length, 3);
    assert.deepEqual(accepted(await owner.get('/v1/usage'), 200).transactions, ledger);
  });

  test('pending, processing, held: JOB_NOT_DELETABLE (409)', async () => {
    const { owner, ids } = await inEveryState();
    for (const state of ['pending', 'processing', 'held']) {
      refused(await owner.delete(`/v1/jobs/${ids[state]}`), 409, 'JOB_NOT_DELETABLE');
    }
  });

  test('a job of a batch only once the batch is terminal; the rollup keeps counting it', async () => {
    const owner = await subject.owner();
    const { batch_id: batch, jobs } = await owner.batch();
    const [first, second] = jobs.map((job: Json) => job.job_id);
    await subject.worker.complete(first);
    refused(await owner.delete(`/v1/jobs/${first}`), 409, 'JOB_NOT_DELETABLE', batch);
    await subject.worker.fail(second);
    accepted(await owner.delete(`/v1/jobs/${first}`), 204);

    const { rollup, total_jobs: total } = await owner.readBatch(batch);
    assert.equal(total, 2);
    assert.equal(rollup.completed, 1);
    assert.equal(rollup.total, 2);
  });

  test('a stored upload goes with the last job that uses it', async () => {
    const owner = await subject.owner();
    const key = await owner.upload();
    const upload = { url: null, upload_key: key };
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { job_id: id } = await owner.job(upload);
      await owner.post(`/v1/jobs/${id}/cancel`);
      ids.push(id);
    }

    accepted(await owner.delete(`/v1/jobs/${ids[0]}`), 204);
    const dry = { ...upload, capabilities: ['summary'], dry_run: true };
    accepted(await owner.post('/v1/jobs', dry), 200);
    accepted(await owner.delete(`/v1/jobs/${ids[1]}`), 204);
    refused(await owner.post('/v1/jobs', dry), 422, 'VALIDATION_FAILED', 'upload_key');
  });
});

describe('GET /v1/jobs', () => {
  test('the reduced job has these fields and no others', async () => {
    const owner = await subject.owner();
    const job = await owner.job({ external_id: 'x' });
    const list = accepted(await owner.get('/v1/jobs'), 200);
    const { job_id, status, url, platform, credits_estimated, follow_id, created_at } = job;
    const identity = { video_title: null, external_id: 'x' };
    const outcome = { credits_charged: null, completed_at: null };
    const video = { video_duration_seconds: null, video_thumbnail_url: null };

    assert.deepEqual(list, [
      {
        job_id,
        status,
        url,
        platform,
        credits_estimated,
        follow_id,
        created_at,
        ...identity,
        ...outcome,
        ...video,
        tags: [],
        highlights: null,
      },
    ]);
  });

  test('a job of an upload is listed by its file name; a final one with its charge and its end', async () => {
    const owner = await subject.owner();
    const upload = { url: null, upload_key: await owner.upload(), upload_filename: 'holiday.mp4' };
    const job = await owner.job(upload);
    const ended = accepted(await owner.post(`/v1/jobs/${job.job_id}/cancel`), 200);
    const [listed] = accepted(await owner.get('/v1/jobs'), 200);

    assert.equal(listed.video_title, 'holiday.mp4');
    assert.ok(!('external_id' in listed));
    assert.equal(listed.completed_at, ended.completed_at);
    assert.ok(listed.completed_at);
    assert.equal(listed.credits_charged, ended.credits_charged);
  });

  test('newest first by created_at, then id; pagination tells has_more and next_cursor', async () => {
    const owner = await subject.owner();
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1) made.unshift((await owner.job()).job_id);

    const order = await pages(owner, '/v1/jobs?limit=3');
    assert.deepEqual(order.sizes, [3, 3, 1]);

    const list = order.items;
    assert.deepEqual([...order.ids].sort(), [...made].sort());

    const sorted = [...list].sort((a, b) =>
      `${a.created_at}${a.job_id}` < `${b.created_at}${b.job_id}` ? 1 : -1,
    );
    assert.deepEqual(list, sorted);
  });

  test('a last page that is full has no next_cursor', async () => {
    const owner = await subject.owner();
    await owner.job();
    await owner.job();

    const { pagination } = (await owner.get('/v1/jobs?limit=2')).json;
    assert.deepEqual(pagination, { has_more: false, next_cursor: null });

    const empty = (await (await subject.owner()).get('/v1/jobs')).json;
    assert.deepEqual(empty.data, []);
    assert.deepEqual(empty.pagination, { has_more: false, next_cursor: null });
  });

  test('pages neither repeat nor lose a job while others are created', async () => {
    const owner = await subject.owner();
    const made = new Set<string>();
    for (let count = 0; count < 6; count += 1) made.add((await owner.job()).job_id);
    const { ids } = await pages(owner, '/v1/jobs?limit=2', () => owner.job());
    assert.deepEqual(new Set(ids), made);
    assert.equal(ids.length, made.size);
  });

  test('limit: 1 to 100, default 20', async () => {
    const owner = await subject.owner();
    for (let count = 0; count < 21; count += 1) await owner.job();
    assert.equal(accepted(await owner.get('/v1/jobs'), 200).length, 20);
    assert.equal(accepted(await owner.get('/v1/jobs?limit=100'), 200).length, 21);
    assert.equal(accepted(await owner.get('/v1/jobs?limit=1'), 200).length, 1);

    for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1e1', '%20', '99999999999999999999']) {
      const answer = await owner.get(`/v1/jobs?limit=${limit}`);
      refused(answer, 422, 'VALIDATION_FAILED', 'limit');
    }
  });

  test('status: each of the six, anything else VALIDATION_FAILED', async () => {
    const { owner, ids } = await inEveryState();
    for (const [state, id] of Object.entries(ids)) {
      const list = accepted(await owner.get(`/v1/jobs?status=${state}`), 200);
      assert.deepEqual(
        list.map((job: Json) => [job.job_id, job.status]),
        [[id, state]],
      );
    }

    for (const bad of ['', 'PENDING', 'done', 'pending,failed', 'any']) {
      const answer = await owner.get(`/v1/jobs?status=${bad}`);
      refused(answer, 422, 'VALIDATION_FAILED', 'status');
    }
  });

  test("follow_id: one follow, or any; a caller's own jobs have none", async () => {
    const owner = await subject.owner();
    await owner.job();

    const followed = await insertFollowJobs(owner, 'fol_0', 2);
    const ids = async (query: string) =>
      accepted(await owner.get(`/v1/jobs?${query}`), 200).map((job: Json) => job.job_id);
    assert.deepEqual((await ids('follow_id=any')).sort(), followed.sort());
    assert.deepEqual((await ids('follow_id=fol_0')).sort(), followed.sort());
    assert.deepEqual(await ids('follow_id=fol_1'), []);
    assert.equal((await ids('')).length, 3);
    assert.equal((await owner.read(followed[0] ?? '')).follow_id, 'fol_0');
    refused(await owner.get('/v1/jobs?follow_id='), 422, 'VALIDATION_FAILED', 'follow_id');
  });

  test('external_id filters', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job({ external_id: 'a b/😀&' });

    await owner.job({ external_id: 'other' });
    await owner.job();

    const list = await owner.get(`/v1/jobs?external_id=${encodeURIComponent('a b/😀&')}`);
    assert.deepEqual(
      accepted(list, 200).map((job: Json) => job.job_id),
      [id],
    );

    const long = await owner.get(`/v1/jobs?external_id=${'x'.repeat(201)}`);
    refused(long, 422, 'VALIDATION_FAILED', 'external_id');
    refused(await owner.get('/v1/jobs?external_id='), 422, 'VALIDATION_FAILED', 'external_id');
  });

  test('created_after, created_before, updated_after', async () => {
    const owner = await subject.owner();
    const first = await owner.job();
    const second = await subject.clock.ahead(60_000, () => owner.job());
    const at = encodeURIComponent(new Date(Date.parse(first.created_at) + 30_000).toISOString());
    const ids = async (query: string) =>
      accepted(await owner.get(`/v1/jobs?${query}`), 200).map((job: Json) => job.job_id);
    assert.deepEqual(await ids(`created_after=${at}`), [second.job_id]);
    assert.deepEqual(await ids(`created_before=${at}`), [first.job_id]);
    assert.deepEqual(await ids(`updated_after=${at}`), [second.job_id]);
    await subject.clock.ahead(60_000, () => owner.post(`/v1/jobs/${first.job_id}/cancel`));
    assert.equal((await ids(`updated_after=${at}`)).length, 2);

    const both = `created_after=2020-01-01&created_before=2100-01-01T00:00:00%2B02:00`;
    assert.equal((await ids(both)).length, 2);
  });

  test('a zone whose plus is not encoded is east of UTC, as it was meant', async () => {
    const owner = await subject.owner();
    const { job_id: id, created_at: created } = await owner.job();
    const ids = async (query: string) =>
      accepted(await owner.get(`/v1/jobs?${query}`), 200).map((job: Json) => job.job_id);
    // The same time, as a clock two hours east of UTC shows it.
    const east = (seconds: number) =>
      new Date(Date.parse(created) + (7200 + seconds) * 1000).toISOString().replace('Z', '+02:00');

    for (const plus of ['+', '%2B']) {
      const at = (seconds: number) => east(seconds).replace('+', plus);
      assert.deepEqual(await ids(`created_after=${at(-1)}&created_before=${at(1)}`), [id]);
      assert.deepEqual(await ids(`created_after=${at(1)}`), []);
    }

    assert.deepEqual(await ids(`created_after=2026-01-01T10:00+0200`), [id]);
  });

  test('a bad date is VALIDATION_FAILED', async () => {
    const owner = await subject.owner();
    const bad = [
      '',
      'x',
      'yesterday',
      '2026-13-01',
      '2026-02-30',
      '2026-01-01T25:00:00Z',
      '1700000000',
      '2026-1-1',
      '2026-01-01 02:00',
      '2026-01-01T10:00 2:00',
      '0000-01-01',
      '9999-12-31T23:59:59-12:00',
      '+275760-09-13',
    ];

    for (const name of ['created_after', 'created_before', 'updated_after']) {
      for (const value of bad) {
        const answer = await owner.get(`/v1/jobs?${name}=${encodeURIComponent(value)}`);
        refused(answer, 422, 'VALIDATION_FAILED', name);
      }
    }

    for (const good of ['2026-01-01', '0001-01-01', '9999-12-31T23:59:59.999Z']) {
      accepted(await owner.get(`/v1/jobs?created_after=${good}`), 200);
    }
  });

  test('a malformed cursor is VALIDATION_FAILED', async () => {
    const owner = await subject.owner();
    const encode = (text: string) => Buffer.from(text).toString('base64url');
    const bad = [
      '',
      'x',
      'null',
      '%00',
      encode('1'),
      encode('1.batch_0'),
      encode('1.txn_0'),
      encode('x.job_0'),
      encode('999999999999999.job_0'),
      encode("1.job_0'"),
      `${encode('1.job_0')}=`,
      'a'.repeat(501),
    ];

    for (const value of bad) {
      const answer = await owner.get(`/v1/jobs?cursor=${value}`);
      refused(answer, 422, 'VALIDATION_FAILED', 'cursor');
    }
  });

  test('a parameter given twice is VALIDATION_FAILED; unknown ones are ignored', async () => {
    const owner = await subject.owner();
    refused(await owner.get('/v1/jobs?limit=1&limit=2'), 422, 'VALIDATION_FAILED', 'limit');
    accepted(await owner.get('/v1/jobs?colour=red&limit[]=x&__proto__=1&page=2'), 200);
  });
});

async function pages(
  owner: Owner,
  path: string,
  between?: () => Promise<unknown>,
): Promise<{ items: Json[]; ids: string[]; sizes: number[] }> {
  const items: Json[] = [];
  const sizes: number[] = [];
  for (let cursor = ''; ; ) {
    const answer = await owner.get(path + cursor);
    const page = accepted(answer, 200);
    const { has_more: more, next_cursor: next } = answer.json.pagination;
    assert.equal(more, next !== null);
    items.push(...page);
    sizes.push(page.length);
    await between?.();

    if (!more) return { items, ids: items.map((job) => job.job_id), sizes };
    cursor = `&cursor=${next}`;
  }
}

/** Creates jobs as a Follow does, through the same function as a call. */
async function insertFollowJobs(owner: Owner, followId: string, count: number): Promise<string[]> {
  const { domain } = subject;
  const link = domain.ports.parseVideoUrl('https://youtu.be/dQw4w9WgXcQ');
  const video = { ...link, uploadKey: null, etag: null, title: null, durationSeconds: null };
  const caller = {
    workspaceId: owner.tenantId,
    plan: 'scale',
    pastDue: false,
    balance: 1,
  } as const;
  const ask = askOf({ capabilities: ['summary'] }, { max_fps: 1 });
  const ids = Array.from({ length: count }, () => domain.newId('job'));
  for (const id of ids) {
    await domain.db.transaction((tx) =>
      insertPendingJob(domain, tx, caller, {
        id,
        ask,
        video: { ...video, thumbnailUrl: null },
        estimate: { credits: 1, breakdown: [] },
        webhookUrl: null,
        externalId: null,
        publishedAt: null,
        tags: [],
        followId,
        ahead: 0,
      }),
    );
  }

  return ids;
}
