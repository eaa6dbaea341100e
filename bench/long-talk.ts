/**
 * Analyses ten minutes of talk at 1 fps with every capability and the installed engines. Reports how long each stage
 * takes, how many frames the text engine was shown, and how much memory the job's process needs. `node
 * bench/long-talk.ts [minutes]`; needs the test media. "cuts" is the test talk repeated; "slides" is a still slide with
 * a video of a person in its corner.
 */
import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { type Client, createAdminClient, createClient } from '../sdk/src/index.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { startService } from '../server/src/wiring/start/service.ts';

const seconds = Number(process.argv[2] ?? 10) * 60;
const media = fileURLToPath(new URL('../../shared/media/', import.meta.url));

function ffmpeg(...options: string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...options], { stdio: 'inherit' });
}

/** Makes a talk of each kind from the test media. */
function makeTalks(folder: string): Record<string, string> {
  const talk = join(media, 'talk.mp4');
  const speaker = join(media, 'noaudio.mp4');
  const cuts = join(folder, 'cuts.mp4');
  const slides = join(folder, 'slides.mp4');

  ffmpeg('-stream_loop', '-1', '-i', talk, '-t', String(seconds), '-c', 'copy', cuts);
  const slide = join(folder, 'slide.png');
  ffmpeg('-ss', '3', '-i', talk, '-frames:v', '1', slide);
  ffmpeg(
    ...['-loop', '1', '-framerate', '25', '-i', slide, '-stream_loop', '-1', '-i', speaker],
    ...['-stream_loop', '-1', '-i', talk, '-t', String(seconds)],
    ...['-filter_complex', '[1:v]scale=320:180[s];[0:v][s]overlay=W-w-16:H-h-16,format=yuv420p[v]'],
    ...['-map', '[v]', '-map', '2:a', '-r', '25', '-preset', 'veryfast', '-c:a', 'copy', slides],
  );

  return { cuts, slides };
}

/** Reads the sums in /metrics, by stage, queue or engine. */
async function metrics(baseUrl: string): Promise<Record<string, number>> {
  const text = await (
    await fetch(`${baseUrl}/metrics`, { signal: AbortSignal.timeout(10_000) })
  ).text();
  const found = text.matchAll(
    /^reelsight_(?:stage_duration_seconds_sum|engine_(?:busy_seconds|frames)_total)\{(?:stage|queue|engine)="(\w+)".*\} ([\d.e+-]+)$/gm,
  );
  return Object.fromEntries([...found].map(([, name, value]) => [name, Number(value)]));
}

/**
 * Watches this process's children until the signal aborts. Returns the largest resident set that any of them had, in
 * MB; Linux only.
 */
async function watchChildren(signal: AbortSignal): Promise<number> {
  let peakMb = 0;

  while (!signal.aborted) {
    const list = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8').catch(() => '');
    for (const pid of list.trim().split(' ').filter(Boolean)) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      peakMb = Math.max(peakMb, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    }

    await new Promise((resolve) => setTimeout(resolve, 250));
  }

  return peakMb;
}

async function analyse(client: Client, file: string) {
  const key = await client.uploads.put(await openAsBlob(file), { contentType: 'video/mp4' });
  const { job_id: id } = await client.jobs.create({
    upload_key: key,
    capabilities: ['transcription', 'summary', 'brands', 'metadata', 'custom_query', 'objects'],
    queries: ['What should you ask?', 'Which brands are shown?'],
    objects: ['person', 'dog', 'truck'],
    fps: 1,
  });
  return client.jobs.wait(id, { signal: AbortSignal.timeout(3_600_000) });
}

const folder = await mkdtemp(join(tmpdir(), 'reelsight-bench-'));
const config = readConfig({
  ...process.env,
  PORT: '0',
  UPLOAD_PORT: '0',
  REELSIGHT_HOST: '127.0.0.1',
  REELSIGHT_DATA_DIR: join(folder, 'data'),
});
const service = await startService(config, pino({ level: 'silent' }));
try {
  const admin = createAdminClient({ baseUrl: service.apiUrl, token: service.adminToken });
  const made = await admin.workspaces.create({
    name: 'b',
    email: 'b@example.com',
    plan: 'scale',
    credits: 1_000_000,
  });
  const client = createClient({ baseUrl: service.apiUrl, apiKey: made.api_key });
  for (const [name, file] of Object.entries(makeTalks(folder))) {
    const before = await metrics(service.apiUrl);
    const watching = new AbortController();
    const peak = watchChildren(watching.signal);
    const startedMs = performance.now();
    const job = await analyse(client, file);
    const took = (performance.now() - startedMs) / 1000;

    watching.abort();
    const after = await metrics(service.apiUrl);
    const share = (item: string) => (after[item] ?? 0) - (before[item] ?? 0);
    const frames = job.results?.meta.frames_analyzed ?? 0;

    console.log(
      `${name}: ${job.status}, ${seconds} s of video in ${took.toFixed(0)} s (${(took / seconds).toFixed(2)} × real time), peak of the process ${(await peak).toFixed(0)} MB`,
    );

    for (const stage of ['ingestion', 'transcription', 'analysis', 'merging'])
      console.log(
        `  ${stage} ${share(stage).toFixed(1)} s (${((100 * share(stage)) / took).toFixed(0)} %)`,
      );

    console.log(
      `  text engine ${share('text_frames')} looks for ${frames} sampled frames (${(share('text_frames') / frames).toFixed(2)}, target 0.25 on slides)`,
    );
  }
} finally {
  await service.close();
  await rm(folder, { recursive: true, force: true });
}
