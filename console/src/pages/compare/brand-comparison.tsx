/** Brands side by side over several videos: table, charts, and the moments behind each number. */
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { ExposureView } from '../../exposure/exposure-view.tsx';
import { useBrandColour } from '../../format/brand-colours.ts';
import { type CsvCell, saveCsv } from '../../format/csv.ts';
import { counted, number } from '../../format/quantity.ts';
import { secondsCell, timeText } from '../../format/time.ts';
import { BrandName } from '../../ui/brand-name.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/notice.tsx';
import { Section, Stack } from '../../ui/page.tsx';
import { BehindNumber, type Measure, measures } from './behind-number.tsx';
import { type BrandShare, brandShares, type ComparedJob } from './brand-share.ts';
import styles from './compare.module.css';
import { ShareBar, ShareCell } from './share-bar.tsx';
import { sharePartsOf } from './share-parts.ts';

export function BrandComparison({ jobs }: { readonly jobs: readonly ComparedJob[] }) {
  const shares = useMemo(() => brandShares(jobs), [jobs]);
  const ids = useMemo(() => jobs.map(({ job_id }) => job_id), [jobs]);
  const [search, setSearch] = useSearchParams();
  const brand = shares.find(({ name }) => name === search.get('brand'));
  const measure = measures.find((one) => one === search.get('of')) ?? 'videos';
  const open = (name: string | null, of: Measure = 'videos') =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('brand');
        after.delete('of');

        if (name !== null) {
          after.set('brand', name);
          after.set('of', of);
        }

        return after;
      },
      { replace: true },
    );

  if (shares.length === 0) {
    return (
      <EmptyState title="No brand was found">
        <p>
          {counted(jobs.length, 'video')} looked for brands and found none. Give names to look for,
          or add aliases and pictures of logos under Brands.
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
          Share of voice is a brand’s part of what all brands in this table have together: its
          seconds seen divided by those of all of them, and the times it is said divided by those of
          all of them. Seconds in which two brands are on screen count for both.
        </p>
      </Section>
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
  const seen = sharePartsOf(shares, 'seconds', colourOf);
  const said = sharePartsOf(shares, 'mentions', colourOf);

  return (
    <div className={styles.charts}>
      {seen.length > 0 && (
        <ShareBar
          title="Share of voice, seen"
          parts={seen}
          onPick={(name) => onPick(name, 'seconds')}
        />
      )}
      {said.length > 0 && (
        <ShareBar
          title="Share of voice, said"
          parts={said}
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

function columnsFor(open: Open, opened: Opened | undefined): readonly Column<BrandShare>[] {
  const door = (measure: Measure, title: string, value: (one: BrandShare) => number | string) => ({
    id: measure,
    title,
    numeric: true,
    cell: (one: BrandShare) => (
      <button
        type="button"
        className={styles.door}
        aria-expanded={opened?.name === one.name && opened.measure === measure}
        onClick={() => open(one.name, measure)}
      >
        {value(one)}
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
    { ...door('videos', 'Videos', (one) => number(one.videos)), sort: (one) => one.videos },
    {
      ...door('appearances', 'Appearances', (one) => number(one.appearances)),
      wideOnly: true,
      sort: (one) => one.appearances,
    },
    {
      ...door('seconds', 'Seen', (one) =>
        one.visibleSeconds > 0 ? timeText(one.visibleSeconds) : '–',
      ),
      sort: (one) => one.visibleSeconds,
    },
    { ...door('mentions', 'Said', (one) => number(one.mentions)), sort: (one) => one.mentions },
    {
      id: 'share-seconds',
      title: 'Share of voice, seen',
      numeric: true,
      cell: (one) => <ShareCell share={one.shareOfSeconds} />,
      sort: (one) => one.shareOfSeconds,
    },
    {
      id: 'share-mentions',
      title: 'Share of voice, said',
      numeric: true,
      wideOnly: true,
      cell: (one) => <ShareCell share={one.shareOfMentions} />,
      sort: (one) => one.shareOfMentions,
    },
  ];
}

/** One line for each brand in each video, so that any totals can be computed. */
function shareCsv(shares: readonly BrandShare[]): CsvCell[][] {
  const head = ['brand', 'job_id', 'video', 'appearances', 'visible_seconds', 'spoken_mentions'];
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
