/** Real-world kinds of files that were reported to break video tools. The tests make each file with ffmpeg. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import sharp from 'sharp';
import { decodeFrames, decodeSound } from '../../testing/media/decoded.ts';
import { ingestHere, limits, samplesOf, temporaryDir } from '../../testing/media/test-media.ts';
import type { ClipOrder } from './clip/clip.ts';
import { makeClip } from './clip/make-clip.ts';
import type { MediaPass } from './media.ts';

const noFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0 ? false : 'ffmpeg is not installed';

type Ingested = Awaited<ReturnType<typeof ingestHere>>;

function ffmpeg(...options: readonly string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...options]);
  assert.equal(status, 0, String(stderr));
}

/** Input options for some seconds of a plain grey picture at 25 frames a second, with a tone. */
function scene(grey: number, { seconds = 3, hertz = 440, size = '320x180' } = {}): string[] {
  const hex = grey.toString(16).padStart(2, '0');
  return [
    ...['-f', 'lavfi', '-i', `color=0x${hex}${hex}${hex}:s=${size}:r=25:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=${hertz}:d=${seconds}`],
  ];
}

const dark = 0x30;
const bright = 0xd0;

/** Mean brightness, 0 to 255, of the stored picture for a time. */
async function brightnessAt({ dir, pass }: Ingested, time: number): Promise<number> {
  const sample = pass.frames.findLast(({ timestamp }) => timestamp <= time + 0.1);
  const image = pass.images[sample?.image ?? -1];
  assert.ok(image, `no picture at ${time} s`);
  const pack = readFileSync(join(dir, 'frames.pack'));
  const jpeg = pack.subarray(image.offset, image.offset + image.length);
  return (await sharp(jpeg).greyscale().stats()).channels[0]?.mean ?? 0;
}

/** Root mean square of the stored sound between two times; 1 is full scale. */
function levelOf({ dir }: Ingested, from: number, to: number): number {
  const pcm = samplesOf(dir);
  let sum = 0;
  const first = Math.round(from * 16_000);
  const last = Math.round(to * 16_000);
  for (let index = first; index < last; index += 1) {
    const sample = (2 * index < pcm.length ? pcm.readInt16LE(2 * index) : 0) / 32_768;
    sum += sample * sample;
  }

  return Math.sqrt(sum / (last - first));
}

async function clipOf(path: string, start: number, end: number): Promise<string> {
  const outPath = join(temporaryDir(), 'clip.mp4');
  const order: ClipOrder = {
    format: 'mp4',
    ranges: [{ start, end }],
    sidePixels: 640,
    fps: null,
    sound: true,
    audioTrack: null,
    limits,
  };
  await makeClip({
    path,
    outPath,
    order,
    drawing: null,
    signal: new AbortController().signal,
    onProgress: () => {},
  });

  return outPath;
}

const meanLuma = (luma: Uint8Array): number =>
  luma.reduce((sum, value) => sum + value, 0) / luma.length;

async function refusal(path: string): Promise<Fault> {
  const fault = await ingestHere(path).then(
    () => assert.fail(`${path} was taken`),
    (error: unknown) => error,
  );
  assert.ok(fault instanceof Fault, String(fault));
  assert.equal(fault.code, 'EXTRACTION_FAILED');
  return fault;
}

