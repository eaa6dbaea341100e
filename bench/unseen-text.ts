/**
 * Measures how accurate text on screen is, and how much CPU it costs, on generated clips: names and words in many
 * fonts, sizes, contrasts and motions over pictures, videos and textures. Needs the Debian packages of
 * `unseen/text-pictures.ts`.
 *
 * Usage: node bench/unseen-text.ts [--set tuning|final] [--clips 24] [--code CHECKOUT] [--keep FOLDER]
 *
 * `--code` measures the engines of another checkout on the same clips; `--keep` keeps the decoded clips for the next
 * run.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { overlap } from '../server/src/analysis/boxes.ts';
import { keyOf } from '../server/src/analysis/name-key.ts';
import type { CallContext } from '../server/src/engines/engine.ts';
import { openFrames, readMediaPass } from '../server/src/media/frames.ts';
import { ingestMedia } from '../server/src/media/ingest.ts';
import type { ReadLine } from '../server/src/perception/artifacts.ts';
import { loadLexicon } from '../server/src/perception/brands/brand-names.ts';
import type { BuiltBrand } from '../server/src/perception/brands/brand-results.ts';
import type { SeenBrands } from '../server/src/perception/brands/joined-brands.ts';
import type { Pictures } from '../server/src/perception/frame-reader.ts';
import {
  contrasts,
  makeTextClips,
  samePlace,
  type TextClip,
  type TruthLine,
} from './unseen/text-clips.ts';
import { missingSources, type TextSet, textPackages } from './unseen/text-pictures.ts';

const fps = 1;
/** The least letter height of each class in the results, in pixels of the picture that is read. */
const heights = [14, 20, 40, 100];
/** Minimum share of a line's letters that must be right. */
const rightShare = 0.8;

interface Options {
  readonly clips?: number;
  /** Root of the checkout to measure; by default, the checkout of this script. */
  readonly code?: string;
  /** Folder in which clips and their decoded pictures are kept. */
  readonly keep?: string;
  /** Called with one line about each clip. */
  readonly log?: (line: string) => void;
}

interface Tally {
  readonly found: Map<string, [found: number, all: number]>;
  letters: [right: number, all: number];
  /** Lines that were read at places without text. */
  invented: string[];
  seconds: { claimed: number; right: number; shown: number; found: number };
  overlaps: number[];
  cpuSeconds: number;
  looks: number;
  minutes: number;
}

