/** Tests that frequent queries on large tables use an index instead of reading the whole table. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestDatabase } from '../../testing/database.ts';
import { correctedJobs } from './corrections.ts';
import type { Database, Queryable } from './database.ts';
import { takeDuePerson } from './events/mail.ts';
import { jobPage } from './jobs/job-page.ts';
import { takeMeaningJob } from './search/meaning.ts';
import { takeSearchJob } from './search/search-index.ts';
import { removeEndedShares, shareMarksSince } from './shares.ts';
import { listKeys } from './workspaces/keys.ts';

let db: Database;
before(async () => {
  db = await openTestDatabase();
  await db.exec(`
    insert into workspaces (id, name, email, plan, webhook_secret, anchor_at, created_at)
      select 'ws_' || n, 'w', 'w@example.com', 'scale', 's', now(), now() from generate_series(0, 9) n;
    insert into jobs (id, workspace_id, status, platform, ask, tags, credits_estimated, created_at, updated_at)
      select 'job_' || n, 'ws_' || n % 10, 'completed', 'upload', '{}',
        case when n = 4 then '{rare}' when n % 3 = 0 then '{frequent}' else '{}' end::text[],
        1, now() + n * interval '1 second', now()
      from generate_series(1, 4000) n;
    insert into search_jobs (job_id, workspace_id, made_at) select id, workspace_id, created_at from jobs;
    insert into corrections (id, job_id, workspace_id, kind, target, name, actor, created_at)
      select 'cor_' || id, id, workspace_id, 'confirm', 'brand', 'Nike', '{}', now() from jobs;
    insert into shares (id, workspace_id, job_id, hash, parts, created_at, expires_at)
      select 'shr_' || id, workspace_id, id, id, '{video}', created_at, created_at + interval '1 day' from jobs;
    insert into api_keys (id, workspace_id, name, hash, scopes, created_at, revoked_at)
      select 'key_' || n, 'ws_' || n / 2000, 'k', n, '{jobs:read}', now() + n * interval '1 second',
        case when n % 1000 <> 4 then now() end
      from generate_series(1, 19999) n;
    insert into users (id, name, email, email_verified, created_at, updated_at)
      select 'usr_' || n, 'u', n || '@example.com', true, now(), now() from generate_series(1, 3) n;
    insert into mail_items (id, user_id, workspace_id, kind, details, created_at)
      select 'mail_' || to_char(n, 'FM0000'), 'usr_' || n % 3 + 1, 'ws_1', 'job', '{"kind": "job"}', now()
      from generate_series(1, 4000) n;
    insert into mail_people (user_id, next_at) values ('usr_2', now() + interval '1 hour');
    analyze`);
});
after(() => db.close());

/** Query plans of the statements that `work` runs. */
async function plansOf(work: (of: Queryable) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  await work({
    query: async <Row>(sql: string, params?: readonly unknown[]): Promise<Row[]> => {
      const rows = await db.query<Record<string, string>>(`explain ${sql}`, params);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return [];
    },
    onCommitted: () => undefined,
  });

  return plans;
}

const page = {
  workspaceId: 'ws_4',
  status: null,
  followId: null,
  externalId: null,
  before: null,
  createdAfter: null,
  createdBefore: null,
  updatedAfter: null,
  limit: 20,
};

