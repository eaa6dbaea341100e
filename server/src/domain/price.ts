/** What an analysis costs: the estimate before it and the charge after it (interface.md "Charging"). */
import { type Ask, needs } from '@reelsight/contract';

/** Credits a unit; every number is a setting. */
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

/** Seconds a job needs whatever the length of its video: process start, probing, writing of results. */
const fixedSeconds = 15;
/** Estimated processing seconds per second of video at a given fps; faster machines are charged less. */
const processingFactor = (fps: number): number => 0.5 + 0.5 * fps;
/** Tokens a summary or an answer reads and writes if a language model is configured. */
const tokensPerAnswer = { in: 4000, out: 400 };

const round = (credits: number): number => Math.round(credits * 1000) / 1000;

export type ChargeItem =
  | 'processing'
  | 'transcription'
  | 'text'
  | 'brands'
  | 'objects'
  | 'vision'
  | 'language';

/** Says how much of the plain amount of an item this service is expected to charge. */
export interface ExpectedShares {
  share(ask: Ask, item: ChargeItem): number;
}

/** Uses the service's assumed length if the real one is not known yet. */
export const estimateFor = (
  domain: {
    readonly prices: Prices;
    readonly estimates: ExpectedShares;
    readonly settings: { readonly assumedSeconds: number };
  },
  ask: Ask,
  durationSeconds: number | null,
): Estimate => estimateCredits(domain, ask, durationSeconds ?? domain.settings.assumedSeconds);

export function estimateCredits(
  { prices, estimates }: { readonly prices: Prices; readonly estimates: ExpectedShares },
  ask: Ask,
  durationSeconds: number,
): Estimate {
  const plain = Object.entries(plainItems(prices, ask, durationSeconds)) as [ChargeItem, number][];
  const expected = plain.map(([item, credits]) => [item, credits * estimates.share(ask, item)]);
  const breakdown = breakdownOf(Object.fromEntries(expected));
  return { credits: Math.ceil(breakdown.reduce((sum, one) => sum + one.credits, 0)), breakdown };
}

/** What a job would be charged on a slow machine where every engine is there and looks at every frame. */
export function plainItems(
  prices: Prices,
  { capabilities, fps, queries }: Ask,
  durationSeconds: number,
): Readonly<Record<Exclude<ChargeItem, 'vision'>, number>> {
  const minutes = durationSeconds / 60;
  const frames = durationSeconds * fps;
  const factor = processingFactor(needs('frames', capabilities) ? fps : 1);
  const questions = capabilities.includes('custom_query') ? queries.length : 0;
  const answers = (capabilities.includes('summary') ? 1 : 0) + questions;
  const perAnswer =
    (tokensPerAnswer.in / 1000) * prices.thousandTokensIn +
    (tokensPerAnswer.out / 1000) * prices.thousandTokensOut;

  return {
    processing: ((fixedSeconds + durationSeconds * factor) / 60) * prices.processingMinute,
    transcription: needs('speech', capabilities) ? minutes * prices.audioMinute : 0,
    text: needs('text', capabilities) ? frames * prices.textFrame : 0,
    brands: capabilities.includes('brands') ? frames * prices.logoFrame : 0,
    objects: capabilities.includes('objects') ? frames * prices.objectFrame : 0,
    language: answers * perAnswer,
  };
}

/** What a job used, in units, by item. */
export type Usage = Readonly<Record<string, number>>;

/** `ceil(usage + processing)`; 0 only if every price that applied is 0. */
export function chargeFor(prices: Prices, usage: Usage, processingSeconds: number): number {
  const items = Object.values(chargedItems(prices, usage, processingSeconds));
  const credits = items.reduce((sum, one) => sum + one, 0);
  // Binary fractions must not lift an exact whole number by one credit.
  return Math.ceil(credits - 1e-9);
}

/** The items of a charge, named as those of an estimate; none if prices have changed since, so that they don't add up. */
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