describe('recordings joined end to end', { skip: noFfmpeg }, () => {
  const kinds: Readonly<Record<string, readonly string[]>> = {
    ts: ['-c:v', 'libx264', '-g', '25', '-c:a', 'aac'],
    mpg: ['-c:v', 'mpeg2video', '-c:a', 'mp2'],
    mkv: ['-c:v', 'libx264', '-g', '25', '-c:a', 'aac'],
    webm: ['-c:v', 'libvpx', '-c:a', 'libopus'],
  };

  function joined(ending: string, offsetSeconds = 0): string {
    const dir = temporaryDir();
    const parts = [dark, bright].map((grey, index) => {
      const part = join(dir, `${index}.${ending}`);
      const offset = index === 0 ? [] : ['-output_ts_offset', String(offsetSeconds)];
      ffmpeg(...scene(grey), ...(kinds[ending] ?? []), ...offset, part);
      return part;
    });
    const path = join(dir, `joined.${ending}`);
    writeFileSync(path, Buffer.concat(parts.map((part) => readFileSync(part))));

    return path;
  }

  for (const ending of Object.keys(kinds)) {
    test(`${ending}: both are seen and heard, one after the other, and a clip shows the same`, async () => {
      const path = joined(ending);
      const ingested = await ingestHere(path);
      const { probe, shots } = ingested.pass;
      assert.ok(Math.abs(probe.durationSeconds - 6) < 0.3, `${probe.durationSeconds} s`);
      assert.equal(shots.length, 2);
      assert.ok(Math.abs((shots[1]?.start ?? 0) - 3) < 0.2, `cut at ${shots[1]?.start} s`);
      assert.ok((await brightnessAt(ingested, 1)) < 100);
      assert.ok((await brightnessAt(ingested, 5)) > 150);

      for (const second of [0.5, 2, 3.5, 5]) {
        assert.ok(levelOf(ingested, second, second + 0.4) > 0.02, `silent at ${second} s`);
      }

      const second = await clipOf(path, 4, 5);
      assert.ok(decodeFrames(second).every(({ luma }) => meanLuma(luma) > 150));
      assert.ok(decodeSound(second).level(0.1, 0.9) > 0.02);

      const border = decodeFrames(await clipOf(path, 2, 4));
      assert.ok(meanLuma(border[0]?.luma ?? new Uint8Array(1)) < 100);
      assert.ok(meanLuma(border.at(-1)?.luma ?? new Uint8Array(1)) > 150);
    });
  }

  test('a clock that jumps ahead by hours leaves no gap', async () => {
    const path = joined('ts', 18_000);
    const ingested = await ingestHere(path);
    assert.ok(Math.abs(ingested.pass.probe.durationSeconds - 6) < 0.3);
    assert.ok((await brightnessAt(ingested, 5)) > 150);
    assert.ok(levelOf(ingested, 4, 5) > 0.02);
  });

  test('segments of one fragmented MP4 whose clock restarts', async () => {
    const dir = temporaryDir();

    for (const [index, grey] of [dark, bright].entries()) {
      ffmpeg(
        ...scene(grey),
        ...['-c:v', 'libx264', '-g', '25', '-c:a', 'aac', '-f', 'hls', '-hls_time', '1'],
        ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', `init-${index}.mp4`],
        join(dir, `${index}-.m3u8`),
      );
    }

    const names = ['init-0.mp4', '0-0.m4s', '0-1.m4s', '0-2.m4s', '1-0.m4s', '1-1.m4s', '1-2.m4s'];
    const path = join(dir, 'joined.mp4');
    writeFileSync(path, Buffer.concat(names.map((name) => readFileSync(join(dir, name)))));

    const ingested = await ingestHere(path);
    assert.ok(Math.abs(ingested.pass.probe.durationSeconds - 6) < 0.4);
    assert.ok((await brightnessAt(ingested, 5)) > 150);
  });

  test('MP4 files joined such that players show the first only are refused', async () => {
    const dir = temporaryDir();
    const path = join(dir, 'one.mp4');
    ffmpeg(...scene(dark), '-c:v', 'libx264', '-c:a', 'aac', path);
    const twice = join(dir, 'twice.mp4');
    writeFileSync(twice, Buffer.concat([readFileSync(path), readFileSync(path)]));
    assert.match((await refusal(twice)).message, /2 MP4 files one after the other/);
  });
});

