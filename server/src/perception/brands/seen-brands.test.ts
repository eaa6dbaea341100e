/** Names that are recognised only from several lines of the same moment. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { lineOf } from '../../../testing/perception/lines.ts';
import { PlacesKept } from '../places-kept.ts';
import { BrandIndex } from './brand-index.ts';
import { type Lexicon, targetBrands } from './brand-lexicon.ts';
import { type LibraryEntry, withLibrary } from './brand-library.ts';
import type { ScreenLine } from './brand-match.ts';
import { loadLexicon } from './brand-names.ts';
import { ComparisonLimit } from './comparison-budget.ts';
import { brandsOnScreen } from './seen-brands.ts';

const places = new PlacesKept({ frames: [] });
const comparisons = new ComparisonLimit();
let lexicon: Lexicon;
before(async () => {
  lexicon = await loadLexicon({ operatorFile: null });
});

/** If `names` is empty, brands of the whole lexicon are looked for. */
function namesOn(lines: readonly ScreenLine[], names: readonly string[]): string[] {
  const brands = names.length > 0 ? targetBrands(names, lexicon) : lexicon.brands;
  const sighted = lines.map((line) => ({ line, box: line.box, sample: 0 }));
  const sightings = brandsOnScreen(
    sighted,
    new BrandIndex(brands),
    lexicon.rank,
    places,
    comparisons,
  );
  return sightings.map(({ brand, seen }) => `${brand.name}: ${seen}`);
}

describe('an asked-for name that is never read right', () => {
  const apart = (texts: readonly string[]) =>
    texts.map((text, index) => lineOf(text, 0.1 + 0.3 * index, 0.1 + 0.2 * index));

  test('counts where each reading is wrong in another letter', () => {
    const lines = apart(['BRANO', 'SRAVO', 'BRAV']);
    const expected = ['Bravo: BRANO', 'Bravo: SRAVO', 'Bravo: BRAV'];
    assert.deepEqual(namesOn(lines, ['Bravo']), expected);
  });

  test('does not count twice, nor where all are wrong in the same letter', () => {
    assert.deepEqual(namesOn(apart(['BRANO', 'SRAVO']), ['Bravo']), []);
    assert.deepEqual(namesOn(apart(['BRANO', 'BRANO', 'BRANO']), ['Bravo']), []);
  });

  test('does not count where the readings are words', () => {
    assert.deepEqual(namesOn(apart(['BRAVE', 'BRAVA', 'GRAVE', 'BRAID']), ['Bravo']), []);
  });

  test('does not count for names that nobody asked for', () => {
    assert.deepEqual(namesOn(apart(['TROPICAN', 'TROPIGANA', 'TRQPIGANA']), []), [
      'Tropicana: TROPICAN',
      'Tropicana: TROPIGANA',
    ]);
    assert.deepEqual(namesOn(apart(['ALPRQ', 'AIPRO', 'ALPR']), []), []);
  });
});

describe('a name on two lines', () => {
  const below = 0.125;

  test('is found, its box around both', () => {
    const lines = [lineOf('COCA'), lineOf('COLA', 0.1, below)];
    const sighted = lines.map((line) => ({ line, box: line.box, sample: 0 }));
    const index = new BrandIndex(targetBrands(['Coca-Cola'], lexicon));
    const [sighting, ...others] = brandsOnScreen(sighted, index, lexicon.rank, places, comparisons);

    assert.equal(sighting?.brand.name, 'Coca-Cola');
    assert.deepEqual(others, []);
    assert.ok(Math.abs((sighting?.box.y ?? 0) - 0.1) < 1e-9);
    assert.ok(Math.abs((sighting?.box.height ?? 0) - 0.045) < 1e-9);
  });

  test('is found unasked as well', () => {
    assert.deepEqual(namesOn([lineOf('GOLDEN STATE'), lineOf('WARRIORS', 0.12, below)], []), [
      'Golden State Warriors: GOLDEN STATE WARRIORS',
    ]);
  });

  test('is found where its words are far apart on one line, as on signs', () => {
    const first = lineOf('COCA');
    const second = lineOf('COLA', 0.17);
    assert.deepEqual(namesOn([first, second], ['Coca-Cola']), ['Coca-Cola: COCA COLA']);
    assert.deepEqual(namesOn([first, lineOf('COLA', 0.3)], ['Coca-Cola']), [], 'too far apart');

    const { box, ...taller } = lineOf('COLA', 0.17);
    const withDescender = { ...taller, box: { ...box, height: 1.4 * box.height } };
    assert.equal(namesOn([first, withDescender], ['Coca-Cola']).length, 1);

    const third = lineOf('TEA', 0.24);
    assert.deepEqual(namesOn([first, second, third], ['Coca-Cola']), [], 'words of a sentence');
  });

  for (const [what, lines] of [
    ['far apart', [lineOf('COCA'), lineOf('COLA', 0.1, 0.3)]],
    ['the second above the first', [lineOf('COCA'), lineOf('COLA', 0.1, 0.075)]],
    ['not in one column', [lineOf('COCA'), lineOf('COLA', 0.4, below)]],
    ['with more words on them', [lineOf('the COCA'), lineOf('COLA plant', 0.1, below)]],
    ['in a paragraph', [lineOf('COCA'), lineOf('COLA', 0.1, below), lineOf('TEA', 0.1, 0.15)]],
  ] as const) {
    test(`is none where the lines are ${what}`, () => {
      assert.deepEqual(namesOn(lines, ['Coca-Cola']), []);
    });
  }
});

