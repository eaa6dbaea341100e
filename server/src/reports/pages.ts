/**
 * Builds the pages of a report, which are the same in every format that has pages. Sizes are in points on a landscape
 * A4 sheet.
 */

import type { ExposureBrand, VideoAudience } from '@reelsight/contract';
import { counted } from '@reelsight/contract/counted';
import {
  exposureTerms,
  isUnmeasured,
  namedShares,
  unmeasuredNote,
  unmeasuredSign,
} from '@reelsight/contract/exposure-words';
import { percentText } from '@reelsight/contract/percent-text';
import { roundedShares, shareText } from '@reelsight/contract/share-text';
import { lengthText, timeText } from '@reelsight/contract/time-text';
import { identityOf } from '../analysis/name-key.ts';
import { screenTimeShares } from './brand-numbers.ts';
import { brandPages, proofsPage } from './brand-pages.ts';
import { changePages } from './change-pages.ts';
import { changeSigns, changesOf } from './changes.ts';
import { type Colours, coloursOf } from './colours.ts';
import {
  addressOf,
  orderedBrands,
  type ReportContent,
  type ReportVideo,
  reportLayout,
  summaryLayout,
} from './content.ts';
import { methodPages } from './method-pages.ts';
import type { Cell, Column, CoverPage, Page, Share, TablePage, VoicePage } from './page.ts';
import { timelinePages } from './timeline-pages.ts';
import {
  audienceDate,
  confidenceText,
  countText,
  dayText,
  dollarsText,
  fractionText,
  secondsText,
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
  const brands = orderedBrands(content);
  const isSummary = content.detail === 'summary';
  const colours = coloursOf(content.slots);
  // A brand that is only mentioned in speech has no frames to show, so it gets only a row in the table.
  const seenBrands = brands.filter(({ seen_seconds }) => seen_seconds > 0);
  const featured = isSummary ? [] : seenBrands.slice(0, reportLayout.brandPages);
  const anchors = new Map(featured.map(({ name }, index) => [name, `brand-${index + 1}`]));
  const pages: Page[] = [cover(content, anchors), ...changePages(content)];

  if (brands.length > 0) {
    pages.push(
      ...brandTables(content, anchors),
      ...(isSummary ? [] : [voice(content, anchors)]),
      ...proofsPage(content, seenBrands.slice(0, reportLayout.proofBrands)),
      ...timelinePages(content),
    );
    pages.push(...brandPages(content, featured, anchors));
  }

  pages.push(...videoTables(content), ...methodPages(content));
  return { title: content.title, pages, colours };
}

function cover(content: ReportContent, anchors: Anchors): CoverPage {
  const { exposure, videos, chosenVideos, asked: request } = content;
  const appearances = exposure.brands.reduce((sum, brand) => sum + brand.appearances, 0);
  const mentionCount = exposure.brands.reduce((sum, brand) => sum + brand.said.times, 0);
  const top = orderedBrands(content)[0];
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
      {
        value:
          chosenVideos > videos.length
            ? `${countText(videos.length)} of ${countText(chosenVideos)}`
            : countText(videos.length),
        label: Math.max(chosenVideos, videos.length) === 1 ? 'video' : 'videos',
      },
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
    warnings: content.missing,
    top: mostSeenBrands(content, anchors),
    moreBrands:
      exposure.brands.length > reportLayout.coverBrands
        ? `and ${counted(exposure.brands.length - reportLayout.coverBrands, 'more brand')}`
        : null,
    videos: videos.slice(0, reportLayout.coverVideos).map(({ title, duration_seconds }) => ({
      title,
      length: lengthText(duration_seconds),
    })),
    more:
      videos.length > reportLayout.coverVideos
        ? `and ${counted(videos.length - reportLayout.coverVideos, 'more video')}`
        : null,
    notes: exposure.brands.length === 0 ? ['No brand was found in these videos.'] : [],
  };
}

function mostSeenBrands(content: ReportContent, anchors: Anchors): CoverPage['top'] {
  const shareOf = screenTimeShares(content);
  return orderedBrands(content)
    .slice(0, reportLayout.coverBrands)
    .map(({ name, seen_seconds: seconds }) => ({
      name,
      seconds,
      ...shareOf(name),
      anchor: anchors.get(name) ?? null,
    }));
}

