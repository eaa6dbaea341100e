/**
 * Measures how long each page of trends takes over a year of videos, and how much CPU this process needs for it.
 *
 * node bench/trends.ts [--videos 10000] [--brands 200] [--per-video 10] [--database postgres://… | own]
 *
 * The facts are made up and stored directly. Without `--database`, the embedded database is used, whose CPU is that of
 * this process; `own` starts a PostgreSQL.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TrendsQuery } from '@reelsight/contract';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';
import type { Domain } from '../server/src/domain/domain.ts';
import { readTrends, readTrendVideos } from '../server/src/domain/trends/trends.ts';
import { startPostgres } from '../server/testing/postgres.ts';

const { values } = parseArgs({
  options: {
    videos: { type: 'string', default: '10000' },
    brands: { type: 'string', default: '200' },
    'per-video': { type: 'string', default: '10' },
    database: { type: 'string' },
  },
});
const videos = Number(values.videos);
const brands = Number(values.brands);
const perVideo = Number(values['per-video']);
const workspace = 'ws_00000000000000000000000000';
const now = new Date('2026-11-29T12:00:00Z');

/** Two workspaces with a year of videos each, of which one is asked. */
async function fill(db: Database): Promise<void> {
  const other = workspace.replace('ws_0', 'ws_1');
  for (const id of [workspace, other]) {
    await db.query(
      `insert into workspaces (id, name, email, plan, webhook_secret, anchor_at, created_at)
       values ($1, 'bench', $1 || '@example.com', 'scale', 's', now(), now())`,
      [id],
    );
    await db.query(
      `insert into jobs (id, workspace_id, status, platform, video_id, ask, title, credits_estimated, created_at,
         updated_at, completed_at, duration_seconds, tags, author, published_at)
       select 'job_' || $2 || lpad(i::text, 20, '0'), $1, 'completed', case i % 3 when 0 then 'youtube' when 1 then 'tiktok'
           else 'upload' end, 'v' || i, '{"capabilities": ["brands"]}', 'Video ' || i, 1, $4, $4, $4, 300,
         case when i % 4 = 0 then '{spring}'::text[] else '{}' end, 'Channel ' || i % 40,
         $4::timestamptz - (i * 365.0 / $3::int || ' days')::interval
       from generate_series(1, $3::int) i`,
      [id, id === workspace ? 'a' : 'b', videos, now],
    );
  }
  await db.query(
    `insert into trend_videos select id, workspace_id, platform || ' ' || video_id, true, published_at, true, platform,
       author, null, duration_seconds, 30, 100, 40, 12, i.paid, false, 0, 0, 5
     from jobs, lateral (select length(title) % 2 = 0 as paid) i`,
  );
  await db.query(
    `insert into trend_brands
     select job_id, 'brand' || brand, 'Brand ' || brand, workspace_id, true, dated_at, 3, 10, 4 + brand / 100.0, 1, 5,
       brand % 5 = 0, false, 0, 0
     from trend_videos, lateral (
       select distinct (abs(hashtext(job_id)) + n * n * 7) % $1::int as brand from generate_series(1, $2::int) n
     ) chosen`,
    [brands, perVideo],
  );
  await db.query(
    `insert into video_views select job_id, dated_at + reading * interval '1 day', 1000 * reading
     from trend_videos, generate_series(1, 3) reading where platform <> 'upload'`,
  );
  // PostgreSQL does this by itself, the embedded database never does.
  if (db.kind === 'postgres') await db.query('analyze');
  const [rows] = await db.query<{ count: number }>(
    'select count(*)::int as count from trend_brands',
  );
  console.log(`${2 * videos} videos of two workspaces, ${rows?.count} rows of brands`);
}

const year = { since: '2025-11-30', until: '2026-11-29', time_zone: 'Europe/Berlin' } as const;
const names = ['Brand 1', 'Brand 2', 'Brand 3'];
const pages: Record<string, TrendsQuery> = {
  'weeks, twelve brands': year,
  'weeks, fifty brands': { ...year, limit: 50 },
  'days, twelve brands': { ...year, by: 'day' },
  'days, fifty brands': { ...year, by: 'day', limit: 50 },
  'months, three rivals': { ...year, by: 'month', brands: names },
  'weeks, a tag': { ...year, tag: ['spring'] },
  'weeks, a platform': { ...year, platform: ['youtube', 'tiktok'] },
  'weeks by channel': { ...year, group_by: 'channel' },
  'weeks by platform, three rivals': { ...year, group_by: 'platform', brands: names },
  'weeks, fifty brands with views': { ...year, limit: 50, audience: 'views', cpm_usd: 20 },
  'weeks by channel with views': { ...year, group_by: 'channel', audience: 'views', cpm_usd: 20 },
  'weeks by Follow': { ...year, group_by: 'follow' },
};

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  let cpu = process.cpuUsage();
  for (let round = 0; round < 5; round += 1) {
    // The first round also reads from the disk.
    if (round === 1) cpu = process.cpuUsage();
    const beganMs = performance.now();
    await work();
    times.push(performance.now() - beganMs);
  }
  const { user, system } = process.cpuUsage(cpu);
  const [first = 0, ...later] = times;
  const sorted = later.sort((a, b) => a - b);
  const cpuMs = (user + system) / 1000 / later.length;
  console.log(
    `${what}: ${Math.round(first)} ms at first, then ${sorted.map(Math.round).join(', ')} ms; CPU ${Math.round(cpuMs)} ms`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'reelsight-trends-'));
const own = values.database === 'own' ? await startPostgres() : undefined;
const url = own?.url ?? values.database;
const db = await openDatabase(url ? { url } : { dataDir: join(folder, 'database') });
try {
  await migrate(db, { version: 'bench' });
  await fill(db);

  const domain = { db, now: () => now } as Domain;
  for (const [what, query] of Object.entries(pages))
    await timed(what, () => readTrends(domain, workspace, query));

  const page = { after: null, limit: 21 };
  await timed('videos of a brand', () =>
    readTrendVideos(domain, workspace, { ...year, brands: ['Brand 1'] }, page),
  );
  await timed('videos of all brands', () => readTrendVideos(domain, workspace, year, page));
} finally {
  await db.close();
  await own?.stop();
  await rm(folder, { recursive: true, force: true });
}
