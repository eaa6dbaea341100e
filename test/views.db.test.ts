/** Views of videos: when they are read, for which workspaces, and what they change about exposure and reports. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { calls, type Results } from '@reelsight/contract';
import { claimReadings } from '../server/src/db/audience/video-views.ts';
import type { Queryable } from '../server/src/db/database.ts';
import { findPlatformState, noteBackOff } from '../server/src/db/jobs/platform-states.ts';
import { readDueViews } from '../server/src/domain/audience/read-views.ts';
import { watchMissing, watchViews } from '../server/src/domain/audience/watched-videos.ts';
import type { Domain, ViewsAnswer } from '../server/src/domain/domain.ts';
import {
  accepted,
  dayMs,
  hourMs,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
} from './interface/subject.ts';

let subject: Subject;
let db: Queryable;

before(async () => {
  subject = await startSubject();
  ({ db } = subject.domain);
  // The passes are made by the tests themselves.
  await subject.domain.queue.schedule('views', 'pass', null);
  await subject.makeReports();
});
after(() => subject.close());

const box = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
const brandOf = (name: string, start: number, end: number) => ({
  name,
  confidence: 0.9,
  total_appearances: 1,
  first_seen: start,
  last_seen: end,
  total_visible_duration: end - start,
  appearances: [
    {
      timestamp: start,
      timestamp_start: start,
      timestamp_end: end,
      visible_duration: end - start,
      confidence: 0.9,
      context: 'on screen',
      source: 'visual',
      bounding_box: box,
    },
  ],
  frame_detections: [
    { timestamp: start, confidence: 0.9, bounding_box: box, source: 'logo', verified: true },
  ],
});
const resultsOf = (more: object = {}) =>
  ({
    brands: [brandOf('Sony', 3, 13)],
    meta: { fps_used: 1, frames_analyzed: 2, engines: {} },
    ...more,
  }) as unknown as Results;

let lastVideo = 0;

function nextVideo(): number {
  lastVideo += 1;
  return lastVideo;
}

/** The link of a video that no other test uses. */
const newLink = (): string => `https://youtu.be/${String(nextVideo()).padStart(11, 'w')}`;
const newTiktok = (): string =>
  `https://www.tiktok.com/@somebody/video/${7_000_000_000_000_000_000n + BigInt(nextVideo())}`;

interface Made {
  readonly url?: string;
  readonly views?: number | null;
  /** How long before now it was published. */
  readonly publishedMs?: number | null;
}

/** A completed job whose platform gave these views at the analysis; undefined views: nothing was said. */
async function completed(
  owner: Owner,
  { url = newLink(), views, publishedMs = hourMs }: Made = {},
) {
  const { job_id: id } = await owner.job({ url, capabilities: ['brands'] });
  await subject.worker.complete(id, resultsOf());
  const [job] = await db.query<Parameters<typeof watchViews>[1]>(
    'select id, url, platform, video_id from jobs where id = $1',
    [id],
  );
  assert.ok(job);
  const now = subject.clock.now();
  const published = publishedMs === null ? null : new Date(now.getTime() - publishedMs);
  const metadata = {
    view_count: views ?? null,
    published_at: published?.toISOString() ?? null,
    fetched_at: now.toISOString(),
  };
  await watchViews(subject.domain, job, views === undefined ? null : metadata);
  return id;
}

interface Asked {
  readonly url: string;
  readonly workspaceId: string;
}

/** Makes a pass; `answer` stands for the platform. */
async function pass(answer: (url: string) => ViewsAnswer | Promise<ViewsAnswer>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const domain: Domain = {
    ...subject.domain,
    ports: {
      ...subject.domain.ports,
      readViews: async (url, { workspaceId }) => {
        asked.push({ url, workspaceId });
        return answer(url);
      },
    },
  };
  await readDueViews(domain, {
    signal: new AbortController().signal,
    onError: (error) => {
      throw error;
    },
    pauseMs: 0,
  });
  return asked;
}

