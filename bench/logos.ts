/**
 * Measures how well logos are found in real pictures that the project did not make. There is one reference picture per
 * brand, and every picture is searched for all brands; text is read too, as in a job. The files are in the folder
 * `shared` next to the checkout (`real/logos`, with their truth); the pictures of `real/objects` show none of the
 * brands. Each picture becomes a video of one second, which is analysed as a worker would do it. Every second picture
 * is for tuning, the others are for the final measurement.
 *
 * Usage: node bench/logos.ts [--set tuning|final|all] [--without N] [--unasked] [--save FILE]
 *
 * `--without`: number of pictures in each half that show none of the brands; default 40. `--unasked`: names no brands, so
 * that the well-known logos are searched for, in all of these pictures and in a frame for every two seconds of the films
 * in `real/video`; all that is found by its shape is listed. Needs ffmpeg.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { Results } from '@reelsight/contract';
import { ingestMedia } from '../server/src/media/ingest.ts';
import { openResources, type Resources } from '../server/src/perception/resources.ts';
import { limits } from '../server/testing/media/test-media.ts';
import {
  ownEngines,
  perceiveWhole,
  plainAsk,
} from '../server/testing/perception/perceive-whole.ts';
import { sharedDir } from './real/truth.ts';

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: 'all' },
    without: { type: 'string', default: '40' },
    unasked: { type: 'boolean', default: false },
    save: { type: 'string' },
  },
});

interface LogoTruth {
  readonly file: string;
  /** Brands in a picture. */
  readonly brands?: readonly string[];
  /** The brand that a reference picture shows. */
  readonly reference_of?: string;
}

/** A brand that was found in a picture, by its strongest sighting. */
interface Claim {
  readonly file: string;
  readonly brand: string;
  readonly source: string;
  readonly confidence: number;
  readonly isRight: boolean;
}

interface Measured {
  readonly claims: Claim[];
  /** The brands that the pictures show: an entry for each brand in each picture. */
  readonly shown: { readonly file: string; readonly brand: string }[];
  pictures: number;
  cpuSeconds: number;
}

const run = promisify(execFile);
const realDir = path.join(sharedDir, 'real');

