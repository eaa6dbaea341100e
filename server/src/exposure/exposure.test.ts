import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BoundingBox, BrandResult } from '@reelsight/contract';
import { exposureOfVideos } from '../../testing/exposure-of.ts';
import { ExposureTotal } from './exposure.ts';
import { formOf } from './form.ts';
import type { ExposureOptions } from './formula.ts';
import { brandSpans } from './spans.ts';
import { type ExposureVideo, videoExposure } from './video-exposure.ts';

type Appearance = BrandResult['appearances'][number];
type Detection = BrandResult['frame_detections'][number];

const middle: BoundingBox = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };

const seen = (start: number, end: number, more: Partial<Appearance> = {}): Appearance => ({
  timestamp: start,
  timestamp_start: start,
  timestamp_end: end,
  visible_duration: end - start,
  confidence: 0.9,
  context: 'On screen.',
  source: 'visual',
  ...more,
});

const said = (timestamp: number, confidence = 0.9): Appearance => ({
  timestamp,
  confidence,
  context: 'Said.',
  source: 'audio',
});

const boxAt = (
  timestamp: number,
  bounding_box: BoundingBox = middle,
  more: Partial<Detection> = {},
): Detection => ({
  timestamp,
  bounding_box,
  confidence: 0.9,
  source: 'text',
  verified: true,
  ...more,
});

const brand = (
  name: string,
  appearances: Appearance[],
  frame_detections: Detection[] = [],
): BrandResult => ({
  name,
  confidence: 0.9,
  total_appearances: appearances.length,
  first_seen: 0,
  last_seen: 0,
  appearances,
  frame_detections,
});

const videoOf = (brands: BrandResult[], duration_seconds = 100, job_id = 'job_1') => ({
  job_id,
  title: 'A match',
  duration_seconds,
  brands: formOf({ brands }).brands ?? [],
});

const exposureOf = (videos: readonly ExposureVideo[], options: ExposureOptions = {}) =>
  exposureOfVideos(
    videos.map((video) => videoExposure(video, options)),
    options,
  );

const one = (brands: BrandResult[], options = {}) => {
  const [first] = exposureOf([videoOf(brands)], options).brands;
  assert.ok(first);
  return first;
};

/** Asserts that a value is within two percent, or a thousandth, of the right value. */
const near = (found: number, right: number): void =>
  assert.ok(
    Math.abs(found - right) <= Math.max(0.02 * Math.abs(right), 0.001),
    `${found} instead of ${right}`,
  );

