/** Reads a video's text: only parts that changed, with the right times, and still letters over moving video. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { drawScene } from '../../../testing/engines/wordmark-scene.ts';
import { drawnPass } from '../../../testing/perception/drawn-pass.ts';
import { EngineMemory } from '../../../testing/perception/engine-memory.ts';
import type { CallContext, RgbImage } from '../../engines/engine.ts';
import { openPaddleOcr } from '../../engines/paddle-ocr/paddle-ocr.ts';
import type { TextEngine } from '../../engines/text.ts';
import { readScreen } from './screen-text.ts';

let engine: TextEngine;
let looks = 0;
const context: CallContext = {
  signal: new AbortController().signal,
  meter: (item, amount) => {
    if (item === 'text_frames') looks += amount;
  },
};
before(async () => {
  // The engine's readings are remembered, because several tests begin with the same slide; they still count as looks.
  engine = new EngineMemory().text(await openPaddleOcr());
});
after(() => engine.close());

const slide = (marks: Parameters<typeof drawScene>[0]['marks']) =>
  drawScene({ width: 640, height: 360, background: '#f4f4f0', ink: '#202428', marks });

/** Adds moving noise in a corner, as in an inset of the speaker. */
function withInset(picture: RgbImage, moment: number): RgbImage {
  const data = Uint8Array.from(picture.data);
  for (let y = 250; y < 350; y++) {
    for (let x = 480; x < 630; x++) {
      const wave = 90 + 70 * Math.sin((x + moment * 23) / 9) * Math.cos((y - moment * 17) / 11);
      data.fill(wave, (y * picture.width + x) * 3, (y * picture.width + x) * 3 + 3);
    }
  }

  return { ...picture, data };
}

async function textsBySample(pictures: readonly RgbImage[], fps = 1) {
  looks = 0;
  const drawn = drawnPass(pictures, { fps });
  const lines = await readScreen(drawn, { from: 0, to: pictures.length }, engine, context);

  return pictures.map((_, sample) =>
    lines
      .filter((line) => line.sample === sample)
      .map(({ line }) => line.text)
      .sort(),
  );
}

describe('a static talk', () => {
  test('is read once a slide, and the words stand for every sample', async () => {
    const first = await slide([{ slug: 'panasonic', x: 60, y: 40, width: 240 }]);
    const second = await slide([{ slug: 'toshiba', x: 60, y: 40, width: 240 }]);
    const texts = await textsBySample([...Array(10).fill(first), ...Array(10).fill(second)]);
    assert.ok(texts.slice(0, 10).every(([text]) => text === 'Panasonic'));
    assert.ok(texts.slice(10).every(([text]) => text === 'TOSHIBA'));
    assert.ok(looks <= 3, `${looks} looks`);
  });

  test('with a speaker moving in a corner costs a look for at most a quarter of the samples', async () => {
    const first = await slide([{ slug: 'panasonic', x: 60, y: 40, width: 240 }]);
    const second = await slide([
      { slug: 'panasonic', x: 60, y: 40, width: 240 },
      { slug: 'siemens', x: 60, y: 240, width: 200 },
    ]);
    const pictures = Array.from({ length: 48 }, (_, i) => withInset(i < 24 ? first : second, i));
    const texts = await textsBySample(pictures);

    assert.ok(texts.slice(0, 24).every((all) => all.join() === 'Panasonic'));
    assert.ok(texts.slice(24).every((all) => all.join() === 'Panasonic,SIEMENS'));
    assert.ok(looks <= 12, `${looks} looks at 48 samples`);
  });

  test('a word that appears while the rest stands is found at once', async () => {
    const without = await slide([{ slug: 'panasonic', x: 60, y: 40, width: 240 }]);
    const added = await slide([
      { slug: 'panasonic', x: 60, y: 40, width: 240 },
      { slug: 'hitachi', x: 400, y: 300, width: 90 },
    ]);
    const texts = await textsBySample([without, without, added, added, without]);

    assert.deepEqual(
      texts.map((all) => all.length),
      [1, 1, 2, 2, 1],
    );
  });
});

test('a line that gets a word more, and loses it again, is read as it stands', async () => {
  const line = (slugs: readonly string[]) =>
    slide(slugs.map((slug, n) => ({ slug, x: 60 + n * 190, y: 160, width: 170 })));
  const short = await line(['panasonic']);
  const long = await line(['panasonic', 'toshiba']);
  const texts = await textsBySample([short, long, short]);

  assert.deepEqual(
    texts.map((all) => /toshiba/i.test(all.join(' '))),
    [false, true, false],
  );
  assert.ok(texts.every((all) => /panasonic/i.test(all.join(' '))));
});

