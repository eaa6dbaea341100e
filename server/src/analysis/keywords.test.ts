/** Tests finding key phrases and leading sentences in texts with and without punctuation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keyTopics, leadingUnits, salience } from './keywords.ts';

const solar = [
  'Solar panels have become cheaper.',
  'A solar panel turns light into power.',
  'Today we compare three solar panels from different makers.',
  'Battery storage is the next step.',
  'Battery storage keeps power for the night.',
  'The inverter connects solar panels and battery storage to the grid.',
  'Thanks for watching.',
];

test('what recurs is a topic, the most frequent first, without its variations', () => {
  const topics = keyTopics(solar, 'en', 4);
  assert.deepEqual(topics.slice(0, 2), ['solar panels', 'battery storage']);
  assert.ok(!topics.some((topic) => topic !== 'solar panels' && topic.includes('solar')));
});

test('recognised speech without punctuation and capitals gives the same topics', () => {
  const bare = solar.map((sentence) => sentence.toLowerCase().replace('.', ''));
  assert.deepEqual(keyTopics(bare, 'en', 2), ['solar panels', 'battery storage']);
});

test('names keep their capitals and come before words said once', () => {
  const topics = keyTopics(
    ['Yesterday she drove a Toyota over the bridge', 'Her Toyota broke down'],
    'en',
    3,
  );
  assert.equal(topics[0], 'Toyota');
});

test('other languages leave out their own empty words', () => {
  const german = keyTopics(
    ['Die Sonne scheint über dem Berg', 'Der Berg ist hoch und die Sonne ist heiß'],
    'de',
    2,
  );
  assert.deepEqual(german.toSorted(), ['Berg', 'Sonne']);
  assert.ok(
    keyTopics(['新しい電話です。', 'この電話は速い。'], 'ja', 3).some((topic) =>
      topic.includes('電話'),
    ),
  );
});

test('the sentence about everything leads, thanks do not', () => {
  const chosen = leadingUnits(solar, 'en', 3);
  assert.ok(chosen.includes(5));
  assert.ok(!chosen.includes(6));
  const scores = salience(solar, 'en');
  assert.ok((scores[5] ?? 0) > (scores[6] ?? 1));
});

test('a sentence is not chosen twice for saying the same', () => {
  const chosen = leadingUnits([solar[1] ?? '', solar[1] ?? '', solar[4] ?? ''], 'en', 2);
  assert.equal(chosen.length, 2);
  assert.ok(chosen.includes(2));
});

test('any text gives at most as many as asked, none empty', () => {
  const units = fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 10 });
  fc.assert(
    fc.property(units, fc.constantFrom('en', 'de', 'ja', '', 'xx'), (texts, language) => {
      const topics = keyTopics(texts, language, 5);
      assert.ok(topics.length <= 5 && topics.every((topic) => topic.trim() !== ''));
      const chosen = leadingUnits(texts, language, 3);
      assert.ok(chosen.length <= 3 && chosen.every((index) => index < texts.length));
      assert.ok(salience(texts, language).every((score) => score >= 0 && score <= 1 + 1e-9));
    }),
  );
});
