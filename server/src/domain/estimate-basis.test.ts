/** Estimates that follow the charges of earlier jobs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Ask, askOf } from '@reelsight/contract';
import type { ChargedWork } from '../db/ended-jobs.ts';
import { EstimateBasis } from './estimate-basis.ts';
import { chargeFor, estimateCredits, type Prices } from './price.ts';

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
const everyEngine = { logos: true, tokens: true };
const noModels = { logos: false, tokens: false };
const limits = { max_fps: 4 };
const brands = askOf({ capabilities: ['transcription', 'summary', 'brands'] }, limits);
const speech = askOf({ capabilities: ['transcription'] }, limits);

/** A machine that takes a fifth of a second for each second, reads every other frame and has no models. */
const workOn = (ask: Ask, seconds: number, workspace: string): ChargedWork => ({
  workspace_id: workspace,
  ask,
  duration_seconds: seconds,
  processing_seconds: 4 + seconds / 5,
  usage: {
    audio_seconds: seconds * 0.9,
    ...(ask.capabilities.includes('brands') && { text_frames: (seconds * ask.fps) / 2 }),
  },
});

const workOfThree = (ask: Ask, lengths: readonly number[]): ChargedWork[] =>
  lengths.map((seconds, index) => workOn(ask, seconds, `ws_${index % 3}`));

describe('an estimate', () => {
  test('does not count an engine that is not there', () => {
    const estimates = new EstimateBasis();
    const items = () =>
      estimateCredits({ prices, estimates }, brands, 60).breakdown.map(({ item }) => item);
    estimates.learn(prices, everyEngine, []);
    assert.deepEqual(items(), ['processing', 'transcription', 'text', 'brands', 'language']);
    estimates.learn(prices, noModels, []);
    assert.deepEqual(items(), ['processing', 'transcription', 'text']);
  });

  test('is within a quarter of the charge once a few jobs of its kind ended', () => {
    const lengths = [60, 90, 45, 120, 75, 30];
    const estimates = new EstimateBasis();
    const job = workOn(brands, 100, 'ws_other');
    const charge = chargeFor(prices, job.usage, job.processing_seconds);
    const estimate = () => estimateCredits({ prices, estimates }, brands, 100).credits;

    assert.ok(estimate() > 3 * charge, `${estimate()} before, ${charge} charged`);
    estimates.learn(prices, noModels, workOfThree(brands, lengths));
    assert.ok(estimate() >= charge && estimate() <= 1.25 * charge, `${estimate()} for ${charge}`);
  });

  test('learns nothing about other kinds of work, from few jobs, or from media used again', () => {
    const plain = new EstimateBasis();
    const learned = new EstimateBasis();
    const same = (work: readonly ChargedWork[], ask: Ask) => {
      learned.learn(prices, everyEngine, work);
      assert.deepEqual(
        estimateCredits({ prices, estimates: learned }, ask, 60),
        estimateCredits({ prices, estimates: plain }, ask, 60),
      );
    };
    same(workOfThree(brands, [60, 60, 60]), speech);
    same(workOfThree(brands, [60, 60]), brands);
    same(workOfThree({ ...brands, from_job: 'job_1' }, [60, 60, 60]), brands);
  });

  test('is not decided by one tenant, nor made free by jobs that needed nothing', () => {
    const empty = (workspace: string): ChargedWork => ({
      ...workOn(speech, 60, workspace),
      processing_seconds: 0.001,
      usage: {},
    });
    const flood = Array.from({ length: 50 }, () => empty('ws_flood'));
    const estimates = new EstimateBasis();
    const others = workOfThree(
      speech,
      Array.from({ length: 9 }, () => 60),
    );
    estimates.learn(prices, everyEngine, [...flood, ...others]);
    const work = workOn(speech, 60, 'ws_other');
    const charge = chargeFor(prices, work.usage, work.processing_seconds);
    const { credits } = estimateCredits({ prices, estimates }, speech, 60);
    assert.ok(credits >= charge, `${credits} for ${charge}`);

    estimates.learn(prices, everyEngine, flood);
    assert.ok(estimateCredits({ prices, estimates }, speech, 3600).credits > 0);
  });
});
