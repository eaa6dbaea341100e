/**
 * The exposure of brands in one or more videos: shares, seconds, equivalent seconds, and money from the audience and
 * prices that the workspace keeps.
 */
import {
  byScreenTime,
  exposureTerms,
  isUnmeasured,
  unmeasuredNote,
  unmeasuredSign,
} from '@reelsight/contract/exposure-words';
import { percentText } from '@reelsight/contract/percent-text';
import { shareTexts } from '@reelsight/contract/share-text';
import type { Exposure } from '@reelsight/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWorkspaceId } from '../api/session.ts';
import { useBrandColour } from '../format/brand-colours.ts';
import { type CsvCell, saveCsv } from '../format/csv.ts';
import { lengthText } from '../format/time.ts';
import { ShareBar } from '../pages/compare/share-bar.tsx';
import { BrandName } from '../ui/brand-name.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { EmptyState, Failure, Skeleton } from '../ui/notice.tsx';
import { AudienceFigures } from './audience-figures.tsx';
import styles from './exposure.module.css';
import { exposureQuery } from './exposure-query.ts';
import { dollars, exposureCsv, shareParts } from './exposure-words.ts';

interface ExposureViewProps {
  readonly ids: readonly string[];
  /** Minimum confidence, 0 to 1. */
  readonly least: number;
  readonly onPick: (brand: string) => void;
  /** Whether the shares are shown above the table. False on a page that already shows them. */
  readonly shares: boolean;
}

type Brand = Exposure['brands'][number];

export function ExposureView({ ids, least: minConfidence, onPick, shares }: ExposureViewProps) {
  const workspace = useWorkspaceId();
  const body = {
    job_ids: [...ids],
    ...(minConfidence > 0 && { min_confidence: minConfidence }),
    audience: 'views' as const,
  };
  const { data, error, refetch } = useQuery({
    ...exposureQuery(workspace, body),
    placeholderData: keepPreviousData,
  });
  if (error)
    return (
      <Failure
        what="The exposure could not be read."
        error={error}
        onRetry={() => void refetch()}
      />
    );

  if (!data) return <Skeleton lines={5} />;
  if (data.brands.length === 0) return <NoBrand least={minConfidence} />;
  const exposure = { ...data, brands: data.brands.toSorted(byScreenTime) };

  return (
    <div className={styles.view}>
      {shares && <Shares exposure={exposure} onPick={onPick} />}
      <DataTable
        name="Exposure"
        columns={columnsFor(exposure, { onPick, shares })}
        rows={exposure.brands}
        sortedBy={{ column: 'seen', down: true }}
        rowId={({ name }) => name}
      />
      {exposure.brands.some(isUnmeasured) && <p className={styles.soft}>{unmeasuredNote}</p>}
      <AudienceFigures exposure={data} />
      <Formula exposure={exposure} />
    </div>
  );
}

function NoBrand({ least: minConfidence }: { readonly least: number }) {
  return (
    <EmptyState title="No brand was found">
      <p>
        {minConfidence > 0
          ? 'Nothing is as sure as the filter asks for.'
          : 'So there is no exposure to count.'}
      </p>
    </EmptyState>
  );
}

interface Picking {
  readonly exposure: Exposure;
  readonly onPick: (brand: string) => void;
}

function Shares({ exposure, onPick }: Picking) {
  const colourOf = useBrandColour();
  const parts = shareParts(exposure.brands, colourOf);
  if (parts.length === 0) return null;
  return <ShareBar title={exposureTerms.shareOfScreenTime.title} parts={parts} onPick={onPick} />;
}

/** The most important columns come first. Shares are left out if the page shows them in a table of its own. */
function columnsFor(
  { brands }: Exposure,
  { onPick, shares }: Pick<ExposureViewProps, 'onPick' | 'shares'>,
): Column<Brand>[] {
  const percents = shareTexts(brands.map((brand) => brand.share_of_voice));
  const percentOf = new Map(brands.map(({ name }, index) => [name, percents[index]]));
  const seconds = (id: string, title: string, of: (brand: Brand) => number): Column<Brand> => ({
    id,
    title,
    numeric: true,
    sort: of,
    cell: (brand) => (of(brand) > 0 ? lengthText(of(brand)) : '–'),
  });
  const equivalent: Column<Brand> = {
    ...seconds('equivalent', exposureTerms.equivalent.title, (brand) => brand.equivalent_seconds),
    cell: (brand) =>
      (brand.equivalent_seconds > 0 ? lengthText(brand.equivalent_seconds) : '–') +
      (isUnmeasured(brand) ? ` ${unmeasuredSign}` : ''),
  };
  const share: Column<Brand> = {
    id: 'share',
    title: exposureTerms.shareOfScreenTime.title,
    numeric: true,
    cell: ({ name }) => percentOf.get(name),
    sort: (brand) => brand.share_of_voice,
  };

  const money: Column<Brand> = {
    id: 'value',
    title: exposureTerms.mediaValue.title,
    numeric: true,
    cell: ({ media_value_usd: value }) => (value === null ? '–' : dollars(value)),
    sort: ({ media_value_usd: value }) => value,
  };
  return [
    {
      id: 'name',
      title: 'Brand',
      cell: ({ name }) => <BrandName name={name} onPick={onPick} />,
      sort: ({ name }) => name.toLowerCase(),
    },
    seconds('seen', exposureTerms.seen.title, (brand) => brand.seen_seconds),
    equivalent,
    ...(brands.some(({ media_value_usd: value }) => value !== null) ? [money] : []),
    ...(shares ? [share] : []),
    {
      id: 'video',
      title: exposureTerms.shareOfVideo.title,
      numeric: true,
      wideOnly: true,
      cell: (brand) => percentText(brand.share_of_video),
      sort: (brand) => brand.share_of_video,
    },
    {
      ...seconds('solus', exposureTerms.alone.title, (brand) => brand.solus_seconds),
      wideOnly: true,
    },
    {
      id: 'size',
      title: exposureTerms.meanSize.title,
      numeric: true,
      wideOnly: true,
      cell: (brand) => percentText(brand.mean_size),
      sort: (brand) => brand.mean_size,
    },
    {
      ...seconds('phone', exposureTerms.legiblePhone.title, (brand) => brand.legible_seconds.phone),
      wideOnly: true,
    },
  ];
}

/** Shows the full formula, because readers would otherwise have to take the numbers on trust. */
function Formula({ exposure }: { readonly exposure: Exposure }) {
  const table = (): CsvCell[][] => exposureCsv(exposure);
  return (
    <section className={styles.formula} aria-label="Formula">
      <Disclosure summary="How equivalent seconds are counted">
        <ul>
          {exposure.formula.text.split('\n').map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Disclosure>
      <Button small onClick={() => saveCsv('exposure.csv', table())}>
        Download exposure (CSV)
      </Button>
    </section>
  );
}
