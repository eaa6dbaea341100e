/**
 * Tests the caps of a job: `max_credits` is compared with the estimate, and a job may cost exactly as much as estimated
 * (interface.md "The charge").
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Capability } from '@reelsight/contract';
import { EstimateBasis } from '../prices/estimate-basis.ts';
import { estimateCredits, type Prices } from '../prices/price.ts';
import { secondsFor } from './job-caps.ts';

const prices: Prices = {
  processingMinute: 10,
  audioMinute: 0.5,
  textFrame: 0.01,
  objectFrame: 0.01,
  logoFrame: 0.01,
  visionImage: 0.2,
  thousandTokensIn: 0.02,
  thousandTokensOut: 0.1,
};
const domain = { prices, estimates: new EstimateBasis() };
const asks: Capability[][] = [
  ['metadata'],
  ['transcription'],
  ['transcription', 'brands'],
  ['transcription', 'summary', 'brands', 'objects'],
];

test('what is estimated may be decoded to its end, and no more than a second beyond', () => {
  const most = 4 * 3600;
  for (const capabilities of asks) {
    for (const fps of [1, 4]) {
      const ask = { capabilities, fps, queries: [] } as never;
      const credits = (seconds: number) =>
        estimateCredits(domain, ask, { durationSeconds: seconds }).credits;
      for (let seconds = 0.3; seconds < most; seconds += 61.7) {
        const cap = secondsFor(domain, ask, credits(seconds), most);
        assert.ok(cap >= seconds, `${capabilities} of ${seconds} s: ${cap}`);
        assert.ok(cap > most || credits(cap - 1) <= credits(seconds));
      }
    }
  }
});
