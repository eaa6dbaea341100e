/** Tests that estimates follow the charges of earlier jobs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Ask, askOf } from '@reelsight/contract';
import type { ChargedWork } from '../../db/jobs/ended-jobs.ts';
import { EstimateBasis } from './estimate-basis.ts';
import { chargeFor, estimateCredits, type MeasuredVideo, type Prices } from './price.ts';

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
const everyEngine = { logos: true, tokens: true, paidCalls: 12 };
const noModels = { logos: false, tokens: false, paidCalls: 12 };
const limits = { max_fps: 4 };
const brands = askOf({ capabilities: ['transcription', 'summary', 'brands'] }, limits);
const speech = askOf({ capabilities: ['transcription'] }, limits);

/**
 * The charged work of a job on a machine that takes a fifth of a second for each second of video, reads text in every
 * other frame and has neither a logo model nor a language model.
 */
const workOn = (ask: Ask, seconds: number, owner: string): ChargedWork => ({
  owner,
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

const creditsOf = (estimates: EstimateBasis, ask: Ask, durationSeconds: number): number =>
  estimateCredits({ prices, estimates }, ask, { durationSeconds }).credits;

describe('an estimate', () => {
  test('does not count an engine that is not there', () => {
    const estimates = new EstimateBasis();
    const items = () =>
      estimateCredits({ prices, estimates }, brands, { durationSeconds: 60 }).breakdown.map(
        ({ item }) => item,
      );

    estimates.learn(everyEngine, []);
    assert.deepEqual(items(), ['processing', 'transcription', 'text', 'brands', 'language']);
    estimates.learn(noModels, []);
    assert.deepEqual(items(), ['processing', 'transcription', 'text']);
  });

  test('is within a quarter of the charge once a few jobs ended', () => {
    const lengths = [60, 90, 45, 120, 75, 30];

    for (const taught of [brands, speech]) {
      const estimates = new EstimateBasis();
      estimates.learn(noModels, workOfThree(taught, lengths));

      const job = workOn(taught, 600, 'ws_other');
      const charge = chargeFor(prices, job.usage, job.processing_seconds);
      const estimate = creditsOf(estimates, taught, 600);
      assert.ok(estimate >= charge && estimate <= 1.25 * charge, `${estimate} for ${charge}`);
    }

    // If a machine is ten times as slow at the work it has done, it is expected to be just as slow at other work.
    const slow = workOfThree(speech, lengths).map((job) => ({
      ...job,
      processing_seconds: job.processing_seconds * 10,
    }));
    const usual = new EstimateBasis();
    const taught = new EstimateBasis();

    usual.learn(noModels, workOfThree(speech, lengths));
    taught.learn(noModels, slow);
    assert.ok(creditsOf(taught, brands, 600) > 4 * creditsOf(usual, brands, 600));
  });

  test('follows what ingestion counted: pictures that differ, and whether there is sound', () => {
    const estimates = new EstimateBasis();
    estimates.learn(noModels, []);

    const of = (ask: Ask, measured: MeasuredVideo) =>
      estimateCredits({ prices, estimates }, ask, { durationSeconds: 600, measured }).credits;
    const still = of(brands, { pictures: 12, hasSound: true });
    const moving = of(brands, { pictures: 2400, hasSound: true });

    assert.ok(moving > 3 * still, `${moving} and ${still}`);
    assert.ok(creditsOf(estimates, brands, 600) > still);
    assert.ok(of(speech, { pictures: 0, hasSound: false }) < creditsOf(estimates, speech, 600));
  });

  test('counts what a language model reads for paid segments, up to the number of its calls', () => {
    const onlyBrands = askOf({ capabilities: ['brands'] }, limits);
    const tokensFor = (ask: Ask, paidCalls: number, hours: number): number => {
      const estimates = new EstimateBasis();
      estimates.learn({ ...everyEngine, paidCalls }, []);
      return estimates.expect(ask, { durationSeconds: hours * 3600 }).usage.tokens_in ?? 0;
    };

    assert.ok(tokensFor(onlyBrands, 12, 2) > tokensFor(onlyBrands, 12, 1));
    assert.equal(tokensFor(onlyBrands, 12, 24), tokensFor(onlyBrands, 12, 48));
    assert.equal(tokensFor(onlyBrands, 0, 1), 0);
    assert.equal(tokensFor(speech, 12, 1), 0);
  });

  test('learns nothing from media used again', () => {
    const plain = new EstimateBasis();
    const learned = new EstimateBasis();
    learned.learn(everyEngine, workOfThree({ ...brands, from_job: 'job_1' }, [60, 60, 60]));
    assert.equal(creditsOf(learned, brands, 600), creditsOf(plain, brands, 600));
  });

  test('is not decided by one tenant, nor made free by jobs that needed nothing', () => {
    const empty = (owner: string): ChargedWork => ({
      ...workOn(speech, 60, owner),
      processing_seconds: 0.001,
      usage: {},
    });
    const flood = Array.from({ length: 50 }, () => empty('ws_flood'));
    const estimates = new EstimateBasis();
    const others = workOfThree(
      speech,
      Array.from({ length: 9 }, () => 60),
    );
    estimates.learn(everyEngine, [...flood, ...others]);

    const work = workOn(speech, 60, 'ws_other');
    const charge = chargeFor(prices, work.usage, work.processing_seconds);
    const credits = creditsOf(estimates, speech, 60);
    assert.ok(credits >= charge, `${credits} for ${charge}`);

    estimates.learn(everyEngine, flood);
    assert.ok(creditsOf(estimates, speech, 3600) > 0);
  });

  test('is not decided by one owner with jobs of many kinds, cheap or dear, nor by one absurd usage', () => {
    const kinds = ['transcription', 'summary', 'brands', 'objects', 'metadata'] as const;
    const asks = Array.from({ length: 31 }, (_, index) =>
      kinds.filter((_kind, bit) => (index + 1) & (2 ** bit)),
    ).flatMap((capabilities) =>
      [1, 2, 3, 4].map((fps) => ({ ...askOf({ capabilities, objects: ['cup'] }, limits), fps })),
    );
    const honest = Array.from({ length: 60 }, (_, index) =>
      workOn(index % 2 ? brands : speech, 60 + index, `ws_${index % 20}`),
    );
    const hourOfBrands = (work: readonly ChargedWork[]): number => {
      const estimates = new EstimateBasis();
      estimates.learn(everyEngine, work);
      return creditsOf(estimates, brands, 3600);
    };
    const usual = hourOfBrands(honest);

    const cheap = asks.map((ask) => ({
      ...workOn(ask, 14_400, 'ws_flood'),
      processing_seconds: 20,
      usage: {},
    }));
    const dear = asks.map((ask) => ({ ...workOn(ask, 1, 'ws_flood'), processing_seconds: 30 }));
    for (const flood of [cheap, dear]) {
      const credits = hourOfBrands([...flood, ...honest]);
      assert.ok(credits > usual / 1.5 && credits < usual * 1.5, `${credits} instead of ${usual}`);
    }

    const absurd = {
      ...workOn(brands, 60, 'ws_absurd'),
      usage: { tokens_in: 1e15, tokens_out: 9e15 },
    };
    const credits = hourOfBrands([absurd, ...honest]);
    assert.ok(credits < 2 * usual, `${credits} instead of ${usual}`);
  });
});
