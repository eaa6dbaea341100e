/**
 * Writes the report as a workbook for calculations: brands, videos and appearances as numbers with their units, in the
 * words and the order of the pages, what changed since the report before, and what the report leaves out.
 */
import type { ChangedBrand, ExposureBrand } from '@reelsight/contract';
import { comparedNumbers } from '@reelsight/contract/compared-numbers';
import { jobPath } from '@reelsight/contract/console-paths';
import { counted } from '@reelsight/contract/counted';
import { exposureTerms } from '@reelsight/contract/exposure-words';
import { roundedShares } from '@reelsight/contract/share-text';
import writeExcelFile, { type Cell, type Row, type Sheet } from 'write-excel-file/node';
import { identityOf } from '../analysis/name-key.ts';
import { type Comparison, comparisonsOf, kindOfChange } from './change-pages.ts';
import { orderedBrands, type ReportContent, reportLayout } from './content.ts';
import { methodParts } from './method-pages.ts';
import { officeText } from './office-text.ts';
import { audienceDate, dayText } from './words.ts';

const format = {
  count: '#,##0',
  seconds: '0.00',
  percent: '0.0%',
  fraction: '0.00',
  money: '"$"#,##0.00',
};
type Format = keyof typeof format;

const text = (value: string): Cell => ({ value: officeText(value), type: String });
const number = (value: number | null | undefined, of: Format): Cell =>
  value === null || value === undefined ? null : { value, type: Number, format: format[of] };
const head = (titles: readonly string[]): Row =>
  titles.map((value) => ({ value, type: String, fontWeight: 'bold', wrap: true }));

export async function xlsxOf(content: ReportContent): Promise<Uint8Array> {
  const sheets = [
    brandSheet(content),
    videoSheet(content),
    appearanceSheet(content),
    ...comparisonsOf(content).map(comparisonSheet),
    aboutSheet(content),
  ];
  return writeExcelFile(sheets).toBuffer();
}

/** Without the traces of binary fractions, which a copied cell would show. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The title of a column of seconds. */
const inSeconds = (title: string): string => `${title} (s)`;

function brandSheet(content: ReportContent): Sheet<Buffer> {
  const brands = orderedBrands(content);
  const shares = roundedShares(brands.map((brand) => brand.share_of_voice));
  const hasValues = brands.some((brand) => brand.media_value_usd !== null);
  const seconds = (title: string, of: (brand: ExposureBrand) => number | null) =>
    [inSeconds(title), (brand: ExposureBrand) => number(of(brand), 'seconds')] as const;
  const percent = (title: string, of: (brand: ExposureBrand) => number) =>
    [title, (brand: ExposureBrand) => number(of(brand), 'percent')] as const;
  const count = (title: string, of: (brand: ExposureBrand) => number) =>
    [title, (brand: ExposureBrand) => number(of(brand), 'count')] as const;
  const shareOf = new Map(brands.map((brand, index) => [brand, shares[index] ?? 0]));

  const columns: readonly (readonly [string, (brand: ExposureBrand) => Cell])[] = [
    [exposureTerms.brand.title, ({ name }) => text(name)],
    count(exposureTerms.videos.title, ({ videos }) => videos),
    count(exposureTerms.appearances.title, ({ appearances }) => appearances),
    seconds(exposureTerms.seen.title, (brand) => brand.seen_seconds),
    percent(exposureTerms.shareOfScreenTime.title, (brand) => shareOf.get(brand) ?? 0),
    percent(exposureTerms.shareOfVideo.title, (brand) => brand.share_of_video),
    seconds(exposureTerms.alone.title, (brand) => brand.solus_seconds),
    seconds(exposureTerms.longest.title, (brand) => brand.longest_seconds),
    seconds(exposureTerms.firstSeen.title, (brand) => brand.first_seen),
    percent(exposureTerms.meanSize.title, (brand) => brand.mean_size),
    percent(exposureTerms.largestSize.title, (brand) => brand.max_size),
    [
      exposureTerms.clarity.title,
      (brand) => (brand.clarity_known > 0 ? number(brand.clarity, 'fraction') : null),
    ],
    percent(exposureTerms.clarityMeasured.title, (brand) => brand.clarity_known),
    seconds(exposureTerms.legiblePhone.title, (brand) => brand.legible_seconds.phone),
    seconds(exposureTerms.legibleLaptop.title, (brand) => brand.legible_seconds.laptop),
    seconds(exposureTerms.legibleTv.title, (brand) => brand.legible_seconds.tv),
    count(exposureTerms.said.title, (brand) => brand.said.times),
    [exposureTerms.equivalent.title, (brand) => number(brand.equivalent_seconds, 'seconds')],
    ...(hasValues
      ? [
          [
            `${exposureTerms.mediaValue.title} (USD)`,
            (brand: ExposureBrand) => number(brand.media_value_usd, 'money'),
          ] as const,
        ]
      : []),
  ];

  return {
    sheet: 'Brands',
    stickyRowsCount: 1,
    stickyColumnsCount: 1,
    columns: columns.map((_, index) => ({ width: index === 0 ? 28 : 13 })),
    data: [
      head(columns.map(([title]) => title)),
      ...brands.map((brand) => columns.map(([, cell]) => cell(brand))),
    ],
  };
}

