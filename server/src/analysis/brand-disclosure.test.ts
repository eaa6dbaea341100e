/** Whether, where and how a video discloses that a brand paid for it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrandResult, Disclosure, PaidSegment } from '@reelsight/contract';
import { cpuMs } from '../../testing/cpu-time.ts';
import { withDisclosures } from './brand-disclosure.ts';

const brand = (name: string, firstSeen: number): BrandResult => ({
  name,
  confidence: 0.9,
  total_appearances: 1,
  first_seen: firstSeen,
  last_seen: firstSeen,
  appearances: [],
  frame_detections: [],
});

const spoken = (timestamp: number, name?: string): Disclosure => ({
  sign: 'said',
  timestamp,
  duration_seconds: 3,
  quote: 'This video is sponsored.',
  language: 'en',
  confidence: 0.9,
  ...(name && { brand: name }),
});

const segment = (start: number, end: number, name?: string): PaidSegment => ({
  start,
  end,
  confidence: 0.9,
  evidence: [],
  ...(name && { brand: name }),
});

describe('the disclosure of a brand', () => {
  test('says before, with or after the first mention', () => {
    const orders = [30, 11, 4].map((firstSeen) => {
      const [nike] = withDisclosures([brand('Nike', firstSeen)], {
        disclosures: [spoken(10, 'NIKE')],
      });
      return nike?.disclosure?.signs[0]?.order;
    });
    assert.deepEqual(orders, ['before', 'with', 'after']);

    const hashtag: Disclosure = { sign: 'hashtag', timestamp: 0, quote: '#ad', confidence: 0.8 };
    const [nike] = withDisclosures([brand('Nike', 4)], { disclosures: [hashtag] });
    assert.equal(nike?.disclosure?.signs[0]?.order, 'outside');
  });

  test('is of the brand that is named; others only may be meant by one that names nobody', () => {
    const [nike, sonos] = withDisclosures([brand('Nike', 5), brand('Sonos', 6)], {
      disclosures: [spoken(2), spoken(10, 'Nike')],
      paid_segments: [],
    });
    assert.deepEqual(
      [nike, sonos].map((result) => [result?.disclosure?.paid, result?.disclosure?.disclosed]),
      [
        ['paid', true],
        ['not_known', false],
      ],
    );
    assert.deepEqual(
      nike?.disclosure?.signs.map(({ names_brand: namesBrand }) => namesBrand),
      [false, true],
    );
    assert.equal(sonos?.disclosure?.signs.length, 1);
  });

  test('takes a sign that names nobody for that of the paid segment it belongs to', () => {
    const namingOf = (quote: string, timestamp: number) => {
      const brands = [brand('Nike', 70), brand('Sonos', 100)];
      const [nike, sonos] = withDisclosures(brands, {
        disclosures: [{ ...spoken(timestamp), quote }],
        paid_segments: [segment(60, 100, 'Nike'), segment(97, 130, 'Sonos')],
      });
      return [nike, sonos].map((result) => result?.disclosure?.disclosed);
    };

    assert.deepEqual(namingOf('Now a word from our sponsor.', 57), [true, false]);
    assert.deepEqual(namingOf('And our second sponsor.', 96), [false, true]);
    assert.deepEqual(namingOf('Now a word from our sponsor.', 140), [false, false]);
    // It may be what the sponsor is compared with.
    assert.deepEqual(namingOf("Today's sponsor is better than Nike.", 60), [false, false]);
  });

  test('keeps apart what is paid for and what is disclosed', () => {
    const [nike] = withDisclosures([brand('Nike', 5)], {
      disclosures: [],
      paid_segments: [segment(5, 35, 'Nike'), segment(30, 45, 'Nike'), segment(60, 70, 'Sonos')],
    });
    assert.deepEqual(nike?.disclosure, {
      paid: 'paid',
      disclosed: false,
      paid_seconds: 40,
      signs: [],
    });
  });

  test('is absent where nothing could tell', () => {
    const [nike] = withDisclosures([brand('Nike', 5)], {});
    assert.equal('disclosure' in (nike ?? {}), false);
  });

  test('keeps those that name the brand if there are too many', () => {
    const unnamed = Array.from({ length: 40 }, (_, index) => spoken(index));
    const [nike] = withDisclosures([brand('Nike', 5)], {
      disclosures: [...unnamed, spoken(90, 'Nike')],
    });
    const signs = nike?.disclosure?.signs ?? [];
    assert.equal(signs.length, 20);
    assert.equal(signs.at(-1)?.names_brand, true);
  });

  test('of hundreds of brands with long names is made in no time', () => {
    const name = (index: number) => `${'Éclair Ångström '.repeat(12)}${index}`;
    const brands = Array.from({ length: 500 }, (_, index) => brand(name(index), index));
    const signs = Array.from({ length: 100 }, (_, index) => spoken(index, name(index)));
    const segments = Array.from({ length: 600 }, (_, index) =>
      segment(index, index + 1, name(index % 500)),
    );
    const began = cpuMs();
    const shown = withDisclosures(brands, { disclosures: signs, paid_segments: segments });
    assert.ok(cpuMs() - began < 1500, `${cpuMs() - began} ms`);
    assert.equal(shown.filter(({ disclosure }) => disclosure?.disclosed).length, 100);
  });
});
