/** Exposure of a shared job: one row per brand, and the formula behind the numbers. */
import type { Exposure } from '@reelsight/contract';
import { percentText } from '@reelsight/contract/percent-text';
import { timeText } from '../../format/time.ts';
import styles from './shared.module.css';
import { SharedName } from './shared-name.tsx';

const dollars = (value: number): string =>
  value.toLocaleString(undefined, { style: 'currency', currency: 'USD' });

/** The time, or a dash for a brand that is only mentioned and so has no seconds on screen. */
const secondsOr = (seconds: number): string => (seconds > 0 ? timeText(seconds) : '–');

export function SharedExposure({ exposure }: { readonly exposure: Exposure }) {
  const { brands, formula } = exposure;
  const valued = brands.some(({ media_value_usd: value }) => value !== null);
  return (
    <section aria-labelledby="exposure">
      <h2 id="exposure">Exposure</h2>
      {brands.length === 0 && <p>No brand was seen or said.</p>}
      {brands.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        <section className={styles.scroll} tabIndex={0} aria-label="Exposure of brands">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Brand</th>
                <th scope="col">Seen</th>
                <th scope="col" className={styles.wideOnly}>
                  % video
                </th>
                <th scope="col">Share of voice</th>
                <th scope="col" className={styles.wideOnly}>
                  Mean size
                </th>
                <th scope="col" className={styles.wideOnly}>
                  Said
                </th>
                <th scope="col">Equivalent</th>
                {valued && <th scope="col">Value</th>}
              </tr>
            </thead>
            <tbody>
              {brands.map((brand) => (
                <tr key={brand.name}>
                  <th scope="row" className={styles.brandCell}>
                    <SharedName name={brand.name} />
                  </th>
                  <td>{secondsOr(brand.seen_seconds)}</td>
                  <td className={styles.wideOnly}>{percentText(brand.share_of_video)}</td>
                  <td>{percentText(brand.share_of_voice)}</td>
                  <td className={styles.wideOnly}>{percentText(brand.mean_size)}</td>
                  <td className={styles.wideOnly}>{brand.said.times || '–'}</td>
                  <td>{secondsOr(brand.equivalent_seconds)}</td>
                  {valued && <td>{dollars(brand.media_value_usd ?? 0)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <details className={styles.method}>
        <summary>How this is computed</summary>
        <p>{formula.text}</p>
      </details>
    </section>
  );
}
