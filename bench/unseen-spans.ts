/**
 * How exact the times are at which names come and go: clips made by machine, with names over still and moving pictures,
 * popping up, fading, moving, over cuts, at several frame rates. Needs ffmpeg and the Debian package fonts-dejavu.
 * Usage: node bench/unseen-spans.ts [--set tuning|final] [--clips 24] [--keep FOLDER] [--each]
 * Keep the final set for a last measurement.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { Results } from '../contract/src/index.ts';
import { ingestMedia } from '../server/src/media/ingest.ts';
import { openResources } from '../server/src/perception/resources.ts';
import { perceiveWhole, plainAsk } from '../server/testing/perception/perceive-whole.ts';
import { mulberry32 } from './unseen/random.ts';

const run = promisify(execFile);

const names = [
  ...[
    'Toshiba',
    'Heineken',
    'Lufthansa',
    'Panasonic',
    'Carlsberg',
    'Siemens',
    'Hyundai',
    'Gillette',
  ],
  ...['Nescafe', 'Michelin', 'Pirelli', 'Samsung', 'Vodafone', 'Santander', 'Castrol', 'Haribo'],
];
const rates = ['25', '30', '24', '30000/1001', '50', '60', '15', '12'];
const kinds = ['pop', 'pop', 'fade', 'enter', 'cross', 'cuts'] as const;
const [width, height, seconds] = [960, 540, 13];

interface Shown {
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  /** Seconds of the first frame with it, and of the first without. */
  readonly start: number;
  readonly end: number;
}

interface Clip {
  readonly path: string;
  readonly background: string;
  readonly rate: string;
  readonly variable: boolean;
  readonly shown: readonly Shown[];
}

const backgrounds = (random: () => number): readonly string[] => [
  `color=c=0x${Math.floor(random() * 0x7fffff + 0x202020)
    .toString(16)
    .padStart(6, '0')}`,
  `gradients=speed=0.02:seed=${Math.floor(random() * 1e6)}`,
  'mandelbrot=start_scale=2.5:end_scale=0.2',
  'testsrc2',
  `life=mold=10:ratio=0.1:death_color=#C83232:life_color=#1040a0:seed=${Math.floor(random() * 1e6)}`,
];

/** One name after the other in rows of their own, so that they overlap in time but not in place. */
function plan(random: () => number, kind: Shown['kind'], row: number, name: string) {
  const from = 0.7 + random() * 6;
  const to = Math.min(seconds - 1, from + 1.6 + random() * 5);
  const size = Math.round(34 + random() * 30);
  const x = Math.round(60 + random() * 300);
  const y = Math.round(40 + row * 170 + random() * 70);
  const speed = Math.round(90 + random() * 160);
  return { name, kind, from, to, size, x, y, speed, fade: 0.5 + random() * 0.5 };
}

type Plan = ReturnType<typeof plan>;

const colours = ['white', 'yellow', 'black', 'cyan'];

/** Expressions of FFmpeg's drawtext. The letters' own width is `tw` there. */
function drawn(
  { name, kind, from, to, size, x, y, speed, fade: seconds }: Plan,
  colour: string,
): string {
  const [a, b] = [from.toFixed(4), to.toFixed(4)];
  const place = {
    enter: `if(lt(t\\,${(from + 0.8).toFixed(4)})\\,-tw/2+(${x}+tw/2)*(t-${a})/0.8\\,${x})`,
    cross: `-tw/2+${speed}*(t-${a})`,
  }[kind as 'enter' | 'cross'];
  const fade = `min(1\\,max(0\\,min((t-${a})/${seconds}\\,(${b}-t)/${seconds})))`;
  const font = '/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf';
  const border = colour === 'black' ? 'white' : 'black';
  return (
    `drawtext=fontfile=${font}:text=${name}:fontsize=${size}:fontcolor=${colour}:x=${place ?? x}:y=${y}` +
    `:enable='between(t\\,${a}\\,${b})'` +
    // A border that fades with its letters would make their contrast another than their share.
    (kind === 'fade' ? `:alpha='${fade}'` : `:borderw=2:bordercolor=${border}`)
  );
}

/** Times of frames at or after; a fade counts from half its contrast on, what moves while its middle is in the picture. */
function truthOf(plan: Plan, frames: readonly number[]): Shown {
  const { name, kind, from, to, speed, fade } = plan;
  const half = kind === 'fade' ? fade / 2 : 0;
  // A video begins with its first frame.
  const frameAt = (time: number) =>
    (frames.find((frame) => frame >= time - 1e-4) ?? seconds) - (frames[0] ?? 0);
  const out = kind === 'cross' ? Math.min(to, from + width / speed) : to;
  return { name, kind, start: frameAt(from + half), end: frameAt(out - half + 2e-4) };
}

