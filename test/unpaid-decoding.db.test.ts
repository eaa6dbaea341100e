/**
 * Videos that were decoded for jobs that are not charged: an owner may have an allowance of them, after which further
 * videos of theirs wait.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import type { JobRow } from '../server/src/db/jobs/jobs.ts';
import { claimJob } from '../server/src/domain/jobs/claim-jobs.ts';
import { expireHeldJob, failJob, retryJob } from '../server/src/domain/jobs/lifecycle.ts';
import { passToLongVideos } from '../server/src/domain/jobs/long-videos.ts';
import type { PlannedPart } from '../server/src/jobs/parts/plan-parts.ts';
import { admitIngested } from '../server/testing/jobs/steps.ts';
import { makeClip, steadyTimes } from '../server/testing/media/made-clip.ts';
import { startTestService, type TestService } from '../server/testing/service.ts';
import { accepted, type Json, type Owner, refused, Subject } from './interface/subject.ts';

const allowanceMinutes = 10;
const allowance = allowanceMinutes * 60;

const startSubject = async (env: Record<string, string> = {}): Promise<Subject> =>
  new Subject(
    await startTestService({
      REELSIGHT_UNPAID_DECODING_MINUTES: String(allowanceMinutes),
      ...env,
    }),
  );

/** The video that is analysed: its header says less about its pictures than they turn out to be. */
const ask = { capabilities: ['objects'], objects: ['dog'], fps: 4 };
const durationSeconds = 100;
const header = { title: null, durationSeconds };
const measured = { pictures: durationSeconds * ask.fps, hasSound: true };
const joinPart: PlannedPart = {
  kind: 'join',
  span: { from: 0, to: 0 },
  start: 0,
  end: durationSeconds,
};

/** The steps of a worker on the jobs of a service. */
class Steps {
  readonly subject: Subject;
  constructor(subject: Subject) {
    this.subject = subject;
  }

  async row(id: string): Promise<JobRow> {
    const row = await this.subject.worker.row(id);
    assert.ok(row);
    return row;
  }

  async claim(id: string) {
    const { task_id: taskId } = await this.row(id);
    assert.ok(taskId);
    return claimJob(this.subject.domain, { jobId: id, taskId, workerId: 'w' });
  }

  /** Claims the job and decodes its video for so many seconds. */
  async decode(id: string, seconds: number): Promise<JobRow> {
    const claim = await this.claim(id);
    assert.ok('job' in claim, 'the job is claimed');
    assert.equal(await admitIngested(this.subject.domain, claim.job, header), 'go');
    await this.subject.domain.db.query(
      `update jobs set decoding_since = decoding_since - $2 * interval '1 second',
         started_at = started_at - $2 * interval '1 second' where id = $1`,
      [id, seconds],
    );
    return claim.job;
  }

  /** Ends the decoding as a worker does: a job that is refused fails. */
  async endDecoding(job: JobRow): Promise<'go' | 'held' | 'failed'> {
    const { domain } = this.subject;
    try {
      const kind = await admitIngested(domain, job, { ...header, measured }, [joinPart]);
      assert.notEqual(kind, 'lost');
      return kind as 'go' | 'held';
    } catch (error) {
      assert.ok(error instanceof Fault);
      await failJob(domain, job, error);
      return 'failed';
    }
  }

  /** Credits that a job is estimated to cost before its video is decoded, and after. */
  async estimates(): Promise<{ readonly before: number; readonly after: number }> {
    const owner = await this.subject.owner('scale', 100_000);
    const { job_id: id } = await owner.job(ask);
    const job = await this.decode(id, 0);
    const before = (await this.row(id)).credits_estimated;
    assert.equal(await this.endDecoding(job), 'go');
    const { credits_estimated: after } = await this.row(id);
    assert.ok(before < after, `${before} and ${after} credits`);
    return { before, after };
  }

  /** Seconds that count for the owner of a workspace, or for the workspace if it has none. */
  async counted(owner: string): Promise<number> {
    const rows = await this.subject.domain.db.query<{ seconds: number }>(
      'select seconds from unpaid_decoding where owner = $1',
      [owner],
    );
    return Math.round(rows[0]?.seconds ?? 0);
  }