describe('seconds', () => {
  test('appearances at the same time count once, and what is said is not seen', () => {
    const own = brand('A', [seen(0, 10), seen(5, 12), seen(20, 21), said(50)]);
    assert.deepEqual(brandSpans(own), [
      { start: 0, end: 12 },
      { start: 20, end: 21 },
    ]);

    const { seen_seconds, appearances, longest_seconds, first_seen, said: spoken } = one([own]);
    assert.deepEqual([seen_seconds, appearances, longest_seconds, first_seen], [13, 3, 12, 0]);
    assert.deepEqual(spoken, { times: 1, seconds_overlapping_seen: 0 });
  });

  test('shares are of the videos’ length and of all brands, chosen or not', () => {
    const all = [brand('A', [seen(0, 30)], [boxAt(1)]), brand('B', [seen(20, 30)], [boxAt(21)])];
    const { brands } = exposureOf([videoOf(all)], { brands: ['b'] });
    assert.equal(brands.length, 1);
    assert.equal(brands[0]?.share_of_video, 0.1);
    assert.equal(brands[0]?.share_of_voice, 0.25);
    assert.equal(brands[0]?.solus_seconds, 0);
    assert.equal(one(all, { brands: ['A'] }).solus_seconds, 20);
  });

  test('two spellings of a brand in one video are one brand, alone where they overlap', () => {
    const both = brand('Coca-Cola', [seen(0, 10), said(3)], [boxAt(5)]);
    const again = brand('COCA COLA', [seen(5, 12), said(30)], [boxAt(6)]);
    const [found, ...others] = exposureOf([videoOf([both, again])]).brands;
    assert.ok(found);
    assert.deepEqual(others, []);
    assert.deepEqual([found.name, found.videos, found.appearances], ['Coca-Cola', 1, 2]);
    assert.deepEqual([found.seen_seconds, found.solus_seconds], [12, 12]);
    assert.deepEqual([found.share_of_video, found.share_of_voice], [0.12, 1]);
    assert.equal(found.longest_seconds, 12);
    assert.equal(found.said.times, 2);

    const alone = brand('Coca-Cola', [seen(0, 12), said(3), said(30)], [boxAt(5), boxAt(6)]);
    near(found.equivalent_seconds, one([alone]).equivalent_seconds);

    const { confidence: _, ...unsure } = seen(20, 30);
    const faint = { ...brand('coca cola', [unsure as Appearance]), confidence: 0.3 };
    const least = { min_confidence: 0.5 };
    assert.equal(exposureOf([videoOf([both, faint])], least).brands[0]?.seen_seconds, 10);
  });

  test('a brand that is said while it is in view', () => {
    const words = [
      { start: 4.8, end: 5.2, text: 'Red' },
      { start: 5.2, end: 5.6, text: 'Bull' },
    ];
    const segments = [{ start: 4, end: 6, text: 'Red Bull', words }];
    const transcription = {
      text: '',
      segments,
      language: 'en',
      duration_seconds: 9,
      word_count: 2,
    };
    const results = {
      brands: [brand('Red Bull', [seen(5, 8), said(4.8), said(30)])],
      transcription,
    };
    const brands = formOf(results).brands ?? [];
    const video = { job_id: 'job_1', title: null, duration_seconds: 100, brands };

    assert.deepEqual(exposureOf([video]).brands[0]?.said, {
      times: 2,
      seconds_overlapping_seen: 0.6,
    });
  });

  test('a confidence leaves out what is below it everywhere', () => {
    const own = brand(
      'A',
      [seen(0, 10, { confidence: 0.9 }), seen(20, 30, { confidence: 0.4 }), said(40, 0.4)],
      [boxAt(5), boxAt(25, middle, { confidence: 0.4 })],
    );
    const strict = one([own], { min_confidence: 0.5 });

    assert.equal(strict.seen_seconds, 10);
    assert.equal(strict.appearances, 1);
    assert.equal(strict.said.times, 0);
    assert.equal(exposureOf([videoOf([own])], { min_confidence: 0.95 }).brands.length, 0);
    assert.match(
      exposureOf([], { min_confidence: 0.5 }).formula.text,
      /below a confidence of 0\.5/,
    );
  });

  test('no video and no brand', () => {
    const nothing = exposureOf([]);
    assert.deepEqual([nothing.videos, nothing.seconds_total, nothing.brands], [[], 0, []]);
    assert.deepEqual(exposureOf([videoOf([])]).brands, []);
  });
});

