/** Which lines name a brand, and which only contain its letters. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { lineOf } from '../../../testing/perception/lines.ts';
import { BrandIndex } from './brand-index.ts';
import { type BrandName, type Lexicon, targetBrands } from './brand-lexicon.ts';
import { brandsInLine, type ScreenLine } from './brand-match.ts';
import { loadLexicon } from './brand-names.ts';

let lexicon: Lexicon;
before(async () => {
  lexicon = await loadLexicon({ operatorFile: null });
});

const namesIn = (text: string, brands: readonly BrandName[], nearby: ScreenLine[] = []) =>
  brandsInLine(lineOf(text), nearby, new BrandIndex(brands), lexicon.rank).map(
    ({ brand }) => brand.name,
  );
const indexOf = (names: readonly string[]) => new BrandIndex(targetBrands(names, lexicon));
const asked = (text: string, names: readonly string[], nearby?: ScreenLine[]) =>
  namesIn(text, targetBrands(names, lexicon), nearby);

describe('asked-for names', () => {
  for (const [text, names, expected] of [
    ['SAMSUNG', ['Samsung'], ['Samsung']],
    ['SAMSUNGGALAXY', ['Samsung'], ['Samsung']],
    ['Drink Coca-Cola today', ['Coca-Cola'], ['Coca-Cola']],
    ['COCACOLA', ['coca cola'], ['coca cola']],
    ['Diet Coke', ['Coca-Cola'], ['Coca-Cola']],
    ['rnicrosoft', ['Microsoft'], ['Microsoft']],
    ['S0NY', ['Sony'], ['Sony']],
    ['TOYOTO', ['Toyota'], ['Toyota']],
    ['Bike and Mike like it', ['Nike'], []],
    ['intelligence', ['Intel'], []],
    ['Song of joy', ['Sony'], []],
    ['goggles', ['Google'], []],
    ['Nettle tea', ['Nestle'], []],
    ['Microsoft', ['Apple', 'IBM'], []],
    ['IBM', ['IBM'], ['IBM']],
    ['zweibma', ['IBM'], []],
    ['H&M', ['H&M'], ['H&M']],
    ['Acme Rocket Skates', ['ACME'], ['ACME']],
    ['ZYXQUORP Ltd', ['Zyxquorp'], ['Zyxquorp']],
    ['华为手机', ['华为'], []],
    ['华为', ['华为'], ['华为']],
  ] as const) {
    test(`"${text}" for ${names.join(', ')}: ${expected.join(', ') || 'none'}`, () => {
      assert.deepEqual(asked(text, names), [...expected]);
    });
  }

  test('an emblem before the name is read as a letter, and stands farther off', () => {
    const line = lineOf('OREELZ');
    const positions = [0.05, 0.25, 0.4, 0.55, 0.7, 0.85];
    const namesBehind = (text: string, name: string) =>
      brandsInLine({ ...line, text, positions }, [], indexOf([name]), lexicon.rank);

    assert.deepEqual(
      namesBehind('OREELZ', 'Reelz').map(({ seen }) => seen),
      ['REELZ'],
    );
    assert.deepEqual(namesBehind('KREELZ', 'Reelz'), []);
    assert.deepEqual(namesBehind('Carnal', 'Arnal'), []);
    assert.deepEqual(asked('OREELZ', ['Reelz']), [], 'all letters are evenly far apart');
  });

  for (const [text, name] of [
    ['apple pie recipe', 'Apple'],
    ['APPLE PIE RECIPE', 'Apple'],
    ['TARGET PRACTICE', 'Target'],
    ['mind the gap', 'Gap'],
    ['a shell on the beach', 'Shell'],
    ['Mountain Puma', 'Puma'],
  ] as const) {
    test(`"${text}" is not the brand ${name}, even where it is asked for`, () => {
      assert.deepEqual(asked(text, [name]), []);
    });
  }

  for (const [text, name] of [
    ['Apple', 'Apple'],
    ['the new Apple phone', 'Apple'],
    ['apple.com', 'Apple'],
    ['Apple iPhone 17', 'Apple'],
    ['SHELL', 'Shell'],
    ['GAP', 'Gap'],
    ['target®', 'Target'],
  ] as const) {
    test(`"${text}" is the brand ${name}`, () => assert.deepEqual(asked(text, [name]), [name]));
  }

  test('a word beside an everyday name on the same line makes it a phrase', () => {
    const beside = lineOf('PIE', 0.16, 0.1);
    assert.deepEqual(asked('APPLE', ['Apple'], [beside]), []);
    assert.deepEqual(asked('APPLE', ['Apple'], [lineOf('PIE', 0.7, 0.8)]), ['Apple']);
  });

  test('are reported once, as first written', () => {
    const brands = targetBrands(['nike', 'NIKE', ' Nike '], lexicon);
    assert.deepEqual(
      brands.map(({ name }) => name),
      ['nike'],
    );
  });

  test('may be regular expressions, emoji, long, or nothing at all', () => {
    const odd = ['.*', '(a+)+$', '[', '🍎🍏', 'x'.repeat(100), '   ', '-', 'Ünïcödé'];
    assert.deepEqual(asked('anything (a+)+$ .* at all', odd), []);
    assert.deepEqual(asked(`${'x'.repeat(100)}`, odd), ['x'.repeat(100)]);
    assert.deepEqual(asked('UNICODE', odd), ['Ünïcödé']);
  });
});

describe('names nobody asked for', () => {
  for (const [text, expected] of [
    ['SAMSUNG', ['Samsung']],
    ['Heineken', ['Heineken']],
    ['Adobe', ['Adobe']],
    ['PUMA', ['Puma']],
    ['LG', ['LG']],
    ['KIA', ['Kia']],
    ['powered by GitLab', ['GitLab']],
    ['Red Bull', ['Red Bull']],
    ['Google Maps', ['Google Maps']],
    ['alpro', ['Alpro']],
    ['Valio', ['Valio']],
    ['OCBC Bank', ['OCBC']],
    ['You Tube', ['YouTube']],
    ['google.com/maps', ['Google']],
    ['see www.ikea.com', ['IKEA']],
    ['visit alpro.com today', ['Alpro']],
    ['Uber', ['Uber']],
  ] as const) {
    test(`"${text}" names ${expected}`, () => {
      assert.deepEqual(namesIn(text, lexicon.brands), [...expected]);
    });
  }

  for (const text of [
    ...['uber den faulen Hund', 'we drink alpro', 'Miguel Valio sings'],
    ...['apple pie recipe', 'SALE 50% OFF', 'OPEN DAILY', 'WEATHER', 'Chapter Two', 'THE END'],
    ...['TARGET', 'Target practice', 'Shell', 'orange', 'a zoom lens', 'square', 'New signal'],
    ...[
      'lg',
      'hp sauce',
      'a red bull',
      'RED BULL IN A CHINA SHOP',
      'JSON',
      'Python',
      'Breaking News',
      'Subscribe',
      'Monster',
      'Order now',
    ],
    ...[
      'Hugo Martin',
      'with Jenkins',
      'Directed by Julia Bun',
      'Welcome to the show',
      'Question 3',
      '12:45',
      'Exit',
      'Level up',
      'Thank you',
      'Part 1',
    ],
  ]) {
    test(`"${text}" names no brand`, () => assert.deepEqual(namesIn(text, lexicon.brands), []));
  }
});

describe('any line and any names', () => {
  const anything = fc.string({ unit: 'grapheme', maxLength: 40 });

  test('never fail, and boxes lie within the line', () => {
    fc.assert(
      fc.property(anything, fc.array(anything, { maxLength: 5 }), (text, names) => {
        const line = lineOf(text);
        for (const hit of brandsInLine(line, [], indexOf(names), lexicon.rank)) {
          assert.ok(names.includes(hit.brand.name));
          assert.ok(hit.confidence > 0 && hit.confidence <= 1);
          assert.ok(hit.box.x >= line.box.x - 1e-9);
          assert.ok(hit.box.x + hit.box.width <= line.box.x + line.box.width + 1e-9);
        }
      }),
    );
  });

  test('a made-up name standing by itself is always found, its box around its own letters', () => {
    const name = fc.stringMatching(
      /^[BCDFGKLMNPRSTVZ][aeiou][bcdfgklmnprstvz]{2}[aeiou]x[aeiou]q$/,
    );
    fc.assert(
      fc.property(name, (made) => {
        const line = lineOf(`see ${made} now`);
        const [hit] = brandsInLine(line, [], indexOf([made]), lexicon.rank);
        assert.equal(hit?.seen, made);
        const expected = line.box.x + 4 * 0.01;
        assert.ok(Math.abs(hit.box.x - expected) < 0.006);
        assert.ok(Math.abs(hit.box.width - made.length * 0.01) < 0.012);
      }),
    );
  });
});
