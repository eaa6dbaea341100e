/** Brands side by side over several videos: table, charts, and the moments behind each number. */
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { type CsvCell, saveCsv } from '../../format/csv.ts';
import { clock, counted, number, percent } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/notice.tsx';
import { Section, Stack } from '../../ui/page.tsx';
import { BehindNumber, type Measure, measures } from './behind-number.tsx';
import { type BrandShare, brandShares, type ComparedJob } from './brand-share.ts';
import styles from './compare.module.css';
import { type Bar, ShareBars } from './share-bars.tsx';

const barsShown = 8;

export function BrandComparison({ jobs }: { readonly jobs: readonly ComparedJob[] }) {
  const shares = useMemo(() => brandShares(jobs), [jobs]);
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
          rowId={({ name }) => name}
        />
        {brand && <BehindNumber brand={brand} measure={measure} onClose={() => open(null)} />}
        <p className={styles.formula}>
          Share of voice is a brand’s part of what all brands in this table have together: its
          visible seconds divided by the visible seconds of all of them, and its spoken mentions
          divided by the spoken mentions of all of them. Seconds in which two brands are on screen
          count for both.
        </p>
      </Section>
    </Stack>
  );
}

type Open = (name: string, of?: Measure) => void;

function Charts({ shares, onPick }: { shares: readonly BrandShare[]; onPick: Open }) {
  const seen = bars(shares, 'shareOfSeconds', (one) => clock(one.visibleSeconds));
  const said = bars(shares, 'shareOfMentions', (one) => `${number(one.mentions)} ×`);
  return (
    <div className={styles.charts}>
      {seen.length > 0 && (
        <ShareBars
          title="Share of visible seconds"
          bars={seen}
          onPick={(name) => onPick(name, 'seconds')}
        />
      )}
      {said.length > 0 && (
        <ShareBars
          title="Share of spoken mentions"
          bars={said}
          onPick={(name) => onPick(name, 'mentions')}
        />
      )}
    </div>
  );
}

function bars(
  shares: readonly BrandShare[],
  key: 'shareOfSeconds' | 'shareOfMentions',
  value: (share: BrandShare) => string,
): Bar[] {
  return shares
    .flatMap((one, lane) =>
      one[key] ? [{ name: one.name, share: one[key], value: value(one), lane }] : [],
    )
    .sort((a, b) => b.share - a.share)
    .slice(0, barsShown);
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
  const share = (value: number | null) => (value === null ? '–' : percent(value));
  return [
    {
      id: 'name',
      title: 'Brand',
      cell: ({ name }) => <bdi>{name}</bdi>,
      sort: ({ name }) => name.toLowerCase(),
    },
    { ...door('videos', 'Videos', (one) => number(one.videos)), sort: (one) => one.videos },
    {
      ...door('appearances', 'Appearances', (one) => number(one.appearances)),
      sort: (one) => one.appearances,
    },
    {
      ...door('seconds', 'Visible', (one) => clock(one.visibleSeconds)),
      sort: (one) => one.visibleSeconds,
    },
    { ...door('mentions', 'Said', (one) => number(one.mentions)), sort: (one) => one.mentions },
    {
      id: 'share-seconds',
      title: 'Share of seconds',
      numeric: true,
      cell: (one) => share(one.shareOfSeconds),
      sort: (one) => one.shareOfSeconds,
    },
    {
      id: 'share-mentions',
      title: 'Share of mentions',
      numeric: true,
      cell: (one) => share(one.shareOfMentions),
      sort: (one) => one.shareOfMentions,
    },
  ];
}

/** A line for each brand in each video, then sums can be made of any of them. */
function shareCsv(shares: readonly BrandShare[]): CsvCell[][] {
  const head = ['brand', 'job_id', 'video', 'appearances', 'visible_seconds', 'spoken_mentions'];
  const lines = shares.flatMap(({ name, jobs }) =>
    jobs.map((job) => [
      name,
      job.job_id,
      job.name,
      job.seen.length,
      Math.round(job.visibleSeconds * 1000) / 1000,
      job.said.length,
    ]),
  );
  return [head, ...lines];
}
