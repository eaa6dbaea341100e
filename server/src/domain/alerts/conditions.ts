/** Decides whether one video meets the condition of an alert, and what proves it. Pure functions. */
import type { AlertCondition } from '@reelsight/contract';
import { lengthOf, overlapOf, type Span, unionOf } from '../../analysis/spans.ts';
import type { BrandMoments, Frame } from '../../exposure/brand-moments.ts';

/** Names of the brands of a condition as they count together. */
export interface ConditionBrands {
  /** Identities of the brands, in their order. */
  readonly chosen: readonly string[];
  /** The identity that another name counts as, by identity; names that are missing count as themselves. */
  readonly counted: ReadonlyMap<string, string>;
  /** How the brands are spelled, by identity. */
  readonly spellings: ReadonlyMap<string, string>;
}

/** What an alert finds in a video, apart from the video itself. */
export interface Finding {
  readonly brand: string;
  readonly brands: readonly string[];
  readonly seconds: number;
  readonly moment: number | null;
  readonly frameUrl: string | null;
}

type VideoCondition = Exclude<AlertCondition, { type: 'passed' }>;

/** Null if the video does not meet the condition. */
export function findingIn(
  condition: VideoCondition,
  names: ConditionBrands,
  moments: readonly BrandMoments[],
): Finding | null {
  const brands = brandsIn(names, moments);
  if (condition.type === 'together') return togetherIn(condition.min_seconds ?? 0, names, brands);

  const signs = brands.flatMap((brand) => {
    const sign = condition.type === 'paid' ? paidSign(brand) : appearanceSign(condition, brand);
    return sign ? [{ brand, ...sign }] : [];
  });
  const best = signs.toSorted((a, b) => b.seconds - a.seconds)[0];
  if (!best) return null;

  return {
    brand: best.brand.name,
    brands: signs.map(({ brand }) => brand.name),
    seconds: best.seconds,
    moment: best.moment,
    frameUrl: frameIn(best.brand.frames, best.spans),
  };
}

/** The brands of the condition that occur, in its order. Other names of a brand are joined with it. */
function brandsIn(names: ConditionBrands, moments: readonly BrandMoments[]): BrandMoments[] {
  const groups = Map.groupBy(moments, ({ key }) => names.counted.get(key) ?? key);
  return names.chosen.flatMap((key) => {
    const group = groups.get(key);
    if (!group?.[0]) return [];
    return [joined(key, names.spellings.get(key) ?? group[0].name, group)];
  });
}

function joined(key: string, name: string, group: readonly BrandMoments[]): BrandMoments {
  const records = group.flatMap(({ paid }) => paid ?? []);
  return {
    key,
    name,
    seen: unionOf(group.flatMap((moments) => moments.seen)),
    said: group.flatMap((moments) => moments.said).sort((a, b) => a - b),
    paid:
      records.length === 0
        ? null
        : {
            isPaid: records.some(({ isPaid }) => isPaid),
            spans: unionOf(records.flatMap(({ spans }) => spans)),
          },
    frames: group.flatMap(({ frames }) => frames).sort((a, b) => a.timestamp - b.timestamp),
  };
}

/** What of a brand meets a condition; the picture that proves it is looked for in `spans`. */
interface Sign {
  readonly seconds: number;
  readonly moment: number | null;
  readonly spans: readonly Span[];
}

function appearanceSign(
  condition: Extract<AlertCondition, { type: 'appears' }>,
  { seen: spans, said: mentions }: BrandMoments,
): Sign | null {
  const { source, min_seconds: minSeconds } = condition;
  const seconds = roundSeconds(lengthOf(spans));
  if (source !== 'said' && spans.length > 0 && seconds >= (minSeconds ?? 0))
    return { seconds, moment: longest(spans)?.start ?? null, spans };

  const countsWords = source !== 'seen' && !minSeconds;
  return countsWords && mentions.length > 0
    ? { seconds: 0, moment: mentions[0] ?? null, spans: [] }
    : null;
}

function paidSign({ seen: visible, said: mentions, paid }: BrandMoments): Sign | null {
  if (!paid || !(paid.isPaid || paid.spans.length > 0)) return null;

  const spans = commonSpans(visible, paid.spans);
  const inSegment = (time: number): boolean =>
    paid.spans.some(({ start, end }) => time >= start && time <= end);
  const moment =
    spans[0]?.start ??
    mentions.find(inSegment) ??
    paid.spans[0]?.start ??
    visible[0]?.start ??
    mentions[0];
  return {
    seconds: roundSeconds(overlapOf(visible, paid.spans)),
    moment: moment ?? null,
    spans: spans.length > 0 ? spans : visible,
  };
}

function togetherIn(
  minSeconds: number,
  { chosen }: ConditionBrands,
  brands: readonly BrandMoments[],
): Finding | null {
  const [first, second] = brands;
  if (!first || !second || chosen.length < 2) return null;

  const spans = commonSpans(first.seen, second.seen);
  const seconds = roundSeconds(lengthOf(spans));
  if (spans.length === 0 || seconds < minSeconds) return null;

  return {
    brand: first.name,
    brands: [first.name, second.name],
    seconds,
    moment: longest(spans)?.start ?? null,
    frameUrl: frameIn([...first.frames, ...second.frames], spans),
  };
}

/** What both lists cover; each must be in order and without overlaps. */
export function commonSpans(first: readonly Span[], second: readonly Span[]): Span[] {
  const common: Span[] = [];
  let index = 0;

  for (const { start, end } of first) {
    while ((second[index]?.end ?? Number.POSITIVE_INFINITY) <= start) index += 1;
    for (let next = index; (second[next]?.start ?? end) < end; next++) {
      const span = second[next] as Span;
      common.push({ start: Math.max(start, span.start), end: Math.min(end, span.end) });
    }
  }

  return common;
}

const longest = (spans: readonly Span[]): Span | undefined =>
  spans.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)[0];

/** A picture from the longest of the spans that has one, else any picture of the brand. */
function frameIn(frames: readonly Frame[], spans: readonly Span[]): string | null {
  const byLength = spans.toSorted((a, b) => b.end - b.start - (a.end - a.start));
  for (const { start, end } of byLength) {
    const frame = frames.find(({ timestamp }) => timestamp >= start && timestamp <= end);
    if (frame) return frame.url;
  }
  return frames[0]?.url ?? null;
}

const roundSeconds = (seconds: number): number => Math.round(seconds * 100) / 100;
