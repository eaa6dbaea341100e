/** Brands of a shared job: their seconds, and each appearance with its proof frame. */
import type { BrandAppearance, BrandResult } from '@reelsight/contract';
import { timeText } from '../../format/time.ts';
import { MomentText, type Seek } from './moment-text.tsx';
import { ProofPicture } from './proof-picture.tsx';
import styles from './shared.module.css';
import { SharedName } from './shared-name.tsx';

interface BrandsProps {
  readonly brands: readonly BrandResult[];
  readonly token: string;
  readonly onSeek: Seek;
}

export function SharedBrands({ brands, token, onSeek }: BrandsProps) {
  const sorted = [...brands].sort((a, b) => secondsOf(b) - secondsOf(a));
  return (
    <section aria-labelledby="brands">
      <h2 id="brands">Brands</h2>
      {brands.length === 0 && <p>No brand was found.</p>}
      {sorted.map((brand, index) => (
        <details key={brand.name} className={styles.brand} open={index === 0}>
          <summary>
            <SharedName name={brand.name} />
            <span className={styles.number}>{seenText(brand)}</span>
          </summary>
          <ol className={styles.moments}>
            {brand.appearances.map((one) => (
              <li key={`${one.source} ${one.timestamp}`}>
                <Appearance one={one} name={brand.name} token={token} onSeek={onSeek} />
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}

const secondsOf = ({ total_visible_duration = 0 }: BrandResult): number => total_visible_duration;

function seenText(brand: BrandResult): string {
  const said = brand.appearances.filter(({ source }) => source === 'audio').length;
  const parts = [
    ...(brand.total_visible_duration === undefined ? [] : [`${timeText(secondsOf(brand))} seen`]),
    ...(said > 0 ? [`${said} × said`] : []),
  ];
  return parts.join(' · ');
}

interface AppearanceProps {
  readonly one: BrandAppearance;
  readonly name: string;
  readonly token: string;
  readonly onSeek: Seek;
}

function Appearance({ one, name, token, onSeek }: AppearanceProps) {
  const { timestamp_start: start, timestamp_end: end } = one;
  return (
    <>
      {one.frame_url && (
        <ProofPicture
          token={token}
          path={one.frame_url}
          box={one.bounding_box}
          alt={`${name} at ${timeText(one.timestamp)}`}
        />
      )}
      <MomentText seconds={start ?? one.timestamp} onSeek={onSeek}>
        {start === undefined || end === undefined
          ? timeText(one.timestamp)
          : `${timeText(start)} – ${timeText(end)}`}
      </MomentText>
      {one.surface && <span> · {one.surface.replaceAll('-', ' ')}</span>}
      {one.speech_context && <q dir="auto">{one.speech_context}</q>}
    </>
  );
}
