/**
 * Answers questions about totals of brands from the table of brands: which is shown longest, most often, or in most
 * videos, and how long, how often or in how many videos one is shown. No engine can sum up passages that reliably.
 */

import type { BrandResult } from '@reelsight/contract';
import { counted } from '@reelsight/contract/counted';
import { timeText } from '@reelsight/contract/time-text';
import { aggregateBrands, type BrandRollup } from '../../analysis/aggregate-brands.ts';
import { identityOf, keyText } from '../../analysis/name-key.ts';
import type { CheckedAnswer, PlacedEvidence } from './evidence.ts';

type Brands = readonly BrandResult[] | undefined;

interface Row {
  readonly name: string;
  readonly seconds: number;
  readonly times: number;
  readonly mentions: number;
  readonly videos: number;
}

type Measure = 'seconds' | 'times' | 'mentions' | 'videos';

/** In the order in which they are tried: "in most videos" also has "most". */
const measures: readonly (readonly [Measure, RegExp])[] = [
  ['videos', /\b(?:most|fewest|least|many) (?:of the )?(?:videos|clips|films)\b/],
  [
    'mentions',
    /\b(?:mentioned|said|named|spoken of|talked about)\b(?!.*\b(?:shown|seen|visible|on screen)\b)/,
  ],
  ['times', /\b(?:often|frequently|times|most appearances|fewest appearances)\b/],
  [
    'seconds',
    /\b(?:longest|shortest|long|screen time|airtime|seconds|time on screen|most|least)\b/,
  ],
];

const superlative = /\b(?:longest|shortest|most|least|fewest|top|biggest|largest)\b/;
const ascending = /\b(?:shortest|least|fewest)\b/;
const amount = /\bhow (?:long|often|frequently|much|many (?:times|seconds|videos|clips|films))\b/;
const presence =
  /\b(?:shown|seen|visible|appear\w*|screen|view|picture|present|there|exposure|mentioned|said|named|spoken|talked|airtime)\b/;
const subjects = /\b(?:brands?|logos?|sponsors?|company|companies|advertisers?)\b/;

/** Words of a question that is more than one for a total: a condition changes what has to be counted. */
const conditions =
  /\b(?:before|after|during|while|when|until|together|beside|next to|with|without|except|but|why|who|where|between|first|last|half|minutes?|not)\b/;

const maxEvidence = 20;
/** Number of further brands that an answer names. */
const runnersUp = 2;
/** Maximum number of brands that share a place and are named; thousands may be shown once each. */
const mostNamed = 20;

/**
 * The answer, if the question asks for such a total and the table has it; null otherwise. `brands` are those of each
 * video, undefined for a video in which no brands were looked for.
 */
export function tableAnswer(query: string, brands: readonly Brands[]): CheckedAnswer | null {
  const question = query.toLowerCase().replace(/\s+/g, ' ');
  if (conditions.test(question) || !brands.some((list) => list !== undefined)) return null;

  const measure = measures.find(([, pattern]) => pattern.test(question))?.[0];
  if (!measure) return null;
  const rows = rowsOf(brands).filter((row) => row[measure] > 0);
  if (rows.length === 0) return null;

  if (superlative.test(question) && subjects.test(question) && presence.test(question))
    return ranking(rows, { measure, isAscending: ascending.test(question) }, brands);

  const row = rows.find(({ name }) => isNamed(name, query));
  if (row && amount.test(question) && presence.test(question))
    return amountOf(row, measure, brands);
  return null;
}

function rowsOf(brands: readonly Brands[]): Row[] {
  const jobs = brands.map((list, video) => ({ job_id: String(video), brands: list }));
  const byIdentity = Map.groupBy(
    brands.flatMap((list) => list ?? []),
    ({ name }) => identityOf(name),
  );

  return aggregateBrands(jobs).map((row: BrandRollup) => {
    const entries = byIdentity.get(identityOf(row.name)) ?? [];
    const appearances = entries.flatMap((brand) => brand.appearances);
    const mentions = appearances.filter(({ source }) => source === 'audio').length;

    return {
      name: row.name,
      seconds: row.total_visible_duration,
      times: appearances.length - mentions,
      mentions,
      videos: row.videos,
    };
  });
}

