/** How a workspace's brands change the lexicon: added, replaced and removed brands, and names that a job requests. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { BrandIndex } from './brand-index.ts';
import { type Lexicon, targetBrands } from './brand-lexicon.ts';
import { type LibraryEntry, libraryAliases, withLibrary } from './brand-library.ts';
import { brandsInLine, type ScreenLine } from './brand-match.ts';
import { loadLexicon } from './brand-names.ts';
import { brandsInSpeech } from './spoken-brands.ts';

let lexicon: Lexicon;
before(async () => {
  lexicon = await loadLexicon({ operatorFile: null });
});

const entry = (name: string, fields: Partial<LibraryEntry> = {}): LibraryEntry => ({
  name,
  exclude: false,
  ...fields,
});
const over = (library: readonly LibraryEntry[], asked: readonly string[] = []) =>
  withLibrary(lexicon, library, asked);
const named = ({ brands }: Lexicon, name: string) => brands.find((brand) => brand.name === name);
const spellings = (from: Lexicon, name: string) =>
  named(from, name)?.forms.map(({ spelling }) => spelling);
const brandsOf = (from: Lexicon, asked: readonly string[]) =>
  asked.length > 0 ? targetBrands(asked, from) : from.brands;
/** A line of letters of equal width across a frame of 1000 x 1000. */
function lineOf(text: string): ScreenLine {
  const count = Array.from(text).length;
  const corners = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 0.02 },
    { x: 0, y: 0.02 },
  ] as const;
  const positions = Array.from({ length: count }, (_, i) => (i + 0.5) / count);

  return {
    text,
    confidence: 0.98,
    box: { x: 0, y: 0, width: 1, height: 0.02 },
    corners,
    positions,
  };
}
const read = (text: string, library: readonly LibraryEntry[], asked: readonly string[] = []) => {
  const all = over(library, asked);
  const hits = brandsInLine(lineOf(text), [], new BrandIndex(brandsOf(all, asked)), all.rank);
  return [...new Set(hits.map(({ brand }) => brand.name))].sort();
};
const heard = (text: string, library: readonly LibraryEntry[], asked: readonly string[] = []) => {
  const all = over(library, asked);
  const mentions = brandsInSpeech([{ start: 0, end: 5, text }], brandsOf(all, asked), all.rank);
  return [...new Set(mentions.map(({ brand }) => brand.name))].sort();
};

describe('a library', () => {
  test('may hold two words that differ in their vowel signs, and each is read as itself', () => {
    const both = [entry('काला'), entry('काली')];
    assert.deepEqual(read('नया काला रंग', both), ['काला']);
    assert.deepEqual(read('नई काली कार', both, ['काला', 'काली']), ['काली']);
    assert.deepEqual(heard('नई काली कार', both, ['काला', 'काली']), ['काली']);
    assert.deepEqual(heard('ﾊﾞｽ', [], ['バス', 'ハス']), ['バス']);
  });

  test('that is empty changes nothing', () => {
    assert.equal(over([]), lexicon);
  });

  test('adds names of any script and length, and names that look like patterns', () => {
    const long = `Zorvex ${'quilp '.repeat(15)}`.trim();
    for (const name of [
      'Zorvex',
      'Ζόρβεξ',
      'Зорвекс',
      '株式会社ゾル',
      long,
      'Zorv.*x(',
      '[a-z]+Zorvy',
    ]) {
      assert.deepEqual(read(name, [entry(name)]), [name], name);
    }

    assert.deepEqual(read('anything at all', [entry('.*'), entry('(?:')]), []);
  });

  test('of an emoji is found by its aliases', () => {
    const library = [entry('🦊', { aliases: ['Zorvex'] })];
    assert.deepEqual(read('ZORVEX', library), ['🦊']);
    assert.deepEqual(read('ZORVEX', library, ['🦊']), ['🦊']);
  });

  test('replaces what it gives and keeps the rest of what the lexicon knows', () => {
    assert.deepEqual(
      named(over([entry('apple')]), 'apple')?.support,
      named(lexicon, 'Apple')?.support,
    );
    assert.equal(named(over([entry('apple')]), 'Apple'), undefined);

    const given = named(over([entry('Apple', { support: ['orchard'] })]), 'Apple');
    assert.deepEqual(given?.support, ['orchard']);
    assert.equal(named(over([entry('Google')]), 'Google')?.forms[0]?.kind, 'unique');
  });

  test('takes an alias from the brand that had the name', () => {
    const all = over([entry('PepsiCo', { aliases: ['Pepsi'] })]);
    assert.equal(named(all, 'Pepsi'), undefined);
    assert.deepEqual(spellings(all, 'PepsiCo'), ['PepsiCo', 'Pepsi']);
    assert.deepEqual(heard('a Pepsi please', [entry('PepsiCo', { aliases: ['Pepsi'] })]), [
      'PepsiCo',
    ]);
  });

  test('gives a name to one of its brands: by name before by alias', () => {
    const library = [entry('Zorvex', { aliases: ['Quilpo'] }), entry('Quilpo')];
    assert.deepEqual(read('QUILPO', library), ['Quilpo']);
  });
});

