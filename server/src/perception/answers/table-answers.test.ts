/** Which questions about totals of brands are answered from their table, and how. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrandResult } from '@reelsight/contract';
import { brand } from '../../../testing/exported.ts';
import { tableAnswer } from './table-answers.ts';

function withSeconds(name: string, spans: readonly (readonly [number, number])[]): BrandResult {
  const seconds = spans.reduce((sum, [start, end]) => sum + end - start, 0);
  return { ...brand(name, spans), total_visible_duration: seconds };
}

function said(name: string, times: readonly number[]): BrandResult {
  const appearances = times.map((timestamp) => ({
    timestamp,
    context: name,
    source: 'audio' as const,
  }));
  return { ...brand(name, []), total_appearances: times.length, appearances };
}

const nike = [
  [0, 4],
  [10, 30],
] as const;
const videos = [
  [withSeconds('Nike', nike), withSeconds('Puma', [[1, 2]])],
  [withSeconds('NIKE', [[3, 4]]), withSeconds('Puma', [[5, 6]]), said('Sony', [1, 8, 9])],
  [withSeconds('Puma', [[7, 8]]), withSeconds('Adidas', [[0, 9]])],
];
const answerTo = (query: string, brands: Parameters<typeof tableAnswer>[1] = videos) =>
  tableAnswer(query, brands);

describe('A question for a total', () => {
  test('which brand is shown longest, with the moments that prove it', () => {
    const found = answerTo('Which brand is shown longest?');
    assert.equal(
      found?.answer,
      'Nike is shown longest: 0:25.0 in 2 of 3 videos; then Adidas (0:09.0 in 1 of 3 videos), Puma (0:03.0 in 3 of 3 videos).',
    );
    assert.deepEqual(
      found?.evidence.map(({ video, evidence }) => [video, evidence.timestamp, evidence.source]),
      [
        [0, 10, 'visual'],
        [1, 3, 'visual'],
      ],
    );
    assert.equal(found?.confidence, 0.9);
  });

  test('most often, in most videos, named most, and least', () => {
    const first = (query: string) => answerTo(query)?.answer.split(':')[0];
    assert.equal(first('Which logo appears most often?'), 'Nike and Puma share the first place');
    assert.equal(first('What brand is seen in most videos?'), 'Puma is in the most videos');
    assert.equal(first('Which company is mentioned most often?'), 'Sony is named most often');
    assert.equal(first('Which sponsor has the least screen time?'), 'Puma is shown shortest');
    assert.equal(first('Which brand is most visible?'), 'Nike is shown longest');
  });

  test('that thousands of brands share names some of them', () => {
    const brands = Array.from({ length: 5000 }, (_, index) =>
      withSeconds(`Brand ${index}`, [[index, index + 1]]),
    );
    const found = answerTo('Which brand is shown longest?', [brands]);
    assert.match(
      found?.answer ?? '',
      /Brand 0, .* and 4980 more share the first place: 0:01\.0 each/,
    );
    assert.ok((found?.answer.length ?? 0) < 400);
    assert.equal(found?.evidence.length, 20);
  });

  test('about one brand', () => {
    assert.equal(
      answerTo('How long is Nike shown?')?.answer,
      'Nike is shown for 0:25.0 in 2 of 3 videos.',
    );
    assert.equal(
      answerTo('In how many videos is puma visible?')?.answer,
      'Puma is in 3 of 3 videos.',
    );
    assert.equal(
      answerTo('How often is Sony mentioned?')?.answer,
      'Sony is named 3 times in 1 of 3 videos.',
    );
  });

  test('of a single video does not speak of videos', () => {
    assert.equal(
      answerTo('Which brand is shown longest?', [videos[0]])?.answer,
      'Nike is shown longest: 0:24.0; then Puma (0:01.0).',
    );
  });

  test('anything else is left to the engine', () => {
    const others = [
      'Which brand is shown longest before the interview?',
      'Why is Nike shown so often?',
      'Who talks about Nike the most?',
      'Which product is praised most?',
      'How long is the video?',
      'How long is Lego shown?',
      'What does the most expensive shoe cost?',
      'Which brand is shown?',
      'How long is Nike shown without Puma?',
    ];
    for (const query of others) assert.equal(answerTo(query), null, query);
  });

  test('there is no answer where no brands were looked for, or none was found', () => {
    assert.equal(answerTo('Which brand is shown longest?', [undefined]), null);
    assert.equal(answerTo('Which brand is shown longest?', [[]]), null);
  });
});
