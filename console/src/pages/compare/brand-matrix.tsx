/** Brands by video: how long each is seen in each, and the way to the first second behind a cell. */
import { Link } from 'wouter';
import { jobAddress } from '../../app/addresses.ts';
import { lengthText } from '../../format/time.ts';
import { thingId } from '../../job/things/things.ts';
import { BrandName } from '../../ui/brand-name.tsx';
import styles from './brand-matrix.module.css';
import type { BrandShare, ComparedJob, JobBrand } from './brand-share.ts';

/** The strongest tint of a cell, in percent; text on it keeps its contrast. */
const strongest = 40;

interface BrandMatrixProps {
  readonly shares: readonly BrandShare[];
  readonly jobs: readonly Pick<ComparedJob, 'job_id' | 'name'>[];
}

export function BrandMatrix({ shares, jobs }: BrandMatrixProps) {
  const longest = Math.max(
    0,
    ...shares.flatMap((brand) => brand.jobs.map(({ visibleSeconds }) => visibleSeconds)),
  );

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={styles.scroller} aria-label="Brands by video" tabIndex={0}>
      <table className={styles.table} aria-label="Seconds of each brand in each video">
        <thead>
          <tr>
            <th scope="col">Brand</th>
            {jobs.map(({ job_id: id, name }) => (
              <th key={id} scope="col" className={styles.video}>
                <Link href={jobAddress(id)} title={name} dir="auto">
                  {name}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shares.map((brand) => (
            <tr key={brand.name}>
              <th scope="row">
                <BrandName name={brand.name} />
              </th>
              {jobs.map(({ job_id: id }) => (
                <Cell
                  key={id}
                  brand={brand.name}
                  inJob={brand.jobs.find((entry) => entry.job_id === id)}
                  longest={longest}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  readonly brand: string;
  /** Absent if the brand is not in the video. */
  readonly inJob: JobBrand | undefined;
  readonly longest: number;
}

function Cell({ brand, inJob, longest }: CellProps) {
  if (!inJob) return <td className={styles.none}>–</td>;

  const { job_id: id, seen: visual, said: spoken, visibleSeconds } = inJob;
  const isSeen = visibleSeconds > 0;
  const share = longest > 0 ? visibleSeconds / longest : 0;
  const first = (isSeen ? visual : spoken)[0];
  const second = first?.timestamp_start ?? first?.timestamp;
  const address = jobAddress(id, second);
  const sign = address.includes('?') ? '&' : '?';

  return (
    <td
      style={{
        background: `color-mix(in srgb, var(--accent) ${Math.round(share * strongest)}%, transparent)`,
      }}
    >
      <Link href={`${address}${sign}thing=${encodeURIComponent(thingId('brand', brand))}`}>
        {isSeen ? lengthText(visibleSeconds) : `said ${spoken.length}×`}
      </Link>
    </td>
  );
}