describe('an exclusion', () => {
  test('takes a name out, also as another brand’s alias', () => {
    const all = over([entry('Samsung', { exclude: true }), entry('iPhone', { exclude: true })]);
    assert.equal(named(all, 'Samsung'), undefined);
    assert.ok(all.excluded.has('samsung'));
    assert.ok(spellings(lexicon, 'Apple')?.includes('iPhone'));
    assert.ok(!spellings(all, 'Apple')?.includes('iPhone'));
    assert.deepEqual(read('SAMSUNG', [entry('Samsung', { exclude: true })]), []);
  });

  test('takes its aliases out with it', () => {
    const library = [entry('Zorvex', { aliases: ['Heineken'], exclude: true })];
    assert.deepEqual(read('HEINEKEN', library), []);
  });

  test('gives way where a job asks for the name, which keeps what the lexicon knows of it', () => {
    const library = [entry('samsung', { exclude: true })];
    assert.deepEqual(read('SAMSUNG', library, ['Samsung']), ['Samsung']);
    assert.ok(!over(library, ['Samsung']).excluded.has('samsung'));
    const apple = targetBrands(['Apple'], over([entry('Apple', { exclude: true })], ['Apple']));
    assert.deepEqual(apple[0]?.support, named(lexicon, 'Apple')?.support);
  });

  test('of the service is undone by a workspace that adds the name', () => {
    const [out = ''] = lexicon.excluded;
    assert.ok(out);
    assert.ok(!over([entry(out)]).excluded.has(out));
    assert.ok(named(over([entry(out)]), out));
  });
});

describe('a job that asks for a brand of the library', () => {
  const library = [entry('Acme', { aliases: ['Acme Corp', 'Zorvex'] })];

  test('finds its aliases and reports the name as asked', () => {
    assert.deepEqual(read('ZORVEX', library, ['ACME']), ['ACME']);
    assert.deepEqual(heard('made by Acme Corp', library, ['Acme']), ['Acme']);
    assert.deepEqual(heard('made by zorvex', library, ['Acme']), ['Acme']);
  });

  test('and one of its aliases gets each under its own name', () => {
    assert.deepEqual(read('ZORVEX', library, ['Acme', 'Zorvex']), ['Zorvex']);
  });

  test('has the other aliases listened for', () => {
    assert.deepEqual(libraryAliases(library, ['acme']), ['Acme Corp', 'Zorvex']);
    assert.deepEqual(libraryAliases(library, ['Acme', 'zorvex']), ['Acme Corp']);
    assert.deepEqual(libraryAliases(library, ['Globex']), []);
  });
});
