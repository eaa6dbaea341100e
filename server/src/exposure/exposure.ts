/** Totals of brands over any number of videos, from the sums of each video. */
import type {
  Exposure,
  ExposureBrand,
  ExposureDevice,
  ExposurePosition,
  Surface,
  VideoAudience,
} from '@reelsight/contract';
import { exposureDeviceNames, exposurePositions } from '@reelsight/contract/exposure-terms';
import { identityOf } from '../analysis/name-key.ts';
import type { BestMoment } from './best-moment.ts';
import { dollarsOf, type ExposureOptions, formulaOf, mediaValue, roundCents } from './formula.ts';
import { roundSeconds } from './spans.ts';
import type { Sums } from './summed.ts';
import type { BrandSums, PaidSums, VideoExposure } from './video-exposure.ts';

/**
 * Adds up videos one after the other and keeps only what the answer contains, so memory grows with the number of brand
 * names.
 */
export class ExposureTotal {
  readonly #options: ExposureOptions;
  readonly #videos: Exposure['videos'] = [];
  readonly #brands = new Map<string, BrandTotal>();
  #seconds = 0;
  #voice = 0;
  #notValued = 0;

  /** Takes the options with which the videos were summed. */
  constructor(options: ExposureOptions = {}) {
    this.#options = options;
  }

