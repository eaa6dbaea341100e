/**
 * Compares the CPU time of the decoding pass with plain decoding and with the usual recipe of ffmpeg calls, on 60 s of
 * 1080p30 H.264 at about 5 Mbit/s with AAC. Needs ffmpeg and ffprobe.
 *
 * Usage: node bench/media.ts [runs, default 3]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const runs = Number(process.argv[2] ?? 3);
const root = dirname(import.meta.dirname);
const sharedDir = process.env.REELSIGHT_SHARED ?? join(dirname(root), 'shared');
const clipSeconds = 60;

interface Measured {
  readonly cpuSeconds: number;
  readonly output: string;
}

/** Runs a command and returns the user and system time that it and its children took. */
function measure(command: readonly string[]): Measured {
  // Uses the shell's clock, because Node does not report the CPU time of a child.
  const script = 'TIMEFORMAT="cpu %U %S"; time "$@"';
  const done = spawnSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8' });
  // Stderr must contain only the times: a command that complains has measured a broken file.
  const times = /^cpu ([\d.]+) ([\d.]+)\s*$/.exec(done.stderr);
  if (done.status !== 0 || !times) throw new Error(`${command[0]} failed: ${done.stderr}`);
  return { cpuSeconds: Number(times[1]) + Number(times[2]), output: done.stdout };
}

/** Makes the clip, unless the temporary folder still has it. `from` describes what the clip was made of. */
function clip(): { path: string; from: string } {
  const dir = join(tmpdir(), 'reelsight-bench');
  const moving = join(sharedDir, 'media', 'objects.mp4');
  const real = existsSync(moving);
  const from = real
    ? 'objects.mp4 of the test media (people, a dog and a truck moving, zooms, ten cuts), scaled up and looped'
    : 'the mandelbrot generator of ffmpeg with a sine tone';
  const path = join(dir, real ? 'objects-1080p30.mp4' : 'mandelbrot-1080p30.mp4');
  if (existsSync(path)) return { path, from };

  mkdirSync(dir, { recursive: true });
  const input = real
    ? ['-stream_loop', '1', '-i', moving]
    : ['-f', 'lavfi', '-i', 'mandelbrot=s=1920x1080:r=30', '-f', 'lavfi', '-i', 'sine=r=48000'];
  const rate = ['-b:v', '5M', '-maxrate', '8M', '-bufsize', '10M', '-g', '250'];
  const video = ['-vf', 'scale=1920:1080,fps=30,format=yuv420p', '-c:v', 'libx264', ...rate];
  const audio = ['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2'];
  const partial = join(dir, `partial-${process.pid}.mp4`);
  const duration = ['-t', String(clipSeconds)];
  measure(['ffmpeg', '-v', 'error', '-y', ...input, ...duration, ...video, ...audio, partial]);
  renameSync(partial, path);

  return { path, from };
}

/** Runs the usual ffmpeg commands of a video service, one process for each output, and returns their CPU seconds. */
function usualRecipe(path: string): number {
  const dir = mkdtempSync(join(tmpdir(), 'reelsight-recipe-'));
  const ffmpeg = ['ffmpeg', '-v', 'error', '-y', '-i', path];
  const commands = [
    ['ffprobe', '-v', 'error', '-show_format', '-show_streams', '-of', 'json', path],
    [...ffmpeg, '-vn', '-ac', '1', '-ar', '16000', join(dir, 'audio.wav')],
    [...ffmpeg, '-vf', 'fps=1,scale=1280:-2', '-q:v', '3', join(dir, '%05d.jpg')],
    [...ffmpeg, '-vf', "select='gt(scene,0.3)',metadata=print", '-f', 'null', '-'],
    [...ffmpeg, '-vf', 'fps=1,scale=580:-2,tile=8x8', '-q:v', '5', join(dir, 'sheet-%03d.jpg')],
  ];
  const cpuSeconds = commands.map((command) => measure(command).cpuSeconds);
  rmSync(dir, { recursive: true });

  return cpuSeconds.reduce((sum, each) => sum + each, 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const { path, from } = clip();
const megabits = (8 * statSync(path).size) / clipSeconds / 1e6;
console.log(`${clipSeconds} s, 1080p30 H.264 and AAC, ${megabits.toFixed(1)} Mbit/s: ${from}`);
const rows: Record<string, number>[] = [];
for (let run = 0; run < runs; run += 1) {
  const decode = ['ffmpeg', '-v', 'error', '-i', path, '-map', '0:v', '-f', 'null', '-'];
  const decodeOnly = measure(decode).cpuSeconds;
  const pass = measure([process.execPath, join(import.meta.dirname, 'media-pass.ts'), path]);
  const own = JSON.parse(pass.output) as Record<string, number>;
  const recipe = usualRecipe(path);
  const work = (own.ingestSeconds ?? 0) + (own.storyboardSeconds ?? 0);
  rows.push({
    decodeOnly,
    recipe,
    pass: pass.cpuSeconds,
    work,
    storyboard: own.storyboardSeconds ?? 0,
    'pass / decodeOnly': pass.cpuSeconds / decodeOnly,
    'work / decodeOnly': work / decodeOnly,
    'pass / recipe': pass.cpuSeconds / recipe,
    'work / recipe': work / recipe,
  });
  if (run === 0) console.log('outputs of the pass:', pass.output.trim());
}
const medians: Record<string, string> = {};
for (const key of Object.keys(rows[0] ?? {})) {
  medians[key] = median(rows.map((row) => row[key] ?? Number.NaN)).toFixed(3);
}
console.log(
  `CPU seconds and ratios, median of ${runs} paired runs; pass includes the start of Node`,
);
console.table(medians);
console.log('targets: pass / decodeOnly at most 0.8, pass / recipe at most 0.25');
