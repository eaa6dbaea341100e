/**
 * Measures how exact the times are at which names appear and disappear, on generated clips: names over still and moving
 * pictures, popping up, fading, moving, over cuts, at several frame rates. Needs ffmpeg and the Debian package
 * fonts-dejavu.
 *
 * Usage: node bench/unseen-spans.ts [--set tuning|final|more|more-final] [--clips 24] [--keep FOLDER] [--each]
 *
 * `more`: names that blink, grow, are half outside, appear twice, are tiny or huge, or last a few frames; some videos
 * are stored turned. Keep the final sets for a last measurement.
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
import { movingGradient } from './unseen/moving-gradient.ts';
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
const usualKinds = ['pop', 'pop', 'fade', 'enter', 'cross', 'cuts'] as const;
const moreKinds = ['blink', 'grow', 'outside', 'twice', 'tiny', 'huge', 'brief'] as const;
const width = 960;
const height = 540;
const seconds = 13;

/** The seed of the first clip of each set. */
const sets: Readonly<Record<string, number>> = {
  tuning: 1000,
  final: 90_000,
  more: 40_000,
  'more-final': 95_000,
};
const isMore = (seed: number) => seed >= 95_000 || (seed >= 40_000 && seed < 90_000);

type Kind = (typeof usualKinds)[number] | (typeof moreKinds)[number];

interface Shown {
  readonly name: string;
  readonly kind: Kind;
  /** Times in seconds of the first frame that shows the name, and of the first frame after it that does not. */
  readonly start: number;
  readonly end: number;
  /** Seconds in which the name is visible. */
  readonly visible: number;
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
  movingGradient({ seed: Math.floor(random() * 1e6), speed: 0.02, size: { width, height } }),
  'mandelbrot=start_scale=2.5:end_scale=0.2',
  'testsrc2',
  `life=mold=10:ratio=0.1:death_color=#C83232:life_color=#1040a0:seed=${Math.floor(random() * 1e6)}`,
];

/** Each name is on a different line of the picture, so that names overlap in time but not in space. */
function plan(random: () => number, kind: Kind, row: number, name: string) {
  const from = 0.7 + random() * 6;
  const lasts = kind === 'brief' ? 0.2 + random() * 0.9 : 1.6 + random() * 5;
  const to = Math.min(seconds - 1, from + lasts);
  const usual = Math.round(34 + random() * 30);
  const size = { tiny: 15, huge: 110 }[kind as 'tiny' | 'huge'] ?? usual;
  const x = kind === 'huge' ? 20 : Math.round(60 + random() * 300);
  const y = Math.round(40 + row * 170 + random() * 70);
  const speed = Math.round(90 + random() * 160);

  return { name, kind, from, to, size, x, y, speed, fade: 0.5 + random() * 0.5 };
}

type Plan = ReturnType<typeof plan>;

const colours = ['white', 'yellow', 'black', 'cyan'];

/** Seconds for which a blinking name is hidden. */
const blinkSeconds = 0.8;

/** Expressions for FFmpeg's drawtext, in which `tw` is the width of the letters. */
function drawn(
  { name, kind, from, to, size, x, y, speed, fade: seconds }: Plan,
  colour: string,
): string {
  const a = from.toFixed(4);
  const b = to.toFixed(4);
  const place = {
    // A fifth of the name is outside of the picture.
    outside: '-tw/5',
    enter: `if(lt(t\\,${(from + 0.8).toFixed(4)})\\,-tw/2+(${x}+tw/2)*(t-${a})/0.8\\,${x})`,
    cross: `-tw/2+${speed}*(t-${a})`,
  }[kind as 'enter' | 'cross' | 'outside'];
  const fade = `min(1\\,max(0\\,min((t-${a})/${seconds}\\,(${b}-t)/${seconds})))`;
  const font = '/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf';
  const border = colour === 'black' ? 'white' : 'black';
  const middle = (from + to) / 2;
  const dark = `*not(between(t\\,${(middle - blinkSeconds / 2).toFixed(4)}\\,${(middle + blinkSeconds / 2).toFixed(4)}))`;
  const grown = `${size}*(0.7+0.6*(t-${a})/${(to - from).toFixed(4)})`;
  const text = (more: number) =>
    `drawtext=fontfile=${font}:text=${name}:fontsize=${kind === 'grow' ? grown : size}:fontcolor=${colour}:x=${place ?? x}:y=${y + more}` +
    `:enable='between(t\\,${a}\\,${b})${kind === 'blink' ? dark : ''}'`;
  // Fading names get no border: if one faded together with the letters, the contrast of the letters would not follow
  // their opacity.
  const look = kind === 'fade' ? `:alpha='${fade}'` : `:borderw=2:bordercolor=${border}`;

  return (kind === 'twice' ? [0, 75] : [0]).map((more) => text(more) + look).join(',');
}