describe('a library whose names look alike', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const letterAt = (index: number): string => letters[index % letters.length] as string;
  /** As many names as a library may have, each similar to many words of `page`. */
  const library: LibraryEntry[] = Array.from({ length: 500 }, (_, brand) => ({
    name: `Alprx${letterAt(brand)}${letterAt(Math.floor(brand / letters.length))}z`,
    aliases: Array.from(
      { length: 50 },
      (_, alias) =>
        `alpr${letterAt(brand * 7 + alias)}${letterAt(brand * 3 + alias * 5)}${letterAt(alias + brand)}`,
    ),
    exclude: false,
  }));
  const page = Array.from({ length: 50 }, (_, row) => {
    const words = Array.from(
      { length: 12 },
      (_, word) => `Alpr${letterAt(row + word)}${letterAt(row * 5 + word * 3)}${letterAt(word)}`,
    );
    return lineOf(words.join(' '), 0.05, row / 50);
  });
  const sample = [...page, lineOf('HEINEKEN', 0.05, 0.99)].map((line) => ({
    line,
    box: line.box,
    sample: 0,
  }));
  const everyPlace = new PlacesKept({ frames: [] });

  function search(limit: ComparisonLimit, entries: readonly LibraryEntry[]) {
    const { brands, rank } = withLibrary(lexicon, entries, []);
    const sightings = brandsOnScreen(sample, new BrandIndex(brands), rank, everyPlace, limit);
    return sightings.map(({ brand }) => brand.name);
  }

  test('costs a picture less than a second; exact names are found, and the rest is told', () => {
    const limit = new ComparisonLimit();
    const before = process.cpuUsage();
    const names = search(limit, library);
    const { user, system } = process.cpuUsage(before);

    assert.ok(limit.isReached);
    assert.ok(names.includes('Heineken'), 'a name in the last line is still found');
    assert.ok(names.some((name) => name.startsWith('Alprx')));
    // It takes 0.4 s; comparing all names with all words takes over a minute.
    assert.ok((user + system) / 1e6 < 4, `${(user + system) / 1e6} s`);
  });

  test('a usual library leaves the limit alone', () => {
    const limit = new ComparisonLimit();
    assert.ok(search(limit, library.slice(0, 20)).includes('Heineken'));
    assert.ok(!limit.isReached);
  });
});

test('requested names with long names alike cost a picture seconds, and the rest is told', () => {
  const names = Array.from({ length: 40 }, (_, brand) => ({
    name: `abcab${brand}q`,
    aliases: Array.from({ length: 50 }, (_, alias) =>
      'abc'
        .repeat(34)
        .slice(0, 40 + ((brand * 50 + alias) % 55))
        .concat(String(brand)),
    ),
    exclude: false,
  }));
  const requested = names.map(({ name }) => name);
  const own = withLibrary(lexicon, names, requested);
  const lines = Array.from({ length: 50 }, (_, row) => {
    const line = lineOf(`a ${'b c a '.repeat(16)}`, 0.05, row / 50);
    return { line, box: line.box, sample: 0 };
  });
  const limit = new ComparisonLimit();
  const index = new BrandIndex(targetBrands(requested, own));

  const before = process.cpuUsage();
  brandsOnScreen(lines, index, own.rank, places, limit);
  const { user, system } = process.cpuUsage(before);

  assert.ok(limit.isReached);
  assert.ok((user + system) / 1e6 < 6, `${(user + system) / 1e6} s`);
});
