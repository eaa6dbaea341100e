/**
 * Builds the pages of a report, which are the same in every format that has pages. Sizes are in points on a landscape
 * A4 sheet.
 */

import type { ExposureBrand, VideoAudience } from '@reelsight/contract';
import { jobPath } from '@reelsight/contract/console-paths';
import { percentText } from '@reelsight/contract/percent-text';
import { lengthText, timeText } from '@reelsight/contract/time-text';
import { identityOf } from '../analysis/name-key.ts';
import { brandPages } from './brand-pages.ts';
import { changeSigns, changesOf } from './changes.ts';
import { type Colours, coloursOf } from './colours.ts';
import { type ReportContent, type ReportVideo, reportLayout } from './content.ts';
import { methodPages } from './method-pages.ts';
import type { Cell, Column, CoverPage, Page, Share, TablePage, VoicePage } from './page.ts';
import { timelinePages } from './timeline-pages.ts';
import {
  confidenceText,
  countText,
  dayText,
  dollarsText,
  fractionText,
  secondsText,
  several,
} from './words.ts';

export interface PagedReport {
  readonly title: string;
  readonly pages: readonly Page[];
  readonly colours: Colours;
}

const rowsOnPage = 22;

/** Maps brand names to their pages. */
type Anchors = ReadonlyMap<string, string>;

export function pagesOf(content: ReportContent): PagedReport {
  const { brands } = content.exposure;
  const colours = coloursOf(content.slots);
  // A brand that is only mentioned in speech has no frames to show, so it gets only a row in the table.
  const featured = brands
    .filter(({ seen_seconds }) => seen_seconds > 0)
    .slice(0, reportLayout.brandPages);
  const anchors = new Map(featured.map(({ name }, index) => [name, `brand-${index + 1}`]));
  const pages: Page[] = [cover(content, anchors)];

  if (brands.length > 0) {
    pages.push(
      ...brandTables(content, anchors),
      voice(content, anchors),
      ...timelinePages(content),
    );
    pages.push(...brandPages(content, featured, anchors));
  }

  pages.push(...videoTables(content), ...methodPages(content));
  return { title: content.title, pages, colours };
}

function cover(content: ReportContent, anchors: Anchors): CoverPage {
  const { exposure, videos, asked: request } = content;
  const appearances = exposure.brands.reduce((sum, brand) => sum + brand.appearances, 0);
  const mentionCount = exposure.brands.reduce((sum, brand) => sum + brand.said.times, 0);
  const top = bySeen(exposure.brands)[0];
  const dates = videos
    .flatMap(({ completed_at: completedAt }) => (completedAt ? [completedAt] : []))
    .sort();
  const first = dates[0];
  const last = dates.at(-1);
  const analysed =
    first && last
      ? `Videos analysed ${dayText(first)}${dayText(first) === dayText(last) ? '' : ` to ${dayText(last)}`}`
      : null;

  return {
    kind: 'cover',
    id: 'cover',
    title: content.title,
    logo: content.logo,
    lines: [
      `Brand exposure report, ${dayText(content.created_at)}`,
      ...(analysed ? [analysed] : []),
      ...(request.brands ? [`Only these brands: ${request.brands.join(', ')}`] : []),
      ...(request.minConfidence
        ? [
            `Only what was found with a confidence of ${confidenceText(request.minConfidence)} or more`,
          ]
        : []),
    ],
    figures: [
      { value: countText(videos.length), label: videos.length === 1 ? 'video' : 'videos' },
      { value: lengthText(exposure.seconds_total), label: 'of video' },
      {
        value: countText(exposure.brands.length),
        label: exposure.brands.length === 1 ? 'brand' : 'brands',
      },
      {
        value: countText(appearances),
        label: `${appearances === 1 ? 'appearance' : 'appearances'}, ${countText(mentionCount)} said`,
      },
      ...(top && top.seen_seconds > 0
        ? [{ value: lengthText(top.seen_seconds), label: 'most seen: ', name: top.name }]
        : []),
    ],
    top: mostSeenBrands(exposure.brands, anchors),
    videos: videos.slice(0, 8).map(({ title, duration_seconds }) => ({
      title,
      length: lengthText(duration_seconds),
    })),
    more: videos.length > 8 ? `and ${several(videos.length - 8, 'more video')}` : null,
    notes: [
      ...(exposure.brands.length === 0 ? ['No brand was found in these videos.'] : []),
      ...content.missing,
    ],
  };
}

