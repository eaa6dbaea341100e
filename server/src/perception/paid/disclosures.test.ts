/** Where videos disclose that they are paid for, by hand-written words. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrandResult, PaidSegment } from '@reelsight/contract';
import { type DisclosureMaterial, disclosuresOf } from './disclosures.ts';

const box = { x: 0.1, y: 0.1, width: 0.3, height: 0.05 };

const said = (name: string, timestamp: number): Pick<BrandResult, 'name' | 'appearances'> => ({
  name,
  appearances: [{ timestamp, context: 'Said.', source: 'audio' }],
});

const material = (parts: Partial<DisclosureMaterial>): DisclosureMaterial => ({
  segments: [],
  texts: [],
  metadata: {},
  chapters: [],
  brands: [],
  durationSeconds: 120,
  spokenLanguage: 'en',
  platformLabel: null,
  paidSegments: [],
  ...parts,
});

const speech = (start: number, text: string) => ({ start, end: start + 3, text });
const label = (text: string, start: number, end: number, confidence = 0.95) => ({
  text,
  start,
  end,
  confidence,
  bounding_box: box,
});

describe('disclosures', () => {
  test('of every kind have their time, words, language and payer', () => {
    const disclosures = disclosuresOf(
      material({
        segments: [
          speech(4, 'This episode of Long Roads is brought to you by Sonos.'),
          speech(20, 'We drove to the sea.'),
        ],
        texts: [label('Enthält Werbung', 50, 55)],
        chapters: [{ start: 60, end: 70, title: 'Sponsor: Nike' }],
        metadata: {
          title: 'Long roads #ad',
          description: 'A trip.\nThis video is sponsored by Nike.',
          tags: ['werbung', 'travel'],
        },
        brands: [said('Sonos', 6), said('Nike', 30)],
        platformLabel: true,
      }),
    );

    assert.deepEqual(
      disclosures.map(({ sign, timestamp, duration_seconds, language, brand }) => [
        sign,
        timestamp,
        duration_seconds,
        language,
        brand,
      ]),
      [
        ['platform', 0, undefined, undefined, undefined],
        ['hashtag', 0, undefined, 'en', undefined],
        ['description', 0, undefined, 'en', 'Nike'],
        ['hashtag', 0, undefined, 'de', undefined],
        ['said', 4, 3, 'en', 'Sonos'],
        ['on_screen', 50, 5, 'de', undefined],
        ['chapter', 60, undefined, undefined, 'Nike'],
      ],
    );
    assert.equal(disclosures[4]?.quote, 'This episode of Long Roads is brought to you by Sonos.');
  });

  test('that name nobody are about the brand of the paid segment around them', () => {
    const paidSegments: PaidSegment[] = [
      { start: 10, end: 40, brand: 'Sonos', confidence: 0.9, evidence: [] },
    ];
    const [disclosure] = disclosuresOf(
      material({ segments: [speech(9, 'Now a word from our sponsor.')], paidSegments }),
    );
    assert.equal(disclosure?.brand, 'Sonos');

    const [late] = disclosuresOf(
      material({ segments: [speech(50, 'Now a word from our sponsor.')], paidSegments }),
    );
    assert.equal(late?.brand, undefined);
  });

  test('are neither offers nor denials, nor labels that nobody can read', () => {
    const disclosures = disclosuresOf(
      material({
        segments: [
          speech(1, 'Use my code TRAIL for ten percent off at checkout.'),
          speech(10, 'This video is not sponsored by Sonos.'),
        ],
        texts: [label('Anzeige', 5, 5.4), label('Anzeige', 8, 12, 0.5)],
        metadata: { description: 'Use code TRAIL at checkout for 10% off\nMy gear:' },
      }),
    );
    assert.deepEqual(disclosures, []);
  });

  test('of a sponsored show count, although no paid segment begins there', () => {
    const [disclosure] = disclosuresOf(
      material({
        segments: [speech(1, 'The trail podcast series, a show brought to you by Sonos.')],
      }),
    );
    assert.deepEqual([disclosure?.sign, disclosure?.brand], ['said', 'Sonos']);
  });

  test('that the description repeats count once, and at most 100 are kept', () => {
    const line = 'This video is sponsored by Nike.';
    const repeated = disclosuresOf(material({ metadata: { description: `${line}\n${line}` } }));
    assert.equal(repeated.length, 1);

    const many = Array.from({ length: 150 }, (_, index) =>
      speech(index * 10, `This video is sponsored by Nike${index}.`),
    );
    assert.equal(disclosuresOf(material({ segments: many })).length, 100);
  });

  test('have no language if the words belong to several and the speech is unknown', () => {
    const disclosures = disclosuresOf(
      material({
        segments: [speech(3, 'Vídeo patrocinado por Nike.')],
        texts: [label('Patrocinado', 5, 9)],
        spokenLanguage: null,
      }),
    );
    assert.deepEqual(
      disclosures.map(({ language }) => language),
      disclosures.map(() => undefined),
    );
    assert.ok(disclosures.length > 0);
  });
});