  /** `audience` is the video's own, used if videos are priced one by one; null if it is not known. */
  add({ video, brands }: VideoExposure, audience: VideoAudience | null = null): void {
    const { job_id, title, duration_seconds } = video;
    const { isPricedByVideo = false } = this.#options;
    const isValued = audience !== null && audience.cpm_usd !== null;
    this.#videos.push({
      job_id,
      title,
      duration_seconds: roundSeconds(duration_seconds),
      ...(isPricedByVideo && { audience }),
    });
    if (!isValued) this.#notValued += 1;
    this.#seconds += duration_seconds;

    for (const sums of brands) {
      this.#voice += sums.seen;
      const identity = identityOf(sums.name);
      const total = this.#brands.get(identity) ?? newTotal(sums.name);
      this.#brands.set(identity, total);
      addTo(total, sums);
      if (isPricedByVideo) addValue(total, sums, audience);
    }
  }

  made(): Exposure {
    const options = this.#options;
    const identities = options.brands && new Set(options.brands.map(identityOf));
    const totals = { total: this.#seconds, voice: this.#voice };

    return {
      formula: formulaOf(options),
      videos: [...this.#videos],
      left_out: [],
      seconds_total: roundSeconds(totals.total),
      ...(options.isPricedByVideo && { videos_not_valued: this.#notValued }),
      brands: [...this.#brands]
        .filter(([name]) => identities === undefined || identities.has(name))
        .map(([, total]) => brandOf(total, totals, options))
        .sort(byWorth),
    };
  }
}

const byWorth = (a: ExposureBrand, b: ExposureBrand): number =>
  b.equivalent_seconds - a.equivalent_seconds ||
  b.seen_seconds - a.seen_seconds ||
  (a.name < b.name ? -1 : 1);

/** Totals of one brand over all videos. */
interface BrandTotal extends Omit<Sums, 'position' | 'legible'> {
  readonly name: string;
  corrected: boolean;
  videos: number;
  appearances: number;
  seen: number;
  saidTimes: number;
  saidOverlapping: number;
  longest: number;
  first: number | null;
  best: BestMoment | null;
  /** Null until a video tells. */
  paid: PaidTotal | null;
  /** Dollars of the videos whose audience and price are known; null until there is one. */
  value: number | null;
  notValued: number;
  readonly position: Record<ExposurePosition, number>;
  readonly legible: Record<ExposureDevice, number>;
  readonly surfaces: Map<Surface, { seen: number; equivalent: number }>;
}

type PaidTotal = NonNullable<ExposureBrand['disclosure']>;

function newTotal(name: string): BrandTotal {
  const position = Object.fromEntries(exposurePositions.map((field) => [field, 0]));
  return {
    name,
    videos: 0,
    appearances: 0,
    seen: 0,
    solus: 0,
    boxed: 0,
    size: 0,
    clarity: 0,
    clarityKnown: 0,
    equivalent: 0,
    maxSize: 0,
    saidTimes: 0,
    saidOverlapping: 0,
    longest: 0,
    first: null,
    best: null,
    paid: null,
    value: null,
    notValued: 0,
    corrected: false,
    position: position as Record<ExposurePosition, number>,
    legible: { phone: 0, laptop: 0, tv: 0 },
    surfaces: new Map(),
  };
}

/** Fields that are added up over the videos. */
const summedFields = [
  'appearances',
  'seen',
  'solus',
  'boxed',
  'size',
  'clarity',
  'clarityKnown',
  'equivalent',
] as const;

function addTo(total: BrandTotal, sums: BrandSums): void {
  total.videos += 1;
  for (const field of summedFields) total[field] += sums[field];
  total.maxSize = Math.max(total.maxSize, sums.maxSize);
  total.longest = Math.max(total.longest, sums.longest);
  total.saidTimes += sums.said.times;
  total.saidOverlapping += sums.said.overlapping;
  total.first ??= sums.first;
  total.corrected ||= sums.corrected;
  for (const field of exposurePositions) total.position[field] += sums.position[field];
  for (const device of exposureDeviceNames) total.legible[device] += sums.legible[device];

  for (const { surface, seen: seenSeconds, equivalent } of sums.surfaces) {
    const surfaceTotal = total.surfaces.get(surface) ?? { seen: 0, equivalent: 0 };
    surfaceTotal.seen += seenSeconds;
    surfaceTotal.equivalent += equivalent;
    total.surfaces.set(surface, surfaceTotal);
  }

  if (sums.best && (!total.best || isBetter(sums.best, total.best))) total.best = sums.best;
  if (sums.paid) total.paid = withVideo(total.paid, sums.paid);
}

function addValue(
  total: BrandTotal,
  { equivalent }: BrandSums,
  audience: VideoAudience | null,
): void {
  if (audience === null || audience.cpm_usd === null) {
    total.notValued += 1;
    return;
  }
  total.value = (total.value ?? 0) + dollarsOf(equivalent, audience.views, audience.cpm_usd);
}

const withVideo = (total: PaidTotal | null, sums: PaidSums): PaidTotal => ({
  videos_paid: (total?.videos_paid ?? 0) + Number(sums.isPaid),
  videos_disclosed: (total?.videos_disclosed ?? 0) + Number(sums.isDisclosed),
  videos_not_known: (total?.videos_not_known ?? 0) + Number(!sums.isPaid),
  seen_seconds_paid: (total?.seen_seconds_paid ?? 0) + sums.seen,
  said_times_paid: (total?.said_times_paid ?? 0) + sums.saidTimes,
});

/** A moment with a proof frame is better than one without. */
function isBetter(candidate: BestMoment, current: BestMoment): boolean {
  const proven = candidate.frame_url !== null;
  const otherProven = current.frame_url !== null;
  return proven === otherProven ? candidate.worth > current.worth : proven;
}

/** Seconds of all videos, and of all brands in them. */
interface Whole {
  readonly total: number;
  readonly voice: number;
}

function brandOf(total: BrandTotal, totals: Whole, options: ExposureOptions): ExposureBrand {
  const { boxed, seen: seenSeconds } = total;
  const equivalent = digits(total.equivalent, 4);
  return {
    name: total.name,
    videos: total.videos,
    appearances: total.appearances,
    seen_seconds: roundSeconds(seenSeconds),
    share_of_video: share(seenSeconds, totals.total),
    share_of_voice: share(seenSeconds, totals.voice),
    solus_seconds: roundSeconds(total.solus),
    mean_size: boxed > 0 ? digits(total.size / boxed, 6) : 0,
    max_size: digits(total.maxSize, 6),
    position: roundedFields(total.position),
    clarity: boxed > 0 ? share(total.clarity, boxed) : 1,
    clarity_known: share(total.clarityKnown, seenSeconds),
    legible_seconds: roundedFields(total.legible),
    said: {
      times: total.saidTimes,
      seconds_overlapping_seen: roundSeconds(total.saidOverlapping),
    },
    longest_seconds: roundSeconds(total.longest),
    first_seen: total.first,
    equivalent_seconds: equivalent,
    media_value_usd: options.isPricedByVideo
      ? total.value && roundCents(total.value)
      : mediaValue(equivalent, options),
    ...(options.isPricedByVideo && { videos_not_valued: total.notValued }),
    surfaces: surfacesOf(total),
    best: bestOf(total),
    ...(total.paid && {
      disclosure: { ...total.paid, seen_seconds_paid: roundSeconds(total.paid.seen_seconds_paid) },
    }),
    ...(total.corrected && { corrected: true as const }),
  };
}

/** At most 1, because a span may end one frame after the length that the file states. */
const share = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, digits(part / whole, 4)) : 0;

function digits(value: number, count: number): number {
  const by = 10 ** count;
  return Math.round(value * by) / by;
}

const roundedFields = <Name extends string>(
  seconds: Readonly<Record<Name, number>>,
): Record<Name, number> =>
  Object.fromEntries(
    Object.entries<number>(seconds).map(([name, value]) => [name, roundSeconds(value)]),
  ) as Record<Name, number>;

const surfacesOf = ({ surfaces }: BrandTotal): ExposureBrand['surfaces'] =>
  [...surfaces]
    .map(([surface, { seen: seenSeconds, equivalent }]) => ({
      surface,
      seen_seconds: roundSeconds(seenSeconds),
      equivalent_seconds: digits(equivalent, 4),
    }))
    .sort((a, b) => b.seen_seconds - a.seen_seconds || (a.surface < b.surface ? -1 : 1));

function bestOf({ best }: BrandTotal): ExposureBrand['best'] {
  if (!best) return null;
  const { worth: _, ...exposureBest } = best;
  return exposureBest;
}