describe('interlaced video', { skip: noFfmpeg }, () => {
  /** A bright bar that moves sideways: if a frame mixes two moments, the edges of the bar look like a comb. */
  const moving = [
    ...['-f', 'lavfi', '-i', 'color=0x202020:s=352x288:r=50:d=3'],
    ...['-f', 'lavfi', '-i', 'color=0xe0e0e0:s=40x288:r=50:d=3'],
    ...['-filter_complex', 'overlay=x=mod(t*200\\,310),interlace=lowpass=0', '-r', '25'],
  ];

  const codecs: Readonly<Record<string, readonly string[]>> = {
    'mpeg2.ts': ['-c:v', 'mpeg2video', '-b:v', '8M', '-flags', '+ildct+ilme'],
    'h264.mp4': ['-c:v', 'libx264', '-flags', '+ildct+ilme', '-x264opts', 'tff=1'],
    'prores.mov': ['-c:v', 'prores_ks', '-flags', '+ildct'],
  };

  /**
   * Fraction of the pixels that are clearly brighter, or clearly darker, than both the pixel above and the pixel
   * below.
   */
  function combing(luma: Uint8Array, width: number): number {
    let sum = 0;
    for (let index = width; index < luma.length - width; index += 1) {
      const above = (luma[index - width] ?? 0) - (luma[index] ?? 0);
      const below = (luma[index + width] ?? 0) - (luma[index] ?? 0);
      if (above * below > 400) sum += 1;
    }
    return sum / luma.length;
  }

  for (const [name, options] of Object.entries(codecs)) {
    test(`${name}: stored pictures, the thumbnail and clips show no comb`, async () => {
      const path = join(temporaryDir(), name);
      ffmpeg(...moving, ...options, path);

      const ingested = await ingestHere(path);
      const { dir, pass } = ingested;
      assert.equal(pass.frames.length, 3);

      const pack = readFileSync(join(dir, 'frames.pack'));
      const jpegs = pass.images.map(({ offset, length }) => pack.subarray(offset, offset + length));
      for (const jpeg of [...jpegs, readFileSync(join(dir, 'thumbnail.jpg'))]) {
        const grey = sharp(jpeg).greyscale().raw();
        const { data, info } = await grey.toBuffer({ resolveWithObject: true });
        assert.ok(combing(data, info.width) < 0.002, `${combing(data, info.width)}`);
      }

      for (const { luma, width } of decodeFrames(await clipOf(path, 1, 2))) {
        assert.ok(combing(luma, width) < 0.002, `${combing(luma, width)} in a clip`);
      }
    });
  }

  test('a thumbnail that is made without decoding the rest', async () => {
    const path = join(temporaryDir(), 'a.ts');
    ffmpeg(...moving, ...(codecs['mpeg2.ts'] ?? []), path);
    const { dir } = await ingestHere(path, { fps: 0 });
    assert.ok(readFileSync(join(dir, 'thumbnail.jpg')).length > 1000);
  });
});

describe('size and shape that change', { skip: noFfmpeg }, () => {
  /**
   * Joins parts of different sizes. VP8 key frames contain their size, so the packets of such files can simply be
   * concatenated.
   */
  function changing(parts: readonly { grey: number; size: string; seconds: number }[]): string {
    const dir = temporaryDir();
    const names = parts.map(({ grey, size, seconds }, index) => {
      const name = `${index}.webm`;
      const options = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-an'];
      ffmpeg(...scene(grey, { seconds, size }), ...options, join(dir, name));
      return name;
    });
    writeFileSync(join(dir, 'list'), names.map((name) => `file ${name}\n`).join(''));

    const path = join(dir, 'joined.webm');
    ffmpeg('-f', 'concat', '-i', join(dir, 'list'), '-c', 'copy', path);

    return path;
  }

  test('a call that begins small is read at the size it grows to', async () => {
    const path = changing([
      { grey: dark, size: '160x90', seconds: 1 },
      { grey: bright, size: '640x360', seconds: 4 },
    ]);
    const { pass } = await ingestHere(path);

    assert.equal(pass.probe.video?.width, 640);
    assert.equal(pass.probe.video?.height, 360);
    assert.deepEqual(
      pass.images.map(({ width, height }) => [width, height]),
      [
        [160, 90],
        [640, 360],
      ],
    );
    assert.equal(decodeFrames(await clipOf(path, 2, 3))[0]?.width, 640);
  });

  test('another shape gets bars, in pictures and in clips', async () => {
    const path = changing([
      { grey: bright, size: '180x320', seconds: 2 },
      { grey: bright, size: '320x180', seconds: 4 },
    ]);
    const ingested = await ingestHere(path);
    const { pass } = ingested;
    assert.deepEqual([pass.probe.video?.width, pass.probe.video?.height], [320, 180]);

    for (const { width, height } of pass.images) {
      assert.ok(Math.abs(width / height - 320 / 180) < 0.05, `${width}x${height}`);
    }

    // A third of the width shows the upright picture; the rest is black.
    const upright = await brightnessAt(ingested, 1);
    assert.ok(upright > 40 && upright < 100, `${upright}`);
    assert.ok((await brightnessAt(ingested, 4)) > 180);

    const clip = decodeFrames(await clipOf(path, 1.5, 5.5));
    assert.deepEqual([clip[0]?.width, clip[0]?.height], [320, 180]);
    assert.ok(meanLuma(clip[0]?.luma ?? new Uint8Array(1)) < 100);
    assert.ok(meanLuma(clip.at(-1)?.luma ?? new Uint8Array(1)) > 180);
  });
});