const words: Readonly<Record<Measure, (row: Row, of: number) => string>> = {
  seconds: ({ seconds, videos }, of) => `${timeText(seconds)}${inVideos(videos, of)}`,
  times: ({ times, videos }, of) => `${counted(times, 'time')}${inVideos(videos, of)}`,
  mentions: ({ mentions, videos }, of) => `${counted(mentions, 'time')}${inVideos(videos, of)}`,
  videos: ({ videos }, of) => `in ${videos} of ${counted(of, 'video')}`,
};

const inVideos = (videos: number, of: number): string =>
  of === 1 ? '' : ` in ${videos} of ${of} videos`;

const verdicts: Readonly<Record<Measure, readonly [most: string, least: string]>> = {
  seconds: ['is shown longest', 'is shown shortest'],
  times: ['is shown most often', 'is shown least often'],
  mentions: ['is named most often', 'is named least often'],
  videos: ['is in the most videos', 'is in the fewest videos'],
};

interface Ranked {
  readonly measure: Measure;
  readonly isAscending: boolean;
}

function ranking(
  rows: readonly Row[],
  { measure, isAscending }: Ranked,
  brands: readonly Brands[],
): CheckedAnswer {
  const sorted = rows.toSorted(
    (a, b) =>
      (isAscending ? a[measure] - b[measure] : b[measure] - a[measure]) || b.seconds - a.seconds,
  );
  const best = sorted[0] as Row;
  const equals = sorted.filter((row) => row[measure] === best[measure]);
  const nextRows = sorted.slice(equals.length, equals.length + runnersUp);
  const of = brands.length;
  const names = equals.slice(0, mostNamed).map(({ name }) => name);
  const hiddenCount = equals.length - names.length;
  const sharers = hiddenCount > 0 ? [...names, `${hiddenCount} more`] : names;
  const verdict = verdicts[measure][isAscending ? 1 : 0];
  const first =
    names.length === 1
      ? `${names[0]} ${verdict}: ${words[measure](best, of)}`
      : `${listed(sharers)} share the first place: ${words[measure](best, of)} each`;
  const rest = nextRows.map((row) => `${row.name} (${words[measure](row, of)})`).join(', ');

  return answerAbout(`${first}${rest === '' ? '' : `; then ${rest}`}.`, names, brands, measure);
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const facts: Readonly<Record<Measure, string>> = {
  seconds: 'is shown for',
  times: 'is shown',
  mentions: 'is named',
  videos: 'is',
};

function amountOf(row: Row, measure: Measure, brands: readonly Brands[]): CheckedAnswer {
  const text = `${row.name} ${facts[measure]} ${words[measure](row, brands.length)}.`;
  return answerAbout(text, [row.name], brands, measure);
}

function answerAbout(
  answer: string,
  names: readonly string[],
  brands: readonly Brands[],
  measure: Measure,
): CheckedAnswer {
  const identities = new Set(names.map(identityOf));
  const evidence = brands.flatMap((list, video) =>
    (list ?? [])
      .filter(({ name }) => identities.has(identityOf(name)))
      .flatMap((brand) => evidenceOf(brand, measure, video)),
  );
  const confidences = brands
    .flatMap((list) => list ?? [])
    .filter(({ name }) => identities.has(identityOf(name)))
    .map(({ confidence }) => confidence);

  return {
    answer,
    answered: true,
    confidence: Math.min(1, ...confidences),
    evidence: evidence.slice(0, maxEvidence),
  };
}

/** The longest appearance of a brand in a video, or its first mention. */
function evidenceOf(brand: BrandResult, measure: Measure, video: number): PlacedEvidence[] {
  const isHeard = measure === 'mentions';
  const lengthOf = (appearance: BrandResult['appearances'][number]) =>
    (appearance.timestamp_end ?? 0) - (appearance.timestamp_start ?? 0);
  const [best] = brand.appearances
    .filter(({ source }) => (source === 'audio') === isHeard)
    .toSorted((a, b) => (isHeard ? a.timestamp - b.timestamp : lengthOf(b) - lengthOf(a)));
  if (!best) return [];

  return [
    {
      video,
      evidence: {
        timestamp: best.timestamp,
        source: isHeard ? 'speech' : 'visual',
        ...(best.frame_url !== undefined && { frame_url: best.frame_url }),
      },
    },
  ];
}

/** True if the question contains the name as whole words. */
function isNamed(name: string, query: string): boolean {
  const { key, edges } = keyText(query);
  const identity = identityOf(name);
  for (let from = key.indexOf(identity); from >= 0; from = key.indexOf(identity, from + 1))
    if (edges.includes(from) && edges.includes(from + identity.length)) return true;
  return false;
}