/** Seconds at which frames are shown. */
async function frameTimes(path: string): Promise<number[]> {
  const entries = ['-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, path]);
  return stdout
    .split(/[,\n]+/)
    .filter(Boolean)
    .map(Number)
    .sort((a, b) => a - b);
}

async function makeClip(folder: string, seed: number): Promise<Clip> {
  const random = mulberry32(seed);
  const rate = rates[Math.floor(random() * rates.length)] as string;
  // Of a variable rate, a third of the frames is missing.
  const variable = seed % 4 === 3;
  const all = backgrounds(random);
  const background = all[seed % all.length] as string;
  const chosen = names.toSorted(() => random() - 0.5).slice(0, 3);
  const plans = chosen.map((name, row) => {
    const kind = kinds[Math.floor(random() * kinds.length)] as Shown['kind'];
    return plan(random, kind, row, name);
  });
  const cutTimes = plans
    .filter(({ kind }) => kind === 'cuts')
    .map(({ from, to }) => (from + to) / 2);
  const texts = plans.map((one) => drawn(one, colours[Math.floor(random() * 4)] as string));
  const negate = cutTimes.map((time) => `negate=enable='gte(t\\,${time.toFixed(3)})'`);
  const path = join(folder, `spans-${seed}.mp4`);
  const source = `${background}${background.includes('=') ? ':' : '='}s=${width}x${height}:r=${rate}`;
  const missing = variable ? [`select='gt(random(${seed})\\,0.33)'`] : [];
  const filters = [...negate, ...texts, ...missing, 'format=yuv420p'].join(',');
  const crf = String(18 + Math.floor(random() * 12));
  if (!existsSync(path))
    await run('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `${source}`, '-t', String(seconds)],
      ...['-vf', filters, '-c:v', 'libx264', '-preset', 'veryfast'],
      ...['-crf', crf, ...(variable ? ['-fps_mode', 'vfr'] : []), path],
    ]);
  const frames = await frameTimes(path);
  const shown = plans.map((one) => truthOf(one, frames));
  return { path, background, rate, variable, shown };
}

interface Miss {
  readonly clip: Clip;
  readonly shown: Shown;
  /** Seconds, found less true; null if the name was not found. */
  readonly start: number | null;
  readonly end: number | null;
  readonly visible: number;
}

function misses(clip: Clip, results: Results): Miss[] {
  return clip.shown.map((shown) => {
    const brand = results.brands?.find(({ name }) => name === shown.name);
    const seen = brand?.appearances.filter(({ source }) => source === 'visual') ?? [];
    if (!brand || seen.length === 0) return { clip, shown, start: null, end: null, visible: 0 };
    const start = Math.min(...seen.map((one) => one.timestamp_start ?? one.timestamp));
    const end = Math.max(...seen.map((one) => one.timestamp_end ?? one.timestamp));
    const visible = brand.total_visible_duration ?? 0;
    return { clip, shown, start: start - shown.start, end: end - shown.end, visible };
  });
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(3);
}

function report(title: string, all: readonly Miss[]): void {
  const found = all.filter((miss) => miss.start !== null);
  const starts = found.map(({ start }) => Math.abs(start ?? 0));
  const ends = found.map(({ end }) => Math.abs(end ?? 0));
  const off = found.map(({ shown, visible }) => {
    const length = shown.end - shown.start;
    return (100 * Math.abs(visible - length)) / length;
  });
  const of = (values: number[]) => `${quantile(values, 0.5)} / ${quantile(values, 0.95)} s`;
  const share = `${quantile(off, 0.5)} / ${quantile(off, 0.95)} %`;
  const within = (most: number) =>
    `${Math.round((100 * [...starts, ...ends].filter((one) => one <= most).length) / (2 * found.length))} %`;
  console.log(
    `${title}: ${found.length} of ${all.length} found; start ${of(starts)}, end ${of(ends)}, seconds ${share}, within 0.05 s ${within(0.0505)}`,
  );
}

async function measure(clip: Clip, folder: string, resources: ReturnType<typeof openResources>) {
  const dir = await mkdtemp(join(folder, 'pass-'));
  const signal = new AbortController().signal;
  const limits = {
    ...{
      maxSidePixels: 8192,
      maxFramePixels: 40e6,
      frameSidePixels: 1280,
      maxDurationSeconds: 3600,
    },
    ...{ leastBytesPerSecond: 4, maxOutputBytes: 2 ** 34 },
  };
  await ingestMedia({ path: clip.path, outDir: dir, fps: 1, limits, signal });
  const ask = {
    ...plainAsk,
    capabilities: ['brands' as const],
    brands: clip.shown.map(({ name }) => name),
  };
  const outDir = await mkdtemp(join(folder, 'out-'));
  const results = await perceiveWhole(dir, ask, { resources, parts: 1, outDir });
  await rm(dir, { recursive: true });
  await rm(outDir, { recursive: true });
  return misses(clip, results);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', default: 'tuning' },
      clips: { type: 'string', default: '24' },
      keep: { type: 'string' },
      each: { type: 'boolean', default: false },
    },
  });
  const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'unseen-spans-')));
  await mkdir(folder, { recursive: true });
  const resources = openResources();
  const first = values.set === 'final' ? 90_000 : 1000;
  const all: Miss[] = [];
  for (let n = 0; n < Number(values.clips); n += 1) {
    const clip = await makeClip(folder, first + n);
    const own = await measure(clip, folder, resources);
    all.push(...own);
    const text = ({ shown, start, end }: Miss) =>
      `${shown.kind} ${shown.start.toFixed(2)}–${shown.end.toFixed(2)} ${start?.toFixed(3)} ${end?.toFixed(3)}`;
    if (values.each)
      console.log(
        `${first + n} ${clip.background.slice(0, 9)} ${clip.rate}: ${own.map(text).join(' | ')}`,
      );
  }
  report('all', all);
  for (const [kind, own] of Map.groupBy(all, ({ shown }) => shown.kind)) report(`  ${kind}`, own);
  report(
    '  variable frame rate',
    all.filter(({ clip }) => clip.variable),
  );
  await resources.close();
  if (!values.keep) await rm(folder, { recursive: true });
}

await main();
