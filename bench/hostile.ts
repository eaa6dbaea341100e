/**
 * Measures a workspace that uses the service properly, first alone and then next to a hostile workspace that does all
 * it can to starve the service. The service and the hostile workspace run in separate processes. Reports the latency of
 * the good workspace's reads, jobs and webhooks, and whether any of them are lost.
 *
 * `node bench/hostile.ts [seconds] [postgres://… [costly]]`; needs ffmpeg.
 *
 * With PostgreSQL, the hostile workspace also has a job with a thousand corrections to thousands of appearances. With
 * `costly`, the hostile workspace makes only requests that are expensive for the service.
 */
import { execFileSync, fork } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Client, createAdminClient, createClient } from '../sdk/src/index.ts';
import { brand } from '../server/testing/exported.ts';
import { type ServiceProcesses, serviceProcesses } from '../server/testing/service-process.ts';
import { type Receiver, startReceiver } from '../server/testing/webhooks/receiver.ts';
import type { Target } from './hostile-workspace.ts';

const seconds = Number(process.argv[2] ?? 60);
const databaseUrl = process.argv[3];
const only = process.argv[4] === 'costly' ? 'costly' : undefined;
const adminToken = 'an-operator-token-of-the-bench-32+';
const password = 'correct horse battery';

/** Measurements of the good workspace during one window of time. */
class Watch {
  readonly readsMs: number[] = [];
  readonly jobsMs: number[] = [];
  readonly eventsMs: number[] = [];
  readonly failed: string[] = [];

  report(name: string): void {
    const line = (what: string, values: number[]) =>
      `${what} ${values.length}, p50 ${at(values, 0.5)}, p95 ${at(values, 0.95)}, p99 ${at(values, 0.99)}, longest ${at(values, 1)} ms`;
    console.log(
      `${name}\n  ${line('reads', this.readsMs)}\n  ${line('jobs', this.jobsMs)}\n  ${line('webhooks after their job', this.eventsMs)}\n  failed: ${this.failed.length} ${[...new Set(this.failed)].join('; ')}`,
    );
  }
}

function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN);
}

interface Good {
  readonly client: Client;
  readonly clip: Blob;
  readonly webhookUrl: string;
}

/** Times at which the events of jobs arrived, by job. */
const arrivals = new Map<string, number>();

async function oneJob(good: Good, watch: Watch): Promise<void> {
  const upload_key = await good.client.uploads.put(good.clip, { contentType: 'video/mp4' });
  const fromMs = Date.now();
  const { job_id } = await good.client.jobs.create({
    upload_key,
    capabilities: ['metadata', 'transcription'],
    webhook_url: good.webhookUrl,
  });
  const done = await good.client.jobs.wait(job_id, { signal: AbortSignal.timeout(180_000) });
  if (done.status !== 'completed') throw new Error(`job ${done.status} ${done.error?.code}`);

  watch.jobsMs.push(Date.now() - fromMs);
  const endedMs = Date.parse(String(done.completed_at));

  for (let tries = 0; tries < 600 && !arrivals.has(job_id); tries += 1) await sleep(100);
  const arrivedMs = arrivals.get(job_id);
  if (arrivedMs === undefined) throw new Error('webhook lost');
  watch.eventsMs.push(Math.max(0, arrivedMs - endedMs));
}

async function use(good: Good): Promise<Watch> {
  const watch = new Watch();
  const endsMs = Date.now() + seconds * 1000;
  const note = (error: Error) => void watch.failed.push(error.message.slice(0, 100));
  const under: Promise<unknown>[] = [];
  const reads = [
    () => good.client.account(),
    () => good.client.jobs.list({ limit: 20 }).page(),
    () => good.client.jobs.list({ status: 'completed', limit: 5 }).page(),
  ];
  for (let tick = 0; Date.now() < endsMs; tick += 1) {
    const fromMs = performance.now();
    const read = reads[tick % reads.length] as () => Promise<unknown>;
    under.push(read().then(() => watch.readsMs.push(performance.now() - fromMs), note));
    if (tick % 15 === 0) under.push(oneJob(good, watch).catch(note));
    await sleep(333);
  }

  await Promise.all(under);
  return watch;
}