  /** Fails a job of the owner after so many seconds of decoding. */
  async waste(owner: Owner, seconds: number): Promise<void> {
    const job = await this.decode((await owner.job(ask)).job_id, seconds);
    await failJob(this.subject.domain, job, new Fault('EXTRACTION_FAILED', 'in a test'));
  }

  /** Lets time pass for what counts. */
  async later(seconds: number): Promise<void> {
    await this.subject.domain.db.query(
      `update unpaid_decoding set counted_at = counted_at - $1 * interval '1 second'`,
      [seconds],
    );
  }
}

const submit = (owner: Owner) =>
  owner.post('/v1/jobs', { url: 'https://youtu.be/dQw4w9WgXcQ', ...ask });

describe('Decoding that is not charged', () => {
  let subject: Subject;
  let steps: Steps;
  let credits: { readonly before: number; readonly after: number };
  before(async () => {
    subject = await startSubject({ REELSIGHT_YTDLP: 'no-such-program' });
    steps = new Steps(subject);
    credits = await steps.estimates();
  });
  after(() => subject.close());

  test('one credit below the estimate after decoding, as often as the allowance lasts and no more', async () => {
    const owner = await subject.owner('scale', 100_000);
    const cheap = { ...ask, max_credits: credits.after - 1 };
    let failures = 0;
    let answer = await owner.post('/v1/jobs', { url: 'https://youtu.be/dQw4w9WgXcQ', ...cheap });

    while (answer.status === 202 && failures < 10) {
      const { job_id: id } = accepted(answer, 202);
      assert.equal(await steps.endDecoding(await steps.decode(id, 250)), 'failed');
      const job = await owner.read(id);
      assert.deepEqual([job.error.code, job.credits_charged], ['BUDGET_EXCEEDED', null]);
      failures += 1;
      answer = await owner.post('/v1/jobs', { url: 'https://youtu.be/dQw4w9WgXcQ', ...cheap });
    }

    assert.equal(failures, 3);
    refused(answer, 429, 'RATE_LIMITED');
    assert.match(answer.json.error.message, /Try again in 36[01] minutes\.$/);
    assert.equal(await owner.balance(), 100_000);
    assert.equal(await steps.counted(owner.tenantId), 750);
    accepted(await submit(await subject.owner()), 202);

    // A day gives the whole allowance back.
    await steps.later((151 / allowance) * 86_400);
    accepted(await submit(owner), 202);
  });

  test('a few broken videos hold nobody up', async () => {
    const owner = await subject.owner();
    for (let count = 0; count < 5; count += 1) await steps.waste(owner, 100);
    accepted(await submit(owner), 202);
  });

  test('jobs that were sent before wait in the queue, and go on as the allowance comes back', async () => {
    const owner = await subject.owner();
    const { job_id: waiting } = await owner.job(ask);
    const batch = await owner.batch({ capabilities: ['objects'], objects: ['dog'] });
    await steps.waste(owner, allowance + 1);

    const { task_id: first } = await steps.row(waiting);
    assert.deepEqual(await steps.claim(waiting), { again: true });
    const { status, task_id: second } = await steps.row(waiting);
    assert.equal(status, 'pending');
    assert.notEqual(second, first);
    const [task] = await subject.domain.db.query<{ wait: number }>(
      'select extract(epoch from start_after - now())::float8 as wait from pgboss.job where id = $1',
      [second],
    );
    assert.ok(task && task.wait > 100 && task.wait <= 660, `${task?.wait} s`);

    // A batch is not refused either: its jobs wait.
    const { batch_id } = await owner.batch({ capabilities: ['objects'], objects: ['dog'] });
    for (const { jobs } of [batch, await owner.readBatch(batch_id)])
      assert.deepEqual(await steps.claim(jobs[0].job_id), { again: true });

    await steps.later(1000);
    assert.ok('job' in (await steps.claim(waiting)));
  });

  test('a job whose video is decoded already goes on', async () => {
    const owner = await subject.owner('scale', credits.before);
    const { job_id: id } = await owner.job(ask);
    assert.equal(await steps.endDecoding(await steps.decode(id, allowance + 1)), 'held');
    await subject.domain.db.query(
      `update jobs set stages_completed = '{ingestion}', media_kept_at = now() where id = $1`,
      [id],
    );
    refused(await submit(owner), 429, 'RATE_LIMITED');
    await owner.credit(1000);
    await subject.quiet();
    assert.ok('job' in (await steps.claim(id)));
  });

  test('held once it is decoded: counts as it is held, and not again when it is cancelled or expires', async () => {
    for (const end of ['cancelled', 'expired'] as const) {
      const owner = await subject.owner('scale', credits.before);
      const { job_id: id } = await owner.job(ask);
      assert.equal(await steps.endDecoding(await steps.decode(id, 100)), 'held');
      assert.equal(await steps.counted(owner.tenantId), 100);

      if (end === 'expired') await expireHeldJob(subject.domain, id);
      else accepted(await owner.post(`/v1/jobs/${id}/cancel`), 200);
      const job = await owner.read(id);
      assert.deepEqual([job.status, job.credits_charged], ['cancelled', null]);
      assert.equal(await steps.counted(owner.tenantId), 100);
    }
  });

  test('held before it is decoded, or failed without decoding: counts nothing', async () => {
    const owner = await subject.owner('scale', 1);
    const { job_id: held } = await owner.job(ask);
    await subject.worker.hold(held);
    await subject.worker.fail((await owner.job(ask)).job_id);
    assert.equal(await steps.counted(owner.tenantId), 0);
  });

  test('cancelled while decoding: what was charged does not count, what was written off does', async () => {
    const rich = await subject.owner();
    const { job_id: paid } = await rich.job(ask);
    await steps.decode(paid, 120);
    const cancelled = accepted(await rich.post(`/v1/jobs/${paid}/cancel`), 200);
    assert.equal(cancelled.credits_charged, 21);
    assert.equal(await steps.counted(rich.tenantId), 0);

    const poor = await subject.owner('scale', credits.before);
    const { job_id: unpaid } = await poor.job(ask);
    await steps.decode(unpaid, 1200);
    const short = accepted(await poor.post(`/v1/jobs/${unpaid}/cancel`), 200);
    assert.equal(short.credits_charged, credits.before);
    const share = 1 - credits.before / 201;
    assert.ok(Math.abs((await steps.counted(poor.tenantId)) - 1200 * share) <= 2);
  });

  test('decoding before a job went to the long videos counts if the job is cancelled there', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job(ask);
    const job = await steps.decode(id, 90);
    assert.ok(await passToLongVideos(subject.domain, job));
    assert.equal(await steps.counted(owner.tenantId), 0);

    const cancelled = accepted(await owner.post(`/v1/jobs/${id}/cancel`), 200);
    assert.equal(cancelled.credits_charged, null);
    assert.equal(await steps.counted(owner.tenantId), 90);
  });

  test('attempts that the video crashed count once the job fails; those that the service lost do not', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job(ask);
    const fault = new Fault('PROCESSING_ERROR', 'in a test');

    for (const [reason, outcome] of [
      ['lost', 'retried'],
      ['outage', 'retried'],
      ['closing', 'retried'],
      ['crashed', 'retried'],
      ['crashed', 'retried'],
      ['crashed', 'failed'],
    ] as const) {
      const job = await steps.decode(id, 50);
      assert.equal(await steps.counted(owner.tenantId), 0);
      assert.equal(await retryJob(subject.domain, job, fault, reason), outcome);
    }

    assert.equal(await steps.counted(owner.tenantId), 150);
  });

  test('what is paid for does not count, and gives back what counted', async () => {
    const owner = await subject.owner('scale', 100_000);
    await steps.waste(owner, 300);

    const { job_id: id } = await owner.job(ask);
    const first = await steps.decode(id, 50);
    await retryJob(subject.domain, first, new Fault('PROCESSING_ERROR', 'in a test'), 'crashed');
    const second = await steps.decode(id, 200);
    assert.equal(await steps.endDecoding(second), 'go');
    await subject.worker.settle(second);
    assert.ok((await owner.read(id)).credits_charged > 30);
    assert.equal(await steps.counted(owner.tenantId), 100);

    const { job_id: another } = await owner.job(ask);
    await subject.worker.settle(await decodedJob(another, 200));
    assert.equal(await steps.counted(owner.tenantId), 0);
  });

  async function decodedJob(id: string, seconds: number): Promise<JobRow> {
    const job = await steps.decode(id, seconds);
    assert.equal(await steps.endDecoding(job), 'go');
    return job;
  }

  test('all workspaces of a person share one allowance; the operator has no limit', async () => {
    const { db } = subject.domain;
    const one = await subject.owner();
    const other = await subject.owner();
    const operators = await subject.owner();
    for (const [id, isOperator] of [
      ['jo', false],
      ['op', true],
    ] as const)
      await db.query(
        `insert into users (id, name, email, email_verified, created_at, updated_at, operator)
         values ($1, $1, $1 || '@example.com', true, now(), now(), $2)`,
        [id, isOperator],
      );
    for (const { tenantId } of [one, other])
      await db.query(`insert into members values ($1, 'jo', 'owner', now())`, [tenantId]);
    await db.query(`insert into members values ($1, 'op', 'owner', now())`, [operators.tenantId]);

    await steps.waste(one, allowance + 1);
    refused(await submit(other), 429, 'RATE_LIMITED');
    assert.equal(await steps.counted('jo'), allowance + 1);

    await steps.waste(operators, allowance + 1);
    accepted(await submit(operators), 202);
  });

  test('rows are forgotten once nothing of them counts', async () => {
    const owner = await subject.owner();
    await steps.waste(owner, 100);
    await subject.sweep('unpaid_decoding');
    assert.equal(await steps.counted(owner.tenantId), 100);
    await steps.later((101 / allowance) * 86_400);
    await subject.sweep('unpaid_decoding');
    const rows = await subject.domain.db.query('select 1 from unpaid_decoding where owner = $1', [
      owner.tenantId,
    ]);
    assert.equal(rows.length, 0);
  });
});