async function perceive(
  file: string,
  brands: readonly string[],
  logosDir: string | null,
  resources: Resources,
): Promise<Results> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reelsight-logos-'));
  try {
    const slide = path.join(folder, 'slide.mkv');
    const even = 'scale=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv444p';
    const picture = ['-loop', '1', '-i', path.resolve(realDir, file), '-t', '1', '-r', '2'];
    const video = ['-vf', even, '-c:v', 'libx264', '-crf', '8', slide];
    await run('ffmpeg', ['-v', 'error', '-y', ...picture, ...video]);

    const signal = new AbortController().signal;
    await ingestMedia({ path: slide, outDir: folder, fps: 1, limits, signal });
    const outDir = path.join(folder, 'parts');
    await mkdir(outDir);
    const ask = { ...plainAsk, capabilities: ['brands' as const], brands: [...brands] };
    return await perceiveWhole(folder, ask, {
      resources,
      outDir,
      parts: 1,
      engines: { ...ownEngines, logosDir },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  pictures: readonly LogoTruth[],
  brands: readonly string[],
  logosDir: string | null,
) {
  const resources = openResources();
  const measured: Measured = { claims: [], shown: [], pictures: 0, cpuSeconds: 0 };

  for (const { file, brands: shown = [] } of pictures) {
    const before = process.cpuUsage();
    const results = await perceive(file, brands, logosDir, resources);
    const { user, system } = process.cpuUsage(before);
    measured.cpuSeconds += (user + system) / 1e6;
    measured.pictures += 1;
    measured.shown.push(
      ...shown.filter((brand) => brands.includes(brand)).map((brand) => ({ file, brand })),
    );

    for (const { name, frame_detections = [] } of results.brands ?? []) {
      const [best] = frame_detections.toSorted((a, b) => b.confidence - a.confidence);
      if (!best) continue;
      const isRight = shown.includes(name);
      const { source, confidence } = best;
      measured.claims.push({ file, brand: name, source, confidence, isRight });
      console.error(isRight ? 'right' : 'WRONG', file, name, source, confidence.toFixed(2));
    }
    if (options.save) writeFileSync(options.save, JSON.stringify(measured));
  }

  return measured;
}

function report({ claims, shown, pictures, cpuSeconds }: Measured): string {
  const lines = [
    '| least confidence | precision | recall | right | wrong |',
    '|---|---|---|---|---|',
  ];
  for (const least of [0, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    const certain = claims.filter(({ confidence }) => confidence >= least);
    const right = certain.filter(({ isRight }) => isRight).length;
    const wrong = certain.length - right;
    const precision = (right / Math.max(1, certain.length)).toFixed(2);
    const recall = (right / Math.max(1, shown.length)).toFixed(2);
    lines.push(`| ${[least, precision, recall, right, wrong].join(' | ')} |`);
  }

  const bySource = Map.groupBy(claims, ({ source, isRight }) => `${source} ${isRight}`);
  const sources = [...bySource].map(([kind, list]) => `${kind} ${list.length}`).join(', ');
  return `${lines.join('\n')}\n\n${pictures} pictures, ${shown.length} brands shown; ${sources}; ${cpuSeconds.toFixed(0)} CPU s`;
}

const truthFile = path.join(realDir, 'logos/truth.json');

/** Pictures that show none of the brands, by their paths relative to `real`. */
const picturesWithout = (): LogoTruth[] =>
  readdirSync(path.join(realDir, 'objects'))
    .filter((file) => /\.(jpe?g|png)$/i.test(file))
    .sort()
    .map((file) => ({ file: `objects/${file}` }));

async function measureAsked(): Promise<void> {
  const truth: LogoTruth[] = JSON.parse(readFileSync(truthFile, 'utf8'));
  const logosDir = await mkdtemp(path.join(tmpdir(), 'reelsight-references-'));
  const brands: string[] = [];
  for (const { file, reference_of: brand } of truth) {
    if (brand === undefined || brands.includes(brand)) continue;
    brands.push(brand);
    await copyFile(path.join(realDir, file), path.join(logosDir, `${brand}${path.extname(file)}`));
  }

  const pictures = truth.filter(({ brands: shown, reference_of }) => shown && !reference_of);
  const without = picturesWithout().slice(0, 2 * Number(options.without));
  const isChosen = (_: LogoTruth, index: number) =>
    options.set === 'all' || (index % 2 === 0) === (options.set === 'tuning');
  const chosen = [...pictures.filter(isChosen), ...without.filter(isChosen)];

  console.log(report(await measure(chosen, brands, logosDir)));
  await rm(logosDir, { recursive: true });
}

const secondsPerFrame = 2;
const framesPerFilm = 60;

async function measureUnasked(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reelsight-frames-'));
  for (const film of readdirSync(path.join(realDir, 'video')).sort()) {
    const input = ['-i', path.join(realDir, 'video', film), '-vf', `fps=1/${secondsPerFrame}`];
    const output = ['-frames:v', String(framesPerFilm), path.join(folder, `${film}-%03d.png`)];
    await run('ffmpeg', ['-v', 'error', ...input, ...output]);
  }

  const frames = readdirSync(folder).map((name) => ({ file: path.join(folder, name) }));
  const { claims, pictures, cpuSeconds } = await measure(
    [...picturesWithout(), ...frames],
    [],
    null,
  );
  const logos = claims.filter(({ source }) => source === 'logo');
  for (const { file, brand, confidence } of logos)
    console.log(`${path.basename(file)}: ${brand}, ${confidence.toFixed(2)}`);
  console.log(`${logos.length} logos in ${pictures} pictures; ${cpuSeconds.toFixed(0)} CPU s`);
  await rm(folder, { recursive: true });
}

if (!existsSync(truthFile)) {
  console.error(`skipped: no real logos in ${sharedDir}`);
} else {
  await (options.unasked ? measureUnasked() : measureAsked());
}
process.exit(0);