function videoSheet({ videos, origin, exposure }: ReportContent): Sheet<Buffer> {
  const isPriced = exposure.videos_not_valued !== undefined;
  const audiences = new Map(exposure.videos.map(({ job_id, audience }) => [job_id, audience]));
  const priceCells = (jobId: string): Row => {
    const audience = audiences.get(jobId);
    if (!audience) return [null, null, null];
    return [
      number(audience.views, 'count'),
      text(audienceDate(audience)),
      number(audience.cpm_usd, 'money'),
    ];
  };

  return {
    sheet: 'Videos',
    stickyRowsCount: 1,
    columns: [48, 12, 12, 34, 60, ...(isPriced ? [12, 12, 12] : [])].map((width) => ({ width })),
    data: [
      head([
        ...['Video', inSeconds('Length'), 'Brands', 'Analysis', 'Link'],
        ...(isPriced ? ['Audience', 'As of', 'CPM (USD)'] : []),
      ]),
      ...videos.map(
        (video): Row => [
          text(video.title),
          number(video.duration_seconds, 'seconds'),
          number(video.lanes.length, 'count'),
          text(video.job_id),
          text(origin + jobPath(video.job_id)),
          ...(isPriced ? priceCells(video.job_id) : []),
        ],
      ),
    ],
  };
}

/** The appearances in the order of the brands, those of one brand video by video. */
function appearanceSheet(content: ReportContent): Sheet<Buffer> {
  const { videos, origin } = content;
  const allAppearances = videos.flatMap((video) =>
    video.appearances.map((appearance) => ({ video, appearance })),
  );
  const byBrand = Map.groupBy(allAppearances, ({ appearance }) => identityOf(appearance.brand));
  const rows = orderedBrands(content)
    .flatMap(({ name }) => byBrand.get(identityOf(name)) ?? [])
    .slice(0, reportLayout.sheetRows)
    .map(({ video, appearance }): Row => {
      const { brand, source, start, end, box, surface, confidence, corrected } = appearance;
      const isSeen = source === 'visual';
      return [
        text(brand),
        text(video.title),
        text(isSeen ? 'seen' : 'said'),
        number(start, 'seconds'),
        number(end, 'seconds'),
        isSeen ? number(rounded(end - start), 'seconds') : null,
        box ? number(rounded(box.width * box.height), 'percent') : null,
        surface === null ? null : text(surface.replaceAll('-', ' ')),
        number(confidence, 'percent'),
        text(corrected ? 'yes' : 'no'),
        text(origin + jobPath(video.job_id, start)),
      ];
    });

  return {
    sheet: 'Appearances',
    stickyRowsCount: 1,
    columns: [
      { width: 28 },
      { width: 48 },
      ...Array.from({ length: 8 }, () => ({ width: 12 })),
      { width: 60 },
    ],
    data: [
      head([
        ...[exposureTerms.brand.title, 'Video', 'Source', inSeconds('Start'), inSeconds('End')],
        ...[
          inSeconds(exposureTerms.seen.title),
          'Size',
          'Surface',
          'Confidence',
          'Corrected',
          'Link',
        ],
      ]),
      ...rows,
    ],
  };
}

/** One row a brand, each of its numbers as it is now and as it was before. */
function comparisonSheet({ id, period, brands }: Comparison): Sheet<Buffer> {
  const kindOf = (brand: ChangedBrand) => (id === 'changes' ? kindOfChange(brand) : id);
  const titles = comparedNumbers.map(({ title, unit }) =>
    unit === 'seconds' ? inSeconds(title) : title,
  );

  return {
    sheet: comparisonTitles[id],
    stickyRowsCount: 1,
    stickyColumnsCount: 1,
    columns: [
      { width: 28 },
      { width: 12 },
      { width: 34 },
      ...titles.flatMap(() => [{ width: 13 }, { width: 13 }]),
    ],
    data: [
      head([
        exposureTerms.brand.title,
        'Change',
        'Compared with',
        ...titles.flatMap((title) => [title, `${title}, before`]),
      ]),
      ...brands.map(
        (brand): Row => [
          text(brand.name),
          text(kindOf(brand)),
          text(period),
          ...comparedNumbers.flatMap(({ field, unit }) => [
            number(brand.now?.[field], formatOf[unit]),
            number(brand.before?.[field], formatOf[unit]),
          ]),
        ],
      ),
    ],
  };
}

const comparisonTitles = { changes: 'Changes', corrected: 'Corrected' } as const;
const formatOf = { count: 'count', seconds: 'seconds', fraction: 'percent' } as const;

/** What the workbook is about, what it leaves out, and how its numbers are made. */
function aboutSheet(content: ReportContent): Sheet<Buffer> {
  const { title, created_at: createdAt, chosenVideos, videos, missing } = content;
  const appearanceCount = videos.reduce((sum, video) => sum + video.appearances.length, 0);
  const covered =
    videos.length < chosenVideos
      ? `${videos.length} of ${counted(chosenVideos, 'video')}`
      : counted(videos.length, 'video');
  const warnings = [
    ...missing,
    ...(appearanceCount > reportLayout.sheetRows
      ? [
          `The first ${reportLayout.sheetRows} of ${counted(appearanceCount, 'appearance')} are listed; the CSV file has all.`,
        ]
      : []),
  ];
  const lines: Row[] = [
    [{ value: officeText(title), type: String, fontWeight: 'bold' }],
    [text(`Brand exposure report, ${dayText(createdAt)}: ${covered}`)],
    ...warnings.map((warning) => [text(warning)]),
    ...comparisonsOf(content).flatMap(({ title: comparisonTitle, note }): Row[] => [
      [],
      head([comparisonTitle]),
      [text(note)],
    ]),
    ...methodParts(content).flatMap((part): Row[] => [
      [],
      ...(part.head === null ? [] : [head([part.head])]),
      ...part.lines.map((line) => [text(line)]),
    ]),
  ];

  return { sheet: 'About', columns: [{ width: 140 }], data: lines };
}