test('nobody has a limit where it is off or processing is free', async () => {
  for (const env of [
    { REELSIGHT_UNPAID_DECODING_MINUTES: 'off' },
    { REELSIGHT_PRICE_PROCESSING_MINUTE: '0' },
  ]) {
    const subject = await startSubject({ REELSIGHT_YTDLP: 'no-such-program', ...env });
    try {
      const owner = await subject.owner();
      await new Steps(subject).waste(owner, 10 * allowance);
      accepted(await submit(owner), 202);
    } finally {
      await subject.close();
    }
  }
});

describe('A video that a worker really decodes', () => {
  let service: TestService;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelsight-unpaid-'));
    service = await startTestService({
      REELSIGHT_ROLE: 'all',
      REELSIGHT_UNPAID_DECODING_MINUTES: '0.00001',
    });
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('and whose job then fails uncharged is decoded again only as the allowance comes back', async () => {
    const path = join(folder, 'changing.mp4');
    const side = 64;
    // Every sampled picture differs from the one before, which the header does not tell.
    const draw = (time: number) => {
      const left = (Math.round(time * 4) % 4) * 16;
      return [{ left, top: 0, width: 16, height: side, luma: 235 }];
    };
    makeClip(path, { video: { width: side, height: side, times: steadyTimes(4, 300), draw } });
    const bytes = await readFile(path);

    const { client } = await service.workspace('scale', 100_000);
    const upload_key = await client.uploads.put(new Blob([bytes]), { contentType: 'video/mp4' });
    const terms = { ...ask, capabilities: ['objects' as const], upload_key };
    const analyse = async (max_credits: number): Promise<Json> => {
      const { job_id: id } = await client.jobs.create({ ...terms, max_credits });
      return client.jobs.wait(id, { signal: AbortSignal.timeout(120_000) });
    };

    // The cap is that of the header, and below the estimate by the pictures.
    const { credits_estimated: byHeader } = await client.jobs.estimate(terms);
    const failed = await analyse(byHeader);
    assert.deepEqual([failed.error?.code, failed.credits_charged], ['BUDGET_EXCEEDED', null]);
    assert.ok(failed.credits_estimated > byHeader);

    await assert.rejects(analyse(byHeader), { code: 'RATE_LIMITED', status: 429 });
  });
});
