/**
 * The child process of media.ts: ingests a video once, with its storyboard. Prints as JSON the CPU seconds of the
 * start-up and of the work.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFrames } from '../server/src/media/frames.ts';
import { ingestMedia } from '../server/src/media/ingest.ts';
import { buildStoryboard } from '../server/src/media/storyboard.ts';

const [path = '', fps = '1', threads = '1'] = process.argv.slice(2);
if (path === '') {
  console.error('Usage: node bench/media-pass.ts FILE [FPS] [THREADS]');
  process.exit(2);
}
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const startSeconds = cpuSeconds();
const dir = mkdtempSync(join(tmpdir(), 'reelsight-media-pass-'));
const signal = new AbortController().signal;
const pass = await ingestMedia({
  path,
  outDir: dir,
  fps: Number(fps),
  threads: Number(threads),
  limits: {
    maxSidePixels: 8192,
    maxFramePixels: 40e6,
    frameSidePixels: 1280,
    maxDurationSeconds: 36_000,
    maxOutputBytes: 2 ** 34,
  },
  signal,
});
const ingestSeconds = cpuSeconds() - startSeconds;
const frames = await openFrames({ path: join(dir, 'frames.pack'), offset: 0 }, pass);
const { count } = await buildStoryboard({ frames, pass, outDir: dir, signal });
await frames.close();
const storyboardSeconds = cpuSeconds() - startSeconds - ingestSeconds;
rmSync(dir, { recursive: true });
console.log(
  JSON.stringify({
    startSeconds,
    ingestSeconds,
    storyboardSeconds,
    frames: pass.frames.length,
    images: pass.images.length,
    shots: pass.shots.length,
    tiles: count,
    audioSeconds: pass.audio?.durationSeconds ?? 0,
    maxRssMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