interface BrandColumn extends Column {
  readonly text: (brand: ExposureBrand) => string;
}

const right = (head: string, width: number, text: BrandColumn['text']): BrandColumn => ({
  head,
  width,
  align: 'right',
  text,
});

function brandColumns(content: ReportContent): BrandColumn[] {
  const { brands } = content.exposure;
  const hasValues = brands.some((brand) => brand.media_value_usd !== null);
  const shareOf = screenTimeShares(content);

  return [
    { head: exposureTerms.brand.title, width: 0, align: 'left', text: (brand) => brand.name },
    right(exposureTerms.videos.title, 34, ({ videos }) => countText(videos)),
    right(exposureTerms.appearances.title, 57, (brand) => countText(brand.appearances)),
    right(exposureTerms.seen.title, 40, (brand) => secondsText(brand.seen_seconds)),
    right(exposureTerms.shareOfScreenTime.title, 52, (brand) => shareOf(brand.name).percent),
    right(exposureTerms.shareOfVideo.title, 44, (brand) => percentText(brand.share_of_video)),
    right(exposureTerms.alone.title, 40, (brand) => secondsText(brand.solus_seconds)),
    right(exposureTerms.longest.title, 40, (brand) => secondsText(brand.longest_seconds)),
    // Over several videos it would not say in which one.
    ...(content.videos.length === 1
      ? [
          right(exposureTerms.firstSeen.title, 40, (brand) =>
            brand.first_seen === null ? '–' : timeText(brand.first_seen),
          ),
        ]
      : []),
    right(exposureTerms.meanSize.title, 40, (brand) => percentText(brand.mean_size)),
    right(exposureTerms.largestSize.title, 40, (brand) => percentText(brand.max_size)),
    right(exposureTerms.clarity.title, 38, (brand) =>
      brand.clarity_known > 0 ? fractionText(brand.clarity) : '–',
    ),
    right(exposureTerms.legiblePhone.title, 42, (brand) =>
      secondsText(brand.legible_seconds.phone),
    ),
    right(exposureTerms.legibleLaptop.title, 42, (brand) =>
      secondsText(brand.legible_seconds.laptop),
    ),
    right(exposureTerms.legibleTv.title, 42, (brand) => secondsText(brand.legible_seconds.tv)),
    right(exposureTerms.said.title, 30, (brand) => countText(brand.said.times)),
    right(exposureTerms.equivalent.title, 54, (brand) => secondsText(brand.equivalent_seconds)),
    ...(hasValues
      ? [right(exposureTerms.mediaValue.title, 56, (brand) => dollarsText(brand.media_value_usd))]
      : []),
  ];
}

const pagesOfRows = <T>(rows: readonly T[], count: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / count) }, (_, index) =>
    rows.slice(index * count, (index + 1) * count),
  );

function brandTables(content: ReportContent, anchors: Anchors): TablePage[] {
  const brands = orderedBrands(content);
  const changes = changesOf(content);
  const columns = brandColumns(content);
  const allParts = pagesOfRows(brands, rowsOnPage);
  const parts =
    content.detail === 'summary' ? allParts.slice(0, summaryLayout.brandTables) : allParts;
  const rest = brands.length - parts.flat().length;
  const notes = [
    'Most seconds on screen first.',
    'Legible: seconds in which the name can be read on such a screen.',
    ...(changes.size > 0 ? [changeSigns] : []),
    ...(brands.some(isUnmeasured) ? [unmeasuredNote] : []),
  ];

  return parts.map((part, index) => ({
    kind: 'table',
    id: index === 0 ? 'brands' : `brands-${index + 1}`,
    title: parts.length === 1 ? 'Brands' : `Brands (${index + 1} of ${parts.length})`,
    note: notes.join(' '),
    ...(rest > 0 && {
      rest: `${counted(rest, 'more brand')}: in the spreadsheet and the full report.`,
    }),
    columns,
    rows: part.map((brand) =>
      columns.map(({ text, head }, column) =>
        column === 0
          ? {
              text: text(brand),
              colour: brand.name,
              sign: changes.get(identityOf(brand.name))?.sign,
              ...frameOf(head, brand, { anchors, content }),
            }
          : {
              text: text(brand),
              ...frameOf(head, brand, { anchors, content }),
              ...(head === exposureTerms.equivalent.title &&
                isUnmeasured(brand) && { sign: unmeasuredSign }),
            },
      ),
    ),
  }));
}

