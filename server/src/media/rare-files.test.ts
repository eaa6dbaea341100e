/**
 * Kinds of files that are rarer than those in found-files.test.ts. Each follows a public report of a fault in some
 * tool.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import sharp from 'sharp';
import { decodeFrames } from '../../testing/media/decoded.ts';
import { ingestHere, limits, samplesOf, temporaryDir } from '../../testing/media/test-media.ts';
import { makeClip } from './clip/make-clip.ts';

const noFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0 ? false : 'ffmpeg is not installed';

function ffmpeg(...options: readonly string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...options]);
  assert.equal(status, 0, String(stderr));
}

/** Three seconds of a dark picture, then three of a bright one. */
const scenes = [
  ...['-f', 'lavfi', '-i'],
  'color=0x303030:s=320x180:r=25:d=3[a];color=0xd0d0d0:s=320x180:r=25:d=3[b];[a][b]concat',
];
const tone = ['-f', 'lavfi', '-i', "sine=440:d=6,volume='gte(t,3)':eval=frame"];
const cutSeconds = 3;

function made(name: string, ...options: readonly string[]): string {
  const path = join(temporaryDir(), name);
  ffmpeg(...options, path);
  return path;
}

/** Asserts that a clip from the bright half of a file is bright throughout. */
async function assertClipIsBright(path: string): Promise<void> {
  const outPath = join(temporaryDir(), 'clip.mp4');
  await makeClip({
    path,
    outPath,
    order: {
      format: 'mp4',
      ranges: [{ start: 4, end: 5 }],
      sidePixels: 320,
      fps: null,
      sound: true,
      audioTrack: null,
      limits,
    },
    drawing: null,
    signal: new AbortController().signal,
    onProgress: () => {},
  });

  const frames = decodeFrames(outPath);
  assert.ok(frames.length >= 25, `${frames.length} frames`);

  for (const { luma } of frames) {
    const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length;
    assert.ok(mean > 150, `a frame of ${mean}`);
  }
}

/** Asserts that a file has six seconds with a cut in the middle, and that a clip of it shows the right pictures. */
async function assertIsSeen(path: string): Promise<void> {
  const { pass } = await ingestHere(path);
  assert.ok(Math.abs(pass.probe.durationSeconds - 6) < 0.2, `${pass.probe.durationSeconds} s`);
  assert.equal(pass.shots.length, 2);
  const cut = pass.shots[1]?.start ?? 0;
  assert.ok(Math.abs(cut - cutSeconds) < 0.1, `a cut at ${cut} s`);
  await assertClipIsBright(path);
}

/** Asserts that the sound is silent in the first half and loud in the second. */
async function assertIsHeard(path: string, seconds = 6): Promise<void> {
  const { dir, pass } = await ingestHere(path);
  assert.ok(
    Math.abs(pass.probe.durationSeconds - seconds) < 0.2,
    `${pass.probe.durationSeconds} s`,
  );

  const pcm = samplesOf(dir);
  const loudest = (from: number, to: number) => {
    let most = 0;
    for (let index = Math.round(from * 16_000); index < to * 16_000; index += 1) {
      most = Math.max(most, Math.abs(pcm.readInt16LE(2 * index)));
    }
    return most;
  };
  assert.ok(loudest(1, 2.5) < 300, `${loudest(1, 2.5)} where it is silent`);
  assert.ok(loudest(4, 5.5) > 1000, `${loudest(4, 5.5)} where it is loud`);
}

async function assertIsRefused(path: string, words: RegExp): Promise<void> {
  await assert.rejects(ingestHere(path), (error) => {
    assert.ok(error instanceof Fault, String(error));
    assert.equal(error.code, 'EXTRACTION_FAILED');
    assert.match(error.message, words);
    return true;
  });
}

describe('streams without a container', { skip: noFfmpeg }, () => {
  test('bare AAC, whose frames alone tell how long it is, also two of them in a row', async () => {
    const path = made('voice.aac', ...tone, '-c:a', 'aac');
    await assertIsHeard(path);
    const twice = join(temporaryDir(), 'twice.aac');
    writeFileSync(twice, Buffer.concat([readFileSync(path), readFileSync(path)]));
    await assertIsHeard(twice, 12);
  });

  for (const rate of ['25', '50', '30000/1001']) {
    test(`bare H.264 of ${rate} frames a second`, async () => {
      const path = made('camera.h264', ...scenes, '-r', rate, '-c:v', 'libx264', '-bf', '2');
      await assertIsSeen(path);
    });
  }
});

