/** Brands side by side over several videos: table, charts, and the moments behind each number. */
import { exposureTerms } from '@reelsight/contract/exposure-words';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'wouter';
import { libraryAddress } from '../../app/addresses.ts';
import { ExposureView } from '../../exposure/exposure-view.tsx';
import { useBrandColour } from '../../format/brand-colours.ts';
import { type CsvCell, saveCsv } from '../../format/csv.ts';
import { counted, number } from '../../format/quantity.ts';
import { lengthText, secondsCell } from '../../format/time.ts';
import { BrandName } from '../../ui/brand-name.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/notice.tsx';
import { Section, Stack } from '../../ui/page.tsx';
import { BehindNumber, type Measure, measures } from './behind-number.tsx';
import { BrandMatrix } from './brand-matrix.tsx';
import { type BrandShare, brandShares, type ComparedJob } from './brand-share.ts';
import styles from './compare.module.css';
import { ShareBar, ShareCell } from './share-bar.tsx';
import { sharePartsOf } from './share-parts.ts';

export function BrandComparison({ jobs }: { readonly jobs: readonly ComparedJob[] }) {
  const shares = useMemo(() => brandShares(jobs), [jobs]);
  const ids = useMemo(() => jobs.map(({ job_id }) => job_id), [jobs]);
  const [search, setSearch] = useSearchParams();
  const brand = shares.find(({ name }) => name === search.get('brand'));
  const measure = measures.find((candidate) => candidate === search.get('of')) ?? 'videos';
  const open = (name: string | null, of: Measure = 'videos') =>
    setSearch(
      (previous) => {
        const params = new URLSearchParams(previous);
        params.delete('brand');
        params.delete('of');

        if (name !== null) {
          params.set('brand', name);
          params.set('of', of);
        }

        return params;
      },
      { replace: true },
    );

  if (shares.length === 0) {
    return (
      <EmptyState title="No brand was found">
        <p>
          {counted(jobs.length, 'video')} looked for brands and found none. Give names to look for,
          or add names and pictures of logos to the <Link href={libraryAddress}>brand library</Link>
          .
        </p>
      </EmptyState>
    );
  }

  return (
    <Stack>
      <Charts shares={shares} onPick={open} />
      <Section
        title="By brand"
        lead={`Over ${counted(jobs.length, 'video')}. Each number opens the moments behind it.`}
        actions={
          <Button small onClick={() => saveCsv('brands.csv', shareCsv(shares))}>
            Download CSV
          </Button>
        }
      >
        <DataTable
          name="Brand comparison"
          columns={columnsFor(open, brand && { name: brand.name, measure })}
          rows={shares}
          sortedBy={{ column: 'seconds', down: true }}
          rowId={({ name }) => name}
        />
        {brand && <BehindNumber brand={brand} measure={measure} onClose={() => open(null)} />}
        <p className={styles.formula}>
          Share of screen time: a brand’s seconds on screen, divided by the sum of those of all
          brands in this table. Seconds in which two brands are on screen count for both. Share of
          voice: the times a brand is said, divided by the mentions of all of them.
        </p>
      </Section>
      {jobs.length > 1 && (
        <Section title="By video" lead="Seconds in the picture; each opens the first of them.">
          <BrandMatrix shares={shares} jobs={jobs} />
        </Section>
      )}
      <Section
        title="Exposure"
        lead="Seconds weighed by size, place, clarity and how many brands share the picture."
      >
        <ExposureView ids={ids} least={0} onPick={open} shares={false} />
      </Section>
    </Stack>
  );
}

type Open = (name: string, of?: Measure) => void;

function Charts({ shares, onPick }: { shares: readonly BrandShare[]; onPick: Open }) {
  const colourOf = useBrandColour();
  const visualParts = sharePartsOf(shares, 'seconds', colourOf);
  const spokenParts = sharePartsOf(shares, 'mentions', colourOf);

  return (
    <div className={styles.charts}>
      {visualParts.length > 0 && (
        <ShareBar
          title={exposureTerms.shareOfScreenTime.title}
          parts={visualParts}
          onPick={(name) => onPick(name, 'seconds')}
        />
      )}
      {spokenParts.length > 0 && (
        <ShareBar
          title={exposureTerms.shareOfVoice.title}
          parts={spokenParts}
          onPick={(name) => onPick(name, 'mentions')}
        />
      )}
    </div>
  );
}

interface Opened {
  readonly name: string;
  readonly measure: Measure;
}

function columnsFor(open: Open, openCell: Opened | undefined): readonly Column<BrandShare>[] {
  const door = (
    measure: Measure,
    title: string,
    value: (brand: BrandShare) => number | string,
  ) => ({
    id: measure,
    title,
    numeric: true,
    cell: (brand: BrandShare) => (
      <button
        type="button"
        className={styles.door}
        aria-expanded={openCell?.name === brand.name && openCell.measure === measure}
        onClick={() => open(brand.name, measure)}
      >
        {value(brand)}
      </button>
    ),
  });
  return [
    {
      id: 'name',
      title: 'Brand',
      cell: ({ name }) => <BrandName name={name} />,
      sort: ({ name }) => name.toLowerCase(),
    },
    { ...door('videos', 'Videos', (brand) => number(brand.videos)), sort: (brand) => brand.videos },
    {
      ...door('appearances', 'Appearances', (brand) => number(brand.appearances)),
      wideOnly: true,
      sort: (brand) => brand.appearances,
    },
    {
      ...door('seconds', 'Seen', (brand) =>
        brand.visibleSeconds > 0 ? lengthText(brand.visibleSeconds) : '–',
      ),
      sort: (brand) => brand.visibleSeconds,
    },
    {
      ...door('mentions', 'Said', (brand) => number(brand.mentions)),
      sort: (brand) => brand.mentions,
    },
    {
      id: 'share-seconds',
      title: exposureTerms.shareOfScreenTime.title,
      numeric: true,
      cell: (brand) => <ShareCell share={brand.shareOfSeconds} percent={brand.percentOfSeconds} />,
      sort: (brand) => brand.shareOfSeconds,
    },
    {
      id: 'share-mentions',
      title: exposureTerms.shareOfVoice.title,
      numeric: true,
      wideOnly: true,
      cell: (brand) => (
        <ShareCell share={brand.shareOfMentions} percent={brand.percentOfMentions} />
      ),
      sort: (brand) => brand.shareOfMentions,
    },
  ];
}

/** The comparison as CSV: one line for each brand in each video, so that any totals can be computed. */
function shareCsv(shares: readonly BrandShare[]): CsvCell[][] {
  const { appearances, brand, said: mentions, seen: visual } = exposureTerms;
  const head = [brand.column, 'job', 'title', appearances.column, visual.column, mentions.column];
  const lines = shares.flatMap(({ name, jobs }) =>
    jobs.map((job) => [
      name,
      job.job_id,
      job.name,
      job.seen.length,
      secondsCell(job.visibleSeconds),
      job.said.length,
    ]),
  );
  return [head, ...lines];
}