/**
 * Links numbers to the frames behind them: to the brand's page, or to its best moment if it has no page. Equivalent
 * seconds, the most important number, always lead to the best moment.
 */
function frameOf(
  head: string | undefined,
  { name, best }: ExposureBrand,
  { anchors, content }: { readonly anchors: Anchors; readonly content: ReportContent },
): Pick<Cell, 'anchor' | 'href'> {
  const anchor = anchors.get(name) ?? null;
  const isMain = head === exposureTerms.equivalent.title;
  if (best && (isMain || anchor === null))
    return { href: addressOf(content, best.job_id, best.timestamp) };
  return { anchor };
}

function voice(content: ReportContent, anchors: Anchors): VoicePage {
  const { asked: request } = content;
  const seenBrands = orderedBrands(content).filter(({ seen_seconds }) => seen_seconds > 0);
  const shareOf = (brand: ExposureBrand) => brand.share_of_voice;
  const exact = seenBrands.map(shareOf);
  const rounded = roundedShares(exact);
  const named = namedShares(exact, reportLayout.shares);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const shares: Share[] = seenBrands.slice(0, named).map((brand, index) => ({
    name: brand.name,
    label: brand.name,
    share: brand.share_of_voice,
    percent: shareText(rounded[index] ?? 0, brand.share_of_voice),
    seconds: brand.seen_seconds,
    anchor: anchors.get(brand.name) ?? null,
  }));
  const rest = seenBrands.slice(named);

  if (rest.length > 0)
    shares.push({
      name: null,
      label: `Other (${rest.length})`,
      share: sum(rest.map(shareOf)),
      percent: shareText(sum(rounded.slice(named)), sum(rest.map(shareOf))),
      seconds: sum(rest.map((brand) => brand.seen_seconds)),
    });

  const remainingShare = 1 - sum(exact);
  if (request.brands && seenBrands.length > 0 && remainingShare > 0.0005)
    shares.push({
      name: null,
      label: 'Brands that were not asked for',
      share: remainingShare,
      percent: shareText(1 - sum(rounded), remainingShare),
      seconds: null,
    });

  return {
    kind: 'voice',
    id: 'share-of-screen-time',
    title: exposureTerms.shareOfScreenTime.title,
    note: "A brand's seconds on screen as a share of those of all brands. Two brands on screen at once both count.",
    shares,
  };
}

function videoTables(content: ReportContent): TablePage[] {
  const { videos, exposure, detail } = content;
  const isPriced = exposure.videos_not_valued !== undefined;
  // The cover and the timelines already say everything else that this table would say about so few videos.
  const isSummary = detail === 'summary';
  if (videos.length <= (isSummary ? reportLayout.coverVideos : 1) && !isPriced) return [];

  const mostVideos = isSummary ? summaryLayout.videoTables * rowsOnPage : reportLayout.videos;
  const shownVideos = videos.slice(0, mostVideos);
  const audiences = new Map(exposure.videos.map(({ job_id, audience }) => [job_id, audience]));
  const columns: Column[] = [
    { head: 'Video', width: 0, align: 'left' },
    { head: 'Most seen', width: isPriced ? 130 : 180, align: 'left' },
    { head: 'Analysis', width: 190, align: 'left' },
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
    note: `${counted(videos.length, 'video')}, ${lengthText(exposure.seconds_total)} in all.${rest > 0 ? ` The first ${shownVideos.length} are listed; the CSV and JSON files have all.` : ''}`,
    columns,
    rows: part.map((video) => [
      { text: video.title, href: addressOf(content, video.job_id) },
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

function audienceCells(audience: VideoAudience | null): Cell[] {
  if (!audience) return [{ text: '–' }, { text: '–' }, { text: '–' }];
  return [
    { text: countText(audience.views) },
    { text: audienceDate(audience) },
    { text: dollarsText(audience.cpm_usd) },
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