const mostSeenBrands = (brands: readonly ExposureBrand[], anchors: Anchors): CoverPage['top'] =>
  bySeen(brands)
    .slice(0, 6)
    .map(({ name, seen_seconds: seconds }) => ({
      name,
      seconds,
      anchor: anchors.get(name) ?? null,
    }));

const bySeen = (brands: readonly ExposureBrand[]): ExposureBrand[] =>
  brands.toSorted((a, b) => b.seen_seconds - a.seen_seconds || a.name.localeCompare(b.name));

interface BrandColumn extends Column {
  readonly text: (brand: ExposureBrand) => string;
}

const right = (head: string, width: number, text: BrandColumn['text']): BrandColumn => ({
  head,
  width,
  align: 'right',
  text,
});

function brandColumns(priced: boolean): BrandColumn[] {
  return [
    { head: 'Brand', width: 0, align: 'left', text: ({ name }) => name },
    right('Videos', 34, ({ videos }) => countText(videos)),
    right('Times', 34, ({ appearances }) => countText(appearances)),
    right('Seen', 44, (brand) => secondsText(brand.seen_seconds)),
    right('% of video', 46, (brand) => percentText(brand.share_of_video)),
    right('Share of voice', 46, (brand) => percentText(brand.share_of_voice)),
    right('Alone', 44, (brand) => secondsText(brand.solus_seconds)),
    right('Longest', 44, (brand) => secondsText(brand.longest_seconds)),
    right('First seen', 40, (brand) =>
      brand.first_seen === null ? '–' : timeText(brand.first_seen),
    ),
    right('Mean size', 42, (brand) => percentText(brand.mean_size)),
    right('Largest', 42, (brand) => percentText(brand.max_size)),
    right('Clarity', 36, (brand) => (brand.clarity_known > 0 ? fractionText(brand.clarity) : '–')),
    right('Phone', 42, (brand) => secondsText(brand.legible_seconds.phone)),
    right('Laptop', 42, (brand) => secondsText(brand.legible_seconds.laptop)),
    right('TV', 42, (brand) => secondsText(brand.legible_seconds.tv)),
    right('Said', 30, (brand) => countText(brand.said.times)),
    right('Equivalent', 48, (brand) => secondsText(brand.equivalent_seconds)),
    ...(priced ? [right('Media value', 58, (brand) => dollarsText(brand.media_value_usd))] : []),
  ];
}

const pagesOfRows = <T>(rows: readonly T[], count: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / count) }, (_, index) =>
    rows.slice(index * count, (index + 1) * count),
  );

function brandTables(content: ReportContent, anchors: Anchors): TablePage[] {
  const { brands } = content.exposure;
  const changes = changesOf(content);
  const { origin } = content;
  const columns = brandColumns(brands.some((brand) => brand.media_value_usd !== null));
  const parts = pagesOfRows(brands, rowsOnPage);

  return parts.map((part, index) => ({
    kind: 'table',
    id: index === 0 ? 'brands' : `brands-${index + 1}`,
    title: parts.length === 1 ? 'Brands' : `Brands (${index + 1} of ${parts.length})`,
    note: `Seconds on screen, most equivalent seconds first. Phone, laptop, TV: seconds in which the name can be read there. ${changes.size > 0 ? changeSigns : 'The last pages say how each number is made.'}`,
    columns,
    rows: part.map((brand) =>
      columns.map(({ text }, column) =>
        column === 0
          ? {
              text: text(brand),
              colour: brand.name,
              anchor: anchors.get(brand.name) ?? null,
              sign: changes.get(identityOf(brand.name))?.sign,
            }
          : { text: text(brand), ...frameOf(columns[column]?.head, brand, { anchors, origin }) },
      ),
    ),
  }));
}

/**
 * Links numbers to the frames behind them: the most important number to the brand's best moment, every other number to
 * the brand's proof frames.
 */
function frameOf(
  head: string | undefined,
  { name, best }: ExposureBrand,
  { anchors, origin }: { readonly anchors: Anchors; readonly origin: string },
): Pick<Cell, 'anchor' | 'href'> {
  if (head === 'Equivalent' && best) return { href: origin + jobPath(best.job_id, best.timestamp) };
  return { anchor: anchors.get(name) ?? null };
}