/**
 * When a name really appears and disappears: at the first frames at or after the planned times. A fading name counts
 * from half of its contrast on; a moving name counts while its middle is in the picture.
 */
function truthOf(plan: Plan, frames: readonly number[]): Shown {
  const { name, kind, from, to, speed, fade } = plan;
  const half = kind === 'fade' ? fade / 2 : 0;
  // Times are relative to the first frame of the video.
  const frameAt = (time: number) =>
    (frames.find((frame) => frame >= time - 1e-4) ?? seconds) - (frames[0] ?? 0);
  const out = kind === 'cross' ? Math.min(to, from + width / speed) : to;
  const start = frameAt(from + half);
  const end = frameAt(out - half + 2e-4);
  const visible = end - start - (kind === 'blink' ? blinkSeconds : 0);

  return { name, kind, start, end, visible };
}

/** The times at which the frames of a video are shown, in seconds. */
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
  // Every fourth clip has a variable frame rate: a third of its frames is left out.
  const variable = seed % 4 === 3;
  const all = backgrounds(random);
  const background = all[seed % all.length] as string;
  const chosen = names.toSorted(() => random() - 0.5).slice(0, 3);
  const plans = chosen.map((name, row) => {
    const kinds: readonly Kind[] = isMore(seed) ? moreKinds : usualKinds;
    const kind = kinds[Math.floor(random() * kinds.length)] as Kind;
    return plan(random, kind, row, name);
  });
  const cutTimes = plans
    .filter(({ kind }) => kind === 'cuts')
    .map(({ from, to }) => (from + to) / 2);
  const texts = plans.map((plan) => drawn(plan, colours[Math.floor(random() * 4)] as string));
  const negate = cutTimes.map((time) => `negate=enable='gte(t\\,${time.toFixed(3)})'`);
  const path = join(folder, `spans-${seed}.mp4`);
  const source = `${background}${background.includes('=') ? ':' : '='}s=${width}x${height}:r=${rate}`;
  const missing = variable ? [`select='gt(random(${seed})\\,0.33)'`] : [];
  const isTurned = isMore(seed) && seed % 3 === 2;
  const turned = isTurned ? ['transpose=clock'] : [];
  const filters = [...negate, ...texts, ...turned, ...missing, 'format=yuv420p'].join(',');
  const crf = String(18 + Math.floor(random() * 12));

  if (!existsSync(path)) {
    const made = isTurned ? `${path}.lying.mp4` : path;
    await run('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `${source}`, '-t', String(seconds)],
      ...['-vf', filters, '-c:v', 'libx264', '-preset', 'veryfast'],
      ...['-crf', crf, ...(variable ? ['-fps_mode', 'vfr'] : []), made],
    ]);

    // The file is stored turned, and its metadata says how to turn the video upright.
    const turn = ['-c', 'copy', '-metadata:s:v:0', 'rotate=90', path];
    if (isTurned) await run('ffmpeg', ['-v', 'error', '-y', '-i', made, ...turn]);
  }

  const frames = await frameTimes(path);
  const shown = plans.map((plan) => truthOf(plan, frames));

  return { path, background, rate, variable, shown };
}

interface Miss {
  readonly clip: Clip;
  readonly shown: Shown;
  /** Found time minus true time, in seconds; null if the name was not found. */
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
    return (100 * Math.abs(visible - shown.visible)) / shown.visible;
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
    maxSidePixels: 8192,
    maxFramePixels: 40e6,
    frameSidePixels: 1280,
    maxDurationSeconds: 3600,
    maxOutputBytes: 2 ** 34,
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
  const first = sets[values.set];
  if (first === undefined) throw new Error(`no set ${values.set}`);

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
