/**
 * Brands in transcripts as recognisers write them: with and without capitals, in pieces, or as words that only sound
 * alike.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { type Lexicon, targetBrands } from './brand-lexicon.ts';
import { loadLexicon } from './brand-names.ts';
import { brandsInSpeech } from './spoken-brands.ts';

let lexicon: Lexicon;
before(async () => {
  lexicon = await loadLexicon({ operatorFile: null });
});

const segment = (text: string) => ({ start: 10, end: 16, text });
const heard = (text: string, names: readonly string[] = []) => {
  const brands = names.length > 0 ? targetBrands(names, lexicon) : lexicon.brands;
  return brandsInSpeech([segment(text)], brands, lexicon.rank).map(({ brand }) => brand.name);
};

describe('names nobody asked for', () => {
  for (const [text, expected] of [
    ['This morning we bought two coffees at Starbucks before the meeting.', ['Starbucks']],
    ['he watched the whole series on net flicks last weekend', ['Netflix']],
    ['the advertisement for coke a cola ran twice', ['Coca-Cola']],
    ['you can order the book from amazon and pick it up', ['Amazon']],
    ["her new laptop is microsoft's best", ['Microsoft']],
    ['we flew to the amazon river', []],
    ['She cut a red apple into four small pieces.', []],
    ['The new Apple laptop is out.', ['Apple']],
    ['the new apple iphone', ['Apple']],
    ['we hit the target and found a shell on the beach', []],
    ['mind the gap between the train and the platform', []],
    ['put on your goggles', []],
    ['it is a nice bike', []],
    ['good morning and welcome to the weekly market report', []],
    ['It was a good year for wine in the South.', []],
    ['What is up with the weather in Paris?', []],
    ["We ate at McDonald's, and Kellogg's was on the table.", ["McDonald's", "Kellogg's"]],
    ['Pizza Hut is closed.', ['Pizza Hut']],
  ] as const) {
    test(`"${text}": ${expected.join(', ') || 'none'}`, () => {
      assert.deepEqual([...new Set(heard(text))], [...expected]);
    });
  }
});

describe('asked-for names', () => {
  for (const [text, name, found] of [
    ['we drove the old toy oh ta home', 'Toyota', false],
    ['she drinks red bull every day', 'Red Bull', true],
    ['buy the sam sung phone', 'Samsung', true],
    ['he drives a b m w', 'BMW', true],
    ['use the zyx quorp machine', 'ZyxQuorp', true],
    ['she cut a red apple', 'Apple', false],
    ['In Paris you need a visa to stay.', 'Visa', false],
    ['In Paris you can pay by Visa at the desk.', 'Visa', true],
    ['My sister got a job with best by last Summer.', 'Best Buy', true],
    ['a dot and a star', '.*', false],
    ['an emoji', '🍎', false],
  ] as const) {
    test(`"${text}" ${found ? 'names' : 'does not name'} ${name}`, () => {
      assert.deepEqual(heard(text, [name]), found ? [name] : []);
    });
  }
});

test('a mention has its words’ time and its sentence', () => {
  const words = ['We', 'like', 'it.', 'Then', 'Toyota', 'came.'].map((text, i) => ({
    text,
    start: i,
    end: i + 0.5,
    confidence: 0.9,
  }));
  const text = 'We like it. Then Toyota came.';
  const [mention] = brandsInSpeech(
    [{ start: 0, end: 6, text, words }],
    lexicon.brands,
    lexicon.rank,
  );

  assert.equal(mention?.start, 4);
  assert.equal(mention.end, 4.5);
  assert.equal(mention.sentence, 'Then Toyota came.');
});

test('a short name that the recogniser itself doubts is none, unless it was asked for', () => {
  const words = ['it', 'rained', 'aldi'].map((text, i) => ({
    text,
    start: i,
    end: i + 1,
    confidence: 0.12,
  }));
  const segments = [{ start: 0, end: 3, text: 'it rained aldi', words }];
  assert.deepEqual(brandsInSpeech(segments, lexicon.brands, lexicon.rank), []);

  const asked = brandsInSpeech(segments, targetBrands(['Aldi'], lexicon), lexicon.rank);
  assert.equal(asked.length, 1);
});

test('any transcript and any names never fail', () => {
  const anything = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(anything, fc.array(anything, { maxLength: 4 }), (text, names) => {
      const mentions = brandsInSpeech([segment(text)], targetBrands(names, lexicon), lexicon.rank);
      for (const { brand, start, end, confidence } of mentions) {
        assert.ok(names.includes(brand.name));
        assert.ok(start >= 10 && end <= 16.0001 && start <= end);
        assert.ok(confidence > 0 && confidence <= 1);
      }
    }),
  );
});
