/**
 * Measures how exact the times are at which logos and things appear and disappear: pictures laid over generated videos,
 * popping up, fading, sliding in, crossing. The embedded engine finds the things. Logos are given to the follower with
 * boxes that are slightly off, because no engine for logos is embedded. Needs ffmpeg and, for the photos of things, the
 * media in the folder `shared` next to the checkout.
 *
 * Usage: node bench/unseen-spans-things.ts [--set tuning|final] [--clips 12] [--each]
 *
 * Keep the final set for a last measurement.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import sharp from 'sharp';
import { openFrames, readMediaPass } from '../server/src/media/frames.ts';
import { ingestMedia } from '../server/src/media/ingest.ts';
import { findEdges } from '../server/src/perception/edges/find-edges.ts';
import { openResources } from '../server/src/perception/resources.ts';
import { trackSpan } from '../server/src/perception/tracks.ts';
import { perceiveWhole, plainAsk } from '../server/testing/perception/perceive-whole.ts';
import { movingGradient } from './unseen/moving-gradient.ts';
import { mulberry32 } from './unseen/random.ts';

const run = promisify(execFile);
const media = join(
  process.env.REELSIGHT_SHARED ?? join(dirname(dirname(import.meta.dirname)), 'shared'),
  'media',
);
const width = 960;
const height = 540;
const seconds = 11;
const fps = 25;
const kinds = ['pop', 'fade', 'enter', 'cross'] as const;
type Kind = (typeof kinds)[number];

interface Photo {
  readonly file: string;
  readonly at: string;
  /** Width, height, left and top in the file's pixels. */
  readonly crop: string;
  readonly name: string;
}

/** The two sets share no picture. */
const photos: Readonly<Record<'tuning' | 'final', readonly Photo[]>> = {
  tuning: [
    { file: 'objects.mp4', at: '15', crop: '1000:400:160:140', name: 'truck' },
    { file: 'objects.mp4', at: '37', crop: '240:190:370:370', name: 'dog' },
  ],
  final: [{ file: 'objects.mp4', at: '20', crop: '540:680:390:40', name: 'person' }],
};

const grounds = {
  tuning: [
    'color=c=0x607060',
    movingGradient({ seed: 3, speed: 0.02, size: { width, height } }),
    'testsrc2',
  ],
  final: [
    'color=c=0x806850',
    movingGradient({ seed: 11, speed: 0.03, size: { width, height } }),
    'mandelbrot=start_scale=2.5:end_scale=0.4',
  ],
};

interface Shown {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  /** The box at this time, in pixels, including the part of it outside the picture. */
  readonly at: (time: number) => { x: number; y: number; width: number; height: number };
}

interface Clip extends Shown {
  readonly path: string;
}

