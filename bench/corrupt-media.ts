/**
 * Sends damaged videos through the real service: ten good files of different kinds, each damaged in many ways by a
 * seeded generator, uploaded a few at a time and analysed. Each job must end completed or with a documented error code,
 * and the service must stay up and leave no process, file or memory behind. `node bench/corrupt-media.ts [count]
 * [seed]`; needs ffmpeg.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { errorTable } from '../contract/src/errors.ts';
import { createAdminClient, createClient } from '../sdk/src/index.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { startService } from '../server/src/wiring/start/service.ts';
import { damage, damages } from '../server/testing/media/damage.ts';
import { mulberry32 } from './unseen/random.ts';

const count = Number(process.argv[2] ?? 500);
const seed = Number(process.argv[3] ?? 1);
const atOnce = 4;
const jobLimitMs = 180_000;

const picture = ['-f', 'lavfi', '-i', 'testsrc2=d=4:s=160x120:r=15'];
const tone = ['-f', 'lavfi', '-i', 'sine=d=4:r=44100'];
const kinds: Record<string, string[]> = {
  'h264.mp4': [...picture, ...tone, '-c:v', 'libx264', '-c:a', 'aac'],
  'front.mp4': [...picture, ...tone, '-c:v', 'libx264', '-c:a', 'aac', '-movflags', '+faststart'],
  'pieces.mp4': [...picture, ...tone, '-c:v', 'libx264', '-g', '15', '-movflags', '+frag_keyframe'],
  'hevc.mkv': [
    ...picture,
    ...tone,
    '-c:v',
    'libx265',
    '-x265-params',
    'log-level=none',
    '-c:a',
    'flac',
  ],
  'vp8.webm': [...picture, ...tone, '-c:v', 'libvpx', '-c:a', 'libvorbis'],
  'vp9.webm': [...picture, ...tone, '-c:v', 'libvpx-vp9', '-c:a', 'libopus'],
  'mpeg2.ts': [...picture, ...tone, '-c:v', 'mpeg2video', '-c:a', 'ac3'],
  'mjpeg.avi': [...picture, ...tone, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'libmp3lame'],
  'prores.mov': [...picture, ...tone, '-c:v', 'prores_ks', '-c:a', 'pcm_s16le'],
  'sound.mp4': [...tone, '-c:a', 'aac'],
};

function ownProcesses(): number {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return (
        readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] ===
        String(process.pid)
      );
    } catch {
      return false;
    }
  }).length;
}

const residentMb = (): number => Math.round(process.memoryUsage.rss() / 2 ** 20);

const folder = await mkdtemp(join(tmpdir(), 'reelsight-corrupt-'));
const dataDir = join(folder, 'data');
const good = Object.entries(kinds).map(([name, options]) => {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...options, path]);
  return { name, bytes: readFileSync(path) };
});
const config = readConfig({
  PATH: process.env.PATH,
  PORT: '0',
  UPLOAD_PORT: '0',
  REELSIGHT_HOST: '127.0.0.1',
  REELSIGHT_DATA_DIR: dataDir,
  REELSIGHT_PLANS: JSON.stringify({
    scale: { max_requests_per_minute: 100_000, burst: 100_000, max_concurrent_jobs: 20 },
  }),
});
const service = await startService(config, pino({ level: 'silent' }));
const admin = createAdminClient({ baseUrl: service.apiUrl, token: service.adminToken });
const made = await admin.workspaces.create({
  name: 'corrupt',
  email: 'corrupt@example.com',
  plan: 'scale',
  credits: 10_000_000,
});
const client = createClient({ baseUrl: service.apiUrl, apiKey: made.api_key });

const outcomes = new Map<string, number>();
const wrong: string[] = [];
const seconds: number[] = [];

async function analyse(bytes: Buffer<ArrayBuffer>, what: string): Promise<void> {
  const startMs = Date.now();
  const body = new Blob([bytes]);
  const upload_key = await client.uploads.put(body, { contentType: 'video/mp4' });
  const { job_id } = await client.jobs.create({
    upload_key,
    capabilities: ['metadata', 'transcription'],
  });
  const job = await client.jobs
    .wait(job_id, { signal: AbortSignal.timeout(jobLimitMs) })
    .catch((error: unknown) => ({ status: 'late', error: { code: String(error), message: '' } }));

  seconds.push((Date.now() - startMs) / 1000);
  const end = job.status === 'completed' ? 'completed' : `${job.status} ${job.error?.code}`;
  outcomes.set(end, (outcomes.get(end) ?? 0) + 1);

  const code = job.error?.code as keyof typeof errorTable | undefined;
  const documented = job.status === 'failed' && code && errorTable[code]?.job;
  if (job.status !== 'completed' && (!documented || code === 'PROCESSING_ERROR'))
    wrong.push(`${what}: ${end} ${job.error?.message}`);
}

const next = mulberry32(seed);
let begun = 0;
async function worker(): Promise<void> {
  while (begun < count) {
    const number = begun++;
    const file = good[number % good.length] as (typeof good)[number];
    const other = good[
      (number + 1 + Math.floor(next() * 8)) % good.length
    ] as (typeof good)[number];
    const kind = damages[
      Math.floor(number / good.length) % damages.length
    ] as (typeof damages)[number];
    await analyse(damage(kind, file.bytes, other.bytes, next), `${number} ${file.name} ${kind}`);
    if (number % 50 === 49) console.log(`${number + 1}: ${residentMb()} MB, ${wrong.length} wrong`);
  }
}

const startMs = Date.now();
try {
  for (const { bytes, name } of good) await analyse(Buffer.from(bytes), `good ${name}`);
  console.log(`good files: ${JSON.stringify(Object.fromEntries(outcomes))}`);
  outcomes.clear();

  const before = { processes: ownProcesses(), memory: residentMb() };
  await Promise.all(Array.from({ length: atOnce }, worker));

  const ready = await fetch(`${service.apiUrl}/readyz`);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  globalThis.gc?.();

  const slots = await readdir(join(dataDir, 'work'), { recursive: true });
  const sorted = seconds.toSorted((a, b) => a - b);
  console.log({
    sandbox: service.isolation?.kind,
    files: count,
    seconds: Math.round((Date.now() - startMs) / 1000),
    outcomes: Object.fromEntries(outcomes),
    wrong,
    longestSeconds: sorted.at(-1),
    medianSeconds: sorted[sorted.length >> 1],
    ready: ready.status,
    processes: [before.processes, ownProcesses()],
    residentMb: [before.memory, residentMb()],
    sourcesLeft: slots.filter((name) => /in\/source$|trial-/.test(name)),
    slotsLeft: slots.filter((name) => /slots\/[^/]+$/.test(name)).length,
  });
  process.exitCode = wrong.length > 0 || ready.status !== 200 ? 1 : 0;
} finally {
  await service.close();
  await rm(folder, { recursive: true, force: true });
}