test('moving text is followed', async () => {
  const pictures = await Promise.all(
    [20, 140, 260, 380].map((x) => slide([{ slug: 'toshiba', x, y: 150, width: 160 }])),
  );
  assert.deepEqual(await textsBySample(pictures), Array(4).fill(['TOSHIBA']));
});

test('faint letters that stand still over moving film are found', async () => {
  const film = (moment: number): RgbImage => {
    const data = new Uint8Array(640 * 360 * 3);
    for (let y = 0; y < 360; y++) {
      for (let x = 0; x < 640; x++) {
        const u = x + moment * 37;
        const v = y + moment * 29;
        const leaf = ((u * u * 7 + v * v * 11 + ((u * v) % 57) * 13) % 131) + 40;
        data.set([leaf, leaf * 0.75, leaf * 0.3], (y * 640 + x) * 3);
      }
    }

    return { width: 640, height: 360, data };
  };

  const mark = await drawScene({
    width: 640,
    height: 360,
    background: '#000000',
    ink: '#ffffff',
    marks: [{ slug: 'panasonic', x: 180, y: 150, width: 300 }],
  });
  const pictures = [0, 1, 2, 3, 4].map((moment) => {
    const picture = film(moment);
    for (let i = 0; i < mark.data.length; i += 3) {
      const share = ((mark.data[i] as number) / 255) * 0.85;
      for (const [channel, ink] of [135, 115, 45].entries()) {
        const under = picture.data[i + channel] as number;
        picture.data[i + channel] = under * (1 - share) + ink * share;
      }
    }

    return picture;
  });
  const texts = await textsBySample(pictures);
  const found = texts.filter((all) => all.some((text) => /p[ae]n[ae]s[co0]n[il1]c/i.test(text)));
  assert.ok(found.length >= 3, JSON.stringify(texts));
});

describe('small print over film', () => {
  const width = 1280;
  const height = 720;
  const film = (moment: number): RgbImage => {
    const data = new Uint8Array(width * height * 3);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const wave = Math.sin((x + moment * 97) / 60) * Math.cos((y - moment * 71) / 45);
        data.fill(90 + 60 * wave, (y * width + x) * 3, (y * width + x) * 3 + 3);
      }
    }

    return { width, height, data };
  };

  const print = () =>
    drawScene({
      width,
      height,
      background: '#000000',
      ink: '#ffffff',
      marks: [{ slug: 'toshiba', x: 900, y: 600, width: 90 }],
    });

  const over = (picture: RgbImage, mark: RgbImage): RgbImage => ({
    ...picture,
    data: picture.data.map((value, i) => {
      const share = (mark.data[i] as number) / 255;
      return value * (1 - share) + 255 * share;
    }),
  });

  test('is followed through the pictures between two thorough looks', async () => {
    const mark = await print();
    const texts = await textsBySample([0, 1, 2, 3].map((moment) => over(film(moment), mark)));
    assert.deepEqual(texts, Array(4).fill(['TOSHIBA']));
  });

  test('that comes between two thorough looks is read once the film stands', async () => {
    const mark = await print();
    const still = film(2);
    const last = over(still, mark);
    const texts = await textsBySample([film(0), film(1), last, last]);
    assert.deepEqual(texts.slice(2), [['TOSHIBA'], ['TOSHIBA']]);

    const again = { ...last, data: Uint8Array.from(last.data) };
    const later = await textsBySample([film(0), film(1), last, again]);
    assert.deepEqual(later[3], ['TOSHIBA']);
  });
});

test('no pictures, and pictures of changing size, are read too', async () => {
  assert.deepEqual(await textsBySample([]), []);
  const large = await slide([{ slug: 'panasonic', x: 60, y: 40, width: 240 }]);
  const small = await drawScene({
    width: 320,
    height: 180,
    background: '#ffffff',
    ink: '#000000',
    marks: [{ slug: 'toshiba', x: 40, y: 40, width: 160 }],
  });

  assert.deepEqual(await textsBySample([large, small, large]), [
    ['Panasonic'],
    ['TOSHIBA'],
    ['Panasonic'],
  ]);
});

test('stops within a picture when it is told to', async () => {
  const picture = await slide([]);
  const stop = new AbortController();
  const { pass, frames } = drawnPass([picture, await slide([])]);
  const reading = readScreen(
    {
      pass,
      frames: {
        ...frames,
        rgb: (image) => {
          stop.abort(new Error('stop'));
          return frames.rgb(image);
        },
      },
    },
    { from: 0, to: 2 },
    engine,
    { ...context, signal: stop.signal },
  );

  await assert.rejects(reading, /stop/);
});