/** Draws a logo of rings, bars and a letter in random colours. */
function logo(random: () => number): Promise<Buffer> {
  const colour = () => `hsl(${Math.round(random() * 360)} 80% ${30 + Math.round(random() * 40)}%)`;
  const bars = Array.from(
    { length: 3 },
    (_, n) =>
      `<rect x="${20 + n * 30}" y="${20 + random() * 40}" width="18" height="${30 + random() * 30}" fill="${colour()}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128"><circle cx="64" cy="64" r="60" fill="${colour()}"/><circle cx="64" cy="64" r="${30 + random() * 20}" fill="none" stroke="white" stroke-width="9"/>${bars.join('')}</svg>`;

  return sharp(Buffer.from(svg)).png().toBuffer();
}

async function photo({ file, at, crop }: Photo, path: string): Promise<void> {
  const input = ['-ss', at, '-i', join(media, file), '-frames:v', '1'];
  await run('ffmpeg', ['-v', 'error', '-y', ...input, '-vf', `crop=${crop}`, path]);
}

function planned(
  kind: Kind,
  random: () => number,
  size: { width: number; height: number },
): Shown & { readonly x: string; readonly fade: number } {
  const from = 0.7 + random() * 4;
  const length = 1.8 + random() * 3.5;
  const x = 60 + random() * (width - size.width - 120);
  const y = 20 + random() * (height - size.height - 40);
  const speed = 110 + random() * 150;
  const fade = 0.5 + random() * 0.5;
  const slide = 0.7;
  const half = size.width / 2;
  const to =
    kind === 'cross'
      ? Math.min(seconds - 0.5, from + width / speed)
      : Math.min(seconds - 0.7, from + length);
  const left = (time: number) => {
    if (kind === 'enter')
      return time - from < slide ? -half + ((x + half) * (time - from)) / slide : x;
    return kind === 'cross' ? -half + speed * (time - from) : x;
  };

  const expression = {
    enter: `if(lt(t-${from},${slide}),-w/2+(${x}+w/2)*(t-${from})/${slide},${x})`,
    cross: `-w/2+${speed}*(t-${from})`,
  }[kind as 'enter' | 'cross'];
  const cut = kind === 'fade' ? fade / 2 : 0;
  const frameAt = (time: number) => Math.ceil(time * fps - 1e-6) / fps;

  return {
    kind,
    fade,
    x: expression ?? String(Math.round(x)),
    start: frameAt(from + cut),
    end: frameAt(to - cut + 1e-4),
    at: (time) => ({ x: left(time), y, ...size }),
  };
}

async function makeClip(
  path: string,
  ground: string,
  picture: string,
  how: { readonly seed: number; readonly kind: Kind; readonly tall: number },
): Promise<Clip> {
  const { kind, tall } = how;
  const { width: wide = 1, height: high = 1 } = await sharp(picture).metadata();
  const size = { height: tall, width: Math.round((tall * wide) / high) };
  const shown = planned(kind, mulberry32(how.seed), size);
  const { start, end, fade } = shown;
  const half = kind === 'fade' ? fade / 2 : 0;
  const fades =
    kind === 'fade'
      ? `,fade=t=in:st=${start - half}:d=${fade}:alpha=1,fade=t=out:st=${end - half}:d=${fade}:alpha=1`
      : '';
  const enabled = `between(t,${start - half - 0.001},${end + half - 0.001})`;
  const place = `x='${shown.x}':y=${Math.round(shown.at(0).y)}`;
  const graph =
    `[1]format=rgba,scale=${size.width}:${size.height}${fades}[p];` +
    `[0][p]overlay=${place}:enable='${enabled}':shortest=1,format=yuv420p`;
  const source = `${ground}${ground.includes('=') ? ':' : '='}s=${width}x${height}:r=${fps}`;
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', source],
    ...['-loop', '1', '-framerate', String(fps), '-t', String(seconds), '-i', picture],
    ...['-filter_complex', graph, '-t', String(seconds)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', path],
  ]);

  return { ...shown, path };
}

interface Found {
  readonly start: number;
  readonly end: number;
}

const limits = {
  maxSidePixels: 8192,
  maxFramePixels: 40e6,
  frameSidePixels: 1280,
  maxDurationSeconds: 3600,
  maxOutputBytes: 2 ** 34,
};

async function ingested(path: string, folder: string): Promise<string> {
  const dir = await mkdtemp(join(folder, 'pass-'));
  await ingestMedia({ path, outDir: dir, fps: 1, limits, signal: new AbortController().signal });
  return dir;
}

/**
 * Tracks the logo through the samples in which at least 0.6 of its width is visible. The boxes given to the tracker are
 * cut off at the edge of the picture and are wrong by a few hundredths.
 */
async function followedLogo(clip: Clip, dir: string, random: () => number): Promise<Found | null> {
  const pass = await readMediaPass(join(dir, 'media.json'));
  const off = () => 1 + (random() - 0.5) * 0.08;
  const sightings = pass.frames.flatMap(({ timestamp }, sample) => {
    if (timestamp < clip.start || timestamp >= clip.end) return [];

    const { x, y, ...size } = clip.at(timestamp);
    const left = Math.max(0, x);
    const right = Math.min(width, x + size.width);
    if (right - left < 0.6 * size.width) return [];

    const box = {
      x: left / width,
      y: (y * off()) / height,
      width: ((right - left) * off()) / width,
      height: (size.height * off()) / height,
    };

    return [{ sample, box }];
  });
  if (sightings.length === 0) return null;

  const frames = await openFrames({ path: join(dir, 'frames.pack'), offset: 0 }, pass);
  try {
    const signal = new AbortController().signal;
    return trackSpan(sightings, pass, await findEdges([{ sightings }], pass, frames, { signal }));
  } finally {
    await frames.close();
  }
}

