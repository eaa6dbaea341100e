/**
 * Exposure of generated videos whose names have known sizes, places and times: through ingestion, text recognition and
 * the sums.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { BoundingBox, Exposure } from '../contract/src/index.ts';
import { formOf } from '../server/src/exposure/form.ts';
import { videoExposure } from '../server/src/exposure/video-exposure.ts';
import { ingestMedia } from '../server/src/media/ingest.ts';
import { openResources } from '../server/src/perception/resources.ts';
import { exposureOfVideos } from '../server/testing/exposure-of.ts';
import { perceiveWhole, plainAsk } from '../server/testing/perception/perceive-whole.ts';

const run = promisify(execFile);
const font = '/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf';
const lacks =
  spawnSync('ffmpeg', ['-version']).status !== 0
    ? 'ffmpeg is not installed here'
    : existsSync(font)
      ? false
      : 'the package fonts-dejavu is not installed here';

const width = 1280;
const height = 720;
const fps = 25;
const seconds = 12;

interface Name {
  readonly text: string;
  readonly size: number;
  readonly x: number;
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

const names: readonly Name[] = [
  { text: 'TOSHIBA', size: 110, x: 380, y: 300, from: 2, to: 8 },
  { text: 'SIEMENS', size: 60, x: 60, y: 40, from: 5, to: 11 },
];

interface Look {
  readonly what: string;
  readonly ground: string;
  readonly style: string;
  /** Whether the letters are plain, on a plain background. */
  readonly clear: boolean;
}

const looks: readonly Look[] = [
  { what: 'plain', ground: 'color=c=0x204060:', style: 'fontcolor=white', clear: true },
  { what: 'dark on light', ground: 'color=c=0xe0e4d8:', style: 'fontcolor=0x802020', clear: true },
  {
    what: 'outlined on changing colours',
    ground: 'gradients=c0=0xa8efc0:c1=0x20706a:x0=0:y0=0:x1=640:y1=720:speed=0.02:seed=7:',
    style: 'fontcolor=yellow:borderw=3:bordercolor=black',
    clear: false,
  },
];

const drawn = ({ text, size, x, y }: Name, style: string): string =>
  `drawtext=fontfile=${font}:text=${text}:fontsize=${size}:x=${x}:y=${y}:${style}`;

/** The box of the letters' ink, to which an outline does not belong. */
async function inkOf(name: Name, folder: string): Promise<BoundingBox> {
  const path = join(folder, `${name.text}.png`);
  const black = `color=c=black:s=${width}x${height}`;
  const frame = [
    '-f',
    'lavfi',
    '-i',
    black,
    '-frames:v',
    '1',
    '-vf',
    drawn(name, 'fontcolor=white'),
  ];
  await run('ffmpeg', ['-v', 'error', '-y', ...frame, path]);

  const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true });
  const xs: number[] = [];
  const ys: number[] = [];

  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at] ?? 0) < 128) continue;
    const pixel = at / info.channels;
    xs.push(pixel % width);
    ys.push(Math.floor(pixel / width));
  }

  const left = Math.min(...xs);
  const right = Math.max(...xs) + 1;
  const top = Math.min(...ys);
  const bottom = Math.max(...ys) + 1;

  return {
    x: left / width,
    y: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  };
}

async function makeVideo(path: string, { ground, style }: Look): Promise<void> {
  const texts = names.map(
    (name) => `${drawn(name, style)}:enable='between(t\\,${name.from}\\,${name.to - 0.001})'`,
  );
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `${ground}s=${width}x${height}:r=${fps}`],
    ...['-t', String(seconds), '-vf', [...texts, 'format=yuv420p'].join(',')],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', path],
  ]);
}

async function analysed(path: string, folder: string): Promise<Exposure> {
  const dir = join(folder, 'pass');
  const outDir = join(folder, 'out');

  await mkdir(dir);
  await mkdir(outDir);

  const sides = { maxSidePixels: 8192, maxFramePixels: 40e6, frameSidePixels: 1280 };
  const bounds = { maxDurationSeconds: 3600, maxOutputBytes: 2 ** 34 };
  const { signal } = new AbortController();
  await ingestMedia({ path, outDir: dir, fps: 1, limits: { ...sides, ...bounds }, signal });

  const resources = openResources();
  try {
    const ask = {
      ...plainAsk,
      capabilities: ['brands' as const],
      brands: names.map(({ text }) => text),
    };
    const results = await perceiveWhole(dir, ask, { resources, parts: 1, outDir });
    const video = {
      job_id: 'job_1',
      title: null,
      duration_seconds: seconds,
      brands: formOf(results).brands ?? [],
    };

    return exposureOfVideos([videoExposure(video, {})]);
  } finally {
    await resources.close();
  }
}

/** Exposure by the formula in docs/exposure.md, for letters that do not move. */
function rightOf(name: Name, ink: BoundingBox): number {
  const size = Math.min(1, Math.sqrt((ink.width * ink.height) / 0.06));
  const away = Math.hypot(ink.x + ink.width / 2 - 0.5, ink.y + ink.height / 2 - 0.5);
  const position = 1 - 0.4 * Math.min(1, away / Math.hypot(0.5, 0.5));
  const others = names.filter((other) => other !== name);
  let sum = 0;
  for (let at = name.from + 0.0005; at < name.to; at += 0.001) {
    const together = 1 + others.filter(({ from, to }) => from <= at && at < to).length;
    sum += (0.001 * size * position) / Math.sqrt(together);
  }

  return sum;
}

for (const look of looks)
  describe(`exposure of a made video, ${look.what}`, { skip: lacks }, () => {
    let folder: string;
    let exposure: Exposure;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'reelsight-exposure-'));
      const path = join(folder, 'made.mp4');
      await makeVideo(path, look);
      exposure = await analysed(path, folder);
    });
    after(() => rm(folder, { recursive: true, force: true }));

    for (const name of names) {
      test(`${name.text}: seconds, size, place and equivalent seconds`, async () => {
        const found = exposure.brands.find((brand) => brand.name.toUpperCase() === name.text);
        assert.ok(found, JSON.stringify(exposure.brands.map((brand) => brand.name)));

        const ink = await inkOf(name, folder);
        const size = ink.width * ink.height;

        assert.ok(found.clarity_known === 1 && (!look.clear || found.clarity > 0.95));
        const right = rightOf(name, ink) * found.clarity;
        const off = (is: number, should: number) => Math.abs(is / should - 1);

        assert.ok(Math.abs(found.seen_seconds - (name.to - name.from)) <= 0.05);
        assert.ok(off(found.mean_size, size) < 0.02, `${found.mean_size} for ${size}`);
        assert.ok(off(found.equivalent_seconds, right) < 0.02, `${found.equivalent_seconds}`);
        assert.ok(Math.abs(found.solus_seconds - 3) <= 0.1, `${found.solus_seconds}`);
        assert.ok(found.legible_seconds.phone >= 5.9);
      });
    }
  });
