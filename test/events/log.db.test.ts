/** The log of events as pages: which events it contains, for whom, in which order, and for how long. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { event as eventSchema } from '@reelsight/contract';
import { insertEvents } from '../../server/src/db/events/events.ts';
import { newId } from '../../server/src/db/id.ts';
import { failBatch } from '../../server/src/domain/states/batch-states.ts';
import { databaseKind } from '../../server/testing/database.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  accepted,
  type Caller,
  dayMs,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
} from '../interface/subject.ts';
import { madeEvent, write } from './written.ts';

let subject: Subject;
before(async () => {
  subject = await startSubject({ REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true' });
});
after(() => subject.close());

/** No server listens at this address. */
const webhook = { webhook_url: 'http://127.0.0.1:9/hook' };

async function page(caller: Caller, query = '', path = '/v1/events'): Promise<Json> {
  const answer = await caller.get(`${path}${query}`);
  const data = accepted(answer, 200);
  for (const one of data) eventSchema.parse(one);
  return { data, ...answer.json.pagination };
}

const kinds = ({ data }: Json): string[] => data.map((one: Json) => one.event);

describe('What is in the log', () => {
  test('a job from its creation to its results', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job({ external_id: 'mine' });
    await subject.worker.complete(id);

    const { data, has_more } = await page(owner);
    assert.deepEqual(kinds({ data }), ['job.created', 'job.started', 'job.completed']);
    assert.deepEqual(
      data.map((one: Json) => [one.job_id, one.status]),
      [
        [id, 'pending'],
        [id, 'processing'],
        [id, 'completed'],
      ],
    );
    assert.equal(data[0].external_id, 'mine');

    const job = await owner.read(id);
    assert.equal(data[2].credits_charged, job.credits_charged);
    assert.equal(data[2].completed_at, job.completed_at);
    assert.equal(has_more, false);
  });

  test('held, resumed, failed, cancelled and expired', async () => {
    const owner = await subject.owner('scale', 100);
    const { job_id: held } = await owner.job();
    await subject.worker.hold(held);
    await owner.credit(1000);
    await subject.quiet();
    await subject.worker.fail(held);

    const { job_id: cancelled } = await owner.job();
    await owner.post(`/v1/jobs/${cancelled}/cancel`);

    const { data } = await page(owner);
    assert.deepEqual(
      data.map((one: Json) => [one.job_id, one.event]),
      [
        ...[
          'job.created',
          'job.started',
          'job.held',
          'job.resumed',
          'job.started',
          'job.failed',
        ].map((kind) => [held, kind]),
        [cancelled, 'job.created'],
        [cancelled, 'job.cancelled'],
      ],
    );

    assert.deepEqual(
      [data[2].reason, data[2].balance < data[2].credits_needed],
      ['insufficient_credits', true],
    );
    assert.equal(data[5].error.code, 'EXTRACTION_FAILED');

    const poor = await subject.owner('scale', 100);
    const { job_id: expired } = await poor.job();
    await subject.worker.hold(expired);
    await subject.clock.ahead(8 * dayMs, () => subject.sweep('held'));

    const [last] = (await page(poor)).data.slice(-1);
    assert.deepEqual([last.event, last.error.code], ['job.cancelled', 'HELD_EXPIRED']);
  });

  test('batches with their jobs', async () => {
    const owner = await subject.owner();
    const done = await owner.batch();
    for (const { job_id } of done.jobs) await subject.worker.complete(job_id);

    const cancelled = await owner.batch();
    await owner.post(`/v1/batch/${cancelled.batch_id}/cancel`);

    const failed = await owner.batch();
    await failBatch(subject.domain, failed.batch_id);

    const { data } = await page(owner, '?limit=100');
    const of = (id: string) => kinds({ data: data.filter((one: Json) => one.batch_id === id) });
    const first = of(done.batch_id)[0];
    const last = of(done.batch_id).at(-1);
    assert.deepEqual([first, last], ['batch.created', 'batch.completed']);
    assert.equal(of(done.batch_id).length, 8);
    assert.deepEqual(of(cancelled.batch_id).toSorted(), [
      ...['batch.cancelled', 'batch.created'],
      ...['job.cancelled', 'job.cancelled', 'job.created', 'job.created'],
    ]);
    assert.deepEqual(of(failed.batch_id), [
      ...['batch.created', 'job.created', 'job.created', 'batch.failed'],
    ]);
  });

  test('an event that a webhook carries has its id and its body', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job(webhook);
    await subject.worker.complete(id);

    const rows = await subject.domain.db.query<{ id: string; event: string; body: string }>(
      'select id, event, body from webhook_events where workspace_id = $1',
      [owner.tenantId],
    );
    const { data } = await page(owner);

    assert.deepEqual(
      rows.map((row) => row.event),
      ['job.completed'],
    );
    assert.deepEqual(JSON.parse(rows[0]?.body ?? ''), data[2]);
    assert.equal(rows[0]?.id, data[2].event_id);
  });

  test('of a change that was rolled back there is none', async () => {
    const owner = await subject.owner();
    const { text, values } = insertEvents([madeEvent(owner.tenantId, newId('job'), 0)]);
    const undone = subject.domain.db.transaction(async (tx) => {
      await tx.query(text, values);
      throw new Error('undone');
    });

    await assert.rejects(undone, /undone/);
    assert.deepEqual((await page(owner)).data, []);
  });
});

