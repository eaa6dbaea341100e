/** Tests of the decoding pass on the shared media: timestamps, sharing of pictures, cuts, broken files. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import {
  ingestHere,
  limits,
  mediaDir,
  noMedia,
  samplesOf,
  temporaryDir,
  truthOf,
} from '../../testing/media/test-media.ts';
import { openFrames } from './frames.ts';
import type { MediaPass } from './media.ts';

/** Results of the ingests so far; each file is ingested only once per sampling rate. */
const done = new Map<string, ReturnType<typeof ingestHere>>();
function ingested(file: string, fps = 1): ReturnType<typeof ingestHere> {
  const key = `${file} ${fps}`;
  const result = done.get(key) ?? ingestHere(join(mediaDir, file), { fps });
  done.set(key, result);
  return result;
}

function checkSound(dir: string, pass: MediaPass): void {
  if (!pass.audio) {
    assert.equal(existsSync(join(dir, 'sound.pack')), false);
    return;
  }
  const samples = Math.round(pass.audio.durationSeconds * 16_000);
  assert.equal(samplesOf(dir).length, 2 * samples);
  assert.ok(statSync(join(dir, pass.audio.file)).size < 1.4 * samples, 'it is compressed');
}

function checkFrames(pass: MediaPass): void {
  const { durationSeconds } = pass.probe;

  for (const [index, frame] of pass.frames.entries()) {
    assert.ok(frame.timestamp >= 0 && frame.timestamp < durationSeconds);
    assert.ok(index === 0 || frame.timestamp > (pass.frames[index - 1]?.timestamp ?? 0));
    assert.ok(pass.images[frame.image]);
    const shot = pass.shots[frame.shot];
    assert.ok(shot && frame.timestamp >= shot.start && frame.timestamp < shot.end);
  }

  assert.equal(pass.shots[0]?.start ?? 0, 0);
  assert.equal(pass.shots.at(-1)?.end ?? durationSeconds, durationSeconds);
}

const files = [
  'talk.mp4',
  'objects.mp4',
  'vfr.mp4',
  'rotated.mp4',
  'portrait.mp4',
  'noaudio.mp4',
  'audioonly.mp4',
  'tiny.webm',
  'movie.mov',
  'dialogue.mp4',
];

for (const file of files) {
  test(`${file} is taken apart`, { skip: noMedia }, async () => {
    const { media, shots } = truthOf(file);
    const { dir, pass } = await ingested(file);
    assert.deepEqual(JSON.parse(readFileSync(join(dir, 'media.json'), 'utf8')), pass);
    assert.ok(Math.abs(pass.probe.durationSeconds - media.duration_seconds) < 0.05);
    assert.equal(pass.audio !== null, media.has_audio);

    if (pass.audio) {
      assert.ok(Math.abs(pass.audio.durationSeconds - media.duration_seconds) < 0.1);
    }

    checkSound(dir, pass);
    checkFrames(pass);

    if (!media.has_video) {
      assert.deepEqual([pass.frames, pass.images, pass.shots, pass.thumbnail], [[], [], [], null]);
      return;
    }
    assert.equal(pass.frames.length, Math.ceil(media.duration_seconds));

    for (const [index, { timestamp }] of pass.frames.entries()) {
      assert.ok(Math.abs(timestamp - index) <= 0.5);
    }
    await checkPictures(dir, pass, media.display_width ?? media.width);

    if (shots) {
      assert.ok(cutScore(pass, shots.boundaries, shots.tolerance_s) >= 0.95);
    }
  });
}

async function checkPictures(dir: string, pass: MediaPass, width: number): Promise<void> {
  const frames = await openFrames({ path: join(dir, 'frames.pack'), offset: 0 }, pass);

  for (const index of [0, pass.images.length - 1]) {
    const { format, ...size } = await sharp(await frames.jpeg(index)).metadata();
    assert.equal(format, 'jpeg');
    assert.deepEqual(
      [size.width, size.height],
      [pass.images[index]?.width, pass.images[index]?.height],
    );
    assert.equal(size.width, Math.min(width, 1280));
  }

  await frames.close();
  const thumbnail = await sharp(join(dir, pass.thumbnail ?? '')).stats();
  const { width: shown = 0, height: tall = 0 } = await sharp(join(dir, 'thumbnail.jpg')).metadata();
  assert.equal(
    Math.max(shown, tall),
    Math.min(640, Math.max(pass.images[0]?.width ?? 0, pass.images[0]?.height ?? 0)),
  );
  assert.ok((thumbnail.channels[1]?.stdev ?? 0) > 10, 'a thumbnail that shows something');
}

/** F1 score of the cuts found. */
function cutScore(pass: MediaPass, truth: readonly number[], tolerance: number): number {
  const open = pass.shots.slice(1).map((shot) => shot.start);
  const found = open.length;
  let hits = 0;

  for (const boundary of truth) {
    const index = open.findIndex((start) => Math.abs(start - boundary) <= tolerance);
    if (index >= 0) open.splice(index, 1);
    if (index >= 0) hits += 1;
  }

  return (2 * hits) / (found + truth.length);
}