const gives =
  (views: number | null, publishedAt: Date | null = null) =>
  (): ViewsAnswer => ({ kind: 'read', views, publishedAt });
const later = <T>(ms: number, work: () => Promise<T>): Promise<T> => subject.clock.ahead(ms, work);
const viewsOf = async (owner: Owner, id: string) => {
  const answer = await owner.get(`/v1/jobs/${id}/views`);
  assert.equal(answer.status, 200, answer.text);
  return calls.getJobViews.answers[0].body.parse(answer.json).data;
};
const numbers = ({ views }: { views: readonly { views: number }[] }) =>
  views.map((row) => row.views);

/** No reading and no back-off of one test is left for the next. */
async function forget(): Promise<void> {
  await db.query('delete from view_readings');
  await db.query('delete from view_turns');
  await db.query('delete from platform_states');
}

/** Adds readings of videos of a workspace that became due this long ago. */
async function due(workspaceId: string, count: number, agoMs: number): Promise<void> {
  const jobs = await db.query<{ id: string }>(
    `insert into jobs (id, workspace_id, status, platform, url, ask, credits_estimated, created_at, updated_at, completed_at)
     select 'job_' || substr(md5($1 || n), 1, 26), $1, 'completed', 'youtube', 'https://youtu.be/' || substr(md5($1 || n), 1, 11),
       '{"capabilities":["brands"]}', 1, now(), now(), now()
     from generate_series(1, $2::int) n returning id`,
    [workspaceId, count],
  );
  const dueAt = new Date(subject.clock.now().getTime() - agoMs);
  await db.query(
    `insert into view_readings (job_id, platform, link, analysed_at, due_at, next_at, state)
     select id, 'youtube', id, $2, $2, $2, 'scheduled' from unnest($1::text[]) id`,
    [jobs.map(({ id }) => id), dueAt],
  );
}

/** The workspaces whose readings are claimed for the next pass. */
async function claimed(perPlatform: number): Promise<string[]> {
  const now = subject.clock.now();
  const againAt = new Date(now.getTime() + dayMs);
  const rows = await claimReadings(db, { now, perPlatform, againAt });
  return rows.map((row) => row.workspace_id);
}