/** Measures one set and returns a section of docs/accuracy.md. */
export async function measureText(set: TextSet, options: Options = {}): Promise<string> {
  const missing = missingSources(set);
  if (missing.length > 0)
    return `## Text never seen before (${set})\n\nNot measured: install ${textPackages}.`;

  const folder = options.keep ?? (await mkdtemp(join(tmpdir(), 'reelsight-text-')));
  try {
    const lexicon = await loadLexicon({ operatorFile: null });
    const root = options.code ?? dirname(import.meta.dirname);
    const code = (file: string) => import(pathToFileURL(join(root, 'server/src', file)).href);
    const { openPaddleOcr } = await code('engines/paddle-ocr/paddle-ocr.ts');
    const { seeBrands } = await code('../testing/perception/seen-whole.ts');
    const tally = newTally();
    const engines = { text: await openPaddleOcr(), logos: null, vision: null };
    const wish = {
      targets: [],
      surfaces: [],
      return_proof: true,
      segments: [],
      lexicon,
      costlyLooks: 0,
    };

    const context: CallContext = {
      signal: new AbortController().signal,
      meter: (item, amount) => {
        if (item === 'text_frames') tally.looks += amount;
      },
    };

    for (const { clip, dir } of await ingested(set, lexicon, folder, options.clips ?? 24)) {
      const { seen, times, cpuSeconds } = await timed(dir, (pictures) =>
        seeBrands(pictures, wish, engines, context),
      );
      tally.cpuSeconds += cpuSeconds;
      tally.minutes += clip.seconds / 60;

      const missed = scoreLines(clip, seen.lines, times, tally);
      scoreBrands(clip, seen.built, tally);
      options.log?.(`${clip.name}: ${cpuSeconds.toFixed(1)} s; missed: ${missed.join(' | ')}`);
    }

    await engines.text.close();
    return report(set, tally);
  } finally {
    if (!options.keep) await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the brands that are seen in a decoded clip, the times of its samples, and the CPU seconds that this took. */
async function timed(dir: string, see: (pictures: Pictures) => Promise<SeenBrands>) {
  const pass = await readMediaPass(join(dir, 'media.json'));
  const frames = await openFrames({ path: join(dir, 'frames.pack'), offset: 0 }, pass);
  const from = process.cpuUsage();
  const seen = await see({ pass, frames });
  const { user, system } = process.cpuUsage(from);

  await frames.close();
  const times = pass.frames.map(({ timestamp }) => timestamp);

  return { seen, times, cpuSeconds: (user + system) / 1e6 };
}

async function ingested(
  set: TextSet,
  lexicon: Awaited<ReturnType<typeof loadLexicon>>,
  folder: string,
  count: number,
): Promise<{ clip: TextClip; dir: string }[]> {
  const home = join(folder, set);
  await mkdir(home, { recursive: true });

  const clips = await makeTextClips(set, lexicon, home, count);
  const limits = {
    maxSidePixels: 8192,
    maxFramePixels: 40e6,
    frameSidePixels: 1280,
    maxDurationSeconds: 600,
    maxOutputBytes: 2 ** 34,
  };
  const made: { clip: TextClip; dir: string }[] = [];

  for (const [i, clip] of clips.entries()) {
    const dir = join(home, `pass-${i}`);
    if (!existsSync(join(dir, 'media.json'))) {
      await mkdir(dir, { recursive: true });
      const { signal } = new AbortController();
      await ingestMedia({ path: clip.file, outDir: dir, fps, limits, signal });
    }

    made.push({ clip, dir });
  }

  return made;
}

const newTally = (): Tally => ({
  found: new Map(),
  letters: [0, 0],
  invented: [],
  seconds: { claimed: 0, right: 0, shown: 0, found: 0 },
  overlaps: [],
  cpuSeconds: 0,
  looks: 0,
  minutes: 0,
});

/** Scores each line in each sample in which the whole line is visible. Returns the lines that were missed. */
function scoreLines(
  clip: TextClip,
  lines: readonly ReadLine[],
  times: readonly number[],
  tally: Tally,
): string[] {
  const missed: string[] = [];

  for (const [sample, seconds] of times.entries()) {
    const read = lines.filter((line) => line.samples.includes(sample));
    const shown = clip.lines.flatMap((line) => {
      const box = line.boxAt(seconds);
      return box ? [{ line, box }] : [];
    });
    for (const { line, box } of shown) {
      const there = read
        .filter((one) => samePlace(one.box, box))
        .sort((a, b) => a.box.x - b.box.x)
        .map((one) => one.text);
      const right = Math.max(
        0,
        ...[there.join(''), ...there].map((text) => likeness(text, line.text)),
      );
      const count = keyOf(line.text).length;
      tally.letters = [tally.letters[0] + right * count, tally.letters[1] + count];

      for (const name of classesOf(line)) {
        const [found, all] = tally.found.get(name) ?? [0, 0];
        tally.found.set(name, [found + (right >= rightShare ? 1 : 0), all + 1]);
      }

      if (right < rightShare)
        missed.push(
          `${line.text} (${line.contrast} ${line.capital.toFixed(0)} px at ${seconds.toFixed(1)}: ${there})`,
        );
    }

    const written = clip.lines.flatMap((line) =>
      [-0.3, 0, 0.3].flatMap((off) => line.boxAt(seconds + off) ?? []),
    );

    for (const one of read)
      if (keyOf(one.text).length >= 3 && !written.some((box) => samePlace(one.box, box)))
        tally.invented.push(`${clip.name}: ${one.text}`);
  }

  return missed;
}

function classesOf({ capital, contrast }: TruthLine): string[] {
  const least = heights.findLast((height) => capital >= height - 0.5) ?? 0;
  return ['all', `${least} px`, contrast];
}

/** 1 if the letters are the same, apart from case and spaces; 0 if the texts have nothing in common. */
function likeness(read: string, written: string): number {
  const a = keyOf(read);
  const b = keyOf(written);
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }

    row = next;
  }

  return 1 - Math.min(1, (row[b.length] as number) / Math.max(1, b.length));
}

