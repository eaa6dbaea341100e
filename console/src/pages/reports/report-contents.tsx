/** The contents of a report, read from its JSON file: the brands with their figures, and the videos. */
import type { Report } from '@reelsight/contract';
import { byScreenTime, exposureTerms } from '@reelsight/contract/exposure-words';
import { shareTexts } from '@reelsight/contract/share-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { compareAddress, jobAddress } from '../../app/addresses.ts';
import { lengthText } from '../../format/time.ts';
import { BrandName } from '../../ui/brand-name.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { filePath, reportKeys } from './report-calls.ts';
import styles from './reports.module.css';

interface ReportedBrand {
  readonly name: string;
  readonly videos: number;
  readonly seen_seconds: number;
  readonly share_of_voice: number;
  readonly equivalent_seconds: number;
  readonly said: { readonly times: number };
  /** Null if it is only said, or in reports made by an earlier release. */
  readonly best?: { readonly job_id: string; readonly timestamp: number } | null;
}

interface ReportedVideo {
  readonly job_id: string;
  readonly title: string;
  readonly duration_seconds: number;
}

/** The report's JSON file, in the format described in docs/reports.md. */
interface ReportData {
  readonly exposure: { readonly brands: readonly ReportedBrand[] };
  readonly videos: readonly ReportedVideo[];
  /** Sentences that say what is missing. */
  readonly missing: readonly string[];
}

interface ContentsProps {
  readonly workspace: string;
  readonly report: Report;
}

export function ReportContents({ workspace, report }: ContentsProps) {
  const file = report.files.find(({ format }) => format === 'json');
  const { data, error, refetch } = useQuery({
    queryKey: [...reportKeys(workspace), report.report_id, 'data'],
    queryFn: ({ signal }) => readData(filePath(workspace, file?.url ?? ''), signal),
    enabled: file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (!file)
    return (
      <p className={styles.soft}>
        Made without its data (JSON): what is in it stands in its files.
      </p>
    );

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} />;

  return (
    <>
      {data.missing.length > 0 && (
        <Notice kind="warning" title="Not everything is in this report.">
          {data.missing.join(' ')}
        </Notice>
      )}
      <Brands brands={data.exposure.brands} videos={data.videos} />
      <Section title="Videos">
        <ul className={styles.videos}>
          {data.videos.map(({ job_id, title, duration_seconds: seconds }) => (
            <li key={job_id}>
              <Link href={jobAddress(job_id)} dir="auto">
                {title}
              </Link>{' '}
              <span className={styles.soft}>{lengthText(seconds)}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

async function readData(path: string, signal: AbortSignal): Promise<ReportData> {
  const answer = await fetch(path, { signal });
  if (!answer.ok) throw new Error(`The data of the report could not be read (${answer.status}).`);
  return (await answer.json()) as ReportData;
}

/** The time, or a dash for a brand that is only mentioned and so has no seconds on screen. */
const secondsOr = (seconds: number): string => (seconds > 0 ? lengthText(seconds) : '–');

type BrandsProps = Pick<ReportData, 'videos'> & ReportData['exposure'];

function Brands({ brands, videos }: BrandsProps) {
  if (brands.length === 0) return <p>No brand was seen or said in these videos.</p>;

  const ordered = brands.toSorted(byScreenTime);
  const texts = shareTexts(ordered.map((brand) => brand.share_of_voice));
  const percents = new Map(ordered.map((brand, index) => [brand.name, texts[index]]));
  const name: Column<ReportedBrand> = {
    id: 'name',
    title: 'Brand',
    cell: (brand) => <Door brand={brand} />,
    sort: (brand) => brand.name.toLowerCase(),
  };
  return (
    <Section title="Brands">
      <DataTable
        name="Brands of the report"
        columns={[name, ...figuresWith(percents)]}
        rows={ordered}
        rowId={(brand) => brand.name}
      />
      {videos.length > 1 && (
        <Link href={compareAddress(videos.map(({ job_id: id }) => id))}>
          All moments of each brand, video by video
        </Link>
      )}
    </Section>
  );
}

/** The brand, as the way to the moment in which it counts most. */
function Door({ brand: { name, best } }: { readonly brand: ReportedBrand }) {
  if (!best) return <BrandName name={name} />;
  return (
    <Link href={jobAddress(best.job_id, best.timestamp)} aria-label={`${name}, at its best moment`}>
      <BrandName name={name} />
    </Link>
  );
}

/** `percents` has the share of each brand as text, by the name of the brand. */
const figuresWith = (
  percents: ReadonlyMap<string, string | undefined>,
): readonly Column<ReportedBrand>[] => [
  {
    id: 'seen',
    title: exposureTerms.seen.title,
    numeric: true,
    cell: (brand) => secondsOr(brand.seen_seconds),
    sort: (brand) => brand.seen_seconds,
  },
  {
    id: 'equivalent',
    title: exposureTerms.equivalent.title,
    numeric: true,
    cell: (brand) => secondsOr(brand.equivalent_seconds),
    sort: (brand) => brand.equivalent_seconds,
  },
  {
    id: 'share',
    title: exposureTerms.shareOfScreenTime.title,
    numeric: true,
    wideOnly: true,
    cell: ({ name }) => percents.get(name),
    sort: (brand) => brand.share_of_voice,
  },
  {
    id: 'videos',
    title: 'Videos',
    numeric: true,
    wideOnly: true,
    cell: ({ videos }) => videos,
    sort: ({ videos }) => videos,
  },
];
