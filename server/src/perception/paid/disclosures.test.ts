/** Where videos disclose that they are paid for, by hand-written words. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrandResult } from '@reelsight/contract';
import { cpuMs } from '../../../testing/cpu-time.ts';
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
        ['said', 4, 3, 'en', 'Sonos'],
        ['on_screen', 50, 5, 'de', undefined],
        ['chapter', 60, undefined, undefined, 'Nike'],
      ],
    );
    assert.equal(disclosures[3]?.quote, 'This episode of Long Roads is brought to you by Sonos.');
  });

  test('name who pays by their own words alone, and each of several', () => {
    const payersIn = (text: string) =>
      disclosuresOf(
        material({
          segments: [speech(4, text)],
          brands: ['Netflix', 'Sonos', 'Apple'].map((name) => said(name, 5)),
        }),
      ).map(({ brand }) => brand);

    assert.deepEqual(payersIn("Today's sponsor lets you watch Netflix everywhere."), [undefined]);
    assert.deepEqual(payersIn("Sonos is today's sponsor, and it plays Netflix."), ['Sonos']);
    assert.deepEqual(payersIn('This video is sponsored by Sonos and Trail Bank.'), [
      'Sonos',
      'Trail Bank',
    ]);
    assert.deepEqual(payersIn("This video is sponsored by Applebee's."), ["Applebee's"]);
    assert.deepEqual(payersIn("Apple hasn't sponsored this video."), []);
    assert.deepEqual(payersIn('Sonos Radio, who are sponsoring this video, is new.'), [undefined]);
  });

  test('with a hashtag name an account, not any brand of the line', () => {
    const payersIn = (description: string) =>
      disclosuresOf(
        material({ metadata: { description }, brands: [said('Target', 5), said('Sony', 9)] }),
      ).map(({ brand }) => brand);

    assert.deepEqual(payersIn('I hit my target today #ad'), [undefined]);
    assert.deepEqual(payersIn('Filmed at dusk (#ad) @sonyofficial'), ['Sony']);
    assert.deepEqual(payersIn('An #ad-free channel, on my #adv motorcycle, new #pr today'), []);
    assert.deepEqual(payersIn('Werbung: unbezahlt, selbst gekauft'), []);
  });

  test('on screen are labels, not what is filmed', () => {
    const signs = (text: string) => disclosuresOf(material({ texts: [label(text, 5, 9)] })).length;
    for (const filmed of [
      'Google Ads',
      'Skip Ad',
      'MAIN SPONSOR',
      'Anzeige: 24,5 V',
      'PUB',
      'SPOT',
    ])
      assert.equal(signs(filmed), 0, filmed);
    for (const shown of ['Anzeige', 'Paid partnership', '#ad', 'This video is sponsored by Sonos'])
      assert.equal(signs(shown), 1, shown);
  });

  test('are found behind figures of speech', () => {
    for (const text of [
      "Without further ado, a word from today's sponsor.",
      "When it comes to sleep, today's sponsor helps.",
      "Last but not least, today's sponsor.",
    ])
      assert.equal(disclosuresOf(material({ segments: [speech(1, text)] })).length, 1, text);
  });

  test('are not who presents a show, or what others are sponsored by', () => {
    for (const text of [
      'Questa puntata è presentata da Carlo Rossi.',
      'Our content is supported by ads.',
      'Paid promotion explained in five minutes.',
    ])
      assert.deepEqual(disclosuresOf(material({ segments: [speech(1, text)] })), [], text);
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

  test('in texts full of accounts are compared with thousands of brands in time', () => {
    const brands = Array.from({ length: 2000 }, (_, index) => said(`Brand ${index}`, index));
    const texts = Array.from({ length: 300 }, (_, index) => {
      const accounts = Array.from({ length: 80 }, (_, account) => `@z${index + account}`);
      return label(`#ad ${accounts.join(' ')} @brand${1999 - index}official`, index, index + 1);
    });
    const before = cpuMs();

    assert.equal(disclosuresOf(material({ brands, texts }))[7]?.brand, 'Brand 1992');
    // About 200 ms; comparing each account with all brands took 5 s.
    assert.ok(cpuMs() - before < 1500, `${cpuMs() - before} ms`);
  });
});