test('a sample at a cut belongs to the shot that begins there', { skip: noFfmpeg }, async () => {
  // The picture begins later than the sound, by a fraction of a second that has no finite decimal form.
  const path = made('broadcast.mpg', ...scenes, ...tone, '-c:v', 'mpeg2video', '-c:a', 'mp2');
  const { pass } = await ingestHere(path);
  const cut = pass.shots[1]?.start ?? 0;
  const sample = pass.frames.find(({ timestamp }) => Math.abs(timestamp - cut) < 0.001);
  assert.equal(sample?.shot, 1, `${JSON.stringify(pass.frames)}, cut at ${cut} s`);
});

describe('transport streams', { skip: noFfmpeg }, () => {
  const codecs = ['-c:v', 'libx264', '-g', '25', '-c:a', 'aac'];

  test('a counter that wraps within the first seconds loses nothing of them', async () => {
    // The counter has 33 bits and counts a 90 kHz clock.
    const offset = String(2 ** 33 / 90_000 - 1);
    const options = ['-output_ts_offset', offset, '-mpegts_copyts', '1'];
    await assertIsSeen(made('wrap.ts', ...scenes, ...tone, ...codecs, ...options));
  });

  test('a clip where the next key frame is beyond the end', async () => {
    const options = ['-c:v', 'libx264', '-g', '250', '-sc_threshold', '0', '-c:a', 'aac'];
    await assertIsSeen(made('far.ts', ...scenes, ...tone, ...options));
  });

  test('a broadcast that goes on under other stream numbers', async () => {
    const dark = ['-f', 'lavfi', '-i', 'color=0x303030:s=320x180:r=25:d=3'];
    const bright = ['-f', 'lavfi', '-i', 'color=0xd0d0d0:s=320x180:r=25:d=3'];
    const numbers = ['-mpegts_start_pid', '0x200', '-tables_version', '1'];
    const first = made('first.ts', ...dark, '-c:v', 'mpeg2video');
    const then = ['-c:v', 'mpeg2video', '-output_ts_offset', '3', ...numbers];
    const second = made('second.ts', ...bright, ...then);
    const path = join(temporaryDir(), 'joined.ts');

    writeFileSync(path, Buffer.concat([readFileSync(first), readFileSync(second)]));
    await assertIsSeen(path);
  });

  test('a broadcast after other bytes, beside a programme that is scrambled', async () => {
    const clear = readFileSync(made('clear.ts', ...scenes, ...tone, ...codecs));
    const other = Buffer.alloc(188, 0xa5);
    other.set([0x47, 0x1f, 0x00, 0x90]);

    const packets = Array.from({ length: clear.length / 188 }, (_, index) => [
      clear.subarray(188 * index, 188 * (index + 1)),
      other,
      other,
    ]).flat();
    const path = join(temporaryDir(), 'mux.ts');
    writeFileSync(path, Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nG\r\n'), ...packets]));
    await assertIsSeen(path);
  });

  test('scrambled broadcasts are refused by name', async () => {
    const bytes = readFileSync(made('clear.ts', ...scenes, ...tone, ...codecs));
    for (let at = 0; at + 188 <= bytes.length; at += 188) {
      const pid = ((bytes[at + 1] ?? 0) & 0x1f) * 256 + (bytes[at + 2] ?? 0);
      if (pid !== 0x100 && pid !== 0x101) continue;
      bytes[at + 3] = (bytes[at + 3] ?? 0) | 0x80;
      scramble(bytes, at + 8, at + 188);
    }

    const path = join(temporaryDir(), 'scrambled.ts');
    writeFileSync(path, bytes);
    await assertIsRefused(path, /encrypted/);
  });

  test('scrambled discs are refused by name, although their pictures decode to something', async () => {
    const bytes = readFileSync(
      made('clear.vob', ...scenes, ...tone, '-c:v', 'mpeg2video', '-f', 'vob'),
    );
    const packBytes = 2048;
    for (let at = 0; at + packBytes <= bytes.length; at += packBytes) {
      const packet = at + 14;
      const streamId = bytes[packet + 3] ?? 0;
      if (streamId !== 0xe0 && streamId !== 0xc0) continue;
      bytes[packet + 6] = (bytes[packet + 6] ?? 0) | 0x30;
      scramble(bytes, at + 128, at + packBytes);
    }

    const path = join(temporaryDir(), 'scrambled.vob');
    writeFileSync(path, bytes);
    await assertIsRefused(path, /encrypted/);
  });

  /** Changes bytes in a way that follows no pattern a decoder knows. */
  function scramble(bytes: Buffer, from: number, to: number): void {
    for (let index = from; index < to; index += 1)
      bytes[index] = ((bytes[index] ?? 0) * 167 + index * 89) & 255;
  }
});

describe('files joined byte by byte', { skip: noFfmpeg }, () => {
  for (const [name, ...options] of [
    ['talk.flv', ...scenes, ...tone, '-c:v', 'libx264', '-c:a', 'aac'],
    ['talk.wmv', ...scenes, ...tone, '-c:v', 'wmv2', '-c:a', 'wmav2'],
    ['voice.wav', ...tone],
    ['voice.aiff', ...tone],
    ['voice.caf', ...tone],
    ['voice.w64', ...tone],
    ['voice.wv', ...tone],
  ] as const) {
    test(`${name}: refused, as players show the first only`, async () => {
      const bytes = readFileSync(made(name, ...options));
      const path = join(temporaryDir(), name);
      writeFileSync(path, Buffer.concat([bytes, bytes]));
      await assertIsRefused(path, /several recordings/);
    });
  }

  test('a recording with another one in a chunk of its own is taken', async () => {
    const voice = readFileSync(made('voice.wav', ...tone));
    const chunk = Buffer.alloc(8);
    chunk.write('note');
    chunk.writeUInt32LE(voice.length, 4);

    const whole = Buffer.concat([voice, chunk, voice]);
    whole.writeUInt32LE(whole.length - 8, 4);

    const path = join(temporaryDir(), 'noted.wav');
    writeFileSync(path, whole);
    await assertIsHeard(path);
  });

  test('Vorbis of two qualities in one Ogg file is heard to its end', async () => {
    const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=mono', '-t', '3'];
    const loud = ['-f', 'lavfi', '-i', 'sine=440:d=3'];
    const first = made('first.ogg', ...silence, '-c:a', 'libvorbis', '-q:a', '1');
    const second = made('second.ogg', ...loud, '-c:a', 'libvorbis', '-q:a', '8');
    const path = join(temporaryDir(), 'radio.ogg');
    writeFileSync(path, Buffer.concat([readFileSync(first), readFileSync(second)]));
    await assertIsHeard(path);
  });
});

describe('photos', { skip: noFfmpeg }, () => {
  test('a still AVIF is refused as what it is', async () => {
    const path = join(temporaryDir(), 'photo.avif');
    const picture = { width: 64, height: 64, channels: 3 as const, background: '#d0d0d0' };
    await sharp({ create: picture }).avif().toFile(path);
    await assertIsRefused(path, /photo/);
  });

  test('a moving AVIF is seen, not the still in front of it', async () => {
    const options = ['-vf', 'fps=5', '-c:v', 'libaom-av1', '-cpu-used', '8'];
    await ingestsWithCut(made('moving.avif', ...scenes, ...options));
  });

  test('a moving PNG is seen', async () => {
    await ingestsWithCut(made('moving.png', ...scenes, '-vf', 'fps=5', '-f', 'apng'));
  });

  async function ingestsWithCut(path: string): Promise<void> {
    const { pass } = await ingestHere(path);
    assert.deepEqual(
      pass.shots.map(({ start }) => start),
      [0, cutSeconds],
    );
  }
});

describe('codecs', { skip: noFfmpeg }, () => {
  for (const [name, ...options] of [
    ['palette.avi', '-c:v', 'rawvideo', '-pix_fmt', 'pal8'],
    ['palette.mov', '-c:v', 'qtrle', '-pix_fmt', 'pal8'],
    ['screen.avi', '-c:v', 'zmbv'],
    ['screen.flv', '-c:v', 'flashsv'],
    ['old.avi', '-c:v', 'msvideo1'],
    ['edit.mov', '-c:v', 'hap'],
    ['edit.avi', '-c:v', 'magicyuv', '-pix_fmt', 'yuv420p'],
    ['broadcast.mov', '-c:v', 'vc2'],
  ] as const) {
    test(`${name} (${options[1]}) is seen, and in a clip`, async () => {
      await assertIsSeen(made(name, ...scenes, ...options));
    });
  }

  for (const name of ['voice.wv', 'voice.tta', 'voice.au', 'voice.dts', 'voice.thd']) {
    test(`${name} is heard`, async () => {
      await assertIsHeard(made(name, ...tone, '-ar', '48000', '-strict', '-2'));
    });
  }
});