describe('equivalent seconds', () => {
  test('of a box that fills a fortieth of the middle', () => {
    const own = one([brand('A', [seen(0, 10)], [boxAt(2), boxAt(8)])]);
    assert.equal(own.mean_size, 0.04);
    near(own.equivalent_seconds, 10 * Math.sqrt(0.04 / 0.06));
    assert.equal(own.position.center, 10);
    assert.equal(own.clarity, 1);
    assert.equal(own.clarity_known, 0);
  });

  test('a large box counts in full, a corner loses edge_loss, two brands share by clutter', () => {
    const large = { x: 0, y: 0, width: 1, height: 1 };
    near(one([brand('A', [seen(0, 10)], [boxAt(1, large)])]).equivalent_seconds, 10);

    const corner = { x: 0.999, y: 0.999, width: 0.001, height: 0.001 };
    const cornered = one([brand('A', [seen(0, 10)], [boxAt(1, corner)])], { full_size: 0.0001 });
    near(cornered.equivalent_seconds, 10 * Math.sqrt(0.000001 / 0.0001) * 0.6);

    const both = ['A', 'B'].map((name) => brand(name, [seen(0, 10)], [boxAt(1, large)]));
    near(one(both).equivalent_seconds, 10 / Math.SQRT2);
    near(one(both, { clutter: 0 }).equivalent_seconds, 10);
  });

  test('a box moves in a straight line between the frames it was found on', () => {
    const at = (x: number) => ({ x, y: 0.45, width: 0.1, height: 0.1 });
    const moving = brand('A', [seen(0, 9)], [boxAt(0, at(0)), boxAt(9, at(0.9))]);
    const own = one([moving]);
    near(Number(own.position.left), 2.83);
    near(Number(own.position.center), 3.33);
    near(Number(own.position.right), 2.83);

    let right = 0;
    for (let step = 0; step < 9000; step++) {
      const away = Math.abs(at((step + 0.5) / 10_000).x + 0.05 - 0.5) / Math.SQRT1_2;
      right += 0.001 * Math.sqrt(0.01 / 0.06) * (1 - 0.4 * away);
    }

    near(own.equivalent_seconds, right);
  });

  test('of several boxes at once the best one counts, also in one appearance', () => {
    const small = { x: 0, y: 0, width: 0.1, height: 0.1 };
    const frames = [1, 3, 5].flatMap((time) => [boxAt(time, small), boxAt(time)]);
    const own = one([brand('A', [seen(0, 6)], frames)]);
    assert.equal(own.mean_size, 0.04);
    near(own.equivalent_seconds, 6 * Math.sqrt(0.04 / 0.06));
  });

  test('a box that comes with an appearance of its own is there from its start to its end', () => {
    const small = { x: 0, y: 0, width: 0.1, height: 0.1 };
    const frames = [
      ...[0, 2, 4, 6, 8].map((time) => boxAt(time, small)),
      ...[4, 6].map((time) => boxAt(time)),
    ];
    const own = one([brand('A', [seen(0, 10), seen(3.5, 6.5)], frames)]);

    assert.equal(own.position.center, 3);
    assert.equal(own.position['top-left'], 7);
  });

  test('clarity that was measured counts', () => {
    const frames = [boxAt(2, middle, { clarity: 0.5 }), boxAt(8, middle, { clarity: 0.5 })];
    const own = one([brand('A', [seen(0, 10), seen(20, 30)], [...frames, boxAt(25)])]);
    assert.equal(own.clarity, 0.75);
    assert.equal(own.clarity_known, 0.5);
    near(own.equivalent_seconds, 15 * Math.sqrt(0.04 / 0.06));
  });

  test('clarity is less where letters are too small for any screen', () => {
    const tiny = { x: 0.4, y: 0.4, width: 0.2, height: 6 / 1080 };
    const sharp = one([brand('A', [seen(0, 10)], [boxAt(5, tiny, { clarity: 0.8 })])]);
    assert.equal(sharp.clarity, 0.4);
    assert.equal(one([brand('A', [seen(0, 10)], [boxAt(5, tiny)])]).clarity, 1);
  });

  test('letters of twelve lines are legible', () => {
    const line = (height: number) => ({ x: 0.4, y: 0.4, width: 0.1, height });
    const legible = (height: number) =>
      one([brand('A', [seen(0, 10)], [boxAt(1, line(height))])]).legible_seconds;
    assert.deepEqual(legible(0.034), { phone: 10, laptop: 10, tv: 10 });
    assert.deepEqual(legible(0.032), { phone: 0, laptop: 10, tv: 10 });
    assert.deepEqual(legible(0.012), { phone: 0, laptop: 0, tv: 10 });
    assert.deepEqual(legible(0.011), { phone: 0, laptop: 0, tv: 0 });
  });

  test('money only from the caller’s own figures', () => {
    const own = [brand('A', [seen(0, 30)], [boxAt(1, { x: 0, y: 0, width: 1, height: 1 })])];
    assert.equal(one(own, { cpm_usd: 20 }).media_value_usd, null);
    assert.equal(one(own, { audience: 1000 }).media_value_usd, null);
    assert.equal(one(own, { cpm_usd: 20, audience: 5000 }).media_value_usd, 100);
  });

  test('an appearance without a box counts its seconds and nothing else', () => {
    const own = one([brand('A', [seen(0, 10)])]);
    assert.equal(own.seen_seconds, 10);
    assert.deepEqual([own.equivalent_seconds, own.mean_size, own.best], [0, 0, null]);
  });
});

