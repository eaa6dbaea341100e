/** The text engine on real lettering, and on pictures that hold none. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { CallContext, RgbImage } from '../engine.ts';
import type { TextEngine } from '../text.ts';
import { drawScene } from '../wordmark-scene.ts';
import { decodeCtc } from './ctc.ts';
import { openPaddleOcr } from './paddle-ocr.ts';
import { textAreas } from './text-areas.ts';

const used: string[] = [];
const context: CallContext = {
  signal: new AbortController().signal,
  meter: (item) => used.push(item),
};

let engine: TextEngine;
before(async () => {
  engine = await openPaddleOcr();
});
after(() => engine.close());

const plain = (width: number, height: number, value = 120): RgbImage => ({
  width,
  height,
  data: new Uint8Array(width * height * 3).fill(value),
});

async function readAll(image: RgbImage) {
  const areas = await engine.find(image, context);
  const readings = await engine.recognise(
    image,
    areas.map(({ corners }) => corners),
    context,
  );
  return areas.map(({ corners }, i) => ({ corners, reading: readings[i] }));
}

suite('reading', () => {
  const scene = { width: 640, height: 360, background: '#20303a', ink: '#f0f0f0' };

  test('finds names of different size and place, with boxes close around the letters', async () => {
    const image = await drawScene({
      ...scene,
      marks: [
        { slug: 'panasonic', x: 60, y: 40, width: 240 },
        { slug: 'toshiba', x: 380, y: 280, width: 120 },
      ],
    });
    const lines = await readAll(image);
    const texts = lines.map(({ reading }) => reading?.text).sort();
    assert.deepEqual(texts, ['Panasonic', 'TOSHIBA']);
    const large = lines.find(({ reading }) => reading?.text === 'Panasonic');
    const [a, , c] = large?.corners ?? [];
    assert.ok(a && Math.abs(a.x - 60) < 6 && Math.abs(a.y - 40) < 6, JSON.stringify(a));
    assert.ok(c && Math.abs(c.x - 300) < 6 && Math.abs(c.y - 77) < 6, JSON.stringify(c));
    assert.ok((large?.reading?.confidence ?? 0) > 0.9);
    const positions = large?.reading?.positions ?? [];
    assert.equal(positions.length, 9);
    assert.ok(positions.every((at, i) => at >= (positions[i - 1] ?? 0) && at <= 1));
    assert.ok((positions[0] ?? 1) < 0.12 && (positions[8] ?? 0) > 0.88);
  });

  test('reads turned text', async () => {
    const marks = [{ slug: 'siemens', x: 150, y: 60, width: 260, turn: -18 }];
    const [line] = await readAll(await drawScene({ ...scene, marks }));
    assert.equal(line?.reading?.text, 'SIEMENS');
  });

  test('reads a small name in a small picture', async () => {
    const small = { width: 320, height: 180, background: '#ffffff', ink: '#202020' };
    const marks = [{ slug: 'toshiba', x: 200, y: 20, width: 70 }];
    const [line] = await readAll(await drawScene({ ...small, marks }));
    assert.equal(line?.reading?.text, 'TOSHIBA');
  });

  test('counts pictures, not lines', async () => {
    used.length = 0;
    await readAll(plain(320, 180));
    assert.deepEqual(used, ['text_frames']);
  });
});

suite('pictures without text', () => {
  for (const [name, image] of [
    ['one colour', plain(640, 360)],
    ['16 x 16', plain(16, 16, 255)],
    ['1 x 1', plain(1, 1, 0)],
    ['a thin line', plain(900, 2, 30)],
    ['8K', plain(7680, 4320, 12)],
  ] as const) {
    test(name, async () => assert.deepEqual(await readAll(image), []));
  }

  test('an area of nothing reads as nothing', async () => {
    const spot = { x: 3, y: 3 };
    const readings = await engine.recognise(plain(8, 8), [[spot, spot, spot, spot]], context);
    assert.deepEqual(readings, [null]);
    assert.deepEqual(await engine.recognise(plain(8, 8), [], context), []);
  });
});

test('an aborted call ends at once', async () => {
  const signal = AbortSignal.abort(new Error('stop'));
  await assert.rejects(engine.find(plain(64, 64), { ...context, signal }), /stop/);
});

suite('parts', () => {
  const map = (marks: readonly [number, number, number, number][]) => {
    const data = new Float32Array(100 * 50);
    for (const [x0, y0, x1, y1] of marks) {
      for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) data[y * 100 + x] = 0.9;
    }
    return { width: 100, height: 50, data };
  };
  const limits = { pixelThreshold: 0.3, areaThreshold: 0.5, growth: 0, minSide: 3 };

  test('areas are the smallest boxes around what is set, specks apart', () => {
    const areas = textAreas(
      map([
        [10, 5, 60, 15],
        [80, 40, 81, 41],
      ]),
      limits,
    );
    assert.equal(areas.length, 1);
    assert.deepEqual(
      areas[0]?.corners.map(({ x, y }) => [Math.round(x), Math.round(y)]),
      [
        [10, 5],
        [60, 5],
        [60, 15],
        [10, 15],
      ],
    );
  });

  test('a tall area reads from top to bottom', () => {
    const [area] = textAreas(map([[20, 5, 28, 45]]), limits);
    const [a, b] = area?.corners ?? [];
    assert.ok(a && b && Math.abs(b.y - a.y) === 40 && Math.abs(b.x - a.x) < 1e-9);
  });

  test('repeated steps are one character, a gap between them makes two', () => {
    const classes = 3;
    const rows = [1, 1, 0, 1, 2, 2, 0].map((best) =>
      Array.from({ length: classes }, (_, i) => (i === best ? 0.8 : 0.1)),
    );
    const scores = Float32Array.from(rows.flat());
    const reading = decodeCtc(scores, rows.length, classes, ['a', 'b'], 1);
    assert.equal(reading?.text, 'aab');
    assert.ok(Math.abs((reading?.confidence ?? 0) - 0.8) < 1e-6);
    assert.equal(decodeCtc(Float32Array.from([1, 0, 0]), 1, classes, ['a', 'b'], 1), null);
  });
});
