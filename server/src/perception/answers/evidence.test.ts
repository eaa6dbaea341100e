/** Evidence: a citation survives only if it is found in its source, and it gets the source's own words and times. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TranscriptSegment } from '@reelsight/contract';
import fc from 'fast-check';
import { buildPassages } from '../../analysis/passages.ts';
import type { DraftAnswer, Passage } from '../../engines/language.ts';
import { checkAnswer, findQuote } from './evidence.ts';
import { findSpan } from './quote.ts';

const segments: TranscriptSegment[] = [
  { start: 1.3, end: 4, text: 'Ask not what your country can do for you,' },
  { start: 4.2, end: 7, text: "ask what you can do — don't wait." },
  { start: 40, end: 44, text: 'Ask what you can do. That was the speech.' },
];

const speech = (start: number, end: number): Passage => ({
  source: 'speech',
  subject: { kind: 'speech', name: '' },
  text: '',
  quotable: '',
  moments: [{ video: 0, start, end }],
});

const cites = (...citations: DraftAnswer['citations']): DraftAnswer => ({
  answer: 'Serve.',
  confidence: 0.8,
  citations,
  degraded: false,
});

describe('where a quote stands', () => {
  for (const [quote, found] of [
    ['ASK WHAT YOU CAN DO dont wait!', "ask what you can do — don't wait"],
    ['your country can do for you ask what', 'your country can do for you, ask what'],
    ['“country”', 'country'],
  ] as const) {
    test(quote, () => {
      assert.equal(findQuote(quote, segments, { start: 1.3, end: 7 })?.quote, found);
    });
  }

  for (const [why, quote] of [
    ['other words', 'ask what they can do'],
    ['another order', 'country your'],
    ['words left out', 'ask what your country'],
    ['half of a word', 'your count'],
    ['words run together', 'yourcountry'],
    ['no words', '…'],
    ['nearly nothing', 'd'],
    ['another time', 'that was the speech'],
  ] as const) {
    test(`not with ${why}: ${quote}`, () => {
      assert.equal(findQuote(quote, segments, { start: 1.3, end: 7 }), null);
    });
  }

  test('the cited place comes before an earlier one', () => {
    const twice = [
      { start: 0, end: 2, text: 'Buy milk.' },
      { start: 3, end: 5, text: 'Buy milk.' },
    ];
    assert.equal(findQuote('buy milk', twice, { start: 3, end: 5 })?.start, 3);
  });

  test('times are those of the words where they are known', () => {
    const words = ['So', 'buy', 'milk', 'now'].map((text, i) => ({ text, start: i, end: i + 0.5 }));
    const timed = [{ start: 0, end: 3.5, text: 'So buy milk now', words }];
    assert.deepEqual(findQuote('Buy milk!', timed, timed[0] ?? { start: 0, end: 0 }), {
      quote: 'buy milk',
      start: 1,
      end: 2.5,
    });
  });

  test('scripts without spaces are searched anywhere', () => {
    assert.deepEqual(findSpan('新しい電話', '今日は新しい電話です。'), { start: 3, end: 8 });
    assert.deepEqual(findSpan('แมวสีดำ', 'ฉันมีแมวสีดำ'), { start: 5, end: 12 });
  });

  test('a whole source may be short', () => {
    assert.deepEqual(findSpan('5g', '5G'), { start: 0, end: 2 });
    assert.equal(findSpan('5g', '5G now'), null);
  });
});

describe('what is left of an answer', () => {
  const passages = [speech(1.3, 7), ...buildPassages({ brands: [brand('Nike')] })];
  const check = (draft: DraftAnswer, query = 'What shall we do?') =>
    checkAnswer(query, draft, passages, [segments]);

  test('a true quote stays, with the words of the transcript', () => {
    const { answered, confidence, evidence } = check(
      cites({ passage: 0, quote: 'ask what YOU can do' }),
    );
    assert.ok(answered);
    assert.equal(confidence, 0.8);

    assert.deepEqual(evidence, [
      {
        video: 0,
        evidence: {
          timestamp: 4.2,
          timestamp_start: 4.2,
          timestamp_end: 7,
          source: 'speech',
          quote: 'ask what you can do',
        },
      },
    ]);
  });

  for (const [why, draft] of [
    ['an invented quote', cites({ passage: 0, quote: 'the winner is Bob' })],
    ['speech without a quote', cites({ passage: 0, quote: null })],
    ['a passage that does not exist', cites({ passage: 9, quote: 'ask what you can do' })],
    ['a negative passage', cites({ passage: -1, quote: 'ask what you can do' })],
    ['no evidence', cites()],
    ['a brand that nobody asked for', cites({ passage: 1, quote: null })],
    ['no answer', { ...cites({ passage: 0, quote: 'ask what you can do' }), answer: ' ' }],
  ] as const) {
    test(`${why} is no answer`, () => {
      assert.deepEqual(check(draft), { answer: '', answered: false, confidence: 0, evidence: [] });
    });
  }

  test('a quote that did not hold takes from the confidence', () => {
    const draft = cites(
      { passage: 0, quote: 'ask what you can do' },
      { passage: 0, quote: 'made up' },
    );
    assert.equal(check(draft).confidence, 0.4);
  });

  test('a brand that was asked for is evidence with its own times', () => {
    const { evidence } = check(cites({ passage: 1, quote: 'whatever' }), 'When is Nike seen?');
    assert.deepEqual(evidence[0]?.evidence, {
      timestamp: 8,
      timestamp_start: 8,
      timestamp_end: 12,
      source: 'visual',
    });
  });

  test('a brand that is heard is quoted from the transcript', () => {
    const heard = {
      ...brand('Nike'),
      appearances: [{ timestamp: 5, context: '', source: 'audio' as const }],
    };
    const [passage] = buildPassages({ brands: [heard] });
    assert.ok(passage);

    const { evidence } = checkAnswer(
      'Nike?',
      cites({ passage: 0, quote: null }),
      [passage],
      [segments],
    );
    assert.equal(evidence[0]?.evidence.quote, "ask what you can do — don't wait.");
    assert.equal(evidence[0]?.evidence.timestamp, 5);
  });

  test('texts and metadata are quoted from what they say', () => {
    const written = buildPassages({
      texts: [{ text: 'SALE 50% OFF', start: 3, end: 5 }],
      metadata: { title: 'Autumn sale', duration_seconds: 60 },
    });
    const draft = cites({ passage: 0, quote: 'sale 50 off' }, { passage: 1, quote: 'autumn SALE' });
    const { evidence } = checkAnswer('?', draft, written, [[]]);

    assert.deepEqual(
      evidence.map((one) => one.evidence),
      [
        {
          timestamp: 3,
          timestamp_start: 3,
          timestamp_end: 5,
          source: 'text',
          quote: 'SALE 50% OFF',
        },
        { timestamp: 0, source: 'metadata', quote: 'Autumn sale' },
      ],
    );
  });
});

const word = fc.constantFrom(
  'ask',
  'not',
  'what',
  'your',
  'country',
  'Ça',
  "don't",
  '電話',
  'naïve',
  '50',
  'é',
);
const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const transcript = fc
  .array(sentence, { minLength: 1, maxLength: 8 })
  .map((texts) =>
    texts.map((text, index): TranscriptSegment => ({ start: index * 5, end: index * 5 + 4, text })),
  );
const anyQuote = fc.option(fc.oneof(sentence, fc.string({ unit: 'grapheme' })));

test('whatever is cited, what survives stands in the transcript within a passage it was cited for', () => {
  const citation = fc.record({ passage: fc.integer({ min: -2, max: 12 }), quote: anyQuote });
  const draft = fc.record({
    answer: fc.string(),
    confidence: fc.double(),
    citations: fc.array(citation, { maxLength: 6 }),
    degraded: fc.boolean(),
  });
  fc.assert(
    fc.property(transcript, draft, fc.string(), (said, drafted, query) => {
      const passages = buildPassages({ transcription: { segments: said, language: 'en' } });
      const checked = checkAnswer(query, drafted, passages, [said]);
      assert.equal(checked.answered, checked.evidence.length > 0);
      assert.equal(checked.answered, checked.answer !== '');
      assert.ok(checked.confidence >= 0 && checked.confidence <= 1);

      const all = said
        .map((segment) => segment.text)
        .join(' ')
        .normalize('NFC');

      for (const { evidence } of checked.evidence) {
        assert.ok(evidence.quote && all.includes(evidence.quote), evidence.quote);
        const cited = drafted.citations.some(({ passage, quote }) => {
          const at = passages[passage]?.moments[0];
          const near =
            at && evidence.timestamp >= at.start - 15 && evidence.timestamp <= at.end + 15;
          return near && findSpan(quote ?? '', evidence.quote ?? '') !== null;
        });
        assert.ok(cited);
      }
    }),
  );
});

test('every stretch of whole words is found, however it is written down', () => {
  fc.assert(
    fc.property(transcript, fc.nat(), fc.nat(), (said, from, size) => {
      const words = said.flatMap(({ text }) => text.split(' '));
      const start = from % words.length;
      const quote = words
        .slice(start, start + 1 + (size % 6))
        .join(' , ')
        .toUpperCase();

      fc.pre(quote.replace(/[^\p{L}\p{N}]/gu, '').length > 3);
      assert.ok(findQuote(quote, said, { start: 0, end: 1000 }), quote);
    }),
  );
});

function brand(name: string) {
  return {
    name,
    confidence: 0.9,
    total_appearances: 1,
    first_seen: 8,
    last_seen: 12,
    appearances: [
      {
        timestamp: 8,
        timestamp_start: 8,
        timestamp_end: 12,
        context: '',
        source: 'visual' as const,
      },
    ],
    frame_detections: [],
  };
}
