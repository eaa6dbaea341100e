/**
 * Trends of a workspace with very many names of brands. Free test jobs can make as many, so their number must cost neither
 * memory of the API process nor time in which it answers nobody.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TrendsQuery } from '@reelsight/contract';
import type { Queryable } from '../server/src/db/database.ts';
import type { Domain } from '../server/src/domain/domain.ts';
import { readTrends } from '../server/src/domain/trends/trends.ts';
import { longestTurnMs } from '../server/testing/longest-turn.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import type { Owner, Subject } from './interface/subject.ts';

const manyNames = 60_000;
const fewNames = 60;
const namesInVideo = 30;
/** How often each call is measured. */
const rounds = 3;

const days = { since: '2025-03-03', until: '2025-03-09', by: 'week' } as const;
const queries: readonly TrendsQuery[] = [
  { ...days, limit: 1 },
  { ...days, limit: 1, order_by: 'mentions' },
  { ...days, limit: 1, order_by: 'videos' },
  { ...days, limit: 1, order_by: 'media_value_usd', audience: 'views', cpm_usd: 20 },
  { ...days, limit: 1, group_by: 'channel' },
  { ...days, limit: 1, group_by: 'channel', audience: 'views', cpm_usd: 20 },
];

let subject: Subject;
let manyOwner: Owner;
let fewOwner: Owner;
before(async () => {
  subject = await sharedSubject();
  manyOwner = await subject.owner('scale', 1000);
  fewOwner = await subject.owner('scale', 1000);
  await fill(manyOwner, manyNames);
  await fill(fewOwner, fewNames);
});
after(() => subject.close());

/** Stores the facts of videos directly, each of a channel of its own and with other names than all others. */
async function fill({ tenantId }: Owner, names: number): Promise<void> {
  const { db } = subject.domain;
  const videos = names / namesInVideo;
  const published = new Date('2025-03-05T12:00:00Z');
  await db.query(
    `insert into jobs (id, workspace_id, status, platform, video_id, ask, credits_estimated, created_at, updated_at,
       completed_at, duration_seconds, author, published_at)
     select 'job_' || upper(substr(md5($1 || i), 1, 26)), $1, 'completed', 'youtube', $1 || i,
       '{"capabilities": ["brands"]}', 1, $3, $3, $3, 60, 'Channel ' || i, $3
     from generate_series(1, $2::int) i`,
    [tenantId, videos, published],
  );
  await db.query(
    `insert into trend_videos select id, workspace_id, video_id, true, published_at, true, platform, author, null,
       duration_seconds, 1, 1, 1, 1, false, false, 0, 0, 5
     from jobs where workspace_id = $1`,
    [tenantId],
  );
  await db.query(
    `insert into trend_brands
     select job_id, 'name' || (substr(author, 9)::int * 100 + i), 'Name ' || i, workspace_id, true, dated_at, 1, i, i / 2.0, 1, 5,
       false, false, 0, 0
     from trend_videos, generate_series(1, $2::int) i where workspace_id = $1`,
    [tenantId, namesInVideo],
  );
}

/** The longest turn of the event loop, in milliseconds of CPU, in the round in which garbage collection fell least into it. */
async function longestOf(work: () => Promise<unknown>): Promise<number> {
  const turns: number[] = [];
  for (let round = 0; round < rounds; round += 1) turns.push(await longestTurnMs(work));
  return Math.min(...turns);
}

/** Characters of JSON that the database hands over for the answer. */
async function charactersRead({ tenantId }: Owner, query: TrendsQuery): Promise<number> {
  let characters = 0;
  const { db } = subject.domain;
  const counting: Queryable = {
    onCommitted: db.onCommitted,
    query: async <Row>(sql: string, params?: readonly unknown[], name?: string) => {
      const rows = await db.query<Row>(sql, params, name);
      characters += JSON.stringify(rows).length;
      return rows;
    },
  };
  const domain: Domain = { ...subject.domain, db: { ...db, ...counting } };
  await readTrends(domain, tenantId, query);
  return characters;
}

describe('Trends of very many names', () => {
  for (const query of queries) {
    const { since: _since, until: _until, ...rest } = query;

    test(`are read in as little memory as those of few: ${JSON.stringify(rest)}`, async () => {
      const few = await charactersRead(fewOwner, query);
      const many = await charactersRead(manyOwner, query);
      assert.ok(many < 2 * few + 1000, `${many} characters for many names, ${few} for few`);
    });

    test(`stop the process no longer than those of few: ${JSON.stringify(rest)}`, async (t) => {
      const ask = ({ tenantId }: Owner) => readTrends(subject.domain, tenantId, query);
      const few = await longestOf(() => ask(fewOwner));
      const many = await longestOf(() => ask(manyOwner));
      t.diagnostic(`${Math.round(many)} ms for many names, ${Math.round(few)} ms for few`);
      // Reading as many rows takes hundreds of milliseconds; an empty turn takes less than one.
      assert.ok(many < 5 * Math.max(few, 5), `${many} ms for many names, ${few} ms for few`);
    });
  }

  test('sum up all that are not listed', async () => {
    const { series, left_out: rest } = await readTrends(subject.domain, manyOwner.tenantId, {
      ...days,
      limit: 2,
    });
    const videos = manyNames / namesInVideo;
    const secondsInVideo = (namesInVideo * (namesInVideo + 1)) / 2;
    assert.deepEqual(
      series.map(({ total }) => total.seen_seconds),
      [namesInVideo, namesInVideo],
    );
    assert.deepEqual(rest, {
      series: manyNames - 2,
      seen_seconds: videos * secondsInVideo - 2 * namesInVideo,
      equivalent_seconds: (videos * secondsInVideo) / 2 - namesInVideo,
      mentions: manyNames - 2,
    });
  });

  test('of a library count its names together, whether it or the workspace has more names', async () => {
    for (const owner of [manyOwner, fewOwner]) {
      const aliases = ['name 130', 'name 129', 'name 128'];
      const made = await owner.post('/v1/brands', { name: 'Together', aliases });
      assert.equal(made.status, 201, made.text);
      const { series } = await readTrends(subject.domain, owner.tenantId, { ...days, limit: 1 });
      assert.deepEqual(
        series.map(({ name, total }) => [name, total.seen_seconds, total.videos]),
        [['Together', 87, 1]],
      );
    }
  });
});