describe('times that are missing or do not match', { skip: noFfmpeg }, () => {
  /** Two seconds dark, two seconds bright, and so on: shows whether cuts are exact to the frame. */
  const alternating = [
    ...['-f', 'lavfi', '-i', 'color=0x303030:s=320x180:r=25:d=6'],
    ...['-vf', "drawbox=c=0xd0d0d0:t=fill:enable='gte(mod(t,4),2)'"],
  ];

  for (const [name, options] of Object.entries({
    'h264.avi': ['-c:v', 'libx264', '-bf', '3'],
    'xvid.avi': ['-c:v', 'mpeg4', '-vtag', 'XVID', '-bf', '2'],
  })) {
    test(`${name} has no presentation times, and its cuts are still where they are shown`, async () => {
      const path = join(temporaryDir(), name);
      ffmpeg(...alternating, ...options, path);
      const { pass } = await ingestHere(path);
      assert.equal(pass.probe.durationSeconds, 6);
      const cuts = pass.shots.slice(1).map(({ start }) => Math.round(start * 100) / 100);
      assert.deepEqual(cuts, [2, 4]);
      assert.equal(decodeFrames(await clipOf(path, 1, 3)).length, 50);
    });
  }

  test('a still picture stands for as long as there is sound, also in a clip', async () => {
    const path = join(temporaryDir(), 'still.mp4');
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'color=0xd0d0d0:s=320x180:r=25:d=0.04'],
      ...['-f', 'lavfi', '-i', 'sine=440:d=8'],
      ...['-c:v', 'libx264', '-c:a', 'aac', path],
    );

    const { pass } = await ingestHere(path);
    assert.equal(pass.frames.length, 8);
    assert.equal(pass.images.length, 1);

    const clip = await clipOf(path, 5, 7);
    assert.ok(meanLuma(decodeFrames(clip)[0]?.luma ?? new Uint8Array(1)) > 150);
    assert.ok(Math.abs(decodeSound(clip).seconds - 2) < 0.1);
  });

  test('a picture that starts late', async () => {
    const path = join(temporaryDir(), 'late.mkv');
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'sine=440:d=8', '-itsoffset', '4'],
      ...['-f', 'lavfi', '-i', 'color=0xd0d0d0:s=320x180:r=25:d=4'],
      ...['-map', '1:v', '-map', '0:a', '-c:v', 'libx264', '-c:a', 'aac', path],
    );

    const { pass } = await ingestHere(path);
    assert.ok(Math.abs((pass.frames[0]?.timestamp ?? 0) - 4) < 0.1);
    assert.ok(Math.abs(decodeSound(await clipOf(path, 3, 6)).seconds - 3) < 0.1);
  });
});

describe('streams that cannot be read', { skip: noFfmpeg }, () => {
  test('a half that is not accepted does not cost the other', async () => {
    const dir = temporaryDir();
    const mute = join(dir, 'mute.mkv');
    const blind = join(dir, 'blind.mkv');

    ffmpeg(...scene(bright), '-c:v', 'libx264', '-c:a', 'dfpwm', mute);
    ffmpeg(...scene(bright), '-c:v', 'snow', '-strict', '-2', '-c:a', 'aac', blind);

    const seen = await ingestHere(mute);
    assert.equal(seen.pass.frames.length, 3);
    assert.equal(seen.pass.audio, null);
    assert.match(seen.pass.unreadable?.sound ?? '', /sound of the video is dfpwm/);

    for (const fps of [0, 1]) {
      const heard = await ingestHere(blind, { fps });
      assert.ok(levelOf(heard, 1, 2) > 0.02);
      assert.equal(heard.pass.frames.length, 0);
      assert.match(heard.pass.unreadable?.picture ?? '', /picture of the video is snow/);
    }

    await assert.rejects(clipOf(blind, 1, 2), /picture of the video is snow/);
  });

  test('encrypted files are refused by name', async () => {
    const path = join(temporaryDir(), 'drm.mp4');
    ffmpeg(
      ...scene(bright),
      ...['-c:v', 'libx264', '-c:a', 'aac', '-encryption_scheme', 'cenc-aes-ctr'],
      ...['-encryption_key', '76a6c65c5ea762046bd749a2e632ccbb'],
      ...['-encryption_kid', 'a7e61c373e219033c21091fa607bf3b8', path],
    );
    assert.match((await refusal(path)).message, /encrypted \(DRM\)/);
  });

  test('a picture of which nearly no packet decodes is refused', async () => {
    const path = join(temporaryDir(), 'noise.mkv');
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25:d=4', '-c:v', 'libx264', '-g', '250'],
      ...['-bsf:v', 'noise=amount=30:dropamount=0', path],
    );
    await refusal(path);
  });
});