describe('Reading the log', () => {
  test('page by page, and on from the last one for what comes later', async () => {
    const owner = await subject.owner();
    for (let n = 0; n < 5; n += 1) await owner.job();

    const ids: string[] = [];
    let after = '';
    for (;;) {
      const next = await page(owner, `?limit=2${after}`);
      ids.push(...next.data.map((one: Json) => one.event_id));
      after = `&after=${next.next_cursor}`;
      if (!next.has_more) break;
    }

    assert.equal(new Set(ids).size, 5);
    const nothing = await page(owner, `?limit=2${after}`);
    assert.deepEqual([nothing.data, `&after=${nothing.next_cursor}`], [[], after]);

    const { job_id } = await owner.job();
    const later = await page(owner, `?limit=2${after}`);
    assert.deepEqual(
      later.data.map((one: Json) => one.job_id),
      [job_id],
    );
  });

  test('a log that is still empty has a position too', async () => {
    const owner = await subject.owner();
    const { data, next_cursor } = await page(owner);
    assert.deepEqual([data, next_cursor], [[], '0']);
    await owner.job();
    assert.equal((await page(owner, `?after=${next_cursor}`)).data.length, 1);
  });

  test('of one job', async () => {
    const owner = await subject.owner();
    const { job_id: id } = await owner.job();

    await owner.job();
    await subject.worker.complete(id);

    const path = `/v1/jobs/${id}/events`;
    assert.deepEqual(kinds(await page(owner, '', path)), [
      ...['job.created', 'job.started', 'job.completed'],
    ]);

    const { next_cursor } = await page(owner, '?limit=1', path);
    assert.deepEqual(kinds(await page(owner, `?after=${next_cursor}`, path)), [
      ...['job.started', 'job.completed'],
    ]);
  });

  test('none of another workspace, and nothing without the scope', async () => {
    const ada = await subject.owner();
    const bob = await subject.owner();
    const { job_id: id } = await ada.job();

    assert.deepEqual((await page(bob)).data, []);
    refused(await bob.get(`/v1/jobs/${id}/events`), 404, 'JOB_NOT_FOUND');

    const writer = await ada.limitedTo('jobs:write');
    refused(await writer.get('/v1/events'), 403, 'INSUFFICIENT_SCOPE');
    refused(await writer.get(`/v1/jobs/${id}/events`), 403, 'INSUFFICIENT_SCOPE');
    refused(await subject.stranger.get('/v1/events'), 401, 'INVALID_API_KEY');
  });

  test('a position that is none: VALIDATION_FAILED', async () => {
    const owner = await subject.owner();
    for (const after of ['x', '-1', '1.job_a', '1.evt_A', '1e3', ' 1', '9'.repeat(16)])
      refused(await owner.get(`/v1/events?after=${after}`), 422, 'VALIDATION_FAILED', 'after');
    refused(await owner.get('/v1/events?limit=101'), 422, 'VALIDATION_FAILED', 'limit');
  });

  test('the events of a job go with it, and the position of one of them still counts', async () => {
    const owner = await subject.owner();
    const { job_id: gone } = await owner.job();
    await subject.worker.complete(gone);

    const { next_cursor } = await page(owner);
    const { job_id: kept } = await owner.job();

    accepted(await owner.delete(`/v1/jobs/${gone}`), 204);
    assert.deepEqual(
      (await page(owner)).data.map((one: Json) => one.job_id),
      [kept],
    );
    assert.equal((await page(owner, `?after=${next_cursor}`)).data.length, 1);
  });
});

