/** Readings of a strip are joined if its text runs, and only then. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keyText } from '../../analysis/name-key.ts';
import { findTickers, overlapOf, type TickerReading } from './tickers.ts';

const strip = { x: 0.05, y: 0.9, width: 0.9, height: 0.05 };
const shown = 40;

/** Readings of a text that moves by `step` letters from each sample to the next. */
function running(text: string, step: number): TickerReading[] {
  const count = 1 + Math.floor((text.length - shown) / step);
  return Array.from({ length: count }, (_, sample) => ({
    sample,
    text: text.slice(step * sample, step * sample + shown),
    box: strip,
  }));
}

const news =
  'Markets open higher as Heineken reports record sales in Asia while oil falls below sixty dollars a barrel';
const textsOf = (readings: readonly TickerReading[], most = 500) =>
  findTickers(readings, most).map(({ text }) => text);

describe('a ticker', () => {
  test('is put together, slow or fast', () => {
    for (const step of [3, 9, 20]) {
      const readings = running(news, step);
      const last = step * (readings.length - 1) + shown;
      assert.deepEqual(textsOf(readings), [news.slice(0, last)], `${step} letters a sample`);
    }
  });

  test('bears letters that are cut at the edges, one that is misread, and a sample that is missing', () => {
    const readings = running(news, 9).map((reading, index) => ({
      ...reading,
      text: `|${reading.text.slice(1, -1)}i`.replace(
        index === 2 ? 'sales' : ' ',
        index === 2 ? 'sa1es' : ' ',
      ),
    }));
    readings.splice(4, 1);

    const [text] = textsOf(readings);
    assert.match(
      text ?? '',
      /open higher as Heineken reports record sa.es in Asia while oil falls below/,
    );
  });

  test('is followed from its first letters at the edge to its last ones', () => {
    const text = 'Toyota recalls forty thousand cars';
    const left = 0.1;
    const right = 0.9;
    const letter = 0.02;
    const readings = Array.from({ length: 9 }, (_, sample) => {
      const start = right - 0.15 * (sample + 1);
      const from = Math.max(0, Math.ceil((left - start) / letter));
      const to = Math.min(text.length, Math.floor((right - start) / letter));
      const x = start + letter * from;

      return {
        sample,
        text: text.slice(from, to),
        box: { x, y: 0.9, width: letter * (to - from), height: 0.05 },
      };
    });
    const first = readings[0];
    const last = readings.at(-1);
    assert.deepEqual([first?.text, last?.text], ['Toyota ', 'd cars']);

    const [found, ...more] = findTickers(readings, 500);
    assert.equal(found?.text, text);
    assert.deepEqual(found?.scraps, [last], 'too few letters to be joined');
    assert.deepEqual(more, []);
  });

  test('that runs longer than a text may be is several', () => {
    const found = textsOf(running(news, 9), 60);
    assert.ok(found.length > 1);
    assert.ok(found.every((text) => text.length <= 60));
  });

  test('of letters beyond the basic plane is cut between letters', () => {
    const plain = running(news, 9);
    const bold = plain.map((reading) => ({ ...reading, text: reading.text.replaceAll('e', '𝐞') }));
    assert.equal(textsOf(bold)[0], textsOf(plain)[0]?.replaceAll('e', '𝐞'));
  });
});

describe('no ticker', () => {
  const still = (texts: readonly string[], box = strip) =>
    texts.map((text, sample) => ({ sample, text, box }));

  test('are captions one of which begins as the last one ended', () => {
    const captions = ['and this is what she told us', 'what she told us was', 'another story'];
    assert.deepEqual(textsOf(still(captions)), []);
  });

  test('is a line that is being typed, that stands, or that runs at another speed each time', () => {
    const typed = [0, 1, 2, 3].map((sample) => ({
      sample,
      text: news.slice(0, 20 + 9 * sample),
      box: { ...strip, width: 0.02 * (20 + 9 * sample) },
    }));
    assert.deepEqual(textsOf(typed), []);
    assert.deepEqual(textsOf(still(['Breaking news', 'Breakinq news', 'Breaking news!'])), []);

    const jerking = [0, 3, 25, 28].map((from) => news.slice(from, from + shown));
    assert.deepEqual(textsOf(still(jerking)), []);
  });

  test('is a sign that is shown whole while the camera passes it', () => {
    const readings = [0, 1, 2, 3].map((sample) => ({
      sample,
      text: sample === 2 ? 'Stationery Bax' : 'Stationery Box',
      box: { x: 0.7 - 0.1 * sample, y: 0.3, width: 0.25, height: 0.05 },
    }));
    assert.deepEqual(textsOf(readings), []);
  });

  test('are lines below each other', () => {
    const readings = running(news, 9).map((reading, index) => ({
      ...reading,
      box: { ...strip, y: 0.9 - 0.1 * index },
    }));
    assert.deepEqual(textsOf(readings), []);
  });
});

test('a thousand lines a sample cost seconds at most', () => {
  const readings = [0, 1, 2, 3].flatMap((sample) =>
    Array.from({ length: 1000 }, (_, index) => ({
      sample,
      text: `${index * 7919 + sample} lines of a ledger that go on and on ${sample * index}`,
      box: { x: (index % 4) / 4, y: Math.floor(index / 4) / 250, width: 0.24, height: 0.004 },
    })),
  );
  const before = process.cpuUsage();

  findTickers(readings, 500);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 3e6, `${user / 1e6} CPU s`);
});

test('an overlap is where the same letters stand in both', () => {
  assert.deepEqual(overlapOf(keyText('record sales in Asia'), keyText('sales in Asia while')), {
    before: 13,
    after: 6,
  });
  assert.equal(overlapOf(keyText('record sales'), keyText('oil falls below')), null);
});
