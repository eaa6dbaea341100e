/** Compares the length read from a file's headers with the length that FFmpeg gave the file. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readLocalVideo } from './media-length.ts';

const sample = fileURLToPath(new URL('../../media/sample.mp4', import.meta.url));
const noFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0 ? false : 'ffmpeg is not installed';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-length-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('the sample', async () => {
  assert.deepEqual(await readLocalVideo(sample), { kind: 'mp4', seconds: 27.842 });
});

const copied = ['-t', '7', '-c', 'copy'];
const vp8 = ['-t', '5', '-vf', 'scale=160:-2', '-c:v', 'libvpx', '-c:a', 'libopus'];
const files: Record<string, readonly string[]> = {
  'index-last.mp4': copied,
  'index-first.mp4': [...copied, '-movflags', 'faststart'],
  'quicktime.mov': copied,
  'fragments.mp4': [...copied, '-movflags', 'frag_keyframe+empty_moov'],
  'dash.mp4': [...copied, '-movflags', 'dash', '-frag_duration', '1000000'],
  'file.webm': vp8,
  'live.webm': [...vp8, '-live', '1'],
};

for (const [name, options] of Object.entries(files)) {
  test(`${name} is as long as its frames`, { skip: noFfmpeg }, async () => {
    const path = join(folder, name);
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', sample, ...options, path]);
    const { kind, seconds } = await readLocalVideo(path);
    assert.equal(kind, name.endsWith('webm') ? 'webm' : 'mp4');
    const wanted = options.includes('5') ? 5 : 7.1;
    assert.ok(Math.abs((seconds ?? 0) - wanted) < 0.15, `${seconds} s`);
  });
}

test('what is no video is neither; what is damaged has no length, and takes no long look', async () => {
  const path = join(folder, 'x.mp4');

  for (const text of ['', 'x', 'A text about ftyp boxes, for once', '%PDF-1.7 and so on and on']) {
    await writeFile(path, text);
    assert.deepEqual(await readLocalVideo(path), { kind: 'other', seconds: null });
  }

  const whole = await readFile(sample);
  const damaged = [
    whole.subarray(0, 12),
    whole.subarray(0, 200),
    Buffer.concat([whole.subarray(0, 300), Buffer.alloc(5000, 255)]),
  ];
  const webm = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(3000, 0)]);
  for (const bytes of [
    ...damaged,
    webm,
    Buffer.concat([webm.subarray(0, 4), Buffer.alloc(3000, 255)]),
  ]) {
    await writeFile(path, bytes);
    const { kind, seconds } = await readLocalVideo(path);
    assert.notEqual(kind, 'other');
    assert.ok(seconds === null || seconds === 27.842, `${seconds}`);
  }
});

test('a length that no video has is none', async () => {
  const path = join(folder, 'long.webm');
  const stating = (seconds: number): Buffer => {
    const duration = Buffer.alloc(8);
    duration.writeDoubleBE(seconds * 1000);
    // EBML header; Segment of unknown length; Info with Duration in milliseconds, the default unit (RFC 9559).
    const head = Buffer.from('1a45dfa3801853806701ffffffffffffff', 'hex');
    return Buffer.concat([head, Buffer.from('1549a9668b448988', 'hex'), duration]);
  };

  for (const [seconds, known] of [
    [90, 90],
    [1e9, null],
    [1e300, null],
    [-5, null],
  ] as const) {
    await writeFile(path, stating(seconds));
    assert.deepEqual(await readLocalVideo(path), { kind: 'webm', seconds: known }, `${seconds}`);
  }
});

test('any bytes in place of others end in a length or in none, never in an error', async () => {
  const whole = (await readFile(sample)).subarray(0, 40_000);
  const path = join(folder, 'y.mp4');
  for (let round = 0; round < 200; round += 1) {
    const bytes = Buffer.from(whole);
    for (let one = 0; one < 20; one += 1) {
      bytes[12 + ((round * 7919 + one * 104_729) % 4000)] = (round * 31 + one * 17) % 256;
    }

    await writeFile(path, bytes);
    const { seconds } = await readLocalVideo(path);
    assert.ok(seconds === null || seconds > 0);
  }
});