describe('channels and tracks', { skip: noFfmpeg }, () => {
  const voice = (seconds: number) => ['-f', 'lavfi', '-i', `sine=440:d=${seconds}`];

  const layouts: Readonly<Record<string, readonly string[]>> = {
    'opposite.wav': ['-af', 'pan=stereo|c0=c0|c1=-1*c0'],
    'nearly opposite.wav': ['-af', 'pan=stereo|c0=c0|c1=-0.7*c0'],
    'one side.wav': ['-af', 'pan=stereo|c0=c0|c1=0*c0'],
    '5.1.wav': ['-af', 'pan=5.1|c2=c0'],
    'ambisonic.mkv': ['-af', 'pan=4c|c0=c0', '-c:a', 'libopus', '-mapping_family', '2'],
  };

  for (const [name, options] of Object.entries(layouts)) {
    test(`${name} is heard`, async () => {
      const path = join(temporaryDir(), name);
      ffmpeg(...voice(3), ...options, path);
      const ingested = await ingestHere(path);
      for (const second of [0.1, 1, 2]) {
        assert.ok(levelOf(ingested, second, second + 0.5) > 0.015, `silent at ${second} s`);
      }
    });
  }

  test('channels without names', async () => {
    const path = join(temporaryDir(), 'four.wav');
    ffmpeg(...voice(2), '-af', 'pan=4c|c0=c0', '-c:a', 'pcm_s16le', path);
    // Sets the channel mask of the extensible header to 0: no channel is assigned to a loudspeaker.
    const bytes = readFileSync(path);
    bytes.writeUInt32LE(0, 40);
    writeFileSync(path, bytes);
    assert.ok(levelOf(await ingestHere(path), 0.5, 1.5) > 0.02);
  });

  test('the track that can be heard is taken where the first is silent', async () => {
    const path = join(temporaryDir(), 'tracks.mp4');
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'anullsrc=cl=stereo:d=3', ...voice(3)],
      ...['-map', '0:a', '-map', '1:a', '-c:a', 'aac', path],
    );

    const ingested = await ingestHere(path);
    assert.equal(ingested.pass.audio?.track, 1);
    assert.ok(levelOf(ingested, 1, 2) > 0.05);
  });

  test('a named track is heard, and one that is not there is refused with those that are', async () => {
    const path = join(temporaryDir(), 'named.mkv');
    ffmpeg(
      ...[...voice(3), '-f', 'lavfi', '-i', 'sine=880:d=3', '-map', '0:a', '-map', '1:a'],
      ...['-c:a', 'aac', '-metadata:s:a:1', 'title=Second', '-metadata:s:a:1', 'language=deu'],
      path,
    );

    const { pass } = await ingestHere(path, { audioTrack: 1 });
    assert.equal(pass.audio?.track, 1);
    assert.equal(pass.probe.audioTracks?.length, 2);

    const second = pass.probe.audioTracks?.[1];
    assert.equal(second?.title, 'Second');
    assert.equal(second?.codec, 'aac');
    await assert.rejects(ingestHere(path, { audioTrack: 7 }), /no audio track with the index 7/);
  });

  test('a commentary is not taken for the programme', async () => {
    const path = join(temporaryDir(), 'commentary.mkv');
    ffmpeg(
      ...[...voice(3), ...voice(3), '-map', '0:a', '-map', '1:a', '-c:a', 'aac'],
      ...['-disposition:a:0', 'default+comment', '-disposition:a:1', '0', path],
    );
    const { pass }: { pass: MediaPass } = await ingestHere(path);
    assert.equal(pass.audio?.track, 1);
  });
});
