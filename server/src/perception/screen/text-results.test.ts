/** Lines read in single samples become lines with times. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuMs } from '../../../testing/cpu-time.ts';
import type { MediaPass } from '../../media/media.ts';
import type { ReadLine } from '../artifacts.ts';
import { lineTracks, textResults, timedLines } from './text-results.ts';

const place = { x: 0.1, y: 0.8, width: 0.3, height: 0.05 };

function passOf(samples: number, cuts: readonly number[] = []): MediaPass {
  const edges = [0, ...cuts, samples];
  const shots = edges.slice(1).map((end, n) => ({ start: edges[n] as number, end }));
  const shotOf = (time: number) => shots.findIndex(({ end }) => time < end);
  const frames = Array.from({ length: samples }, (_, index) => ({
    timestamp: index,
    image: index,
    shot: shotOf(index),
  }));

  return { fps: 1, frames, shots, probe: { video: null } } as unknown as MediaPass;
}

const line = (
  text: string,
  samples: readonly number[],
  more: Partial<ReadLine> = {},
): ReadLine => ({
  text,
  samples,
  confidence: 0.9,
  box: place,
  ...more,
});

const names = 'amber birch cedar delta ember flint grove heath inlet jetty knoll'.split(' ');

const texts = (lines: readonly ReadLine[], pass: MediaPass) =>
  textResults(timedLines(lineTracks(lines, pass), pass, null), pass, null).map(
    ({ text, start, end }) => [text, start, end],
  );

describe('text on screen', () => {
  test('is one line for as long as it stands, by the reading most samples agree on', () => {
    const lines = [
      line('Breaking news', [2, 3, 5]),
      line('Breakinq news', [4], { confidence: 0.8 }),
    ];
    assert.deepEqual(texts(lines, passOf(10)), [['Breaking news', 1.5, 5.5]]);
  });

  test('goes on over a cut, but not over a time without it', () => {
    const lines = [line('Live', [1, 2, 3, 4]), line('Live', [8])];
    assert.deepEqual(texts(lines, passOf(12, [3])), [
      ['Live', 0.5, 4.5],
      ['Live', 7.5, 8.5],
    ]);
  });

  test('with another number, or in another place, is another line', () => {
    const far = { ...place, y: 0.1 };
    const lines = [line('Lap 4', [1]), line('Lap 5', [2]), line('Lap 5', [2, 3], { box: far })];
    assert.equal(texts(lines, passOf(6)).length, 3);
  });

  test('of rolling credits is one line on its way up, however fast', () => {
    const at = (y: number, x = 0.4) => ({ box: { x, y, width: 0.2, height: 0.04 } });
    const lines = [
      ...[0, 1, 2].map((sample) => line('Director', [sample], at(0.8 - 0.3 * sample))),
      ...[1, 2, 3].map((sample) => line('Anna Berg', [sample], at(1.1 - 0.3 * sample))),
    ];
    assert.deepEqual(texts(lines, passOf(6)), [
      ['Director', 0, 2.5],
      ['Anna Berg', 0.5, 3.5],
    ]);
  });

  test('that comes again elsewhere, turns back or stands twice is not rolling', () => {
    const at = (y: number, x = 0.4) => ({ box: { x, y, width: 0.2, height: 0.04 } });
    const elsewhere = [line('Sold', [1], at(0.8)), line('Sold', [2], at(0.2, 0.1))];
    assert.equal(texts(elsewhere, passOf(5)).length, 2);

    const back = [0.8, 0.5, 0.65].map((y, sample) => line('Sold', [sample], at(y)));
    assert.equal(texts(back, passOf(5)).length, 2);

    const twice = [
      line('Sold', [1], at(0.8)),
      line('Sold', [2], at(0.2)),
      line('Sold', [2], at(0.5)),
    ];
    assert.equal(texts(twice, passOf(5)).length, 3);
  });

  test('of a ticker is one line with all that ran through its strip', () => {
    const all = 'Markets open higher as Heineken reports record sales while oil falls below sixty';
    const strip = { x: 0.05, y: 0.9, width: 0.9, height: 0.05 };
    const shown = [0, 1, 2, 3, 4].map((sample) =>
      line(all.slice(9 * sample, 9 * sample + 40), [sample], { box: strip }),
    );
    const [ticker, ...others] = texts([...shown, line('Live', [0, 1, 2, 3, 4])], passOf(5));

    assert.deepEqual(ticker, [all.slice(0, 76), 0, 5]);
    assert.deepEqual(others, [['Live', 0, 5]]);
  });

  test('of one Chinese sign among Latin lines is texture', () => {
    const below = { box: { ...place, y: 0.2 } };
    const shown = (more: ReadLine) =>
      texts([line('Breaking news', [1]), more], passOf(4)).map(([text]) => text);
    assert.deepEqual(shown(line('口', [1], below)), ['Breaking news']);
    assert.equal(shown(line('出口', [1], below)).length, 2);
  });

  test('of any script counts; texture and single letters do not', () => {
    const lines = [
      line('広告', [1]),
      line('реклама', [1], { box: { ...place, y: 0.2 } }),
      line('I', [1], { box: { ...place, y: 0.4 } }),
      line('|| —', [1], { box: { ...place, y: 0.5 } }),
      line('Shadow', [1], { confidence: 0.3, box: { ...place, y: 0.6 } }),
    ];
    const found = texts(lines, passOf(4)).map(([text]) => text);
    assert.deepEqual(found.toSorted(), ['реклама', '広告'].toSorted());
  });

  test('is bounded: of too many lines those that stand longest stay, and long ones are cut', () => {
    const many = Array.from({ length: 2100 }, (_, index) =>
      line(`Line ${index}`, index < 50 ? [0, 1, 2] : [index % 3], {
        box: { x: (index % 50) / 50, y: Math.floor(index / 50) / 50, width: 0.01, height: 0.01 },
      }),
    );
    const all = [...many, line('x'.repeat(900), [0, 1, 2])];
    const found = textResults(
      timedLines(lineTracks(all, passOf(3)), passOf(3), null),
      passOf(3),
      null,
    );
    assert.equal(found.length, 2000);

    const names = new Set(found.map(({ text }) => text));
    for (let index = 0; index < 50; index += 1) assert.ok(names.has(`Line ${index}`));
    assert.ok(names.has('x'.repeat(500)));
  });

  test('of a full page that trembles is put together in little time, a line for each', () => {
    const samples = 300;
    const rows = Array.from({ length: 150 }, (_, row) => row);
    const lines = rows.flatMap((row) =>
      Array.from({ length: samples }, (_, sample) =>
        line(`${names[row % names.length]} of the ${names[(row * 7) % 11]} row ${row}`, [sample], {
          box: {
            x: 0.05 + 0.3 * (row % 3) + ((sample + row) % 3) / 1280,
            y: Math.floor(row / 3) / 51,
            width: 0.25,
            height: 0.015,
          },
        }),
      ),
    );

    const beforeMs = cpuMs();
    assert.equal(texts(lines, passOf(samples)).length, rows.length);
    assert.ok(cpuMs() - beforeMs < 3000, `${cpuMs() - beforeMs} ms of CPU`);
  });
});