async function foundThing(
  name: string,
  dir: string,
  folder: string,
  resources: ReturnType<typeof openResources>,
): Promise<Found | null> {
  const outDir = await mkdtemp(join(folder, 'out-'));
  const ask = { ...plainAsk, capabilities: ['objects' as const], objects: [name] };
  const results = await perceiveWhole(dir, ask, { resources, parts: 1, outDir });
  const all = results.objects?.find((object) => object.name === name)?.appearances ?? [];
  if (all.length === 0) return null;

  return {
    start: Math.min(...all.map((one) => one.timestamp_start ?? one.timestamp)),
    end: Math.max(...all.map((one) => one.timestamp_end ?? one.timestamp)),
  };
}

interface Miss {
  readonly what: string;
  readonly shown: Shown;
  readonly found: Found | null;
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(3);
}

function report(title: string, all: readonly Miss[]): void {
  const found = all.flatMap(({ shown, found: own }) => (own ? [{ shown, own }] : []));
  const starts = found.map(({ shown, own }) => Math.abs(own.start - shown.start));
  const ends = found.map(({ shown, own }) => Math.abs(own.end - shown.end));
  const of = (values: number[]) => `${quantile(values, 0.5)} / ${quantile(values, 0.95)} s`;
  const good = [...starts, ...ends].filter((one) => one <= 0.0505).length;
  const share = Math.round((100 * good) / Math.max(1, 2 * found.length));

  console.log(
    `${title}: ${found.length} of ${all.length} found; start ${of(starts)}, end ${of(ends)}, within 0.05 s ${share} %`,
  );
}

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'tuning' },
    clips: { type: 'string', default: '12' },
    each: { type: 'boolean', default: false },
  },
});
const set = values.set === 'final' ? 'final' : 'tuning';
const folder = await mkdtemp(join(tmpdir(), 'unseen-spans-'));
const resources = openResources();
const all: Miss[] = [];
for (let n = 0; n < 2 * Number(values.clips); n += 1) {
  const seed = (set === 'final' ? 95_000 : 2000) + n;
  const random = mulberry32(seed + 500);
  const isLogo = n % 2 === 0;
  const picture = join(folder, `${seed}.png`);
  const own = photos[set][Math.floor(n / 2) % photos[set].length] as Photo;

  if (isLogo) await sharp(await logo(random)).toFile(picture);
  else await photo(own, picture);

  const ground = grounds[set][Math.floor(n / 8) % grounds[set].length] as string;
  const kind = kinds[Math.floor(n / 2) % kinds.length] as Kind;
  const tall = Math.round(isLogo ? 50 + random() * 70 : 180 + random() * 120);
  const path = join(folder, `thing-${seed}.mp4`);
  const clip = await makeClip(path, ground, picture, { seed, kind, tall });
  const dir = await ingested(clip.path, folder);
  const found = isLogo
    ? await followedLogo(clip, dir, random)
    : await foundThing(own.name, dir, folder, resources);
  all.push({ what: isLogo ? 'logos' : 'things', shown: clip, found });

  if (values.each)
    console.log(
      `${seed} ${isLogo ? 'logo' : own.name} ${ground.slice(0, 9)} ${kind} ${clip.start.toFixed(2)}–${clip.end.toFixed(2)}: ${found ? `${(found.start - clip.start).toFixed(3)} ${(found.end - clip.end).toFixed(3)}` : '–'}`,
    );
}
for (const [what, own] of Map.groupBy(all, (one) => one.what)) {
  report(what, own);
  for (const [kind, some] of Map.groupBy(own, ({ shown }) => shown.kind)) report(`  ${kind}`, some);
}
await resources.close();
await rm(folder, { recursive: true });
