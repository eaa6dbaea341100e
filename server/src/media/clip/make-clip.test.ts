/** Clips of generated videos in which each frame shows its number, so that the clips can be checked frame by frame. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { type DecodedFrame, decodeFrames, decodeSound } from '../../../testing/media/decoded.ts';
import { makeClip as makeVideo, type Patch } from '../../../testing/media/made-clip.ts';
import { probeMedia } from '../probe.ts';
import type { ClipOrder, Drawing, MadeClip } from './clip.ts';
import { makeClip } from './make-clip.ts';

const limits = { maxSidePixels: 8192, maxFramePixels: 40_000_000 };
const usual: ClipOrder = {
  format: 'mp4',
  ranges: [],
  sidePixels: 1920,
  fps: null,
  sound: true,
  audioTrack: null,
  limits,
};
const size = { width: 320, height: 180 };
const bits = 10;

/** Draws the number of a frame in binary, as bars: white for 1, black for 0. */
function bars(index: number): Patch[] {
  return Array.from({ length: bits }, (_, bit) => ({
    left: bit * 32,
    top: 60,
    width: 32,
    height: 60,
    luma: (index >> bit) & 1 ? 235 : 16,
  }));
}

function numberOf({ luma, width, height }: DecodedFrame): number {
  let number = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    const column = Math.round(((bit + 0.5) / bits) * width);
    if ((luma[Math.round(height / 2) * width + column] ?? 0) > 125) number |= 1 << bit;
  }
  return number;
}

const steady = (count: number, fps: number): number[] =>
  Array.from({ length: count }, (_, index) => index / fps);

/** Uneven frame times, as in videos from phones: between 8 and 60 frames a second. */
function uneven(count: number): number[] {
  const times = [0];
  for (let index = 1; index < count; index += 1)
    times.push((times[index - 1] ?? 0) + (16 + ((index * 37) % 109)) / 1000);
  return times;
}