function voice({ exposure, asked: request }: ReportContent, anchors: Anchors): VoicePage {
  const seenBrands = bySeen(exposure.brands).filter(({ seen_seconds }) => seen_seconds > 0);
  const shownBrands =
    seenBrands.length > reportLayout.shares + 1
      ? seenBrands.slice(0, reportLayout.shares)
      : seenBrands;
  const rest = seenBrands.slice(shownBrands.length);
  const shares: Share[] = shownBrands.map(({ name, share_of_voice, seen_seconds }) => ({
    name,
    label: name,
    share: share_of_voice,
    seconds: seen_seconds,
    anchor: anchors.get(name) ?? null,
  }));
  const sum = (of: readonly ExposureBrand[], by: (brand: ExposureBrand) => number) =>
    of.reduce((total, brand) => total + by(brand), 0);

  if (rest.length > 0)
    shares.push({
      name: null,
      label: `Other (${rest.length})`,
      share: sum(rest, (brand) => brand.share_of_voice),
      seconds: sum(rest, (brand) => brand.seen_seconds),
    });

  const remainingShare = 1 - sum(seenBrands, (brand) => brand.share_of_voice);
  if (request.brands && seenBrands.length > 0 && remainingShare > 0.0005)
    shares.push({
      name: null,
      label: 'Brands that were not asked for',
      share: remainingShare,
      seconds: null,
    });

  return {
    kind: 'voice',
    id: 'share-of-voice',
    title: 'Share of voice',
    note: "A brand's seconds on screen as a share of those of all brands. Two brands on screen at once both count.",
    shares,
  };
}

function videoTables({ videos, exposure, origin }: ReportContent): TablePage[] {
  const isPriced = exposure.videos_not_valued !== undefined;
  // For a single video, the cover and the timeline already say everything else that this table would.
  if (videos.length <= 1 && !isPriced) return [];

  const shownVideos = videos.slice(0, reportLayout.videos);
  const audiences = new Map(exposure.videos.map(({ job_id, audience }) => [job_id, audience]));
  const columns: Column[] = [
    { head: 'Video', width: 0, align: 'left' },
    { head: 'Most seen', width: isPriced ? 130 : 180, align: 'left' },
    { head: 'Job', width: 190, align: 'left' },
    { head: 'Length', width: 60, align: 'right' },
    { head: 'Brands', width: 50, align: 'right' },
    ...(isPriced ? audienceColumns : []),
  ];
  const parts = pagesOfRows(shownVideos, rowsOnPage);
  const rest = videos.length - shownVideos.length;

  return parts.map((part, index) => ({
    kind: 'table',
    id: index === 0 ? 'videos' : `videos-${index + 1}`,
    title: parts.length === 1 ? 'Videos' : `Videos (${index + 1} of ${parts.length})`,
    note: `${several(videos.length, 'video')}, ${lengthText(exposure.seconds_total)} in all.${rest > 0 ? ` The first ${shownVideos.length} are listed; the CSV and JSON files have all.` : ''}`,
    columns,
    rows: part.map((video) => [
      { text: video.title, href: origin + jobPath(video.job_id) },
      { text: mostSeen(video) },
      { text: video.job_id, quiet: true },
      { text: lengthText(video.duration_seconds) },
      { text: countText(video.lanes.length) },
      ...(isPriced ? audienceCells(audiences.get(video.job_id) ?? null) : []),
    ]),
  }));
}

const audienceColumns: readonly Column[] = [
  { head: 'Audience', width: 66, align: 'right' },
  { head: 'As of', width: 60, align: 'right' },
  { head: 'CPM', width: 50, align: 'right' },
];

/** What the column "As of" says about an audience that is not from the platform. */
const audienceSources = { manual: 'by hand', default: 'default', given: 'as given' } as const;

function audienceCells(audience: VideoAudience | null): Cell[] {
  if (!audience) return [{ text: '–' }, { text: '–' }, { text: '–' }];
  const { views, read_at, source, cpm_usd } = audience;
  return [
    { text: countText(views) },
    { text: source === 'platform' ? (read_at ?? '').slice(0, 10) : audienceSources[source] },
    { text: dollarsText(cpm_usd) },
  ];
}

function mostSeen({ lanes }: ReportVideo): string {
  const seconds = lanes.map(({ name, seen: seenSpans }) => ({
    name,
    sum: seenSpans.reduce((total, [from, to]) => total + to - from, 0),
  }));
  const top = seconds.toSorted((a, b) => b.sum - a.sum)[0];
  return top && top.sum > 0 ? `${isolated(top.name)}, ${lengthText(top.sum)}` : '–';
}

/** Unicode blocks of scripts written from right to left, including their digits. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a name that precedes other words, so that a name written from right to left does not reverse the words after
 * it.
 */
const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name);
