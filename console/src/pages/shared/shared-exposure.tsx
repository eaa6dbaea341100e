/** Exposure of a shared job: one row per brand, and the formula behind the numbers. */
import type { Exposure } from '@reelsight/contract';
import { byScreenTime, exposureTerms } from '@reelsight/contract/exposure-words';
import { percentText } from '@reelsight/contract/percent-text';
import { shareTexts } from '@reelsight/contract/share-text';
import { lengthText } from '../../format/time.ts';
import styles from './shared.module.css';
import { SharedName } from './shared-name.tsx';

/** A dash where views or a price are not known: that is no value of zero. */
const valueText = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString(undefined, { style: 'currency', currency: 'USD' });

/** The time, or a dash for a brand that is only mentioned and so has no seconds on screen. */
const secondsOr = (seconds: number): string => (seconds > 0 ? lengthText(seconds) : '–');

interface SharedExposureProps {
  readonly exposure: Exposure;
  /** Says what it is of, where that is more than the video of the page. */
  readonly lead?: string;
}

export function SharedExposure({ exposure, lead }: SharedExposureProps) {
  const { formula } = exposure;
  const brands = exposure.brands.toSorted(byScreenTime);
  const shares = shareTexts(brands.map((brand) => brand.share_of_voice));
  const valued = brands.some(({ media_value_usd: value }) => value !== null);
  return (
    <section aria-labelledby="exposure">
      <h2 id="exposure">Exposure</h2>
      {lead && <p>{lead}</p>}
      {brands.length === 0 && <p>No brand was seen or said.</p>}
      {brands.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        <section className={styles.scroll} tabIndex={0} aria-label="Exposure of brands">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{exposureTerms.brand.title}</th>
                <th scope="col">{exposureTerms.seen.title}</th>
                <th scope="col" className={styles.wideOnly}>
                  {exposureTerms.shareOfVideo.title}
                </th>
                <th scope="col">{exposureTerms.shareOfScreenTime.title}</th>
                <th scope="col" className={styles.wideOnly}>
                  {exposureTerms.meanSize.title}
                </th>
                <th scope="col" className={styles.wideOnly}>
                  {exposureTerms.said.title}
                </th>
                <th scope="col">{exposureTerms.equivalent.title}</th>
                {valued && <th scope="col">{exposureTerms.mediaValue.title}</th>}
              </tr>
            </thead>
            <tbody>
              {brands.map((brand, index) => (
                <tr key={brand.name}>
                  <th scope="row" className={styles.brandCell}>
                    <SharedName name={brand.name} />
                  </th>
                  <td>{secondsOr(brand.seen_seconds)}</td>
                  <td className={styles.wideOnly}>{percentText(brand.share_of_video)}</td>
                  <td>{shares[index]}</td>
                  <td className={styles.wideOnly}>{percentText(brand.mean_size)}</td>
                  <td className={styles.wideOnly}>{brand.said.times || '–'}</td>
                  <td>{secondsOr(brand.equivalent_seconds)}</td>
                  {valued && <td>{valueText(brand.media_value_usd)}</td>}
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
