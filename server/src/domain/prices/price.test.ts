/** Tests the items of a charge. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeBreakdown, chargeFor, type Prices } from './price.ts';

const prices: Prices = {
  processingMinute: 10,
  audioMinute: 2,
  textFrame: 0.02,
  objectFrame: 0.03,
  logoFrame: 0.04,
  visionImage: 0.5,
  thousandTokensIn: 0.1,
  thousandTokensOut: 0.3,
};
const usage = {
  audio_seconds: 60,
  text_frames: 100,
  object_frames: 10,
  logo_frames: 5,
  vision_images: 2,
  tokens_in: 1000,
  tokens_out: 500,
};

test('the items of a charge add up to it, as far as it is rounded up', () => {
  const charged = chargeFor(prices, usage, 30);
  const items = chargeBreakdown(prices, {
    usage,
    processing_seconds: 30,
    credits_charged: charged,
  });

  assert.deepEqual(Object.fromEntries(items.map(({ item, credits }) => [item, credits])), {
    processing: 5,
    transcription: 2,
    text: 2,
    brands: 0.2,
    objects: 0.3,
    vision: 1,
    language: 0.25,
  });
  assert.equal(charged, Math.ceil(10.75));
});

test('what was not charged, or by other prices, has no items', () => {
  const job = { usage, processing_seconds: 30, credits_charged: chargeFor(prices, usage, 30) };
  assert.deepEqual(chargeBreakdown(prices, { ...job, credits_charged: null }), []);
  assert.deepEqual(chargeBreakdown({ ...prices, textFrame: 1 }, job), []);
});
