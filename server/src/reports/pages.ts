/** The pages of a report, the same in every format that has pages. Sizes are in points of a landscape A4 sheet. */

import type { ExposureBrand } from '@reelsight/contract';
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
  // A brand that is only spoken has nothing to show: the table says it all.
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
  const { exposure, videos, asked } = content;
  const appearances = exposure.brands.reduce((sum, brand) => sum + brand.appearances, 0);
  const said = exposure.brands.reduce((sum, brand) => sum + brand.said.times, 0);
  const top = bySeen(exposure.brands)[0];
  const dates = videos.flatMap(({ completed_at: at }) => (at ? [at] : [])).sort();
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
      ...(asked.brands ? [`Only these brands: ${asked.brands.join(', ')}`] : []),
      ...(asked.minConfidence
        ? [
            `Only what was found with a confidence of ${confidenceText(asked.minConfidence)} or more`,
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
        label: `${appearances === 1 ? 'appearance' : 'appearances'}, ${countText(said)} said`,
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
    right('Seen', 44, (one) => secondsText(one.seen_seconds)),
    right('% of video', 46, (one) => percentText(one.share_of_video)),
    right('Share of voice', 46, (one) => percentText(one.share_of_voice)),
    right('Alone', 44, (one) => secondsText(one.solus_seconds)),
    right('Longest', 44, (one) => secondsText(one.longest_seconds)),
    right('First seen', 40, (one) => (one.first_seen === null ? '–' : timeText(one.first_seen))),
    right('Mean size', 42, (one) => percentText(one.mean_size)),
    right('Largest', 42, (one) => percentText(one.max_size)),
    right('Clarity', 36, (one) => (one.clarity_known > 0 ? fractionText(one.clarity) : '–')),
    right('Phone', 42, (one) => secondsText(one.legible_seconds.phone)),
    right('Laptop', 42, (one) => secondsText(one.legible_seconds.laptop)),
    right('TV', 42, (one) => secondsText(one.legible_seconds.tv)),
    right('Said', 30, (one) => countText(one.said.times)),
    right('Equivalent', 48, (one) => secondsText(one.equivalent_seconds)),
    ...(priced ? [right('Media value', 58, (one) => dollarsText(one.media_value_usd))] : []),
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
 * Numbers link to their frames: the most important number to its best moment, the others to the brand's proof frames.
 */
function frameOf(
  head: string | undefined,
  { name, best }: ExposureBrand,
  { anchors, origin }: { readonly anchors: Anchors; readonly origin: string },
): Pick<Cell, 'anchor' | 'href'> {
  if (head === 'Equivalent' && best) return { href: origin + jobPath(best.job_id, best.timestamp) };
  return { anchor: anchors.get(name) ?? null };
}

function voice({ exposure, asked }: ReportContent, anchors: Anchors): VoicePage {
  const seen = bySeen(exposure.brands).filter(({ seen_seconds }) => seen_seconds > 0);
  const shown = seen.length > reportLayout.shares + 1 ? seen.slice(0, reportLayout.shares) : seen;
  const rest = seen.slice(shown.length);
  const shares: Share[] = shown.map(({ name, share_of_voice, seen_seconds }) => ({
    name,
    label: name,
    share: share_of_voice,
    seconds: seen_seconds,
    anchor: anchors.get(name) ?? null,
  }));
  const sum = (of: readonly ExposureBrand[], by: (one: ExposureBrand) => number) =>
    of.reduce((all, one) => all + by(one), 0);

  if (rest.length > 0)
    shares.push({
      name: null,
      label: `Other (${rest.length})`,
      share: sum(rest, (one) => one.share_of_voice),
      seconds: sum(rest, (one) => one.seen_seconds),
    });

  const left = 1 - sum(seen, (one) => one.share_of_voice);
  if (asked.brands && seen.length > 0 && left > 0.0005)
    shares.push({
      name: null,
      label: 'Brands that were not asked for',
      share: left,
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
  // For a single video, the cover and the timeline say the same.
  if (videos.length <= 1) return [];

  const shown = videos.slice(0, reportLayout.videos);
  const columns: Column[] = [
    { head: 'Video', width: 0, align: 'left' },
    { head: 'Most seen', width: 180, align: 'left' },
    { head: 'Job', width: 190, align: 'left' },
    { head: 'Length', width: 60, align: 'right' },
    { head: 'Brands', width: 50, align: 'right' },
  ];
  const parts = pagesOfRows(shown, rowsOnPage);
  const rest = videos.length - shown.length;

  return parts.map((part, index) => ({
    kind: 'table',
    id: index === 0 ? 'videos' : `videos-${index + 1}`,
    title: parts.length === 1 ? 'Videos' : `Videos (${index + 1} of ${parts.length})`,
    note: `${several(videos.length, 'video')}, ${lengthText(exposure.seconds_total)} in all.${rest > 0 ? ` The first ${shown.length} are listed; the CSV and JSON files have all.` : ''}`,
    columns,
    rows: part.map((video) => [
      { text: video.title, href: origin + jobPath(video.job_id) },
      { text: mostSeen(video) },
      { text: video.job_id, quiet: true },
      { text: lengthText(video.duration_seconds) },
      { text: countText(video.lanes.length) },
    ]),
  }));
}

function mostSeen({ lanes }: ReportVideo): string {
  const seconds = lanes.map(({ name, seen }) => ({
    name,
    sum: seen.reduce((all, [from, to]) => all + to - from, 0),
  }));
  const top = seconds.toSorted((a, b) => b.sum - a.sum)[0];
  return top && top.sum > 0 ? `${isolated(top.name)}, ${lengthText(top.sum)}` : '–';
}

/** The blocks of scripts written from right to left, including their digits. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a name that precedes other words: if it is written from right to left, only the name is reversed, not what
 * follows.
 */
const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name);
