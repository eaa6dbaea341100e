/** Writing the terms of a glossary: in other spellings, in pieces, as they sound, and not in place of ordinary words. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HeardSpan, SpokenTerm } from '../../engines/speech.ts';
import { loadLexicon } from '../brands/brand-names.ts';
import { spellerOf, withTerms } from './spelled-terms.ts';

const { rank } = await loadLexicon({ operatorFile: null });
const terms: readonly SpokenTerm[] = [
  { term: 'Kubernetes', sounds: ['cooper netties'] },
  { term: 'Siobhán', sounds: ['shiv on'] },
  { term: 'US', sounds: [] },
  { term: 'Another', sounds: [] },
  { term: 'PostgreSQL', sounds: ['post gress'] },
  { term: 'Yahoo!', sounds: [] },
  { term: 'sherpa-onnx', sounds: [] },
  { term: 'Netflix', sounds: [] },
];

function spanOf(text: string): HeardSpan {
  const words = text.split(' ').map((word, index) => ({
    start: index,
    end: index + 0.9,
    text: word,
    confidence: 1 - index / 100,
  }));
  return {
    start: 0,
    end: words.length,
    utterances: [{ start: 0, end: words.length, words }],
    speechSeconds: words.length,
    language: 'en',
    degraded: false,
    engine: { name: 'ears', version: '1', kind: 'remote' },
  };
}

function spelled(text: string, bySound = false): string {
  const { utterances } = withTerms(spanOf(text), spellerOf(terms, { rank, bySound }));
  return utterances.flatMap(({ words = [] }) => words.map((word) => word.text)).join(' ');
}

describe('terms of a glossary', () => {
  test('are written as in the glossary, with the marks of the words around them', () => {
    assert.equal(spelled('We run kubernetes.'), 'We run Kubernetes.');
    assert.equal(spelled('“siobhan, come here”'), '“Siobhán, come here”');
    assert.equal(spelled("This is siobhan's desk"), "This is Siobhán's desk");
    assert.equal(spelled('I use Sherpa onnx daily'), 'I use sherpa-onnx daily');
    assert.equal(spelled('I asked yahoo!'), 'I asked Yahoo!');
  });

  test('take the place of words that the glossary says they sound like', () => {
    assert.equal(spelled('Our Cooper Netties cluster'), 'Our Kubernetes cluster');
    assert.equal(spelled("shiv on's post gress."), "Siobhán's PostgreSQL.");
    assert.equal(spelled('We saw Cooper. Netties came later'), 'We saw Cooper. Netties came later');
  });

  test('do not take the place of ordinary words, unless these together sound like them and the engine favours no terms', () => {
    assert.equal(spelled('Join us for an other day'), 'Join us for an other day');
    assert.equal(spelled('Join us for an other day', true), 'Join us for an other day');
    assert.equal(spelled('We watch net flicks'), 'We watch net flicks');
    assert.equal(spelled('We watch net flicks', true), 'We watch Netflix');
    assert.equal(spelled('We run cubernetties'), 'We run Kubernetes');
  });

  test('have the times of the words that they replace, and the lowest of their confidences', () => {
    const { utterances } = withTerms(
      spanOf('our cooper netties cluster'),
      spellerOf(terms, { rank, bySound: false }),
    );
    const [, word] = utterances[0]?.words ?? [];
    assert.deepEqual(word, { start: 1, end: 2.9, text: 'Kubernetes', confidence: 0.98 });
  });

  test('are written in segments of engines that give no words', () => {
    const segments = [{ start: 0, end: 4, text: 'Our cooper netties, and  more.' }];
    const span = { ...spanOf(''), utterances: [{ start: 0, end: 4, segments }] };
    const { utterances } = withTerms(span, spellerOf(terms, { rank, bySound: false }));
    assert.equal(utterances[0]?.segments?.[0]?.text, 'Our Kubernetes, and more.');
  });

  test('a thousand of them cost an hour of speech less than a few seconds', () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({
      term: `Term${index}ola`,
      sounds: [`tarm ${index} olla`],
    }));
    const said = Array.from({ length: 9000 }, (_, n) => ['the', 'zorblax', 'cooper'][n % 3]);
    const hour = spanOf(said.join(' '));
    const startedAt = performance.now();
    withTerms(hour, spellerOf([...terms, ...many], { rank, bySound: true }));
    assert.ok(performance.now() - startedAt < 20_000);
  });

  test('cost little where they were made to share the phonetic code of what is said', () => {
    const alike = (count: number): SpokenTerm[] =>
      Array.from({ length: count }, (_, index) => {
        const vowelAt = (place: number) => 'aeiou'[Math.floor(index / 5 ** place) % 5];
        const sound = `k${vowelAt(0)}${vowelAt(1)}t${vowelAt(2)}k${vowelAt(3)}${vowelAt(4)}ta`;
        return { term: sound, sounds: [] };
      });
    const speech = spanOf(
      Array.from({ length: 300 }, (_, n) => ['kiutu', 'kooti'][n % 2]).join(' '),
    );
    const millisecondsWith = (glossary: readonly SpokenTerm[]): number => {
      const speller = spellerOf(glossary, { rank, bySound: true });
      const startedAt = performance.now();
      withTerms(speech, speller);
      return performance.now() - startedAt;
    };

    millisecondsWith(alike(100));
    const few = Math.max(millisecondsWith(alike(100)), 5);
    assert.ok(millisecondsWith(alike(3000)) < 10 * few);
  });
});
