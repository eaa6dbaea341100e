/**
 * Measures the API on a real PostgreSQL: creating jobs compared with one bare INSERT behind the same framework and
 * pool, a late page of a long list compared with the first page, and mixed reads at a steady rate. `node bench/api.ts
 * [seconds of reads]`.
 */

import { askOf } from '@reelsight/contract';
import Fastify from 'fastify';
import type { Database } from '../server/src/db/database.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { applyLoad, type Load } from './load.ts';

const readSeconds = Number(process.argv[2] ?? 60);
const listedJobs = 1_000_000;
const limits = {
  max_requests_per_minute: 10_000_000,
  burst: 10_000_000,
  // Too high to be reached: nothing processes the jobs, so all of them stay pending.
  max_pending_jobs: 10_000_000,
};
const body = JSON.stringify({
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  capabilities: ['transcription', 'summary', 'brands'],
  brands: ['Nike', 'Adidas'],
});

const server = await startPostgres();
process.env.REELSIGHT_TEST_DATABASE = server.url;
const { startTestService } = await import('../server/testing/service.ts');
const service = await startTestService({
  REELSIGHT_PLANS: JSON.stringify({ scale: limits }),
  REELSIGHT_YTDLP: 'no-such-program',
});
const { db } = service.domain;
// Skips looking up links, because the time that this takes depends on the platform.
Object.assign(service.domain, {
  ports: { ...service.domain.ports, resolveVideo: async () => null },
});
const { apiKey, tenantId } = await service.workspace('scale', 1_000_000);
const headers = { 'X-Api-Key': apiKey };

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * The baseline: starts a bare HTTP server that runs one statement per request, the best that this framework and
 * database can do.
 */
async function startBare(database: Database): Promise<{ url: string; close(): Promise<void> }> {
  await database.query('create table bare (id bigserial primary key, body jsonb, at timestamptz)');
  const app = Fastify();
  app.post('/v1/jobs', async (request, reply) => {
    const values = [JSON.stringify(request.body), new Date()];
    const sql = 'insert into bare (body, at) values ($1, $2) returning id';
    const [row] = await database.query<{ id: number }>(sql, values);
    return reply.code(202).send({ data: row });
  });

  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
}

async function createJobs(): Promise<void> {
  const bare = await startBare(db);
  const load = { headers, calls: [{ method: 'POST', path: '/v1/jobs', body }], connections: 32 };
  const rates: { bare: number; ours: number }[] = [];
  for (let round = 0; round < 4; round += 1) {
    const plain = await applyLoad({ ...load, baseUrl: bare.url, seconds: 4 });
    const ours = await applyLoad({ ...load, baseUrl: service.apiUrl, seconds: 4 });
    const bad = Object.keys({ ...plain.statuses, ...ours.statuses }).filter((one) => one !== '202');
    if (bad.length > 0) throw new Error(`answers other than 202: ${bad}`);
    // The first round is a warm-up and does not count.
    if (round > 0) rates.push({ bare: plain.perSecond, ours: ours.perSecond });
  }

  await bare.close();
  const ratio = median(rates.map(({ bare: plain, ours }) => ours / plain));
  console.log(
    `create a job: ${median(rates.map(({ ours }) => ours)).toFixed(0)}/s, bare insert ${median(rates.map((rate) => rate.bare)).toFixed(0)}/s, ratio ${ratio.toFixed(2)} (target 0.5)`,
  );
}

async function listJobs(): Promise<void> {
  await db.query(
    `insert into jobs (id, workspace_id, status, url, platform, ask, credits_estimated, created_at, updated_at)
     select 'job_' || lpad(n::text, 26, '0'), $1, 'completed', 'https://youtu.be/x', 'youtube', $3, 1, at, at
     from (select n, now() - make_interval(secs => n) as at from generate_series(1, $2::int) n) rows`,
    [tenantId, listedJobs, JSON.stringify(askOf({ capabilities: ['metadata'] }, { max_fps: 1 }))],
  );
  await db.query('analyze jobs');

  const size = 100;
  const [late] = await db.query<{ created_at: Date; id: string }>(
    'select created_at, id from jobs where workspace_id = $1 order by created_at desc, id desc offset $2 limit 1',
    [tenantId, 9_999 * size],
  );
  if (!late) throw new Error('too few jobs');

  const cursor = Buffer.from(`${late.created_at.getTime()}.${late.id}`).toString('base64url');
  const time = async (query: string): Promise<number> => {
    const startedMs = performance.now();
    const url = `${service.apiUrl}/v1/jobs?limit=${size}${query}`;
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) });
    const { data } = (await answer.json()) as { data: unknown[] };
    if (data.length !== size) throw new Error(`a page of ${data.length}`);
    return performance.now() - startedMs;
  };
  const first: number[] = [];
  const last: number[] = [];
  for (let count = 0; count < 200; count += 1) {
    first.push(await time(''));
    last.push(await time(`&cursor=${cursor}`));
  }

  const ratio = median(last) / median(first);
  console.log(
    `list of ${listedJobs} jobs: page 1 ${median(first).toFixed(1)} ms, page 10,000 ${median(last).toFixed(1)} ms, ratio ${ratio.toFixed(2)} (target 1.5)`,
  );
}

/** Measures reads in a workspace of ordinary size while the large workspace is in the same database. */
async function mixedReads(): Promise<void> {
  const reader = await service.workspace('scale', 1_000_000);
  const headers = { 'X-Api-Key': reader.apiKey };
  const made = await applyLoad({
    baseUrl: service.apiUrl,
    headers,
    calls: [{ method: 'POST', path: '/v1/jobs', body }],
    connections: 8,
    seconds: 5,
  });

  const [{ id: one } = { id: '' }] = await db.query<{ id: string }>(
    'select id from jobs where workspace_id = $1 limit 1',
    [reader.tenantId],
  );

  console.log(`a workspace of ${made.statuses[202]} jobs`);
  const get = (path: string) => ({ method: 'GET', path });
  const calls = [
    get(`/v1/jobs/${one}`),
    get('/v1/jobs'),
    get(`/v1/jobs/${one}`),
    get('/v1/account'),
    get('/v1/jobs?status=completed&limit=50'),
    get('/v1/usage'),
    get('/v1/batch'),
    get('/v1/jobs?status=held'),
  ];
  const load: Load = {
    baseUrl: service.apiUrl,
    headers,
    calls,
    connections: 32,
    seconds: readSeconds,
    perSecond: 200,
  };
  const { statuses, perSecond, p50Ms, p99Ms } = await applyLoad(load);
  console.log(
    `mixed reads: ${perSecond.toFixed(0)}/s for ${readSeconds} s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (target 50), statuses ${JSON.stringify(statuses)}`,
  );
}

try {
  await createJobs();
  await listJobs();
  await mixedReads();
} finally {
  await service.close();
  await server.stop();
}