/** Signs up an account and returns its cookie. The first account needs the operator's token as `code`. */
async function signUp(apiUrl: string, name: string, code?: string): Promise<string> {
  const answer = await fetch(`${apiUrl}/console/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: apiUrl },
    body: JSON.stringify({ name, email: `${name}@example.com`, password, ...(code && { code }) }),
  });
  if (!answer.ok) throw new Error(`sign-up: ${answer.status} ${await answer.text()}`);

  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

function startProcesses(dataDir: string): Promise<ServiceProcesses> {
  return serviceProcesses({
    dataDir,
    ...(databaseUrl && { databaseUrl }),
    env: {
      REELSIGHT_ADMIN_TOKEN: adminToken,
      REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
      REELSIGHT_SIGN_UP: 'open',
      REELSIGHT_SIGN_UP_PLAN: 'scale',
      REELSIGHT_LOG_LEVEL: 'warn',
    },
  });
}

const workspace = (apiUrl: string, name: string) =>
  createAdminClient({ baseUrl: apiUrl, token: adminToken }).workspaces.create({
    name,
    email: `${name}@example.com`,
    plan: 'scale',
    credits: 1_000_000,
  });

async function goodOne(apiUrl: string, folder: string, receiver: Receiver): Promise<Good> {
  const file = join(folder, 'clip.mp4');
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=25:d=4'];
  const sound = ['-f', 'lavfi', '-i', 'sine=d=4'];
  execFileSync('ffmpeg', ['-v', 'error', ...picture, ...sound, '-pix_fmt', 'yuv420p', file]);

  const { api_key: apiKey } = await workspace(apiUrl, 'good');
  return {
    client: createClient({ baseUrl: apiUrl, apiKey }),
    clip: await openAsBlob(file),
    webhookUrl: receiver.url,
  };
}

async function hostileOne(apiUrl: string, clip: Blob): Promise<Target> {
  const { api_key: apiKey, tenant_id } = await workspace(apiUrl, 'hostile');
  await signUp(apiUrl, 'operator', adminToken);
  const cookie = await signUp(apiUrl, 'hostile');
  const answer = await fetch(`${apiUrl}/console/v1/session`, { headers: { Cookie: cookie } });
  const session = (await answer.json()) as { data: { workspaces: { workspace_id: string }[] } };
  const workspaceId = session.data.workspaces[0]?.workspace_id ?? tenant_id;
  const made = await correctedJob(apiUrl, apiKey, clip);

  return { apiUrl, apiKey, workspaceId, cookie, ...made, only };
}

/**
 * Creates a job and links to it. With PostgreSQL, gives the job the results of a long video full of brands, which a
 * clip of a few seconds does not have.
 */
async function correctedJob(
  apiUrl: string,
  apiKey: string,
  clip: Blob,
): Promise<Pick<Target, 'correctedJob' | 'links'>> {
  const client = createClient({ baseUrl: apiUrl, apiKey });
  const upload_key = await client.uploads.put(clip, { contentType: 'video/mp4' });
  const { job_id } = await client.jobs.create({ upload_key, capabilities: ['brands'] });
  await client.jobs.wait(job_id, { signal: AbortSignal.timeout(180_000) });

  if (databaseUrl) await makeLong(databaseUrl, job_id);

  const links: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const answer = await fetch(`${apiUrl}/v1/jobs/${job_id}/shares`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Api-Key': apiKey },
      body: JSON.stringify({ parts: ['brands'], expires_in_days: 1 }),
    });
    const { data } = (await answer.json()) as { data: { url: string } };
    links.push(`/shared/v1/${new URL(data.url).pathname.split('/').at(-1)}`);
  }

  return { correctedJob: job_id, links };
}

async function makeLong(url: string, jobId: string): Promise<void> {
  const spans = Array.from({ length: 3000 }, (_, k) => [k, k + 0.5] as const);
  const brands = JSON.stringify([brand('Sony', spans), brand('Nike', spans)]);
  const database = new pg.Client(url);
  await database.connect();

  try {
    await database.query(
      `update job_results set results = results || jsonb_build_object('brands', $2::jsonb) where job_id = $1`,
      [jobId, brands],
    );
    await database.query(
      `insert into corrections (id, job_id, workspace_id, kind, target, name, new_name, actor, created_at)
       select 'cor_b' || k, id, workspace_id, 'rename', 'brand', case k when 0 then 'Sony' else 'Name ' || k end,
         'Name ' || (k + 1), '{"kind": "operator"}', now() from jobs, generate_series(0, 999) k where id = $1`,
      [jobId],
    );
  } finally {
    await database.end();
  }
}

function compare(alone: Watch, beside: Watch): void {
  for (const [what, of] of [
    ['reads', (watch: Watch) => watch.readsMs],
    ['jobs', (watch: Watch) => watch.jobsMs],
    ['webhooks', (watch: Watch) => watch.eventsMs],
  ] as const) {
    const ratio = (part: number) => (at(of(beside), part) / at(of(alone), part)).toFixed(1);
    console.log(`${what}: p50 ${ratio(0.5)} x, p95 ${ratio(0.95)} x, p99 ${ratio(0.99)} x`);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'reelsight-hostile-'));
const receiver = await startReceiver((response, { body }) => {
  arrivals.set(String(JSON.parse(body).job_id), Date.now());
  response.end();
});
const service = await startProcesses(join(folder, 'data'));
try {
  await service.start();
  const good = await goodOne(service.apiUrl, folder, receiver);
  const target = await hostileOne(service.apiUrl, good.clip);

  // Warm-up: makes the hosts open their engines.
  await Promise.all([oneJob(good, new Watch()), oneJob(good, new Watch())]);
  const alone = await use(good);
  alone.report('alone');

  const hostile = fork(fileURLToPath(new URL('./hostile-workspace.ts', import.meta.url)));
  // A real attacker would use another machine, so the hostile process gets the lowest priority here.
  if (hostile.pid !== undefined) setPriority(hostile.pid, 19);

  hostile.send(target);
  await sleep(5000);

  const beside = await use(good);
  beside.report('beside the hostile one');
  compare(alone, beside);
  hostile.send('report');
  await new Promise((resolve) => hostile.once('exit', resolve));
} finally {
  await service.kill(service.parts);
  await receiver[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