describe('clips', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clip-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  let made = 0;
  const newPath = (ending: string): string => {
    made += 1;
    return join(folder, `${made}.${ending}`);
  };

  function video(
    times: readonly number[],
    options: {
      ending?: string;
      tones?: { start: number; end: number }[];
      encoder?: Record<string, string>;
      rotation?: 90 | 270;
      size?: { width: number; height: number };
    } = {},
  ): string {
    const path = newPath(options.ending ?? 'mp4');
    makeVideo(path, {
      video: {
        ...(options.size ?? size),
        times,
        draw: (time) => bars(times.indexOf(time)),
        encoder: { g: '50', ...options.encoder },
        ...(options.rotation && { rotation: options.rotation }),
      },
      ...(options.tones && { tones: options.tones }),
    });

    return path;
  }

  async function clip(
    path: string,
    order: Partial<ClipOrder>,
    drawing: Drawing | null = null,
  ): Promise<{ made: MadeClip; path: string; frames: DecodedFrame[] }> {
    const outPath = newPath(order.format ?? 'mp4');
    const told = await makeClip({
      path,
      outPath,
      drawing,
      order: { ...usual, ...order },
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    const frames = order.format && order.format !== 'mp4' ? [] : decodeFrames(outPath);

    return { made: told, path: outPath, frames };
  }

  /** Indices of the frames that are on screen during a range. */
  function expected(times: readonly number[], { start, end }: { start: number; end: number }) {
    const first = times.findLastIndex((time) => time <= start + 0.002);
    return times.flatMap((time, index) => (index >= first && time < end - 0.002 ? [index] : []));
  }

  const cases: {
    name: string;
    times: number[];
    ending: string;
    encoder?: Record<string, string>;
  }[] = [
    { name: '25 frames a second, MP4', times: steady(500, 25), ending: 'mp4' },
    { name: '29.97 frames a second, Matroska', times: steady(500, 30000 / 1001), ending: 'mkv' },
    { name: 'uneven times', times: uneven(400), ending: 'mp4' },
    {
      name: 'B-frames and open groups of pictures',
      times: steady(500, 25),
      ending: 'mkv',
      encoder: { bf: '4', 'x264-params': 'open-gop=1:keyint=40:min-keyint=40' },
    },
    { name: 'MPEG-TS', times: steady(500, 25), ending: 'ts' },
  ];
  for (const { name, times, ending, encoder } of cases) {
    test(`a clip holds exactly the frames of its range: ${name}`, async () => {
      const path = video(times, { ending, ...(encoder && { encoder }) });
      const range = { start: times[137] ?? 0, end: times[262] ?? 0 };
      for (const one of [
        range,
        { start: 0, end: 0.5 },
        { start: range.start + 0.013, end: range.start + 1 },
      ]) {
        const { frames, made: told } = await clip(path, { ranges: [one] });
        assert.deepEqual(frames.map(numberOf), expected(times, one));
        assert.ok(Math.abs(told.durationSeconds - (one.end - one.start)) < 0.002);

        for (const [index, frame] of frames.entries()) {
          const shown = Math.max(0, (times[numberOf(frame)] ?? 0) - one.start);
          assert.ok(Math.abs(frame.time - shown) < 0.003, `frame ${index} at ${frame.time}`);
        }
      }
    });
  }

  test('a reel joins its ranges without a gap, and its length is theirs', async () => {
    const times = steady(500, 25);
    const ranges = [
      { start: 1, end: 2 },
      { start: 7.2, end: 8 },
      { start: 18, end: 19.4 },
    ];
    const { frames, path } = await clip(video(times), { ranges });
    assert.deepEqual(
      frames.map(numberOf),
      ranges.flatMap((range) => expected(times, range)),
    );

    for (const [index, { time }] of frames.entries())
      assert.ok(Math.abs(time - index / 25) < 0.003, `frame ${index} at ${time}`);

    const { durationSeconds } = await probeMedia(path, limits);
    assert.ok(Math.abs(durationSeconds - 3.2) < 0.03, `${durationSeconds} s`);
  });

  test('sound stays with its picture, silence stays silent', async () => {
    const times = steady(400, 25);
    const tones = [
      { start: 0, end: 3 },
      { start: 5, end: 16 },
    ];
    const path = video(times, { ending: 'mkv', tones });
    const ranges = [
      { start: 2, end: 6 },
      { start: 10, end: 11 },
    ];
    const { path: out } = await clip(path, { ranges });
    const { seconds, level } = decodeSound(out);

    assert.ok(Math.abs(seconds - 5) < 0.03, `${seconds} s`);
    assert.ok(level(0.05, 0.97) > 0.05);
    assert.ok(level(1.03, 2.97) < 0.01, `silence is ${level(1.03, 2.97)}`);
    assert.ok(level(3.03, 4.95) > 0.05);
  });

  test('a video without sound, a turned one and one of odd size give playable clips', async () => {
    const times = steady(100, 25);
    const ranges = [{ start: 1, end: 2 }];
    const silent = await probeMedia((await clip(video(times), { ranges })).path, limits);
    assert.equal(silent.audio, null);
    assert.equal(silent.container, 'mp4');

    const turned = await clip(video(times, { rotation: 90 }), { ranges });
    assert.deepEqual([turned.made.width, turned.made.height], [180, 320]);

    const odd = await clip(video(times, { ending: 'mkv', size: { width: 322, height: 178 } }), {
      ranges,
      sidePixels: 101,
    });
    assert.deepEqual([odd.made.width % 2, odd.made.height % 2], [0, 0]);
  });

  for (const [rotation, corner] of [
    [90, { left: 140, top: 0 }],
    [270, { left: 0, top: 280 }],
  ] as const)
    test(`in a video turned by ${rotation} degrees a box is where the thing is shown`, async () => {
      const path = newPath('mp4');
      // The thing is at the top left of the stored picture, before rotation.
      const thing = { left: 0, top: 0, width: 40, height: 40, luma: 235 };
      makeVideo(path, { video: { ...size, times: steady(50, 25), draw: () => [thing], rotation } });

      const ranges = [{ start: 0.5, end: 1 }];
      const { left, top } = corner;
      const box = { x: left / 180, y: top / 320, width: 40 / 180, height: 40 / 320 };
      const drawing: Drawing = {
        labels: [{ colour: [16, 128, 128], width: 0, height: 0, mask: '' }],
        tracks: [{ label: 0, start: 0, end: 2, boxes: [{ time: 0, ...box }] }],
      };
      const plain = await clip(path, { ranges });
      const boxed = await clip(path, { ranges }, drawing);
      const before = plain.frames.at(0);
      const after = boxed.frames.at(0);
      assert.ok(before && after && before.width === 180 && before.height === 320);

      const lumaAt = (x: number, y: number) => before.luma[y * 180 + x] ?? 0;
      assert.ok(lumaAt(left + 20, top + 20) > 200, 'the thing is shown there');
      assert.ok(lumaAt(160 - left, 300 - top) < 150, 'and nowhere else');

      const changed = [...before.luma.keys()].filter(
        (at) => Math.abs((before.luma[at] ?? 0) - (after.luma[at] ?? 0)) > 60,
      );
      const columns = changed.map((at) => at % 180);
      const rows = changed.map((at) => Math.floor(at / 180));
      const edges = [
        ...[Math.min(...columns), Math.max(...columns) + 1],
        ...[Math.min(...rows), Math.max(...rows) + 1],
      ];
      const wanted = [left, left + 40, top, top + 40];

      for (const [index, edge] of edges.entries())
        assert.ok(Math.abs(edge - (wanted[index] ?? 0)) <= 5, `${edges}, not ${wanted}`);
    });

  test('sound alone is refused in words for its owner', async () => {
    const path = newPath('mkv');
    makeVideo(path, { tones: [{ start: 0, end: 3 }] });
    await assert.rejects(clip(path, { ranges: [{ start: 1, end: 2 }] }), /no picture, only sound/);
  });

  test('ranges beyond the end of what can be decoded are refused, one of several is left out', async () => {
    const path = video(steady(100, 25));
    await assert.rejects(clip(path, { ranges: [{ start: 50, end: 52 }] }), /No picture of these/);

    const { frames } = await clip(path, {
      ranges: [
        { start: 1, end: 2 },
        { start: 50, end: 52 },
      ],
    });
    assert.equal(frames.length, 25);
  });

  for (const format of ['webp', 'gif'] as const) {
    test(`a moving picture as ${format}: its frames, their times and that it repeats`, async () => {
      const times = steady(200, 25);
      const order = {
        format,
        ranges: [{ start: 2, end: 4 }],
        fps: 12.5,
        sidePixels: 160,
        sound: false,
      };
      const { path, made: told } = await clip(video(times), order);
      assert.deepEqual([told.width, told.height, told.durationSeconds], [160, 90, 2]);

      const picture = await sharp(path, { animated: true }).metadata();
      const delays = picture.delay ?? [];

      assert.equal(picture.pages, 25);
      assert.equal(picture.loop, 0);
      assert.equal(
        delays.reduce((sum, one) => sum + one, 0),
        2000,
      );

      for (const [page, at] of [
        [0, 50],
        [24, 98],
      ] as const) {
        const { data, info } = await sharp(path, { page })
          .greyscale()
          .raw()
          .toBuffer({ resolveWithObject: true });
        const luma = Uint8Array.from(
          { length: info.width * info.height },
          (_, index) => data[index * info.channels] ?? 0,
        );
        assert.equal(numberOf({ time: 0, luma, width: info.width, height: info.height }), at);
      }
    });
  }

  test('boxes follow their way between two detections, and only while they are on screen', async () => {
    const times = steady(100, 25);
    const drawing: Drawing = {
      labels: [{ colour: [235, 128, 128], width: 0, height: 0, mask: '' }],
      tracks: [
        {
          label: 0,
          start: 1,
          end: 2,
          boxes: [
            { time: 1, x: 0.1, y: 0.1, width: 0.1, height: 0.1 },
            { time: 2, x: 0.7, y: 0.1, width: 0.1, height: 0.1 },
          ],
        },
      ],
    };
    const { frames } = await clip(video(times), { ranges: [{ start: 0.5, end: 2.5 }] }, drawing);

    for (const frame of frames) {
      const row = Math.round(frame.height * 0.15);
      const line = frame.luma.subarray(row * frame.width, (row + 1) * frame.width);
      const bright = line.findIndex((luma) => luma > 190);
      const time = frame.time + 0.5;
      if (time < 1 - 0.01 || time >= 2) assert.equal(bright, -1, `nothing at ${time}`);
      else {
        const left = (0.1 + 0.6 * (time - 1)) * frame.width;
        assert.ok(Math.abs(bright - left) <= 5, `box at ${bright}, not ${left}, at ${time}`);
      }
    }
  });
});