describe('By an index is found', () => {
  test('the keys of a workspace, however many were revoked', async () => {
    const [plan = ''] = await plansOf((of) => listKeys(of, 'ws_4'));
    for (const index of ['api_keys_valid', 'api_keys_revoked'])
      assert.match(plan, new RegExp(index));
    assert.doesNotMatch(plan, /Seq Scan|WindowAgg/);

    const keys = await listKeys(db, 'ws_4');
    assert.equal(keys.length, 202);
    assert.deepEqual(
      keys.slice(0, 4).map(({ id }) => id),
      ['key_9004', 'key_8004', 'key_9999', 'key_9998'],
    );
  });

  test('the next job to be read by search, although all wait', async () => {
    const [plan = ''] = await plansOf((of) => takeSearchJob(of, 'ws_4'));
    assert.match(plan, /search_jobs_due/);
    assert.doesNotMatch(plan, /Seq Scan on search_jobs/);
  });

  test('what a rare tag has', async () => {
    const [plan = ''] = await plansOf((of) => jobPage(of, { ...page, tag: 'rare' }));
    assert.match(plan, /jobs_tagged/);
    const found = await jobPage(db, { ...page, tag: 'rare' });
    assert.deepEqual(
      found.map(({ id }) => id),
      ['job_4'],
    );
  });

  test('links that were made since a moment, and those that ended', async () => {
    const since = new Date(Date.now() + 3_900_000);
    const [marks = ''] = await plansOf((of) => shareMarksSince(of, since));
    assert.match(marks, /shares_by_made/);
    const [ended = ''] = await plansOf((of) => removeEndedShares(of, new Date()));
    assert.match(ended, /shares_by_end/);
  });

  test('what was corrected in one workspace', async () => {
    const [plan = ''] = await plansOf((of) => correctedJobs(of, 'ws_4', 100));
    assert.match(plan, /corrections_of_workspace/);
    assert.doesNotMatch(plan, /Seq Scan/);
  });

  test('who is to be told something, although thousands of items wait', async () => {
    const now = new Date();
    const until = new Date(now.getTime() + 60_000);
    const [plan = ''] = await plansOf((of) => takeDuePerson(of, { now, until }));
    assert.match(plan, /mail_items_person/);
    assert.doesNotMatch(plan, /Seq Scan on mail_items/);
  });
});

test('whose oldest item has waited longest is told first, unless they have their pause', async () => {
  const now = new Date();
  const until = new Date(now.getTime() + 60_000);
  const told: (string | undefined)[] = [];
  for (let index = 0; index < 3; index += 1)
    told.push((await takeDuePerson(db, { now, until }))?.user_id);
  // The oldest item of all belongs to usr_2, who still has to wait for the pause between mails to end.
  assert.deepEqual(told, ['usr_3', 'usr_1', undefined]);
});

test('jobs to be read by search are taken workspace by workspace, and from the first again', async () => {
  const taken: string[] = [];
  let last = 'ws_7';
  for (let index = 0; index < 4; index += 1) {
    last = (await takeSearchJob(db, last))?.owner_group ?? 'none';
    taken.push(last);
  }
  assert.deepEqual(taken, ['ws_8', 'ws_9', 'ws_0', 'ws_1']);
});

test('those of all workspaces of an owner take the turn of one', async () => {
  await db.exec(
    `insert into members values ('ws_3', 'usr_3', 'owner', now()), ('ws_4', 'usr_3', 'owner', now())`,
  );
  const taken: (string | undefined)[] = [];
  let last = 'usr_2';
  for (let index = 0; index < 3; index += 1) {
    const job = await takeSearchJob(db, last);
    last = job?.owner_group ?? 'none';
    taken.push(last);
  }
  assert.deepEqual(taken, ['usr_3', 'ws_0', 'ws_1']);
  await db.exec(`delete from members where user_id = 'usr_3'`);
});

test('jobs to be embedded are taken owner by owner, whichever of their workspaces, and none of a test workspace', async () => {
  await db.exec(`
    insert into members values ('ws_1', 'usr_1', 'owner', now()), ('ws_2', 'usr_1', 'owner', now()),
      ('ws_3', 'usr_1', 'owner', now()), ('ws_5', 'usr_2', 'owner', now());
    update workspaces set test = true where id in ('ws_6', 'ws_7');
    insert into meaning_jobs (job_id, workspace_id, made_at, wanted)
      select job_id, workspace_id, made_at, 1 from search_jobs where workspace_id in ('ws_1', 'ws_2', 'ws_3', 'ws_5', 'ws_6', 'ws_9')`);
  const owners: string[] = [];
  const workspaces = new Set<string>();
  let last = '';
  for (let index = 0; index < 60; index += 1) {
    const job = await takeMeaningJob(db, last);
    last = job?.owner_group ?? 'none';
    owners.push(last);
    workspaces.add(job?.workspace_id ?? 'none');
  }
  assert.deepEqual(owners.slice(0, 6), ['usr_1', 'usr_2', 'ws_9', 'usr_1', 'usr_2', 'ws_9']);
  assert.deepEqual([...workspaces].toSorted(), ['ws_1', 'ws_2', 'ws_3', 'ws_5', 'ws_9']);

  const [plan = ''] = await plansOf((of) => takeMeaningJob(of, 'usr_1'));
  assert.match(plan, /meaning_jobs_due/);
  assert.doesNotMatch(plan, /Seq Scan on meaning_jobs/);
});