test('every text on screen is in the pictures of its time and in no other', {
  skip: noMedia,
}, async () => {
  for (const file of ['talk.mp4', 'portrait.mp4', 'rotated.mp4', 'vfr.mp4', 'tiny.webm']) {
    const { on_screen, distractors } = truthOf(file).brands;
    const { pass } = await ingested(file);

    for (const { text, start, end } of [...on_screen, ...distractors]) {
      for (const { timestamp, image } of pass.frames) {
        const stored = pass.images[image]?.timestamp ?? Number.NaN;
        // A frame very close to a start or end may lie on either side of it.
        const atEdge = (time: number) => [start, end].some((edge) => Math.abs(time - edge) < 0.05);
        if (atEdge(timestamp) || atEdge(stored)) continue;

        const shown = timestamp > start && timestamp < end;
        const pictured = stored > start && stored < end;
        assert.equal(pictured, shown, `${text} at ${timestamp}, picture of ${stored}`);
      }
    }
  }
});

test('still scenes share their pictures', { skip: noMedia }, async () => {
  const { pass } = await ingested('objects.mp4');
  for (const [from, to] of [
    [14.1, 17.9],
    [36.1, 39.9],
    [44.1, 47.9],
  ] as const) {
    const still = pass.frames.filter(({ timestamp }) => timestamp > from && timestamp < to);
    assert.equal(new Set(still.map((frame) => frame.image)).size, 1, `from ${from} to ${to}`);
  }
});

test('sample times are presentation times at a variable frame rate', {
  skip: noMedia,
}, async () => {
  const times = truthOf('vfr.mp4').frame_times_s ?? [];
  for (const fps of [1, 2, 4]) {
    const { pass } = await ingested('vfr.mp4', fps);
    assert.equal(pass.frames.length, 12 * fps);

    for (const [index, { timestamp }] of pass.frames.entries()) {
      assert.ok(Math.abs(timestamp - index / fps) <= 0.5 / fps, `${timestamp} at ${fps} fps`);
      const nearest = Math.min(...times.map((time) => Math.abs(time - timestamp)));
      const held = timestamp === index / fps;
      assert.ok(nearest < 0.001 || held, `${timestamp} is no time of a frame`);
    }
  }
});

const expectBad: Readonly<Record<string, RegExp | 'completed'>> = {
  'bomb-dimensions.mp4': /16000x16000/,
  'bomb-header.mp4': 'completed',
  'corrupt-data.mp4': 'completed',
  'empty.mp4': /empty/,
  'ftyp-only.mp4': /index is missing/,
  'header-only.mp4': /Nothing in the file can be decoded/,
  'text.mp4': /not a video/,
  'truncated-faststart.mp4': 'completed',
  'truncated.mp4': /index is missing/,
  'wrong-ext.mp4': 'completed',
  'zero-duration.mp4': /duration is 0/,
};

test('broken and hostile files end soon and in little memory', { skip: noMedia }, async () => {
  const dir = join(mediaDir, 'bad');
  assert.deepEqual(readdirSync(dir).sort(), Object.keys(expectBad).sort());
  const lines = ingestInChild(Object.keys(expectBad).map((file) => join(dir, file)));

  for (const [index, [file, expected]] of Object.entries(expectBad).entries()) {
    const line = lines[index];
    assert.ok(line, `${file} ended the process`);
    assert.ok(line.seconds < 120, `${file} took ${line.seconds} s`);
    assert.ok(line.megabytes < 500, `${file} took ${line.megabytes} MB`);

    if (expected === 'completed') {
      assert.equal(line.code, 'completed', `${file}: ${line.text}`);
    } else {
      assert.equal(line.code, 'EXTRACTION_FAILED');
      assert.match(line.text, expected);
      assert.doesNotMatch(line.text, /[\\/]|ffmpeg|Error/i);
    }
  }
});

interface Line {
  readonly code: string;
  readonly text: string;
  readonly seconds: number;
  /** Peak memory of the process so far. */
  readonly megabytes: number;
}

/** Ingests files one after the other in a single child process. */
function ingestInChild(paths: readonly string[]): Line[] {
  const script = `
    import { mkdtempSync } from 'node:fs';
    import { ingestMedia } from ${JSON.stringify(import.meta.resolve('./ingest.ts'))};
    for (const path of ${JSON.stringify(paths)}) {
      const outDir = mkdtempSync(${JSON.stringify(join(temporaryDir(), 'out-'))});
      const limits = ${JSON.stringify(limits)};
      const signal = new AbortController().signal;
      const from = performance.now();
      const line = { code: 'completed', text: '' };
      try {
        await ingestMedia({ path, outDir, fps: 2, limits, signal });
      } catch (error) {
        Object.assign(line, { code: error.code, text: error.message });
      }
      const seconds = (performance.now() - from) / 1000;
      const megabytes = process.resourceUsage().maxRSS / 1024;
      console.log(JSON.stringify({ ...line, seconds, megabytes }));
    }`;
  const node = ['--input-type=module', '-e', script];
  const { stdout, stderr } = spawnSync(process.execPath, node, { encoding: 'utf8' });
  assert.equal(stderr, '', 'nothing is printed past the log');

  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

test('a cut-off file gives the part that is there, at its times', { skip: noMedia }, async () => {
  const whole = (await ingestHere(join(mediaDir, 'bad', 'bomb-header.mp4'))).pass;
  const { pass } = await ingestHere(join(mediaDir, 'bad', 'truncated-faststart.mp4'));

  assert.ok(pass.probe.durationSeconds > 2 && pass.probe.durationSeconds < 4);
  assert.deepEqual(
    pass.frames.slice(0, 3).map((frame) => frame.timestamp),
    whole.frames.slice(0, 3).map((frame) => frame.timestamp),
  );
  checkFrames(pass);
});