/**
 * Scores whole seconds: a name that is shown for most of a second must be claimed for it, and a name that is not shown
 * at all must not be claimed.
 */
function scoreBrands(clip: TextClip, built: readonly BuiltBrand[], tally: Tally): void {
  const results = built.map(({ result }) => result);
  const names = new Set([
    ...results.map(({ name }) => name),
    ...clip.lines.flatMap(({ brand }) => brand ?? []),
  ]);
  for (const name of names) {
    const truth = clip.lines.filter((line) => line.brand === name);
    const result = results.find((one) => one.name === name);
    for (let second = 0; second < clip.seconds; second++) {
      const moments = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => second + part);
      const shown = moments.filter((at) => truth.some((line) => line.boxAt(at))).length;
      const claimed = (result?.appearances ?? []).some(
        ({ timestamp_start: start = 0, timestamp_end: end = 0 }) =>
          start < second + 0.95 && end > second + 0.05,
      );
      if (shown >= 4) tally.seconds.shown++;
      if (shown >= 4 && claimed) tally.seconds.found++;
      if (claimed && (shown === 0 || shown >= 4)) tally.seconds.claimed++;
      if (claimed && shown >= 4) tally.seconds.right++;
    }

    for (const { timestamp, bounding_box: box } of result?.frame_detections ?? []) {
      const boxes = truth.flatMap((line) => line.boxAt(timestamp) ?? []);
      if (box && boxes.length > 0)
        tally.overlaps.push(Math.max(...boxes.map((one) => overlap(one, box))));
    }
  }
}

function report(set: TextSet, tally: Tally): string {
  const share = (part: number, all: number) => (all === 0 ? '·' : (part / all).toFixed(2));
  const recall = (name: string) => {
    const [found, all] = tally.found.get(name) ?? [0, 0];
    return `${share(found, all)} of ${all}`;
  };
  const { claimed, right, shown, found } = tally.seconds;
  const boxes = tally.overlaps.reduce((sum, value) => sum + value, 0);
  const rows: [string, string][] = [
    ['lines found', recall('all')],
    ...heights.map((height): [string, string] => [
      `… letters from ${height} px`,
      recall(`${height} px`),
    ]),
    ...contrasts.map((contrast): [string, string] => [`… ${contrast} contrast`, recall(contrast)]),
    ['letters right', share(...tally.letters)],
    ['lines invented a minute', (tally.invented.length / tally.minutes).toFixed(1)],
    ['brands: precision of seconds', share(right, claimed)],
    ['brands: recall of seconds', share(found, shown)],
    ['brands: overlap of boxes', share(boxes, tally.overlaps.length)],
    ['CPU seconds a minute of video', (tally.cpuSeconds / tally.minutes).toFixed(1)],
    ['looks of the detector a minute', (tally.looks / tally.minutes).toFixed(0)],
  ];

  return [
    `## Text never seen before (${set})`,
    `Clips made by \`bench/unseen-text.ts\`: names from the lexicon and ordinary words in ${set === 'tuning' ? 'fonts, over pictures and films that rules were tuned on' : 'fonts, over pictures and films that no rule was tuned on'}, with letters from 14 pixels high and contrast down to faint: still, moving, scrolling, fading and growing; 1080p, 720p, portrait and 320x180, H.264, read at ${fps} fps. A line counts as found in a sample if four fifths of its letters are right.`,
    ['| | |', '| --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'),
  ].join('\n\n');
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', default: 'tuning' },
      clips: { type: 'string' },
      code: { type: 'string' },
      keep: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const text = await measureText(values.set === 'final' ? 'final' : 'tuning', {
    ...(values.clips && { clips: Number(values.clips) }),
    ...(values.code && { code: values.code }),
    ...(values.keep && { keep: values.keep }),
    ...(values.verbose && { log: console.error }),
  });
  console.log(text);
}