describe('surfaces and the best moment', () => {
  test('each surface counts its own seconds and boxes', () => {
    const board = { surface: 'perimeter-board' as const };
    const shirt = { surface: 'jersey-front' as const };
    const small = { x: 0.45, y: 0.45, width: 0.1, height: 0.1 };
    const own = one([
      brand(
        'A',
        [seen(0, 10, board), seen(5, 15, shirt)],
        [
          boxAt(2, small, board),
          boxAt(7, small, board),
          boxAt(7, middle, shirt),
          boxAt(12, middle, shirt),
        ],
      ),
    ]);

    assert.equal(own.seen_seconds, 15);
    assert.deepEqual(
      own.surfaces.map(({ surface, seen_seconds }) => [surface, seen_seconds]),
      [
        ['jersey-front', 10],
        ['perimeter-board', 10],
      ],
    );
    near(own.surfaces[0]?.equivalent_seconds ?? 0, 10 * Math.sqrt(0.04 / 0.06));
    near(own.surfaces[1]?.equivalent_seconds ?? 0, 10 * Math.sqrt(0.01 / 0.06));
  });

  test('the best moment has a proof frame, if any has one', () => {
    const proof = { frame_url: '/v1/frames/job_1/proof-1.jpg', bounding_box: middle };
    const full = { x: 0, y: 0, width: 1, height: 1 };
    const own = one([brand('A', [seen(0, 10, proof), seen(20, 30)], [boxAt(0), boxAt(25, full)])]);
    assert.deepEqual(own.best, {
      job_id: 'job_1',
      timestamp: 0,
      frame_url: proof.frame_url,
      bounding_box: middle,
    });

    const bare = one([brand('A', [seen(0, 10), seen(20, 30)], [boxAt(0), boxAt(25, full)])]);
    assert.equal(bare.best?.timestamp, 25);
    assert.equal(bare.best?.frame_url, null);
  });
});

