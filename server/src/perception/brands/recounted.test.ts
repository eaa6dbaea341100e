/** Which appearances of a brand a recount finds in the texts and the speech of results. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { brand } from '../../../testing/exported.ts';
import type { Lexicon } from './brand-lexicon.ts';
import { withLibrary } from './brand-library.ts';
import { loadLexicon } from './brand-names.ts';
import { BrandRecount, type RecountedResults } from './recounted.ts';

let lexicon: Lexicon;
before(async () => {
  lexicon = await loadLexicon({ operatorFile: null });
});

const box = { x: 0.2, y: 0.3, width: 0.4, height: 0.05 };
const line = (text: string, start: number, end: number, fields = {}) => ({
  text,
  start,
  end,
  bounding_box: box,
  confidence: 0.97,
  ...fields,
});
const said = (text: string, start: number, fields = {}) => ({
  text,
  start,
  end: start + 4,
  ...fields,
});

interface Entry {
  readonly aliases?: readonly string[];
  readonly support?: readonly string[];
}

function missing(name: string, results: RecountedResults, fields: Entry = {}) {
  const all = withLibrary(lexicon, [{ name, exclude: false, ...fields }], []);
  const known = all.brands.find((one) => one.name === name);
  assert.ok(known);
  return new BrandRecount(known, all).missingIn(results);
}

const speech = (segments: readonly object[]) =>
  ({ transcription: { segments } }) as unknown as RecountedResults;

describe('A recount', () => {
  test('finds a name where it was read, with its box within the line', () => {
    const lines = [line('ALPRO', 1, 3), line('Try Alpro today', 5, 6), line('ALPINE ROAD', 7, 8)];
    const found = missing('Alpro', { on_screen_text: lines });
    assert.deepEqual(
      found.map(({ start, end }) => [start, end]),
      [
        [1, 3],
        [5, 6],
      ],
    );
    assert.deepEqual(found[0]?.box, box);

    const part = found[1]?.box;
    assert.ok(part && part.x > 0.25 && part.x + part.width < 0.5, JSON.stringify(part));
    assert.ok(found.every(({ confidence, source }) => confidence > 0.9 && source === 'visual'));
  });

  test('finds aliases, names run together and with a letter misread, and no unclear ones', () => {
    const texts = ['ALPROSOYA', 'Soyvita', 'Provanel', 'Provamal'];
    const lines = texts.map((text, index) => line(text, index, index + 1));
    const unclear = line('Provamel', 8, 9, { confidence: 0.6 });
    const found = missing(
      'Provamel',
      { on_screen_text: [...lines, unclear] },
      { aliases: ['Soyvita'] },
    );
    assert.deepEqual(
      found.map(({ start }) => start),
      [1, 2, 3],
    );
    assert.equal(missing('Alpro', { on_screen_text: lines }).length, 1);
  });

  test('counts nothing again that results have under another name of the brand', () => {
    const results = {
      on_screen_text: [line('SONY', 1, 3), line('SONY', 8, 9)],
      brands: [brand('Sony', [[1, 3]])],
    };
    const found = missing('Sony Electronics', results, { aliases: ['Sony'] });
    assert.deepEqual(
      found.map(({ start }) => start),
      [8],
    );
  });

  test('a name that is a word needs proof, as in an analysis', () => {
    const lines = [line('the target is near', 0, 1), line('TARGET PRACTICE', 2, 3)];
    assert.deepEqual(missing('Target', { on_screen_text: lines }), []);
    const proven = [line('Target store', 4, 5)];
    assert.equal(missing('Target', { on_screen_text: proven }, { support: ['store'] }).length, 1);
  });

  test('a longer name of another brand is left to it', () => {
    const lines = [line('Burger King', 0, 1)];
    assert.deepEqual(missing('Burger', { on_screen_text: lines }), []);
  });

  test('what is counted already is not counted twice', () => {
    const brands = [brand('alpro', [[1, 3]])];
    const lines = [line('ALPRO', 1.2, 3), line('ALPRO', 4, 6)];
    const found = missing('Alpro', { brands, on_screen_text: lines });
    assert.deepEqual(
      found.map(({ start }) => start),
      [4],
    );
  });

  test('finds what was said, but not where the speech was unsure', () => {
    const segments = [
      said('We drink Alpro in the morning.', 2),
      said('We drink Alpro in the evening.', 20, { unsure: true }),
    ];
    const found = missing('Alpro', speech(segments));
    assert.equal(found.length, 1);
    assert.ok(found[0] && found[0].source === 'audio' && found[0].start > 2 && found[0].end < 6);
  });

  test('adds at most 100, those that last longest', () => {
    const lines = Array.from({ length: 150 }, (_, index) =>
      line('ALPRO', index * 10, index * 10 + (index < 50 ? 1 : 2)),
    );
    const found = missing('Alpro', { on_screen_text: lines });
    assert.deepEqual([found.length, found[0]?.start], [100, 500]);
  });
});
