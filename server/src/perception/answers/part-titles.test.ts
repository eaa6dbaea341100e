/** Titles of the parts of a talk: phrases that are said in a part, and hardly elsewhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partTitles } from './part-titles.ts';

const bread = [
  'Today we bake rye bread in the workshop.',
  'A rye bread needs a sour dough, and the dough needs time.',
  'You can feed the sour dough with the flour of the mill.',
  'The rye bread goes into the oven.',
];
const bicycles = [
  'In the workshop we also mend bicycles.',
  'The chain of a bicycle is cleaned with oil, and Clara Benson showed us how.',
  'Clara Benson takes off the chain in a minute.',
  'Without a chain the bicycle is a scooter.',
];

test('a part is named by what recurs in it and not in the others', () => {
  const [first, second] = partTitles([bread, bicycles], 'en');
  assert.match(first?.text ?? '', /rye bread/i);
  assert.match(first?.text ?? '', /sour dough/i);
  assert.match(second?.text ?? '', /Clara Benson/);
  assert.match(second?.text ?? '', /bicycle|chain/i);
  for (const title of [first, second]) assert.doesNotMatch(title?.text ?? '', /workshop/i);
});

test('a name that recurs in every part is in no title', () => {
  const host = ['Over to Dana Reed.', 'Dana Reed agrees.', 'So says Dana Reed.'];
  const parts = [bread, bicycles].map((sentences) => [...sentences, ...host]);
  for (const title of partTitles(parts, 'en')) assert.doesNotMatch(title?.text ?? 'Reed', /Reed/);
});

test('each phrase is said in the sentence that is given for it, and the title is short', () => {
  const parts = [bread, bicycles];
  for (const [index, title] of partTitles(parts, 'en').entries()) {
    assert.ok(title && title.text.length <= 70);
    for (const [position, phrase] of title.text.split(', ').entries()) {
      const sentence = parts[index]?.[title.sentences[position] ?? -1] ?? '';
      assert.ok(sentence.toLowerCase().includes(phrase.toLowerCase()), `${phrase}: ${sentence}`);
    }
  }
});

test('a name that is mostly said in short is shown in full', () => {
  const said = ['We met Clara Benson.', 'Clara drove.', 'So Clara sang.', 'I asked Clara Benson.'];
  assert.equal(partTitles([said, bread], 'en')[0]?.text, 'Clara Benson');
});

test('a row of one word that an engine hears in silence names nothing, and neither does chatter', () => {
  const row = Array(20).fill('lounge').join(', ');
  assert.deepEqual(partTitles([[`${row}.`, 'Okay guys, okay guys.', 'The guys, okay.']], 'en'), [
    null,
  ]);
});

test('other languages have names of their parts too', () => {
  const said = ['Die Roggenbrote backen.', 'Wir essen Roggenbrote.', 'Viele Roggenbrote hier.'];
  assert.match(partTitles([said], 'de')[0]?.text ?? '', /Roggenbrote/);
});
