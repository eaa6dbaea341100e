/** Boxes of moving names and of their lines: they must fit the letters in every sample, at any speed and frame rate. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { drawScene } from '../../../testing/engines/wordmark-scene.ts';
import { drawnPass } from '../../../testing/perception/drawn-pass.ts';
import type { Box, CallContext, RgbImage } from '../../engines/engine.ts';
import { openPaddleOcr } from '../../engines/paddle-ocr/paddle-ocr.ts';
import type { TextEngine } from '../../engines/text.ts';
import { frameCells } from '../cells.ts';
import type { Sighting } from '../tracks.ts';
import type { Lexicon } from './brand-lexicon.ts';
import { loadLexicon } from './brand-names.ts';
import { readCells } from './read-cells.ts';

let text: TextEngine;
let lexicon: Lexicon;
before(async () => {
  text = await openPaddleOcr();
  lexicon = await loadLexicon({ operatorFile: null });
});
after(() => text.close());

const context: CallContext = { signal: new AbortController().signal, meter: () => {} };
const width = 1280;
const height = 720;

type Sides = readonly [left: number, top: number, right: number, bottom: number];

interface Shown {
  readonly picture: RgbImage;
  /** The sides of the letters, in pixels. */
  readonly letters: Sides;
}

/** The background behind the letters at a moment: gives the grey level of each pixel. */
type Ground = (moment: number) => (x: number, y: number) => number;

const plain: Ground = () => () => 50;
const film: Ground = (moment) => {
  const columns = Array.from({ length: width }, (_, x) => Math.sin((x + moment * 97) / 60));
  const rows = Array.from({ length: height }, (_, y) => Math.cos((y - moment * 71) / 45));
  return (x, y) => 70 + 45 * (columns[x] as number) * (rows[y] as number);
};

function sidesOf({ data }: RgbImage): Sides {
  let left = width;
  let top = height;
  let right = 0;
  let bottom = 0;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      if ((data[at] as number) < 128) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }

  return [left, top, right, bottom];
}

async function shownAt(x: number, y: number, moment: number, ground: Ground): Promise<Shown> {
  const mark = await drawScene({
    width,
    height,
    background: '#000000',
    ink: '#ffffff',
    marks: [{ slug: 'toshiba', x, y, width: 420 }],
  });
  const levelAt = ground(moment);
  const data = new Uint8Array(mark.data.length);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const share = (mark.data[at] as number) / 255;
      const level = levelAt(x, y) * (1 - share) + 235 * share;
      data[at] = level;
      data[at + 1] = level;
      data[at + 2] = level;
    }

  return { picture: { width, height, data }, letters: sidesOf(mark) };
}

interface OffBy {
  /**
   * For each sample, how many pixels each side of the name's box is off the letters; null if the name was not found.
   */
  readonly name: readonly (Sides | null)[];
  /** The same for the box of the line, which contains only the name. */
  readonly line: readonly (Sides | null)[];
}

async function offBy(shown: readonly Shown[], fps: number): Promise<OffBy> {
  const pictures = drawnPass(
    shown.map(({ picture }) => picture),
    { fps },
  );
  const read = await readCells(
    pictures,
    { from: 0, to: frameCells(pictures.pass).length },
    { targets: ['Toshiba'], surfaces: [], lexicon, costlyLooks: 0 },
    { text, logos: null, vision: null },
    context,
  );
  const sightings = read.pieces.flatMap((piece) => piece.sightings);
  const lines = read.lines.flatMap(({ box, samples }) =>
    samples.map((sample) => ({ sample, box })),
  );
  const off = (found: readonly Sighting[]) =>
    shown.map(({ letters }, sample) => {
      const box = found.find((one) => one.sample === sample)?.box;
      return box ? sidesOff(box, letters) : null;
    });

  return { name: off(sightings), line: off(lines) };
}

const sidesOff = (box: Box, [left, top, right, bottom]: Sides): Sides => [
  ...([box.x * width - left, box.y * height - top] as const),
  (box.x + box.width) * width - right,
  (box.y + box.height) * height - bottom,
];

const most = (all: readonly (Sides | null)[]) =>
  Math.max(...all.map((sides) => Math.max(...(sides ?? [Infinity]).map(Math.abs))));
const told = (all: readonly (Sides | null)[]) =>
  all.map((sides) => sides?.map((side) => side.toFixed(1)).join(' ') ?? 'not found').join(' | ');

describe('the boxes of a name that moves, and of its line, are on its letters in every sample', () => {
  for (const [title, ground] of [
    ['on a plain ground', plain],
    ['over film', film],
  ] as const)
    for (const fps of [1, 4])
      for (const speed of [5, 14, 40])
        test(`at ${speed} pixels a second, looked at ${fps} times a second, ${title}`, async () => {
          const shown = await Promise.all(
            Array.from({ length: 9 }, (_, n) => {
              const by = Math.round((n * speed) / fps);
              return shownAt(180 + by, 260 + Math.round(by / 4), n, ground);
            }),
          );
          const { name, line } = await offBy(shown, fps);

          assert.ok(most(name) <= 3, told(name));
          assert.ok(most(line) <= 3, `line: ${told(line)}`);
        });
});

test('the boxes of a name that stands, and of its line, are the same in every sample, also over film', async () => {
  const shown = await Promise.all(
    Array.from({ length: 6 }, (_, n) => shownAt(300, 280, n, n < 3 ? plain : film)),
  );
  const { name, line } = await offBy(shown, 4);
  for (const off of [name, line]) {
    assert.ok(most(off) <= 1, told(off));
    assert.equal(new Set(off.map((sides) => sides?.join())).size, 1, told(off));
  }
});
