/** Follows of many workspaces: how many run, in which order, on whose credits, and how many requests platforms get. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Follow } from '@reelsight/contract';
import type { Database } from '../server/src/db/database.ts';
import { countWaitingRuns, lockDueFollows } from '../server/src/db/follows.ts';
import { noteBackOff, type Site } from '../server/src/db/jobs/platform-states.ts';
import { listFollowsOf } from '../server/src/domain/follows/follow.ts';
import { closedUntil, noteRefusal, takeShare } from '../server/src/domain/jobs/platform-rate.ts';
import { sweeps } from '../server/src/domain/upkeep/sweep.ts';
import { openTestDatabase } from '../server/testing/database.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { addWorkspace, openWebhookDomain } from '../server/testing/webhooks/webhook-domain.ts';

const isCode = (code: string) => (error: unknown) => (error as { code?: string }).code === code;

describe('Follows of several workspaces', () => {
  let folder: string;
  let asked: string;
  let service: TestService;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelsight-follows-'));
    asked = join(folder, 'asked');
    await writeFile(asked, '');

    // Replaces the platform: notes each request, takes some time, and lists no videos.
    const program = join(folder, 'yt-dlp');
    const script = [
      '#!/bin/sh',
      '[ "$2" = --version ] && echo 2026.11.01 && exit 0',
      'for last; do :; done',
      `echo "$last" >> ${asked}`,
      'case "$last" in *@fulldisk*)',
      '  echo "ERROR: unable to write data: [Errno 28] No space left on device" >&2',
      '  exit 1',
      'esac',
      `case "$last" in *@hanging*) while [ -e ${asked}.hang ]; do sleep 0.2; done ;; esac`,
      'sleep 0.3',
    ];
    await writeFile(program, script.join('\n'));
    await chmod(program, 0o755);
    service = await startTestService({
      REELSIGHT_YTDLP: program,
      // The program writes its notes to a place that no sandbox would allow.
      REELSIGHT_SANDBOX: 'none',
      PATH: process.env.PATH ?? '',
      REELSIGHT_PLATFORM_REQUESTS_PER_MINUTE: '600',
    });
  });

  after(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const requests = async () =>
    (await readFile(asked, 'utf8')).split('\n').flatMap((line) => /@(\w+)/.exec(line)?.[1] ?? []);
  const create = ({ tenantId }: TestWorkspace, name: string) =>
    service.admin.follows.create(tenantId, {
      name,
      source: `https://www.youtube.com/@${name}`,
      capabilities: ['metadata'],
      every_minutes: 60,
    }) as Promise<Follow>;
  const list = async ({ tenantId }: TestWorkspace) =>
    (await service.admin.follows.list(tenantId)) as Follow[];
  const only = async (workspace: TestWorkspace) => (await list(workspace))[0] as Follow;
  const ran = (workspace: TestWorkspace) =>
    waitFor(async () => {
      for (const { last_run_at: at } of await list(workspace)) assert.ok(at);
    });
  const due = (workspace: TestWorkspace) =>
    service.domain.db.query('update follows set next_run_at = $2 where workspace_id = $1', [
      workspace.tenantId,
      new Date(Date.now() - 1000),
    ]);

  test('a plan allows so many, whoever creates them at the same moment', async () => {
    const workspace = await service.workspace('free');
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => create(workspace, `cap_${n}`)),
    );
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 3);

    for (const one of made)
      if (one.status === 'rejected') {
        assert.ok(isCode('FOLLOW_LIMIT_REACHED')(one.reason), String(one.reason));
        assert.equal(one.reason.status, 403);
      }

    const { follow_id: id } = await only(workspace);
    await service.admin.follows.change(id, { status: 'paused' });
    await assert.rejects(create(workspace, 'cap_9'), isCode('FOLLOW_LIMIT_REACHED'));
    await service.admin.follows.delete(id);
    await create(workspace, 'cap_9');
    await ran(workspace);
  });

  test('at most one run of a Follow waits, with the largest backfill that was asked for', async () => {
    const workspace = await service.workspace();
    await create(workspace, 'busy_0');

    const { follow_id: id } = await create(workspace, 'busy_1');
    await Promise.all([1, 5, 2, 0, 3].map((backfill) => service.admin.follows.run(id, backfill)));
    await due(workspace);
    await Promise.all([1, 2, 3].map(() => sweeps.follows.run(service.domain)));

    const waiting = await service.domain.db.query<{ follow: string; count: number }>(
      `select data ->> 'followId' as follow, count(*) as count from pgboss.job
       where name = 'follow' and state < 'active' and group_id = $1 group by 1`,
      [workspace.tenantId],
    );
    for (const { count } of waiting) assert.equal(count, 1);
    await waitFor(async () => {
      const rows = await service.domain.db.query<{ backfill: number; run_task: string | null }>(
        'select backfill, run_task from follows where id = $1',
        [id],
      );
      assert.deepEqual(rows, [{ backfill: 0, run_task: null }]);
    });

    const runs = (await requests()).filter((name) => name === 'busy_1').length;
    assert.ok(runs >= 1 && runs <= 3, `${runs} runs`);
  });

  test('a task that was lost holds up no later run', async () => {
    const workspace = await service.workspace();
    await create(workspace, 'lost');
    await ran(workspace);

    const lost = '00000000-0000-4000-8000-000000000000';
    await service.domain.db.query('update follows set run_task = $2 where workspace_id = $1', [
      workspace.tenantId,
      lost,
    ]);
    await due(workspace);
    await sweeps.follows.run(service.domain);
    await waitFor(async () =>
      assert.equal((await requests()).filter((name) => name === 'lost').length, 2),
    );
  });

  test('without credits no platform is asked; the Follow says why, and goes on once it is funded', async () => {
    const workspace = await service.workspace('scale');
    await create(workspace, 'poor');
    await ran(workspace);
    assert.match((await only(workspace)).note ?? '', /^New videos wait: .*credit/);
    await due(workspace);
    for (let n = 0; n < 3; n += 1) await sweeps.follows.run(service.domain);

    const waiting = await only(workspace);
    assert.match(waiting.note ?? '', /goes on by itself/);
    assert.deepEqual([waiting.status, waiting.failures], ['active', 0]);
    assert.ok(!(await requests()).includes('poor'));
    await service.admin.workspaces.addCredits(workspace.tenantId, { type: 'grant', amount: 50 });
    await sweeps.follows.run(service.domain);
    await waitFor(async () => assert.equal((await only(workspace)).note, null));
    assert.equal((await requests()).filter((name) => name === 'poor').length, 1);
  });

  test('many due Follows of two workspaces let those of a third in', async () => {
    const few = await service.workspace();
    const many = await service.workspace();
    const more = await service.workspace();
    for (let n = 0; n < 12; n += 1) {
      await create(many, `many_${n}`);
      await create(more, `more_${n}`);
    }

    await create(few, 'few_0');
    await create(few, 'few_1');
    for (const one of [many, more, few]) await ran(one);
    await writeFile(asked, '');
    for (const one of [many, more]) await due(one);
    await sweeps.follows.run(service.domain);
    // Its time comes after all the others', which occupy every place.
    await due(few);
    await sweeps.follows.run(service.domain);
    await waitFor(async () => assert.equal((await requests()).length, 26));

    const order = await requests();
    const places = ['few_0', 'few_1'].map((name) => order.indexOf(name));
    assert.ok(Math.max(...places) < 14, `places ${places} of ${order}`);
  });

  test('runs that hang leave places for a workspace that has none', async () => {
    const other = await service.workspace();
    const others = [await service.workspace(), await service.workspace()];
    await writeFile(`${asked}.hang`, '');
    for (const [n, workspace] of others.entries())
      for (const k of [0, 1, 2]) await create(workspace, `hanging_${n}_${k}`);
    const underWay = () =>
      service.domain.db.query(
        `select 1 from pgboss.job where name = 'follow' and state = 'active' and group_id = any ($1)`,
        [others.map(({ tenantId }) => tenantId)],
      );
    await waitFor(async () => assert.equal((await underWay()).length, 4));

    await create(other, 'beside');
    await ran(other);
    for (const workspace of others)
      assert.ok((await list(workspace)).every(({ last_run_at: at }) => at === null));

    await rm(`${asked}.hang`);
    for (const workspace of others) await ran(workspace);
  });

  test('of workspaces of one person, one Follow that is due has the first turn', async () => {
    const { db, now } = service.domain;
    const [first, second, other] = await Promise.all([1, 2, 3].map(() => service.workspace()));
    const userId = 'user_with_turns';
    await db.query(
      `insert into users (id, name, email, created_at, updated_at) values ($1, 'Jo', 'turns@example.com', now(), now())`,
      [userId],
    );
    for (const workspace of [first, second])
      await db.query(`insert into members values ($1, $2, 'owner', now())`, [
        workspace?.tenantId,
        userId,
      ]);

    // Locked in a transaction that is undone, so that no run begins meanwhile.
    const undo = new Error('undone');
    const locked = db.transaction(async (tx) => {
      await tx.query(`update follows set status = 'paused'`);
      for (const [index, workspace] of [first, second, other].entries())
        await tx.query(
          `insert into follows select (jsonb_populate_record(f, $1)).* from follows f limit 1`,
          [
            JSON.stringify({
              id: `follow_${index}`,
              workspace_id: workspace?.tenantId,
              status: 'active',
              run_task: null,
              next_run_at: new Date(now().getTime() - (10 - index) * 60_000),
            }),
          ],
        );
      const due = await lockDueFollows(tx, now());
      assert.deepEqual(
        due.map((follow) => follow.workspace_id),
        [first, other, second].map((workspace) => workspace?.tenantId),
      );
      throw undo;
    });
    await assert.rejects(locked, undo);
  });

  test('runs of many workspaces of one person wait like those of one', async () => {
    const { db } = service.domain;
    const [first, second, other] = await Promise.all([1, 2, 3].map(() => service.workspace()));
    const userId = 'user_of_two';
    await db.query(
      `insert into users (id, name, email, created_at, updated_at) values ($1, 'Jo', 'jo@example.com', now(), now())`,
      [userId],
    );
    for (const workspace of [first, second])
      await db.query(`insert into members values ($1, $2, 'owner', now())`, [
        workspace?.tenantId,
        userId,
      ]);

    // Counted in a transaction that is undone, so that no run begins meanwhile.
    const undo = new Error('undone');
    const counted = db.transaction(async (tx) => {
      const [follow] = await tx.query<{ id: string }>('select id from follows limit 1');
      await tx.query('update follows set run_task = null where workspace_id <> $1', ['']);
      await tx.query(
        'update follows set workspace_id = $2, run_task = gen_random_uuid() where id = $1',
        [follow?.id, first?.tenantId],
      );
      for (const [workspace, expected] of [
        [first, 1],
        [second, 1],
        [other, 0],
      ] as const)
        assert.equal(await countWaitingRuns(tx, workspace?.tenantId ?? ''), expected);
      throw undo;
    });
    await assert.rejects(counted, undo);
  });

  test('a platform that limits requests postpones a run, and does not count against the Follow', async () => {
    const workspace = await service.workspace();
    await create(workspace, 'later');
    await ran(workspace);

    const before = (await requests()).length;
    const until = new Date(Date.now() + 300_000);
    const site = { platform: 'youtube', url: null };
    await noteBackOff(service.domain.db, site, until);
    await due(workspace);
    await sweeps.follows.run(service.domain);
    await waitFor(async () => {
      const { note, next_run_at: next, failures } = await only(workspace);
      assert.match(note ?? '', /limiting requests/);
      assert.deepEqual([next, failures], [until.toISOString(), 0]);
    });
    assert.equal((await requests()).length, before);
    await service.domain.db.query('delete from platform_states');
  });

  test('a full disk postpones a run, and does not count against the Follow', async () => {
    const workspace = await service.workspace('scale', 100);
    await create(workspace, 'fulldisk');
    await waitFor(async () =>
      assert.match((await only(workspace)).note ?? '', /^New videos wait: .*no disk space/),
    );
    assert.equal((await only(workspace)).status, 'active');
  });

  test('500 Follows are listed by as many statements as one', async () => {
    const workspace = await service.workspace('scale', 100);
    await create(workspace, 'first');

    const statements = async () => {
      const texts: string[] = [];
      const db: Database = {
        ...service.domain.db,
        query: (text, ...rest) => {
          texts.push(text);
          return service.domain.db.query(text, ...rest);
        },
      };
      const all = await listFollowsOf({ ...service.domain, db }, workspace.tenantId);

      return { count: texts.length, all };
    };
    const one = await statements();

    await service.domain.db.query(
      `insert into follows (id, workspace_id, name, rule, status, created_at, updated_at)
       select 'fol_' || n, workspace_id, name, rule, 'paused', created_at, updated_at
       from follows, generate_series(1, 499) n where workspace_id = $1`,
      [workspace.tenantId],
    );

    const startedMs = performance.now();
    const many = await statements();
    assert.equal(many.all.length, 500);
    assert.equal(many.count, one.count);
    assert.ok(performance.now() - startedMs < 20_000);
  });
});

describe('shares of a platform', () => {
  const settings = { platformPerMinute: 60, platformAwayMs: 6 * 3_600_000 };
  const site = { platform: 'youtube', url: null };
  const minuteMs = 60_000;
  let db: Database;
  let nowMs = Date.parse('2026-11-22T10:00:00Z');
  let ids: string[];

  before(async () => {
    db = await openTestDatabase();
    await using opened = await openWebhookDomain(db);
    ids = [];
    for (let n = 0; n < 3; n += 1) ids.push((await addWorkspace(opened.domain)).id);
  });
  after(() => db.close());

  const now = () => new Date(nowMs);
  const shares = { now, settings };
  const take = (at: number, where: Site = site) => takeShare(shares, db, where, ids[at] as string);
  const refuse = (at: number) =>
    noteRefusal(shares, db, {
      site,
      workspaceId: ids[at] as string,
      until: new Date(nowMs + 10 * minuteMs),
    });

  const closedMinutes = async (at: number) => {
    const until = await closedUntil(shares, db, site, ids[at] as string);
    return until ? Math.round((until.getTime() - nowMs) / minuteMs) : 0;
  };

  test('a workspace that asks for absurd amounts waits, another does not, direct links never', async () => {
    const waits = [];
    for (let n = 0; n < 130; n += 1) waits.push(await take(0));

    const taken = waits.filter((wait) => wait === 0).length;
    assert.ok(taken >= 120 && taken <= 121, `${taken} in a burst`);
    assert.ok(Math.max(...waits) <= 1_000, 'the next one is told when');
    assert.equal(await take(1), 0);
    nowMs += 10_000;

    const later = [];
    for (let n = 0; n < 20; n += 1) later.push(await take(0));
    assert.equal(later.filter((wait) => wait === 0).length, 10, 'one a second');

    const direct = { platform: 'direct', url: 'https://media.example/a.mp4' };
    for (let n = 0; n < 100; n += 1) assert.equal(await take(0, direct), 0);
  });

  test('requests at the same moment never take more than the share', async () => {
    nowMs += 10 * minuteMs;
    const all = await Promise.all(Array.from({ length: 200 }, () => take(0)));
    const taken = all.filter((wait) => wait === 0).length;
    assert.ok(taken >= 120 && taken <= 121, `${taken}`);
  });

  test('a 429 closes the platform for all for ten minutes, then carefully for each', async () => {
    nowMs += 60 * minuteMs;
    await refuse(0);
    await refuse(0);
    assert.deepEqual([await closedMinutes(0), await closedMinutes(1)], [10, 10]);
    assert.equal(await take(1), 10 * minuteMs);
    nowMs += 10 * minuteMs;

    const first = await Promise.all(Array.from({ length: 20 }, () => take(1)));
    assert.equal(first.filter((wait) => wait === 0).length, 5, 'its share of the tries');
    assert.equal(await take(0), 0);
  });

  test('whose requests are refused again stays away, while the platform is open for the others', async () => {
    const away = [];
    let openMs = 0;
    const startMs = nowMs;

    for (let n = 0; n < 6; n += 1) {
      await refuse(0);
      away.push(await closedMinutes(0));
      nowMs += 10 * minuteMs;
      assert.equal(await take(1), 0, 'the others go on');

      if (n > 0) assert.ok((await take(0)) > 0, 'it waits');
      const wait = (await closedMinutes(0)) * minuteMs;
      openMs += wait;
      nowMs += wait;
    }

    assert.deepEqual(away, [20, 40, 80, 160, 320, 360]);
    const share = openMs / (nowMs - startMs);
    assert.ok(share > 0.9, `open for others ${share} of the time`);
    nowMs += 7 * 24 * 3_600_000;
    await refuse(0);
    assert.equal(await closedMinutes(0), 10, 'forgotten after a while');
  });

  test('the workspaces of a person share the rate of one', async () => {
    const person = `insert into users (id, name, email, created_at, updated_at)
      values ('jo', 'Jo', 'jo@example.com', now(), now())`;
    await db.query(person);
    for (const at of [1, 2])
      await db.query(`insert into members values ($1, 'jo', 'owner', now())`, [ids[at]]);

    nowMs += 60 * minuteMs;
    while ((await take(2)) === 0);
    assert.ok((await take(1)) > 0);
    assert.equal(await take(0), 0, 'another person goes on');

    nowMs += 60 * minuteMs;
    await refuse(2);
    await refuse(2);
    nowMs += 11 * minuteMs;
    await refuse(2);
    assert.deepEqual([await closedMinutes(1), await closedMinutes(0)], [20, 10]);
  });

  test('what is noted of a workspace goes with it', async () => {
    await db.query('delete from ledger where workspace_id = $1', [ids[0]]);
    await db.query('delete from workspaces where id = $1', [ids[0]]);
    const rows = await db.query('select 1 from platform_uses where workspace_id = $1', [ids[0]]);
    assert.deepEqual(rows, []);
  });
});
