/**
 * Measures a clip of 15 seconds with every capability, from the 202 answer to `completed`: on a warm, idle service, and
 * behind the parts of a long video of another workspace. `node bench/clip.ts [clips] [minutes of the long video]`;
 * needs the test media.
 */
import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { type Client, createAdminClient, createClient } from '../sdk/src/index.ts';
import { scopeFields } from '../server/src/tracing/scope.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { type Service, startService } from '../server/src/wiring/start/service.ts';

const clips = Number(process.argv[2] ?? 9);
const longMinutes = Number(process.argv[3] ?? 20);
const talk = fileURLToPath(new URL('../../shared/media/talk.mp4', import.meta.url));

interface LogLine {
  readonly time: number;
  readonly msg: string;
  readonly job_id?: string;
}

/** Lines of the service's log about jobs. */
const lines: LogLine[] = [];

function cut(folder: string, name: string, ...options: string[]): string {
  const file = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...options, '-c', 'copy', file]);
  return file;
}

async function submit(client: Client, file: string): Promise<string> {
  const upload_key = await client.uploads.put(await openAsBlob(file), { contentType: 'video/mp4' });
  const job = await client.jobs.create({
    upload_key,
    capabilities: ['transcription', 'summary', 'brands', 'metadata', 'custom_query', 'objects'],
    queries: ['What should you ask?'],
    objects: ['person', 'dog', 'truck'],
    fps: 1,
  });
  return job.job_id;
}

/**
 * Runs a job for the file. `total`: seconds from the 202 answer to the end of the job. `idle`: how many of these
 * seconds passed while neither an ingestion nor an engine host was working on the job.
 */
async function timed(client: Client, file: string): Promise<{ total: number; idle: number }> {
  const id = await submit(client, file);
  const from = Date.now();
  await client.jobs.wait(id, { signal: AbortSignal.timeout(600_000) });
  const own = lines.filter((line) => line.job_id === id);
  const until = own.find(({ msg }) => msg === 'job completed')?.time ?? Number.NaN;
  return { total: (until - from) / 1000, idle: idleSeconds(own, from, until) };
}

function idleSeconds(own: readonly LogLine[], from: number, until: number): number {
  let atWork = 0;
  let idle = 0;
  let since = from;

  for (const { time, msg } of own) {
    const begins = msg === 'ingestion began' || msg === 'part began';
    const ends = msg === 'ingestion ended' || msg === 'part ended' || msg === 'job completed';
    if (!begins && !ends) continue;
    if (atWork === 0) idle += Math.max(0, time - since);

    atWork += begins ? 1 : -1;
    since = time;
  }

  return (idle + Math.max(0, until - since)) / 1000;
}

/** Times each clip in a new workspace, so that no earlier work affects its place in the queue. */
async function measure(name: string, service: Service, file: string): Promise<void> {
  const found: { total: number; idle: number }[] = [];
  for (let n = 0; n < clips; n += 1)
    found.push(await timed(await workspace(service, `${name.replaceAll(' ', '-')}-${n}`), file));

  const totals = found.map(({ total }) => total);
  const idles = found.map(({ idle }) => idle);
  console.log(
    `${name}: median ${median(totals).toFixed(2)} s, longest ${Math.max(...totals).toFixed(2)} s; without work on it ${median(idles).toFixed(2)} s`,
  );
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

async function workspace(service: Service, name: string): Promise<Client> {
  const admin = createAdminClient({ baseUrl: service.apiUrl, token: service.adminToken });
  const made = await admin.workspaces.create({
    name,
    email: `${name}@example.com`,
    plan: 'scale',
    credits: 1_000_000,
  });
  return createClient({ baseUrl: service.apiUrl, apiKey: made.api_key });
}

const folder = await mkdtemp(join(tmpdir(), 'reelsight-bench-'));
const config = readConfig({
  ...process.env,
  PORT: '0',
  UPLOAD_PORT: '0',
  REELSIGHT_HOST: '127.0.0.1',
  REELSIGHT_DATA_DIR: join(folder, 'data'),
});
const log = pino(
  { level: 'info', mixin: scopeFields },
  { write: (line: string) => void lines.push(JSON.parse(line)) },
);
const service = await startService(config, log);
try {
  const clip = cut(folder, 'clip.mp4', '-i', talk, '-t', '15');
  const long = cut(
    ...([folder, 'long.mp4'] as const),
    ...['-stream_loop', '-1', '-i', talk, '-t', String(longMinutes * 60)],
  );
  const one = await workspace(service, 'one');
  const other = await workspace(service, 'other');

  // Warm-up: makes every host open its engines.
  await Promise.all([0, 1, 2].map(() => timed(one, clip)));
  await measure('idle service', service, clip);

  const id = await submit(other, long);
  while (!lines.some(({ job_id, msg }) => job_id === id && msg === 'part ended'))
    await new Promise((resolve) => setTimeout(resolve, 200));

  await measure(`behind ${longMinutes} minutes of another workspace`, service, clip);
  const { status, progress } = await other.jobs.get(id);
  console.log(`the long one: ${status}, ${progress?.stage} ${progress?.percent} %`);
  await other.jobs.cancel(id);
} finally {
  await service.close();
  await rm(folder, { recursive: true, force: true });
}
