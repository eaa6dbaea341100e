/** Which on-screen texts are offered as possible brands, and which are not. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuMs } from '../../../testing/cpu-time.ts';
import { identityOf } from '../../analysis/name-key.ts';
import type { Box } from '../../engines/engine.ts';
import type { BrandPiece } from '../artifacts.ts';
import { buildLexicon, targetBrands } from '../brands/brand-lexicon.ts';
import type { TimedLine } from '../screen/text-results.ts';
import { type PossibleSources, possibleBrands } from './possible.ts';

const dictionary: Readonly<Record<string, number>> = {
  summer: 10,
  sale: 10,
  next: 10,
  shell: 10,
  apple: 10,
  bravo: 35,
  warrior: 35,
  the: 10,
  we: 10,
  went: 10,
  to: 10,
  hill: 10,
};
const lexicon = buildLexicon({
  files: [
    {
      brands: [{ name: 'Heineken' }, { name: 'Shell', support: ['petrol'] }],
      exclude: ['Acmetron'],
    },
  ],
  gathered: [{ name: 'Oatyland' }],
  rank: (word) => dictionary[word] ?? null,
});

const large: Box = { x: 0.3, y: 0.4, width: 0.4, height: 0.12 };
const small: Box = { x: 0.3, y: 0.4, width: 0.12, height: 0.02 };

interface LineOptions {
  readonly from?: number;
  readonly samples?: number;
  readonly box?: Box;
  readonly confidence?: number;
}

function line(text: string, options: LineOptions = {}): TimedLine {
  const { from = 2, samples = 3, box = large, confidence = 0.98 } = options;
  const sightings = Array.from({ length: samples }, (_, index) => ({
    sample: from + index,
    box,
    text,
    key: identityOf(text),
    confidence,
  }));
  return { sightings, best: sightings[0] as TimedLine['best'], start: from, end: from + samples };
}

function possible(lines: readonly TimedLine[], more: Partial<PossibleSources> = {}) {
  const frames = Array.from({ length: 60 }, (_, index) => ({
    timestamp: index,
    image: index,
    shot: 0,
  }));
  const probe = { durationSeconds: 60, video: { width: 1920, height: 1080 } };
  const pass = { fps: 1, frames, probe } as unknown as PossibleSources['pass'];
  const sources = { lines, pass, pieces: [], claimed: [], lexicon, targets: [], ...more };
  return possibleBrands(sources);
}
const texts = (...args: Parameters<typeof possible>) => possible(...args).map(({ text }) => text);

describe('possible brands', () => {
  test('a large text alone is one, with its place and seconds', () => {
    assert.deepEqual(possible([line('Trailtec', { from: 2, samples: 3 })]), [
      {
        text: 'Trailtec',
        confidence: 0.34,
        reasons: ['stands_alone'],
        total_appearances: 1,
        total_visible_duration: 3,
        first_seen: 2,
        last_seen: 5,
        appearances: [
          {
            text: 'Trailtec',
            timestamp: 2,
            timestamp_start: 2,
            timestamp_end: 5,
            visible_duration: 3,
            confidence: 0.98,
            bounding_box: large,
          },
        ],
      },
    ]);
  });

  test('dictionary words, numbers, dates, prices, clocks and sentences are none', () => {
    for (const text of [
      'SUMMER SALE',
      'NEXT',
      'Milch',
      'Mandag',
      '12:45',
      '€ 4,99',
      '24.12.2024',
      'Trailtec is what we went to the hill with',
      'Is it Trailtec?',
      'Trailtec said.',
      '57YA',
    ])
      assert.deepEqual(texts([line(text)]), [], text);
  });

  test('a dictionary word that lost a letter, and what nobody can speak, is none', () => {
    for (const text of ['WARRIO', 'ARRIOR', 'HNRDKS', 'trAILtec'])
      assert.deepEqual(texts([line(text)]), [], text);
  });

  test('a small text is one only while it stays, as a watermark does', () => {
    assert.deepEqual(texts([line('Trailtec', { box: small })]), []);
    assert.deepEqual(texts([line('Trailtec', { box: small, samples: 20 })]), ['Trailtec']);
  });

  test('a text among others of its size is none', () => {
    const below = { ...large, y: large.y + 0.15 };
    assert.deepEqual(texts([line('Trailtec'), line('went to the hill', { box: below })]), []);
  });

  test('unsure readings, and those of a single moment, are none', () => {
    assert.deepEqual(texts([line('Trailtec', { confidence: 0.8 })]), []);
    assert.deepEqual(texts([line('Trailtec', { samples: 1 })]), []);
  });

  test('a rare word counts where it is written many times at once, as on a shelf', () => {
    const beside = { ...large, x: 0.02, width: 0.25, y: 0.75 };
    assert.deepEqual(texts([line('BRAVO')]), []);
    assert.deepEqual(texts([line('BRAVO'), line('BRAVO', { box: beside })]), ['BRAVO']);
  });

  test('captions are none, whatever names they have', () => {
    const band = { x: 0.3, y: 0.85, width: 0.4, height: 0.06 };
    const said = ['the hill', 'Trailtec', 'we went', 'to the sale', 'Apple', 'next summer'];
    const lines = said.map((text, index) => line(text, { from: index * 3, box: band }));
    assert.deepEqual(texts(lines), []);
  });

  test('names of the results, and lines they are found in, are none', () => {
    const sightings = [
      {
        sample: 3,
        box: large,
        name: 'Heineken',
        seen: 'Heinekn',
        confidence: 0.9,
        source: 'text' as const,
      },
    ];
    const pieces: BrandPiece[] = [{ cell: 0, shot: 0, sightings, verdict: 'no' }];

    assert.deepEqual(texts([line('Heinekn')], { pieces }), []);
    assert.deepEqual(texts([line('Heineken®')], { claimed: ['Heineken'] }), []);
    assert.deepEqual(texts([line('heineken.com')], { claimed: ['Heineken'] }), []);
  });

  test('names that are excluded are none', () => {
    assert.deepEqual(texts([line('Acmetron')]), []);
    assert.deepEqual(texts([line('acmetron.com')]), []);
  });

  test('other known names are offered beside those asked for', () => {
    const targets = targetBrands(['Trailtec'], lexicon);
    const [heineken] = possible([line('Heineken')], { targets });
    assert.deepEqual(heineken?.reasons, ['known_name', 'stands_alone']);
    assert.equal(heineken?.near, 'Heineken');
    const [shell] = possible([line('SHELL')], { targets });
    assert.equal(shell?.near, 'Shell');
    assert.deepEqual(texts([line('SHELL', { box: small, samples: 20 })], { targets }), []);
  });

  test('a known name counts beside other words too, if it is no word itself', () => {
    const targets = targetBrands(['Trailtec'], lexicon);
    const below = line('went to the hill', { box: { ...large, y: large.y + 0.15 } });
    const [heineken] = possible([line('Heineken'), below], { targets });
    assert.deepEqual(heineken?.reasons, ['known_name']);
    assert.deepEqual(texts([line('SHELL'), below], { targets }), []);
  });

  test('near misses say which name they are near', () => {
    const targets = targetBrands(['Trailtec'], lexicon);
    const near = ({ text, near: name }: { text: string; near?: string | undefined }) => [
      text,
      name,
    ];

    assert.deepEqual(possible([line('Traiktec', { box: small })], { targets }).map(near), [
      ['Traiktec', 'Trailtec'],
    ]);
    assert.deepEqual(possible([line('Oatyiand')]).map(near), [['Oatyiand', 'Oatyland']]);
  });

  test('addresses count in any line, and are one with the name alone', () => {
    const small20 = { box: small, samples: 2 };
    const [offered, ...others] = possible([
      line('Visit trailtec.com today', small20),
      line('TRAILTEC', { from: 54, samples: 6 }),
    ]);

    assert.equal(offered?.text, 'TRAILTEC');
    assert.deepEqual(offered?.reasons, ['web_address', 'end_card', 'stands_alone']);
    assert.equal(offered?.total_appearances, 2);
    assert.deepEqual(others, []);
  });

  test('readings that differ in a letter or are a piece of a longer one are one', () => {
    const lines = [
      line('Trailtec', { from: 1, samples: 5 }),
      line('Trailtcc', { from: 10, samples: 2 }),
      line('Trailte', { from: 20, samples: 2 }),
    ];
    assert.deepEqual(
      possible(lines).map(({ text, total_appearances: count }) => [text, count]),
      [['Trailtec', 3]],
    );
  });

  test('there are at most 20, the likeliest first', () => {
    const name = (index: number) =>
      `${['bado', 'filu', 'gemi', 'kora', 'puna'][index % 5]}${['drek', 'mont', 'silf', 'varg', 'tuwo', 'lenz', 'habi', 'zoxu'][index >> 3]}`;
    const lines = Array.from({ length: 40 }, (_, index) => line(name(index), { from: index }));
    const all = possible([...lines, line('trailtec®', { from: 50 })]);
    assert.equal(all.length, 20);
    assert.equal(all[0]?.text, 'trailtec');
  });

  test('a thousand lines in each frame are looked through in time', () => {
    const lines = Array.from({ length: 2000 }, (_, index) => {
      const box = { x: (index % 40) / 40, y: (index % 50) / 50, width: 0.02, height: 0.01 };
      return line(`Wa${index.toString(36)}rel www.a${index}.com`, {
        from: index % 50,
        box,
        samples: 10,
      });
    });
    const alone = lines.map(({ best, ...rest }, index) => {
      const text = `Ko${String.fromCharCode(97 + (index % 20))}a${String.fromCharCode(97 + (index % 23))}tek`;
      return { ...rest, best: { ...best, text, key: identityOf(text) } };
    });
    const before = cpuMs();

    possible([...lines, ...alone]);
    assert.ok(cpuMs() - before < 10_000);
  });

  test('lines full of addresses are compared with tens of thousands of names in time', () => {
    const lines = Array.from({ length: 1000 }, (_, index) => {
      const addresses = Array.from({ length: 80 }, (_, word) => `a${(index + word) % 500}b.de`);
      return line(addresses.join(' '), { from: index % 50 });
    });
    const pieces = Array.from({ length: 40_000 }, (_, sample): BrandPiece => {
      const name = `Zu${sample.toString(36)}`;
      const sighting = {
        sample,
        box: small,
        name,
        seen: name,
        confidence: 1,
        source: 'text' as const,
      };
      return { cell: 0, shot: 0, verdict: 'yes', sightings: [sighting] };
    });
    const before = cpuMs();

    possible(lines, { pieces });
    // About 500 ms; searching each line for each name took 5 s.
    assert.ok(cpuMs() - before < 2500, `${cpuMs() - before} ms`);
  });
});
