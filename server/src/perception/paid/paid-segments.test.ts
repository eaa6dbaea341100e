/** Paid segments, recognised from spoken, on-screen and written words. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type PaidMaterial, paidSegments } from './paid-segments.ts';
import { spokenUnits } from './spoken-units.ts';

const nothing: PaidMaterial = {
  segments: [],
  texts: [],
  metadata: {},
  chapters: [],
  brands: [],
  durationSeconds: 600,
};
/** One sentence every five seconds, each four seconds long. */
const said = (...texts: string[]) =>
  texts.map((text, index) => ({ text, start: index * 5, end: index * 5 + 4 }));
const box = { x: 0.8, y: 0, width: 0.1, height: 0.05 };

describe('paid segments', () => {
  test('go from the words that open them to those that lead back', () => {
    const segments = said(
      'Welcome to the channel.',
      'This video is sponsored by Holzkern.',
      'They make watches of wood.',
      'Mine is a Holzkern with a green dial.',
      'Use code WOOD for ten percent off.',
      "Okay, let's get back to the video.",
      'Trees grow slowly.',
    );
    const [one, ...rest] = paidSegments({ ...nothing, segments });

    assert.deepEqual(rest, []);
    assert.deepEqual([one?.start, one?.end, one?.brand], [5, 25, 'Holzkern']);
    assert.deepEqual(
      one?.evidence.map(({ timestamp, source }) => [timestamp, source]),
      [
        [5, 'speech'],
        [20, 'speech'],
      ],
    );
    assert.ok((one?.confidence ?? 0) > 0.95);
  });

  test('end where nothing more is said of them, at a pause, and at a chapter', () => {
    const many = [
      'This video is sponsored by Acme.',
      'Acme is great.',
      ...Array(20).fill('A tree.'),
    ];
    assert.equal(paidSegments({ ...nothing, segments: said(...many) })[0]?.end, 9);

    const paused = [
      ...said('This video is sponsored by Acme.'),
      { text: 'Acme.', start: 9, end: 10 },
    ];
    assert.equal(paidSegments({ ...nothing, segments: paused })[0]?.end, 4);

    const chapters = [
      { start: 0, end: 7, title: 'Intro' },
      { start: 7, end: 600, title: 'Trees' },
    ];
    const endless = said(...['This video is sponsored by Acme.', ...Array(90).fill('Acme again.')]);
    assert.equal(paidSegments({ ...nothing, segments: endless, chapters })[0]?.end, 7);

    const end = paidSegments({ ...nothing, segments: endless })[0]?.end ?? 0;
    assert.ok(end > 170 && end <= 180, String(end));
  });

  test('name a brand of the results as it is called there', () => {
    const heard = { source: 'audio' as const, timestamp: 1, context: '' };
    const brands = [{ name: 'NordVPN', appearances: [heard] }];
    const segments = said('Thanks to nord VPN for sponsoring this video.', 'Now a word on trees.');
    assert.equal(paidSegments({ ...nothing, segments, brands })[0]?.brand, 'NordVPN');
    const unnamed = said('A quick word from our sponsor.', 'You know them.');
    assert.equal(paidSegments({ ...nothing, segments: unnamed, brands })[0]?.brand, 'NordVPN');
  });

  test('are shown by a label, or a chapter, for as long as it is', () => {
    const label = { text: 'Anzeige', start: 3, end: 40, bounding_box: box, confidence: 0.95 };
    const chapters = [{ start: 100, end: 130, title: 'Sponsor: Ridge' }];
    const found = paidSegments({ ...nothing, texts: [label], chapters });
    assert.deepEqual(
      found.map(({ start, end, brand, evidence }) => [start, end, brand, evidence[0]?.source]),
      [
        [3, 40, undefined, 'text'],
        [100, 130, 'Ridge', 'metadata'],
      ],
    );

    const blink = { ...label, end: 3.2 };
    assert.deepEqual(paidSegments({ ...nothing, texts: [blink] }), []);
  });

  test('of two brands stay two, also where they overlap', () => {
    const label = { text: 'Anzeige', start: 3, end: 60, bounding_box: box, confidence: 0.95 };
    const chapters = [
      { start: 10, end: 40, title: 'Sponsor: Ridge' },
      { start: 20, end: 50, title: 'Sponsor: Holzkern' },
      { start: 42, end: 45, title: 'Sponsor: RIDGE' },
    ];
    const seen = paidSegments({ ...nothing, texts: [label], chapters });
    assert.deepEqual(
      seen.map(({ start, end, brand, evidence }) => [start, end, brand, evidence.length]),
      [
        [3, 60, 'Ridge', 3],
        [20, 50, 'Holzkern', 1],
      ],
    );

    const description = 'Sponsored by Holzkern\nSponsored by Ridge';
    assert.deepEqual(
      paidSegments({ ...nothing, metadata: { description } }).map(({ brand }) => brand),
      ['Holzkern', 'Ridge'],
    );
  });

  test('of the description alone are the whole video; else it adds to what was found', () => {
    const metadata = {
      title: 'Trees',
      description: 'Of wood.\nSponsored by Holzkern',
      tags: ['ad'],
    };
    const [whole] = paidSegments({ ...nothing, metadata });
    assert.deepEqual([whole?.start, whole?.end, whole?.brand], [0, 600, 'Holzkern']);

    const segments = said('Hello.', "Now, today's sponsor.", 'It is about wood.');
    const [one, ...rest] = paidSegments({ ...nothing, metadata, segments });
    assert.deepEqual([one?.start, one?.brand, rest.length], [5, 'Holzkern', 0]);
    assert.ok((one?.confidence ?? 0) > (whole?.confidence ?? 1) - 0.2);
    assert.ok(one?.evidence.some(({ source }) => source === 'metadata'));
  });

  test('are none where nothing tells', () => {
    const metadata = { title: 'Not sponsored', description: 'No ads.', tags: ['trees'] };
    assert.deepEqual(paidSegments({ ...nothing, metadata, segments: said('Trees grow.') }), []);
  });
});

test('a sentence that a pause cuts in two is one, with the times of its words', () => {
  const units = spokenUnits([
    {
      text: 'Hello there. This video',
      start: 0,
      end: 4,
      words: [
        { text: 'Hello', start: 0, end: 0.5 },
        { text: 'there.', start: 0.5, end: 1 },
        { text: 'This', start: 2.5, end: 3 },
        { text: 'video', start: 3, end: 4 },
      ],
    },
    { text: 'is sponsored by Acme.', start: 4.5, end: 6 },
  ]);
  assert.deepEqual(units, [
    { text: 'Hello there.', start: 0, end: 1 },
    { text: 'This video is sponsored by Acme.', start: 2.5, end: 6 },
  ]);
});