describe('readings of views', () => {
  let owner: Owner;
  before(async () => {
    owner = await subject.owner('scale', 100_000);
  });

  test('the views at the analysis are the first row, and others follow on their days', async () => {
    const id = await completed(owner, { views: 100 });
    const first = await viewsOf(owner, id);
    assert.deepEqual(numbers(first), [100]);
    assert.equal(first.reading, 'scheduled');
    assert.ok(first.next_reading && first.published_at);
    const inMs = Date.parse(first.next_reading) - Date.parse(first.published_at);
    assert.ok(inMs >= dayMs && inMs < dayMs + 6 * hourMs, 'a day after publication');

    assert.deepEqual(await pass(gives(101)), [], 'nothing is due yet');
    for (const [day, views] of [
      [2, 200],
      [4, 400],
      [8, 350],
    ] as const)
      await later(day * dayMs, async () => assert.equal((await pass(gives(views))).length, 1));
    const last = await later(31 * dayMs, async () => {
      await pass(gives(1000));
      return viewsOf(owner, id);
    });
    assert.deepEqual(numbers(last), [100, 200, 400, 350, 1000], 'a fall is kept as it is');
    assert.deepEqual([last.reading, last.next_reading, last.reason], ['finished', null, null]);
    assert.equal(last.audience?.views, 1000);
    await later(60 * dayMs, async () => assert.deepEqual(await pass(gives(1)), []));
  });

  test('a video of which nothing was said is read at once, and counted from its publication', async () => {
    await forget();
    const id = await completed(owner);
    const published = new Date(subject.clock.now().getTime() - 5 * dayMs);
    assert.equal((await pass(gives(70, published))).length, 1);
    const after = await viewsOf(owner, id);
    assert.deepEqual(numbers(after), [70]);
    assert.equal(after.published_at, published.toISOString());
    const inDays = (Date.parse(after.next_reading ?? '') - published.getTime()) / dayMs;
    assert.ok(inDays >= 7 && inDays < 7.25, `${inDays} days`);
  });

  test('an old video with known views is not read, nor one of an impossible date later', async () => {
    await forget();
    const old = await completed(owner, { views: 9, publishedMs: 400 * dayMs });
    assert.equal((await viewsOf(owner, old)).reading, 'finished');

    const odd = await completed(owner, { views: 9, publishedMs: -400 * dayMs });
    const state = await viewsOf(owner, odd);
    assert.deepEqual([state.reading, state.published_at], ['scheduled', null]);
  });

  test('a video is asked for once, whatever jobs and workspaces have it; each has rows of its own', async () => {
    await forget();
    const other = await subject.owner('scale', 1000);
    const url = newLink();
    const own = [await completed(owner, { url }), await completed(owner, { url })];
    const theirs = await completed(other, { url });

    assert.equal((await pass(gives(55))).length, 1);
    for (const id of own) assert.deepEqual(numbers(await viewsOf(owner, id)), [55]);
    assert.deepEqual(numbers(await viewsOf(other, theirs)), [55]);
    refused(await other.get(`/v1/jobs/${own[0]}/views`), 404, 'JOB_NOT_FOUND');

    // A job that comes later begins with no rows: it learns nothing of earlier readings.
    const late = await completed(other, { url });
    assert.deepEqual(numbers(await viewsOf(other, late)), []);
  });

  test('workspaces take turns, and a pass is bounded', async () => {
    await forget();
    const few = await subject.owner('scale', 1000);
    for (let n = 0; n < 25; n += 1) await completed(owner);
    const theirs = await completed(few);
    const asked = await pass(gives(5));
    assert.equal(asked.length, 240 / 12);
    assert.ok(
      asked.slice(0, 2).some(({ workspaceId }) => workspaceId === few.tenantId),
      'the newcomer is among the first two',
    );
    assert.deepEqual(numbers(await viewsOf(few, theirs)), [5]);
    assert.equal((await pass(gives(5))).length, 6, 'the next pass goes on with the rest');
  });

  test('all workspaces of one person have one turn', async () => {
    await forget();
    await db.query(
      `insert into users (id, name, email, created_at, updated_at) values ('jo', 'Jo', 'jo@example.com', now(), now())`,
    );
    for (let count = 0; count < 6; count += 1) {
      const { tenantId } = await subject.owner();
      await db.query(`insert into members values ($1, 'jo', 'owner', now())`, [tenantId]);
      await due(tenantId, 4, 2 * hourMs);
    }
    const newcomer = await subject.owner();
    await due(newcomer.tenantId, 4, hourMs);
    assert.equal((await claimed(4)).filter((id) => id === newcomer.tenantId).length, 2);
  });

  test('older readings of many workspaces do not come before a newcomer for ever', async () => {
    await forget();
    for (let count = 0; count < 6; count += 1)
      await due((await subject.owner()).tenantId, 4, 2 * hourMs);
    await claimed(4);

    const newcomer = await subject.owner();
    await due(newcomer.tenantId, 1, hourMs);
    assert.ok((await claimed(4)).includes(newcomer.tenantId));
  });

  test('a number that no counter shows counts as none', async () => {
    for (const impossible of [1e30, -5, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await forget();
      const id = await completed(owner);
      assert.equal((await pass(gives(impossible))).length, 1);
      const { reading, views } = await viewsOf(owner, id);
      assert.deepEqual([reading, views], ['not_given', []], `${impossible}`);
    }
  });

  test('a failure is tried again within its window, then given up with its reason', async () => {
    await forget();
    const id = await completed(owner, { views: 10 });
    const fails = (): ViewsAnswer => ({ kind: 'refused', reason: 'It did not answer.' });

    await later(2 * dayMs, async () => {
      assert.equal((await pass(fails)).length, 1);
      assert.deepEqual(await pass(fails), [], 'not again at once');
      const state = await viewsOf(owner, id);
      assert.deepEqual([state.reading, state.reason], ['scheduled', 'It did not answer.']);
    });
    await later(2 * dayMs + 2 * hourMs, async () => {
      assert.equal((await pass(gives(20))).length, 1);
      assert.equal((await viewsOf(owner, id)).reason, null);
    });

    await later(40 * dayMs, async () => {
      await pass(fails);
      const state = await viewsOf(owner, id);
      assert.deepEqual(
        [state.reading, state.next_reading, state.reason],
        ['failed', null, 'It did not answer.'],
      );
      assert.deepEqual(numbers(state), [10, 20]);
    });
  });

  test('a video that vanished, or a platform that gives no views, is read no more', async () => {
    await forget();
    const gone = await completed(owner, { views: 10 });
    await later(2 * dayMs, async () => {
      await pass(() => ({ kind: 'gone', reason: 'It was removed.' }));
      const state = await viewsOf(owner, gone);
      assert.deepEqual([state.reading, state.reason], ['vanished', 'It was removed.']);
      assert.deepEqual(numbers(state), [10]);
    });

    const none = await completed(owner);
    await pass(gives(null));
    assert.equal((await viewsOf(owner, none)).reading, 'not_given');
    await later(60 * dayMs, async () => assert.deepEqual(await pass(gives(1)), []));
  });

  test('a 429 stops readings of the platform alone, and takes nothing from jobs', async () => {
    await forget();
    await completed(owner);
    await completed(owner);
    const elsewhere = await completed(owner, { url: newTiktok() });
    const asked = await pass((url) =>
      url.includes('tiktok') ? gives(3)() : { kind: 'limited', reason: 'Too many.' },
    );
    assert.equal(asked.filter(({ url }) => !url.includes('tiktok')).length, 1);
    assert.deepEqual(numbers(await viewsOf(owner, elsewhere)), [3]);

    const site = { platform: 'youtube', url: null };
    assert.equal((await findPlatformState(db, site)).backoff_until, null, 'jobs may go on');
    const uses = await db.query('select 1 from platform_uses where refusals > 0');
    assert.deepEqual(uses, []);
    await later(3 * hourMs, async () => assert.equal((await pass(gives(4))).length, 2));
  });

  test('while the platform limits jobs, nothing is read', async () => {
    await forget();
    const id = await completed(owner, { url: newTiktok() });
    const until = new Date(subject.clock.now().getTime() + hourMs);
    await noteBackOff(db, { platform: 'tiktok', url: null }, until);
    assert.deepEqual(await pass(gives(1)), []);
    await later(2 * hourMs, async () => assert.equal((await pass(gives(1))).length, 1));
    assert.deepEqual(numbers(await viewsOf(owner, id)), [1]);
  });

  test('a process that ends between asking and storing loses only that reading', async () => {
    await forget();
    const id = await completed(owner);
    await assert.rejects(
      pass(() => Promise.reject(new Error('killed'))),
      /killed/,
    );
    assert.deepEqual(await pass(gives(1)), [], 'another process does not repeat it at once');
    await later(2 * hourMs, async () => assert.equal((await pass(gives(2))).length, 1));
    assert.deepEqual(numbers(await viewsOf(owner, id)), [2]);
  });

  test('jobs of an earlier release are found, with the views of their results', async () => {
    await forget();
    const metadata = {
      view_count: 4711,
      published_at: new Date(Date.now() - hourMs).toISOString(),
      fetched_at: new Date(Date.now() - 60_000).toISOString(),
    };
    const { job_id: id } = await owner.job({ url: newLink(), capabilities: ['brands'] });
    await subject.worker.complete(id, resultsOf({ metadata }));
    assert.deepEqual(numbers(await viewsOf(owner, id)), []);

    await watchMissing(subject.domain);
    await watchMissing(subject.domain);
    const state = await viewsOf(owner, id);
    assert.deepEqual(state.views, [{ views: 4711, read_at: metadata.fetched_at }]);
    assert.equal(state.reading, 'scheduled');
  });

  test('jobs that fail are not read, and a deleted job takes its rows with it', async () => {
    await forget();
    const { job_id: id } = await owner.job({ url: newLink(), capabilities: ['brands'] });
    const [job] = await db.query<Parameters<typeof watchViews>[1]>(
      'select id, url, platform, video_id from jobs where id = $1',
      [id],
    );
    assert.ok(job);

    await watchViews(subject.domain, job, null);
    assert.deepEqual(await pass(gives(1)), [], 'not while it is processed');
    assert.equal((await viewsOf(owner, id)).reading, 'not_completed');
    await subject.worker.fail(id);
    assert.deepEqual(await pass(gives(1)), []);

    const done = await completed(owner, { views: 5 });
    await owner.call('PUT', `/v1/jobs/${done}/audience`, { json: { views: 3 } });
    assert.equal((await owner.delete(`/v1/jobs/${done}`)).status, 204);
    for (const table of ['video_views', 'view_readings', 'job_audiences'])
      assert.deepEqual(await db.query(`select 1 from ${table} where job_id = $1`, [done]), []);
    assert.deepEqual(await db.query('select 1 from view_readings'), []);
  });

  test('with readings off nothing is asked, and the call says so', async () => {
    await forget();
    const id = await completed(owner);
    const { settings } = subject.domain;
    Object.assign(subject.domain, { settings: { ...settings, viewsDays: [] } });
    try {
      assert.deepEqual(await pass(gives(1)), []);
      const state = await viewsOf(owner, id);
      assert.deepEqual([state.reading, state.next_reading], ['off', null]);
    } finally {
      Object.assign(subject.domain, { settings });
    }
  });

  test('an uploaded file has no views to read', async () => {
    const upload_key = await owner.upload();
    const { job_id } = await owner.job({ url: undefined, upload_key, capabilities: ['brands'] });
    await subject.worker.complete(job_id, resultsOf());
    const state = await viewsOf(owner, job_id);
    assert.deepEqual([state.reading, state.platform, state.audience], ['no_link', 'upload', null]);
  });
});

describe('audiences', () => {
  before(forget);

  const setPrices = (owner: Owner, json: object) => owner.call('PUT', '/v1/media-prices', { json });
  const exposure = async (owner: Owner, job_ids: readonly string[], more: object = {}) => {
    const answer = await owner.post('/v1/exposure', { job_ids, audience: 'views', ...more });
    assert.equal(answer.status, 200, answer.text);
    return calls.computeExposure.answers[0].body.parse(answer.json).data;
  };
  /** What ten seconds of the brand of `resultsOf` are worth. */
  const dollarsOf = (equivalent: number, views: number, cpm: number) =>
    Math.round((equivalent / 30) * (views / 1000) * cpm * 100) / 100;

  test('prices of a workspace are kept, and replaced as a whole', async () => {
    const owner = await subject.owner('scale', 1000);
    const none = { cpm_usd: null, cpm_usd_by_platform: {}, audience: null };
    assert.deepEqual(accepted(await owner.get('/v1/media-prices'), 200), none);

    const prices = { cpm_usd: 20, cpm_usd_by_platform: { youtube: 25, tiktok: 8 }, audience: 500 };
    assert.deepEqual(accepted(await setPrices(owner, prices), 200), prices);
    assert.deepEqual(accepted(await owner.get('/v1/media-prices'), 200), prices);

    for (const wrong of [
      { cpm_usd: -1 },
      { cpm_usd_by_platform: { youtub: 1 } },
      { audience: 1.5 },
      { price: 3 },
    ])
      refused(await setPrices(owner, wrong), 422, 'VALIDATION_FAILED');
    refused(
      await (await owner.limitedTo('jobs:read')).call('PUT', '/v1/media-prices', { json: {} }),
      403,
      'INSUFFICIENT_SCOPE',
    );
    assert.deepEqual(accepted(await setPrices(owner, {}), 200), none);
  });

  test('each video counts with its own views and price, and videos without are named', async () => {
    const owner = await subject.owner('scale', 100_000);
    const known = await completed(owner, { views: 1000 });
    const clip = await completed(owner, { url: newTiktok(), views: 4000 });
    const unknown = await completed(owner);
    await setPrices(owner, { cpm_usd_by_platform: { youtube: 25, tiktok: 8 } });

    const found = await exposure(owner, [known, clip, unknown]);
    const [youtube, tiktok, none] = found.videos;
    assert.equal(youtube?.audience?.views, 1000);
    assert.equal(youtube?.audience?.cpm_usd, 25);
    assert.equal(youtube?.audience?.platform, 'youtube');
    assert.equal(youtube?.audience?.source, 'platform');
    assert.ok(youtube?.audience?.read_at);
    assert.deepEqual([tiktok?.audience?.views, tiktok?.audience?.cpm_usd], [4000, 8]);
    assert.equal(none?.audience, null);
    assert.equal(found.videos_not_valued, 1);

    const [sony] = found.brands;
    assert.equal(sony?.videos, 3);
    assert.equal(sony?.videos_not_valued, 1);
    const each = (sony?.equivalent_seconds ?? 0) / 3;
    const right = dollarsOf(each, 1000, 25) + dollarsOf(each, 4000, 8);
    assert.ok(Math.abs((sony?.media_value_usd ?? 0) - right) < 0.02, String(sony?.media_value_usd));
    assert.match(found.formula.text, /audience\.views \/ 1000/);

    const alone = await owner.get(`/v1/jobs/${unknown}/exposure?audience=views&cpm_usd=10`);
    assert.equal(alone.json.data.brands[0].media_value_usd, null, 'never 0');
    assert.equal(alone.json.data.brands[0].videos_not_valued, 1);

    const priced = await exposure(owner, [known], { cpm_usd: 100 });
    assert.equal(priced.videos[0]?.audience?.cpm_usd, 100, 'the price of the request wins');
  });

  test('what a person set wins over the platform, and that over the default', async () => {
    const owner = await subject.owner('scale', 100_000);
    const id = await completed(owner, { views: 1000 });
    const bare = await completed(owner);
    await setPrices(owner, { cpm_usd: 10, audience: 77 });
    const set = (views: unknown) =>
      owner.call('PUT', `/v1/jobs/${id}/audience`, { json: { views } });

    const sources = async () =>
      (await exposure(owner, [id, bare])).videos.map(({ audience }) => [
        audience?.views,
        audience?.source,
      ]);
    assert.deepEqual(await sources(), [
      [1000, 'platform'],
      [77, 'default'],
    ]);

    const changed = accepted(await set(250_000), 200);
    assert.deepEqual(changed.audience, { views: 250_000, read_at: null, source: 'manual' });
    assert.deepEqual(numbers(changed), [1000], 'the rows of the platform stay');
    assert.deepEqual(await sources(), [
      [250_000, 'manual'],
      [77, 'default'],
    ]);

    accepted(await set(null), 200);
    assert.deepEqual(await sources(), [
      [1000, 'platform'],
      [77, 'default'],
    ]);

    for (const wrong of [-1, 1.5, 'views', 1e12])
      refused(await set(wrong), 422, 'VALIDATION_FAILED', 'views');
    const other = await subject.owner('scale', 1000);
    refused(
      await other.call('PUT', `/v1/jobs/${id}/audience`, { json: { views: 1 } }),
      404,
      'JOB_NOT_FOUND',
    );
    const reader = await owner.limitedTo('jobs:read');
    refused(
      await reader.call('PUT', `/v1/jobs/${id}/audience`, { json: { views: 1 } }),
      403,
      'INSUFFICIENT_SCOPE',
    );
  });

  test('of a batch, with a number of the request and the prices of the workspace', async () => {
    const owner = await subject.owner('scale', 100_000);
    await setPrices(owner, { cpm_usd_by_platform: { youtube: 30 } });
    const { batch_id, jobs } = await owner.batch({
      urls: [newLink(), newTiktok()],
      capabilities: ['brands'],
    });
    for (const { job_id } of jobs) await subject.worker.complete(job_id, resultsOf());

    const data: Json = accepted(
      await owner.get(`/v1/batch/${batch_id}/exposure?audience=10000`),
      200,
    );
    assert.equal(data.videos_not_valued, 1, 'no price for TikTok');
    assert.deepEqual(
      data.videos.map(({ audience }: Json) => [audience.views, audience.cpm_usd, audience.source]),
      [
        [10_000, 30, 'given'],
        [10_000, null, 'given'],
      ],
    );
    const views: Json = accepted(
      await owner.get(`/v1/batch/${batch_id}/exposure?audience=views`),
      200,
    );
    assert.deepEqual([views.videos_not_valued, views.brands[0].media_value_usd], [2, null]);
  });

  test('without `views` and without prices, answers are as they were', async () => {
    const owner = await subject.owner('scale', 100_000);
    const id = await completed(owner, { views: 1000 });
    for (const query of ['', '?audience=1000', '?cpm_usd=5', '?audience=1000&cpm_usd=5']) {
      const data: Json = accepted(await owner.get(`/v1/jobs/${id}/exposure${query}`), 200);
      assert.equal('audience' in data.videos[0], false, query);
      assert.equal('videos_not_valued' in data, false, query);
      assert.equal(data.brands[0].media_value_usd !== null, query.includes('&'), query);
    }
    for (const audience of ['view', '1.5', '-1', '1000000000000'])
      refused(
        await owner.get(`/v1/jobs/${id}/exposure?audience=${audience}`),
        422,
        'VALIDATION_FAILED',
        'audience',
      );
  });

  test('a report counts the views at the moment it is made, and names what it lacks', async () => {
    const owner = await subject.owner('scale', 100_000);
    const known = await completed(owner, { views: 1234 });
    const unknown = await completed(owner);
    await setPrices(owner, { cpm_usd: 25 });
    const body = { job_ids: [known, unknown], audience: 'views', title: 'Views', detail: 'full' };
    const { report_id } = accepted(await owner.post('/v1/reports', body), 202);
    await subject.quiet();
    const url = `/v1/reports/${report_id}`;
    for (let tries = 0; tries < 200; tries += 1) {
      if ((await owner.get(url)).json.data.status !== 'pending') break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const report: Json = accepted(await owner.get(url), 200);
    assert.equal(report.status, 'ready', JSON.stringify(report.error));

    const json = JSON.parse((await owner.get(`${url}/files/json`)).text);
    assert.equal(json.asked.audience, 'views');
    assert.equal(json.exposure.videos[0].audience.views, 1234);
    assert.equal(json.exposure.videos[1].audience, null);
    assert.equal(json.exposure.videos_not_valued, 1);
    const [sony] = json.exposure.brands;
    assert.equal(sony.media_value_usd, dollarsOf(sony.equivalent_seconds / 2, 1234, 25));

    const [head, row] = (await owner.get(`${url}/files/csv`)).text.split('\r\n');
    assert.match(head ?? '', /,link,views,views_read_at,views_from,cpm_usd$/);
    assert.match(row ?? '', /,1234,20[^,]*Z,platform,25$/);

    const html = (await owner.get(`${url}/files/html`)).text;
    assert.match(html, /1,234/);
    assert.match(html, /1 video of 2 has no known audience or price/);
    assert.match(html, /Without a media value/);
  });
});
