/** Names drawn into a generated video: their times in results must match the times at which they are shown. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import sharp from 'sharp';
import { makeClip, type Patch, steadyTimes } from '../../../testing/media/made-clip.ts';
import { ingestHere, temporaryDir } from '../../../testing/media/test-media.ts';
import { perceiveWhole, plainAsk } from '../../../testing/perception/perceive-whole.ts';
import { openResources } from '../resources.ts';

const width = 640;
const height = 360;
const seconds = 9.6;
const resources = openResources();
after(() => resources.close());

/** Draws a text as runs of pixels of equal brightness, in 10 shades of grey. */
async function written(text: string, top: number): Promise<(left: number) => Patch[]> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60"><rect width="400" height="60" fill="#808080"/><text x="4" y="44" font-family="DejaVu Sans, sans-serif" font-weight="bold" font-size="44" fill="white">${text}</text></svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .trim()
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const runs: { x: number; y: number; width: number; luma: number }[] = [];
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      const luma = Math.min(235, Math.round((data[y * info.width + x] as number) / 12) * 12);
      const last = runs.at(-1);
      if (luma < 140) continue;
      if (last && last.y === y && last.x + last.width === x && last.luma === luma) last.width += 1;
      else runs.push({ x, y, width: 1, luma });
    }
  }

  return (left) =>
    runs.flatMap(({ x, y, width: length, luma }) => {
      const from = Math.max(0, Math.round(left) + x);
      const to = Math.min(width, Math.round(left) + x + length);
      return to > from ? [{ left: from, top: top + y, width: to - from, height: 1, luma }] : [];
    });
}

type Shown = Readonly<
  Record<'Toshiba' | 'Heineken' | 'Lufthansa', readonly { start: number; end: number }[]>
>;

/** The seconds in which each name is on screen; all of them are multiples of the frame duration. */
const shown: Shown = {
  // Shown at two places at the same time, which counts as one span.
  Toshiba: [{ start: 1.36, end: 4.72 }],
  Heineken: [
    { start: 2.48, end: 3.84 },
    { start: 6.28, end: 8.16 },
  ],
  // Shown until the end of the video, after the last sample.
  Lufthansa: [{ start: 5.52, end: 9.32 }],
};

/** Slides at five frames per second, then a film at 25: the file's average rate is that of neither. */
const unevenTimes = [
  ...steadyTimes(5, 4),
  ...steadyTimes(25, seconds - 4).map((time) => Math.round((4 + time) * 1000) / 1000),
];
const shownUnevenly: Shown = {
  ...shown,
  Toshiba: [{ start: 2, end: 4.72 }],
  Heineken: [
    { start: 1.4, end: 3.4 },
    { start: 6.28, end: 8.16 },
  ],
};

const during = (spans: readonly { start: number; end: number }[], time: number): boolean =>
  spans.some(({ start, end }) => time >= start - 1e-6 && time < end - 1e-6);

async function seen(name: string, times: readonly number[], shown: Shown): Promise<Results> {
  const first = await written('Toshiba', 30);
  const second = await written('Heineken', 150);
  const third = await written('Lufthansa', 270);
  const again = await written('Toshiba', 100);
  const draw = (time: number): Patch[] => [
    ...(during(shown.Toshiba, time) ? [...first(40), ...(time < 3 ? again(300) : [])] : []),
    ...(during(shown.Heineken, time) ? second(200) : []),
    ...(during(shown.Lufthansa, time) ? third(60) : []),
  ];
  const path = join(temporaryDir(), `names-${name}.mp4`);
  makeClip(path, { video: { width, height, times, draw } });

  const { dir } = await ingestHere(path);
  const ask = { ...plainAsk, capabilities: ['brands' as const], brands: Object.keys(shown) };

  return perceiveWhole(dir, ask, { resources, parts: 1, outDir: temporaryDir() });
}

for (const [rate, times, shownThen] of [
  ['25', steadyTimes(25, seconds), shown],
  ['5 and then 25', unevenTimes, shownUnevenly],
] as const)
  describe(`names in a made video at ${rate} frames a second`, () => {
    let results: Results;
    before(async () => {
      results = await seen(rate, times, shownThen);
    });

    for (const [name, spans] of Object.entries(shownThen)) {
      test(`${name} is seen for as long as it is shown, to 2 %`, () => {
        const brand = results.brands?.find((one) => one.name === name);
        const total = spans.reduce((sum, { start, end }) => sum + end - start, 0);
        const visible = brand?.total_visible_duration ?? 0;
        assert.ok(Math.abs(visible - total) <= 0.02 * total, `${visible} of ${total} s`);
      });

      test(`${name} comes and leaves to 0.05 s`, () => {
        const brand = results.brands?.find((one) => one.name === name);
        for (const { start, end } of spans)
          assert.ok(
            brand?.appearances.some(
              (appearance) =>
                Math.abs((appearance.timestamp_start ?? 0) - start) <= 0.05 &&
                Math.abs((appearance.timestamp_end ?? 0) - end) <= 0.05,
            ),
            JSON.stringify(brand?.appearances.map((a) => [a.timestamp_start, a.timestamp_end])),
          );
      });
    }
  });
