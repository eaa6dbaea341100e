/** Tests the text engine on real lettering, and on pictures without any. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { drawScene } from '../../../testing/engines/wordmark-scene.ts';
import type { CallContext, RgbImage } from '../engine.ts';
import type { Corners, TextEngine, TextLook } from '../text.ts';
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

/** The picture rotated counterclockwise by a quarter turn. */
function turnedUp({ width, height, data }: RgbImage): RgbImage {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = 3 * (y * width + x);
      turned.set(data.subarray(from, from + 3), 3 * ((width - 1 - x) * height + y));
    }
  }

  return { width: height, height: width, data: turned };
}

describe('reading', () => {
  const scene = { width: 640, height: 360, background: '#20303a', ink: '#f0f0f0' };

  test('a word as wide as the picture is read, as at the end of an advertisement', async () => {
    const marks = [{ slug: 'uber', x: 40, y: 60, width: 1200 }];
    const ground = { width: 1280, height: 720, background: '#ffffff', ink: '#2040c0' };
    const [line] = await readAll(await drawScene({ ...ground, marks }));

    assert.equal(line?.reading?.text, 'Uber');

    const [topLeft, , bottomRight] = line.corners;
    assert.ok(Math.abs(topLeft.x - 40) < 60, `${topLeft.x}`);
    assert.ok(Math.abs(bottomRight.x - 1240) < 60, `${bottomRight.x}`);
  });

  test('a line that runs upwards is read, and known to be turned', async () => {
    const marks = [{ slug: 'panasonic', x: 60, y: 40, width: 400 }];
    const image = turnedUp(await drawScene({ ...scene, marks }));
    const [line] = await readAll(image);
    assert.equal(line?.reading?.text, 'Panasonic');
    assert.equal(line?.reading?.isTurned, true);
  });

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

describe('small print in a large picture', () => {
  const scene = { width: 1280, height: 720, background: '#5c6a70', ink: '#f0f0f0' };
  const marks = [
    { slug: 'panasonic', x: 100, y: 80, width: 500 },
    { slug: 'toshiba', x: 900, y: 600, width: 90 },
  ];
  const read = async (look: TextLook) => {
    const image = await drawScene({ ...scene, marks });
    const areas = await engine.find(image, context, look);
    const corners = areas.map((area) => area.corners);
    const readings = await engine.recognise(image, corners, context);
    return corners.map((quad, i) => ({ corners: quad, text: readings[i]?.text }));
  };

  test('14 pixels high is found beside large letters, with a box as close', async () => {
    const lines = await read({});
    assert.deepEqual(lines.map(({ text }) => text).sort(), ['Panasonic', 'TOSHIBA']);
    const [a, , c] = lines.find(({ text }) => text === 'TOSHIBA')?.corners ?? [];
    assert.ok(a && Math.abs(a.x - 900) < 4 && Math.abs(a.y - 600) < 4, JSON.stringify(a));
    assert.ok(c && Math.abs(c.x - 990) < 4, JSON.stringify(c));
  });

  test('only a part is looked at, places stay those of the picture', async () => {
    const [line, ...more] = await read({ within: { x: 860, y: 560, width: 200, height: 100 } });
    assert.equal(more.length, 0);
    assert.equal(line?.text, 'TOSHIBA');
    assert.ok(Math.abs((line?.corners[0].x ?? 0) - 900) < 4);
  });

  test('what is known is not found again', async () => {
    const known = [{ x: 90, y: 60, width: 520, height: 120 }];
    assert.deepEqual(
      (await read({ known })).map(({ text }) => text),
      ['TOSHIBA'],
    );
  });
});

describe('a picture full of letters', () => {
  /** A picture of one drawn name, repeated 8 times across and 30 times down. */
  const page = async (): Promise<RgbImage> => {
    const width = 160;
    const height = 24;
    const mark = await drawScene({
      width,
      height,
      background: '#ffffff',
      ink: '#101010',
      marks: [{ slug: 'toshiba', x: 10, y: 5, width: 80 }],
    });
    const image = plain(8 * width, 30 * height);
    for (let y = 0; y < image.height; y++)
      for (let column = 0; column < 8; column++)
        image.data.set(
          mark.data.subarray((y % height) * width * 3, ((y % height) + 1) * width * 3),
          (y * image.width + column * width) * 3,
        );

    return image;
  };

  test('has a bounded number of lines', async () => {
    const areas = await engine.find(await page(), context);
    assert.ok(areas.length > 100 && areas.length <= 200, String(areas.length));
  });

  test('is given up soon', async () => {
    const image = await page();
    const areas = Array.from({ length: 200 }, (_, i): Corners => {
      const x = (i % 8) * 160;
      const y = Math.floor(i / 8) * 24;
      return [
        { x, y },
        { x: x + 100, y },
        { x: x + 100, y: y + 24 },
        { x, y: y + 24 },
      ];
    });
    const began = performance.now();

    await engine.recognise(image, areas.slice(0, 10), context);
    const tenMs = performance.now() - began;
    const stop = new AbortController();
    let stoppedAt = 0;
    setTimeout(() => {
      stoppedAt = performance.now();
      stop.abort(new Error('stop'));
    }, 50);

    const reading = engine.recognise(image, areas, { ...context, signal: stop.signal });
    await assert.rejects(reading, /stop/);
    assert.ok(performance.now() - stoppedAt < 1000 + 5 * tenMs);
  });
});

describe('pictures without text', () => {
  for (const [name, image] of [
    ['one colour', plain(640, 360)],
    ['16 x 16', plain(16, 16, 255)],
    ['1 x 1', plain(1, 1, 0)],
    ['a thin line', plain(900, 2, 30)],
    ['8 x 2000', plain(8, 2000, 200)],
    ['8K', plain(7680, 4320, 12)],
  ] as const) {
    test(name, async () => assert.deepEqual(await readAll(image), []));
  }

  test('noise is no text', async () => {
    const noise = plain(1280, 720);
    let state = 1;
    for (let i = 0; i < noise.data.length; i++) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      noise.data[i] = state >>> 24;
    }

    const lines = await readAll(noise);
    const sure = lines.filter(({ reading }) => (reading?.confidence ?? 0) >= 0.5);
    assert.deepEqual(sure, []);
  });

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

describe('parts', () => {
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
    const reading = decodeCtc(scores, rows.length, classes, ['a', 'b']);

    assert.equal(reading?.text, 'aab');
    assert.ok(Math.abs((reading?.confidence ?? 0) - 0.8) < 1e-6);
    assert.equal(decodeCtc(Float32Array.from([1, 0, 0]), 1, classes, ['a', 'b']), null);
  });

  test('a space that is likely enough in a gap between letters is one, between other signs none', () => {
    const alphabet = ['a', '中', ' '];
    const read = (signs: readonly number[], spaceInGap: number) => {
      const rows = signs.flatMap((sign, index) => {
        const letter = [0, 0, 0, 0].map((_, i) => (i === sign ? 0.9 : 0.02));
        const gap = [0.9, 0.02, 0.02, spaceInGap];
        return index === 0 ? [letter] : [gap, letter];
      });
      const scores = Float32Array.from(rows.flat());
      return decodeCtc(scores, rows.length, alphabet.length + 1, alphabet);
    };
    assert.equal(read([1, 1], 0.06)?.text, 'a a');
    assert.equal(read([1, 1], 0.04)?.text, 'aa');
    assert.equal(read([2, 2], 0.06)?.text, '中中');

    const { positions = [], confidence = 0 } = read([1, 1], 0.06) ?? {};
    assert.deepEqual(positions, [1 / 6, 1 / 2, 5 / 6]);
    assert.ok(
      Math.abs(confidence - 0.9) < 1e-6,
      'a space that was put in says nothing of the letters',
    );
  });
});

/** A background of blocks in random colours, from which letters can't be distinguished by edges or colours. */
function busyGround(width: number, height: number, seed: number): Uint8Array {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3)
      for (let channel = 0; channel < 3; channel += 1) {
        const block = (x >> 4) * 7919 + (y >> 4) * 104_729 + channel * 31 + seed;
        data[at + channel] = ((block * 48_271) % 2_147_483_647) % 235;
      }

  return data;
}

test('the box of letters on a busy ground is of about their size', async () => {
  const width = 1280;
  const height = 720;
  const mark = await drawScene({
    width,
    height,
    background: '#000000',
    ink: '#ffffff',
    marks: [{ slug: 'toshiba', x: 300, y: 300, width: 400 }],
  });
  const letters = [...mark.data.keys()].filter((at) => at % 3 === 0 && Number(mark.data[at]) > 128);
  const rows = letters.map((at) => Math.floor(at / 3 / width));
  const top = rows.at(0) ?? 0;
  const bottom = (rows.at(-1) ?? 0) + 1;

  for (const seed of [1, 2, 3]) {
    const ground = busyGround(width, height, seed);
    const data = mark.data.map((value, index) => (value > 128 ? 250 : Number(ground[index])));
    const [area] = await engine.find({ width, height, data }, context);
    const [a, , c] = area?.corners ?? [];
    assert.ok(a && c, 'not found');

    const size = Math.sqrt(((c.x - a.x) * (c.y - a.y)) / (400 * (bottom - top)));
    assert.ok(Math.abs(size - 1) < 0.1, size.toFixed(3));
  }
});
