/** Reads that wait for their job or batch to change, and reads whose answer need not be sent again. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { heartbeat } from '../server/src/domain/jobs/lifecycle.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import {
  type Answer,
  accepted,
  type Caller,
  type Subject,
  startSubject,
  urls,
} from './interface/subject.ts';

let subject: Subject;
before(async () => {
  subject = await sharedSubject();
});
after(() => subject.close());

async function timed(ask: Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const startedMs = performance.now();
  const answer = await ask;
  return { answer, ms: performance.now() - startedMs };
}

const waiting = (owner: Caller, path: string, seconds: number | string, tag?: string) =>
  timed(owner.with({ Prefer: `wait=${seconds}`, ...(tag && { 'If-None-Match': tag }) }).get(path));

const jobPath = (id: string): string => `/v1/jobs/${id}`;
const applied = (answer: Answer): string | null => answer.headers.get('preference-applied');

describe('Prefer: wait', () => {
  test('a read answers as soon as the job has its results', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const asked = waiting(owner, jobPath(id), 15);

    await sleep(300);
    await subject.worker.complete(id);

    const { answer, ms } = await asked;
    const job = accepted(answer, 200);
    assert.deepEqual([job.status, applied(answer)], ['completed', 'wait=15']);
    assert.ok(job.results);
    assert.equal(answer.headers.get('retry-after'), null);
    assert.ok(ms < 10_000, `${ms} ms`);
  });

  test('or is held, or when the time is over', async () => {
    const owner = await subject.owner('scale', 100);
    const { job_id: id } = await owner.job();
    const { answer, ms } = await waiting(owner, jobPath(id), 1);
    assert.equal(accepted(answer, 200).status, 'pending');
    assert.deepEqual([applied(answer), answer.headers.get('retry-after')], ['wait=1', '1']);
    assert.ok(ms > 900 && ms < 8000, `${ms} ms`);

    const asked = waiting(owner, jobPath(id), 15);
    await subject.worker.hold(id);

    const held = await asked;
    assert.equal(accepted(held.answer, 200).status, 'held');
    assert.ok(held.ms < 10_000, `${held.ms} ms`);
    assert.ok((await waiting(owner, jobPath(id), 15)).ms < 5000, 'it is held already');
  });

  test('with If-None-Match, as soon as anything changed', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const claimed = await subject.worker.claim(id);
    const first = await owner.get(jobPath(id));
    const tag = first.headers.get('etag') ?? '';
    const asked = waiting(owner, jobPath(id), 15, tag);

    await sleep(300);
    const beat = { ...claimed, stage: 'ingestion' as const, percent: 55, usage: {} };
    assert.ok(await heartbeat(subject.domain, beat));

    const { answer, ms } = await asked;
    assert.equal(accepted(answer, 200).progress.percent, 55);
    assert.ok(ms < 10_000, `${ms} ms`);

    const same = await waiting(owner, jobPath(id), 1, answer.headers.get('etag') ?? '');
    assert.deepEqual([same.answer.status, applied(same.answer)], [304, 'wait=1']);
  });

  test('of a batch', async () => {
    const owner = await subject.owner();
    const batch = await owner.batch();
    const path = `/v1/batch/${batch.batch_id}`;
    const asked = waiting(owner, path, 15);
    for (const { job_id } of batch.jobs) await subject.worker.complete(job_id);
    const { answer } = await asked;
    assert.deepEqual([accepted(answer, 200).status, applied(answer)], ['completed', 'wait=15']);
  });

  test('of a creation: 202 with the job as it is then, and of its replay', async () => {
    const owner = await subject.owner();
    const headers = { Prefer: 'wait=15', 'Idempotency-Key': 'once' };
    const body = { url: 'https://youtu.be/dQw4w9WgXcQ', capabilities: ['transcription'] };
    const asked = owner.post('/v1/jobs', body, headers);
    const id = await waitFor(async () => {
      const [one] = accepted(await owner.get('/v1/jobs'), 200);
      assert.ok(one);
      return one.job_id;
    });
    await subject.worker.complete(id);

    const answer = await asked;
    const job = accepted(answer, 202);
    assert.deepEqual([job.job_id, job.status, applied(answer)], [id, 'completed', 'wait=15']);
    assert.ok(job.results);

    const again = await owner.post('/v1/jobs', body, headers);
    assert.deepEqual([again.status, applied(again)], [200, 'wait=15']);

    const late = await owner.post('/v1/jobs', body, { Prefer: 'wait=1' });
    assert.equal(accepted(late, 202).status, 'pending');
    assert.equal(late.headers.get('retry-after'), '30');
  });

  test('the longest wait is a setting; what is no wait is ignored', async () => {
    const own = await startSubject({ REELSIGHT_WAIT_SECONDS: '1' });
    try {
      const owner = await own.owner();
      const { job_id: id } = await owner.job();
      assert.equal(applied((await waiting(owner, jobPath(id), 600)).answer), 'wait=1');
      assert.equal(
        applied((await waiting(owner, jobPath(id), '"1"; x=y, respond-async')).answer),
        'wait=1',
      );

      for (const bad of ['0', '-1', 'x', '1.5', '']) {
        const { answer } = await waiting(owner, jobPath(id), bad);
        assert.deepEqual([answer.status, applied(answer)], [200, null], bad);
      }
    } finally {
      await own.close();
    }
  });

  test('a job that is deleted meanwhile: JOB_NOT_FOUND', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const asked = waiting(owner, jobPath(id), 15);
    await sleep(300);
    await subject.domain.db.query('delete from jobs where id = $1', [id]);
    assert.equal((await asked).answer.json.error.code, 'JOB_NOT_FOUND');
  });

  test('it takes one token', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const left = (answer: Answer) => Number(answer.headers.get('x-ratelimit-remaining'));
    const before = left(await owner.get(jobPath(id)));

    await waiting(owner, jobPath(id), 1);
    const after = left(await owner.get(jobPath(id)));
    // The bucket is refilled with 5 tokens a second.
    assert.ok(before - after <= 2, `${before} to ${after}`);
  });
});

describe('Bounds of waiting', () => {
  test('however many wait, the database is asked at a steady rate', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const { db } = subject.domain;
    let asked = 0;
    const counting = {
      ...db,
      query: <Row>(sql: string, params?: readonly unknown[], name?: string): Promise<Row[]> => {
        if (name === 'sights') asked += 1;
        return query<Row>(sql, params, name);
      },
    };
    const query = db.query.bind(db);
    Object.assign(db, { query: counting.query });

    try {
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => waiting(owner, jobPath(id), 3)),
      );
      assert.ok(answers.every(({ answer }) => applied(answer) === 'wait=3'));
      assert.ok(asked >= 2 && asked <= 20, `${asked} statements`);
    } finally {
      Object.assign(db, { query });
    }
  });

  test('readers of one batch share what they read of it, and `*` waits for its end', async () => {
    const owner = await subject.owner();
    const { batch_id: id } = await owner.batch({ urls: urls(20) });
    const { db } = subject.domain;
    const tag = (await owner.get(`/v1/batch/${id}`)).headers.get('etag') ?? '';
    const query = db.query.bind(db);
    let reads = 0;
    const counting = <Row>(sql: string, ...rest: readonly unknown[]): Promise<Row[]> => {
      if (/from jobs.* where .*batch_id = \$1/s.test(sql)) reads += 1;
      return query<Row>(sql, ...(rest as []));
    };

    try {
      for (const header of ['*', `"other", *`, tag]) {
        reads = 0;
        Object.assign(db, { query: counting });

        const asked = Promise.all(
          Array.from({ length: 40 }, () => waiting(owner, `/v1/batch/${id}`, 4, header)),
        );

        for (let moved = 0; moved < 15; moved += 1) {
          await query('update batches set updated_at = $2 where id = $1', [id, new Date()]);
          await sleep(200);
        }

        for (const { answer, ms } of await asked) {
          assert.deepEqual([answer.status, applied(answer)], [304, 'wait=4']);
          assert.ok(ms > 3500, `${header}: ${ms} ms`);
        }

        // Requests with a tag read the jobs once each, to compare it.
        const most = header === tag ? 70 : 10;
        assert.ok(reads > 0 && reads <= most, `${header}: ${reads} reads of the jobs`);
      }
    } finally {
      Object.assign(db, { query });
    }
  });

  test('a read that waits does not outlive its key', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const keys = `/admin/v1/workspaces/${owner.tenantId}/keys`;
    const body = { name: 'leaked', scopes: ['jobs:read'] };
    const made = accepted(await subject.operator.post(keys, body), 201);
    const asked = waiting(owner.with({ 'X-Api-Key': made.api_key }), jobPath(id), 15);
    const whole = waiting(owner, jobPath(id), 15);

    await sleep(500);
    accepted(await subject.operator.delete(`/admin/v1/keys/${made.key_id}`), 204);
    await subject.worker.complete(id);

    const { answer } = await asked;
    assert.deepEqual([answer.status, answer.json.error?.code], [401, 'INVALID_API_KEY']);
    assert.ok(!answer.text.includes('results'));
    assert.equal(accepted((await whole).answer, 200).status, 'completed');
  });

  test('a workspace and the service have so many places; beyond, the answer comes at once', async () => {
    const own = await startSubject({ REELSIGHT_WAITS_OF_WORKSPACE: '2', REELSIGHT_WAITS: '3' });
    try {
      const ada = await own.owner();
      const bob = await own.owner();
      const path = jobPath((await ada.job()).job_id);
      const other = jobPath((await bob.job()).job_id);
      const both = [waiting(ada, path, 3), waiting(ada, path, 3), waiting(bob, other, 3)];
      await sleep(700);

      for (const [owner, one] of [
        [ada, path],
        [bob, other],
      ] as const) {
        const { answer, ms } = await waiting(owner, one, 15);
        assert.deepEqual([answer.status, applied(answer)], [200, null]);
        assert.ok(ms < 10_000, `${ms} ms`);
      }

      for (const one of both) assert.equal(applied((await one).answer), 'wait=3');
      assert.equal(applied((await waiting(ada, path, 1)).answer), 'wait=1');
    } finally {
      await own.close();
    }
  });

  test('who leaves gives its place back, and the service stops although reads wait', async () => {
    const own = await startSubject({ REELSIGHT_WAITS_OF_WORKSPACE: '1' });
    const owner = await own.owner();
    const path = jobPath((await owner.job()).job_id);
    const leave = new AbortController();
    const left = fetch(own.service.apiUrl + path, {
      headers: { ...owner.headers, Prefer: 'wait=30' },
      signal: leave.signal,
    });

    await sleep(500);
    assert.equal(applied((await waiting(owner, path, 1)).answer), null);
    leave.abort();
    await assert.rejects(left);
    await waitFor(async () => {
      assert.equal(applied((await waiting(owner, path, 1)).answer), 'wait=1');
    });

    const last = waiting(owner, path, 30);
    await sleep(300);

    const startedMs = performance.now();
    await own.close();
    assert.ok(performance.now() - startedMs < 10_000);
    assert.equal((await last).answer.status, 200);
  });
});

describe('ETag', () => {
  test('a job that did not change: 304; one that did: 200', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();
    const first = await owner.get(jobPath(id));
    const tag = first.headers.get('etag') ?? '';
    assert.match(tag, /^W\/"[\w-]{22}"$/);
    assert.equal(first.headers.get('cache-control'), 'private, no-cache');
    assert.equal(first.headers.get('retry-after'), '10');

    const known = owner.with({ 'If-None-Match': `"other", ${tag}` });
    const same = await known.get(jobPath(id));
    assert.deepEqual([same.status, same.text, same.headers.get('etag')], [304, '', tag]);
    await subject.worker.complete(id);

    const changed = await known.get(jobPath(id));
    const job = accepted(changed, 200);
    assert.ok(job.results);

    const done = owner.with({ 'If-None-Match': changed.headers.get('etag') ?? '' });
    assert.equal((await done.get(jobPath(id))).status, 304);
    assert.equal((await owner.with({ 'If-None-Match': '*' }).get(jobPath(id))).status, 304);
  });

  test('a batch, and the list of jobs', async () => {
    const owner = await subject.owner();
    const { batch_id, jobs } = await owner.batch();
    for (const path of [`/v1/batch/${batch_id}`, '/v1/jobs']) {
      const tag = (await owner.get(path)).headers.get('etag') ?? '';
      const known = owner.with({ 'If-None-Match': tag });
      assert.equal((await known.get(path)).status, 304, path);
      await subject.worker.complete(jobs[path === '/v1/jobs' ? 1 : 0].job_id);
      assert.equal((await known.get(path)).status, 200, path);
    }
  });
});