describe('several videos', () => {
  test('a brand is one brand however it is written', () => {
    const first = videoOf([brand('Nike', [seen(0, 10)], [boxAt(1)])], 50);
    const second = videoOf([brand('NIKE', [seen(2, 7)], [boxAt(3)])], 50, 'job_2');
    const { brands, seconds_total, videos } = exposureOf([first, second]);

    assert.equal(brands.length, 1);
    assert.deepEqual(
      [seconds_total, videos.length, brands[0]?.videos, brands[0]?.seen_seconds, brands[0]?.name],
      [100, 2, 2, 15, 'Nike'],
    );
    assert.equal(brands[0]?.share_of_video, 0.15);
  });

  test('the best moment is one with a proof frame, if any video has one', () => {
    const proof = { frame_url: '/v1/frames/job_2/proof-1.jpg', bounding_box: middle };
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    const large = videoOf([brand('Nike', [seen(0, 10)], [boxAt(1, whole)])]);
    const proven = brand('Nike', [seen(0, 10, proof)], [boxAt(0)]);

    for (const videos of [
      [large, videoOf([proven], 100, 'job_2')],
      [videoOf([proven], 100, 'job_2'), large],
    ])
      assert.equal(exposureOf(videos).brands[0]?.best?.job_id, 'job_2');
  });

  test('five hundred brands in two hours', () => {
    const brands = Array.from({ length: 500 }, (_, index) => {
      const starts = Array.from({ length: 20 }, (_, time) => index + time * 300);
      return brand(
        `ブランド ${index}`,
        starts.map((start) => seen(start, start + 30)),
        starts.flatMap((start) => [0, 10, 20].map((by) => boxAt(start + by))),
      );
    });
    const exposure = exposureOf([videoOf(brands, 7200)]);

    assert.equal(exposure.brands.length, 500);
    near(
      exposure.brands.reduce((sum, { share_of_voice }) => sum + share_of_voice, 0),
      1,
    );
  });

  test('says in how many videos a brand is paid for, and how much of it is in paid segments', () => {
    const record = { paid: 'paid' as const, disclosed: true, paid_seconds: 20, signs: [] };
    const paidVideo = formOf({
      brands: [
        { ...brand('Nike', [seen(5, 15), said(12), said(40)]), disclosure: record },
        {
          ...brand('Sonos', [seen(0, 5)]),
          disclosure: { ...record, paid: 'not_known', disclosed: false, paid_seconds: 0 },
        },
      ],
      paid_segments: [
        { start: 10, end: 20, brand: 'nike', confidence: 0.9, evidence: [] },
        { start: 12, end: 30, brand: 'Nike', confidence: 0.9, evidence: [] },
        { start: 0, end: 60, brand: 'Pepsi', confidence: 0.9, evidence: [] },
      ],
    });
    const olderVideo = formOf({ brands: [brand('Nike', [seen(5, 15)])] });
    const sums = [paidVideo, olderVideo].map((form, index) =>
      videoExposure(
        { job_id: `job_${index}`, title: null, duration_seconds: 60, brands: form.brands ?? [] },
        {},
      ),
    );
    const { brands } = exposureOfVideos(sums);
    const recordOf = (name: string) => brands.find((entry) => entry.name === name)?.disclosure;

    assert.deepEqual(recordOf('Nike'), {
      videos_paid: 1,
      videos_disclosed: 1,
      videos_not_known: 0,
      seen_seconds_paid: 5,
      said_times_paid: 1,
    });
    assert.deepEqual(recordOf('Sonos'), {
      videos_paid: 0,
      videos_disclosed: 0,
      videos_not_known: 1,
      seen_seconds_paid: 0,
      said_times_paid: 0,
    });
  });

  test('values videos one by one, and counts those without an audience or a price', () => {
    const sums = videoExposure(videoOf([brand('Nike', [seen(0, 10)], [boxAt(1)])]), {});
    const audience = { views: 3000, read_at: null, platform: 'youtube', source: 'manual' as const };
    const total = new ExposureTotal({ audience: 'views', isPricedByVideo: true });
    total.add(sums, { ...audience, cpm_usd: 10 });
    total.add(sums, { ...audience, cpm_usd: null });
    total.add(sums, null);
    const { brands, videos, videos_not_valued } = total.made();
    const [nike] = brands;
    assert.equal(videos_not_valued, 2);
    assert.equal(nike?.videos_not_valued, 2);
    near(nike?.media_value_usd ?? 0, (((nike?.equivalent_seconds ?? 0) / 3) * 3 * 10) / 30);
    assert.deepEqual(
      videos.map((video) => video.audience?.cpm_usd),
      [10, null, undefined],
    );

    const none = new ExposureTotal({ audience: 'views', isPricedByVideo: true });
    none.add(sums, null);
    assert.equal(none.made().brands[0]?.media_value_usd, null);

    const free = new ExposureTotal({ audience: 'views', isPricedByVideo: true });
    free.add(sums, { ...audience, views: 0, cpm_usd: 10 });
    assert.equal(free.made().brands[0]?.media_value_usd, 0, 'known to be 0 is not unknown');
  });
});