const countOf = async (owner: Owner): Promise<number> => {
  const rows = await subject.domain.db.query(`select 1 from events where workspace_id = $1`, [
    owner.tenantId,
  ]);
  return rows.length;
};

describe('What is kept', () => {
  test('events are removed after their time, and a position from before is EVENTS_GONE', async () => {
    const owner = await subject.owner();
    await owner.job();

    const old = await page(owner);
    await owner.job();

    const middle = await page(owner);
    const unread = await subject.owner();
    await unread.job();
    await subject.clock.ahead(8 * dayMs, async () => {
      await subject.sweep('events');
      assert.deepEqual([await countOf(owner), await countOf(unread)], [0, 0]);
      await owner.job();
      refused(await owner.get(`/v1/events?after=${old.next_cursor}`), 410, 'EVENTS_GONE');
      refused(await owner.get('/v1/events?after=0'), 410, 'EVENTS_GONE');
      assert.equal((await page(owner, `?after=${middle.next_cursor}`)).data.length, 1);
      assert.equal((await page(owner)).data.length, 1);

      // These events were removed before anybody had read them, so the only position that anybody knew is that of the
      // empty log.
      refused(await unread.get('/v1/events?after=0'), 410, 'EVENTS_GONE');
    });
  });

  test('what is younger stays', async () => {
    const owner = await subject.owner();
    await owner.job();
    await subject.clock.ahead(6 * dayMs, () => subject.sweep('events'));
    assert.equal(await countOf(owner), 1);
  });

  test('a position of a database that was lost is EVENTS_GONE', async () => {
    const owner = await subject.owner();
    await owner.job();
    refused(await owner.get(`/v1/events?after=2`), 410, 'EVENTS_GONE');
    refused(await owner.get(`/v1/events?after=1.${newId('evt')}`), 410, 'EVENTS_GONE');
  });

  test('a workspace that is deleted leaves none', async () => {
    const owner = await subject.owner();
    await owner.job();
    await page(owner);
    accepted(await subject.operator.delete(`/admin/v1/workspaces/${owner.tenantId}`), 204);
    await waitFor(async () => assert.equal(await countOf(owner), 0));
  });
});

describe('Slow commits', () => {
  // The embedded database has one connection, so two transactions are never open at the same time.
  if (databaseKind !== 'pglite')
    test('an event that is committed after a later one is read after it, not skipped', async () => {
      const owner = await subject.owner();
      const { db } = subject.domain;
      const slow = newId('job');
      const quick = newId('job');
      const holding = write(db, [madeEvent(owner.tenantId, slow, 0)], 500);

      await sleep(100);
      await write(db, [madeEvent(owner.tenantId, quick, 0)]);

      const first = await page(owner);
      assert.deepEqual(
        first.data.map((one: Json) => one.job_id),
        [quick],
      );
      await holding;

      const second = await page(owner, `?after=${first.next_cursor}`);
      assert.deepEqual(
        second.data.map((one: Json) => one.job_id),
        [slow],
      );
    });

  test('readers at once give each event one number', async () => {
    const owner = await subject.owner();
    const { db } = subject.domain;
    const jobs = Array.from({ length: 300 }, () => newId('job'));
    await write(
      db,
      jobs.map((id) => madeEvent(owner.tenantId, id, 0)),
    );
    await Promise.all(Array.from({ length: 8 }, () => page(owner)));

    const rows = await db.query<{ seq: number; job_id: string }>(
      'select seq, job_id from events where workspace_id = $1 order by seq',
      [owner.tenantId],
    );
    assert.deepEqual(
      rows.map(({ seq, job_id }) => [seq, job_id]),
      jobs.map((id, k) => [k + 1, id]),
    );
  });
});
