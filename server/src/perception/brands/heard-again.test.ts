/** Heard brands in the lines of a transcript that people changed. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Results, TranscriptSegment } from '@reelsight/contract';
import { brand } from '../../../testing/exported.ts';
import type { Lexicon } from './brand-lexicon.ts';
import { loadLexicon } from './brand-names.ts';
import { heardAgain } from './heard-again.ts';

let lexicon: Lexicon;
before(async () => {
  lexicon = await loadLexicon({ operatorFile: null });
});

const said = (timestamp: number, name: string, sentence: string) => ({
  timestamp,
  confidence: 0.9,
  context: `${name} is mentioned at 0:${timestamp}: "${sentence}"`,
  source: 'audio' as const,
});
const heardLines: TranscriptSegment[] = [
  { start: 0, end: 4, text: 'I always buy Nike for the track.' },
  { start: 10, end: 14, text: 'My phone is a sam song.' },
  { start: 11, end: 13, text: 'Nike again.' },
];

function again(corrected: readonly TranscriptSegment[], emptied: number[] = []) {
  const nike = brand('Nike', []);
  nike.appearances.push(
    said(2, 'Nike', 'I always buy Nike for the track.'),
    said(11, 'Nike', 'Nike again.'),
  );
  const transcription = {
    text: '',
    language: 'en',
    duration_seconds: 20,
    word_count: 1,
  };
  const found = {
    brands: [nike],
    transcription: { ...transcription, segments: heardLines },
  } as Pick<Results, 'brands' | 'transcription'>;
  const lost = emptied.map((index) => ({ index, start: 0, end: 1, revision: 2 }));
  return heardAgain(
    {
      original: found,
      corrected: {
        ...transcription,
        segments: [...corrected],
        ...(lost.length > 0 && { emptied: lost }),
      },
    },
    { brands: lexicon.brands, rank: lexicon.rank, return_proof: true },
  );
}

const asHeard = (index: number): TranscriptSegment => ({
  ...(heardLines[index] as TranscriptSegment),
  index,
});
const changed = (index: number, text: string, more: object = {}): TranscriptSegment => ({
  ...asHeard(index),
  text,
  revision: 2,
  corrected: true,
  ...more,
});

describe('Heard brands', () => {
  test('go where a line no longer says them, and come where it says them now', () => {
    const { gone, added } = again([
      changed(0, 'I always buy Adidas for the track.'),
      changed(1, 'My phone is a Samsung.'),
      asHeard(2),
    ]);
    assert.deepEqual(gone, [{ name: 'Nike', timestamp: 2 }]);
    assert.deepEqual(
      added.map(({ name, appearance }) => [name, appearance.source]),
      [
        ['Adidas', 'audio'],
        ['Samsung', 'audio'],
      ],
    );
    const [adidas] = added;
    assert.ok(adidas && adidas.appearance.timestamp > 0 && adidas.appearance.timestamp < 4);
    assert.equal(adidas.appearance.speech_context, 'I always buy Adidas for the track.');
  });

  test('of an emptied line go, and those that somebody else says at the same time stay', () => {
    assert.deepEqual(again([asHeard(1), asHeard(2)], [0]), {
      gone: [{ name: 'Nike', timestamp: 2 }],
      added: [],
    });
    assert.deepEqual(again([asHeard(0), changed(1, 'My phone is old.'), asHeard(2)]).gone, []);
  });

  test('are as found where lines say the same, or only who speaks has changed', () => {
    const nothing = { gone: [], added: [] };
    assert.deepEqual(again([asHeard(0), asHeard(1), asHeard(2)]), nothing);
    const same = changed(0, 'I always buy Nike for the track.', { speaker: 2 });
    assert.deepEqual(again([same, asHeard(1), asHeard(2)]), nothing);
  });

  test('of a line that only repeats a name quote what is around them, and do not become megabytes', () => {
    const { added } = again([
      changed(0, 'Nike '.repeat(1000).trim()),
      changed(1, `${'so '.repeat(400)}this is Adidas ${'and '.repeat(400)}`),
      asHeard(2),
    ]);
    assert.ok(added.length > 900);
    assert.ok(JSON.stringify(added).length < 2_000_000);

    const adidas = added.find(({ name }) => name === 'Adidas');
    const { speech_context: quote = '' } = adidas?.appearance ?? {};
    assert.match(quote, /^… so .*this is Adidas and .* …$/);
    assert.ok(quote.length <= 504);
  });

  test('show the corrected sentence where they stay', () => {
    const { gone, added } = again([
      changed(0, 'We always buy Nike for the track.'),
      asHeard(1),
      asHeard(2),
    ]);
    assert.deepEqual(gone, [{ name: 'Nike', timestamp: 2 }]);
    assert.match(added[0]?.appearance.context ?? '', /We always buy Nike/);
  });
});
