/** When the seconds of a brand are a lower bound. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrandResult, Results } from '@reelsight/sdk';
import { reasonForMore, reasonForMoreOf } from './at-least.ts';

const detection = (height: number, source = 'text') => ({
  timestamp: 1,
  confidence: 0.9,
  bounding_box: { x: 0, y: 0, width: 0.1, height },
  source,
  verified: true,
});
const brand = (name: string, heights: readonly number[], source = 'text') =>
  ({
    name,
    total_visible_duration: 3,
    appearances: [],
    frame_detections: heights.map((height) => detection(height, source)),
  }) as unknown as BrandResult;
const results = (brands: readonly BrandResult[], fields: object = {}) =>
  ({ brands, meta: {}, ...fields }) as unknown as Results;

describe('Seconds are a lower bound', () => {
  test('where the letters are mostly small', () => {
    const both = results([brand('Google', [0.02, 0.021, 0.08]), brand('Nike', [0.1, 0.02, 0.2])]);
    assert.match(reasonForMoreOf('Google', both) ?? '', /small letters are missed/);
    assert.equal(reasonForMoreOf('Nike', both), undefined);
    assert.match(reasonForMore(both) ?? '', /^At least: it is small/);
    assert.equal(reasonForMoreOf('Google', results([brand('Google', [0.02], 'logo')])), undefined);
  });

  test('where texts nearly the name were read', () => {
    const near = { possible_brands: [{ text: 'Gogle', near: 'Google' }] };
    const read = results([brand('Google', [0.2]), brand('Nike', [0.2])], near);
    assert.match(reasonForMoreOf('Google', read) ?? '', /nearly its name/);
    assert.equal(reasonForMoreOf('Nike', read), undefined);
  });

  test('where frames were damaged or too full', () => {
    const meta = {
      unseen_spans: [{ start: 1, end: 2 }],
      places_left_out: true,
      alike_names_skipped: true,
    };
    const reason = reasonForMoreOf('Nike', results([brand('Nike', [0.2])], { meta }));
    assert.match(reason ?? '', /damaged frames.*; only the clearest places.*; misread names/);
  });

  test('and exact otherwise, and for what is only heard', () => {
    assert.equal(reasonForMore(results([brand('Nike', [0.2])])), undefined);
    const heard = { ...brand('Nike', [0.01]), total_visible_duration: 0 };
    assert.equal(reasonForMoreOf('Nike', results([heard])), undefined);
  });
});
