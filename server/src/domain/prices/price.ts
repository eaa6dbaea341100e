/** What an analysis costs: the estimate before it and the charge after it (interface.md "Charging"). */
import type { Ask } from '@reelsight/contract';
import { analysedSeconds } from '@reelsight/contract/analysed-part';

/** Credits per unit; every number is a setting. */
export interface Prices {
  readonly processingMinute: number;
  readonly audioMinute: number;
  readonly textFrame: number;
  readonly objectFrame: number;
  readonly logoFrame: number;
  readonly visionImage: number;
  readonly thousandTokensIn: number;
  readonly thousandTokensOut: number;
}

export interface Estimate {
  readonly credits: number;
  readonly breakdown: readonly { item: string; credits: number }[];
}

const round = (credits: number): number => Math.round(credits * 1000) / 1000;

/** The facts about a video that its estimate is based on. */
export interface EstimatedVideo {
  /** Length of what is analysed of the video. */
  readonly durationSeconds: number;
  /** Counts that ingestion made; absent until ingestion has ended. */
  readonly measured?: MeasuredVideo | undefined;
}

export interface MeasuredVideo {
  /** Number of sampled frames that differ from the previous one; only these are analysed. */
  readonly pictures: number;
  readonly hasSound: boolean;
}

/** Estimates the units that an analysis will use, and how long workers will need for it. */
export interface ExpectedWork {
  expect(ask: Ask, video: EstimatedVideo): { readonly usage: Usage; readonly seconds: number };
}

export type ChargeItem =
  | 'processing'
  | 'transcription'
  | 'text'
  | 'brands'
  | 'objects'
  | 'vision'
  | 'language';

/** The estimate for a video; uses the service's assumed length if the real one is not known yet. */
export const estimateFor = (
  domain: {
    readonly prices: Prices;
    readonly estimates: ExpectedWork;
    readonly settings: { readonly assumedSeconds: number };
  },
  ask: Ask,
  durationSeconds: number | null,
): Estimate =>
  estimateCredits(domain, ask, {
    durationSeconds: analysedSeconds(ask, durationSeconds) ?? domain.settings.assumedSeconds,
  });

/** The estimate, which is the charge for the expected work. */
export function estimateCredits(
  { prices, estimates }: { readonly prices: Prices; readonly estimates: ExpectedWork },
  ask: Ask,
  video: EstimatedVideo,
): Estimate {
  const { usage, seconds } = estimates.expect(ask, video);
  const breakdown = breakdownOf(chargedItems(prices, usage, seconds));
  return { credits: chargeFor(prices, usage, seconds), breakdown };
}

/** Units that a job used, by item. */
export type Usage = Readonly<Record<string, number>>;

/** The charge in credits: `ceil(usage + processing)`. It is 0 only if every price that applied is 0. */
export function chargeFor(prices: Prices, usage: Usage, processingSeconds: number): number {
  const items = Object.values(chargedItems(prices, usage, processingSeconds));
  const credits = items.reduce((sum, amount) => sum + amount, 0);
  // Rounding errors of binary fractions must not raise an exact whole number by one credit.
  return Math.ceil(credits - 1e-9);
}

/** The charge for the work on a job. Jobs of test workspaces are free. */
export const chargeForJob = (
  prices: Prices,
  { ask }: { readonly ask: Ask },
  { usage, seconds }: { readonly usage: Usage; readonly seconds: number },
): number => (ask.test ? 0 : chargeFor(prices, usage, seconds));

/**
 * The items of a charge, named like those of an estimate; none if prices have changed since the charge, because then
 * the items do not add up.
 */
export function chargeBreakdown(
  prices: Prices,
  { usage, processing_seconds: seconds, credits_charged: charged }: ChargedJob,
): Estimate['breakdown'] {
  if (charged === null || seconds === null) return [];
  if (chargeFor(prices, usage, seconds) !== charged) return [];
  return breakdownOf(chargedItems(prices, usage, seconds));
}

export interface ChargedJob {
  readonly usage: Usage;
  readonly processing_seconds: number | null;
  readonly credits_charged: number | null;
}

export function chargedItems(
  prices: Prices,
  usage: Usage,
  processingSeconds: number,
): Readonly<Record<ChargeItem, number>> {
  const of = (item: string): number => usage[item] ?? 0;
  return {
    processing: (processingSeconds / 60) * prices.processingMinute,
    transcription: (of('audio_seconds') / 60) * prices.audioMinute,
    text: of('text_frames') * prices.textFrame,
    brands: of('logo_frames') * prices.logoFrame,
    objects: of('object_frames') * prices.objectFrame,
    vision: of('vision_images') * prices.visionImage,
    language:
      (of('tokens_in') / 1000) * prices.thousandTokensIn +
      (of('tokens_out') / 1000) * prices.thousandTokensOut,
  };
}

const breakdownOf = (items: Readonly<Record<string, number>>): Estimate['breakdown'] =>
  Object.entries(items)
    .filter(([, credits]) => credits > 0)
    .map(([item, credits]) => ({ item, credits: round(credits) }));
