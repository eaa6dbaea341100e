/** A summary of the findings in a video: the brands seen longest, and when brands are on screen. */
import type { JobRowView } from '@reelsight/contract';
import { useBrandColour } from '../../format/brand-colours.ts';
import { counted } from '../../format/quantity.ts';
import { lengthText } from '../../format/time.ts';
import { Swatch } from '../../ui/swatch.tsx';
import styles from './jobs.module.css';

export function Glance({ row }: { readonly row: JobRowView }) {
  const colour = useBrandColour();
  const { highlights } = row;
  if (!highlights || !row.capabilities.includes('brands')) return null;

  const { brands, brand_count: count, timeline } = highlights;
  if (count === 0) return <div className={styles.soft}>no brands</div>;

  const mentioned = highlights.brands_said ?? [];
  const hiddenCount = count - brands.length - mentioned.length;

  return (
    <div className={styles.glance}>
      <ul className={styles.chips} aria-label="Brands seen longest">
        {brands.map(({ name, seconds }) => (
          <li key={name}>
            <Swatch colour={colour(name)} /> <bdi>{name}</bdi>{' '}
            <span className={styles.soft}>{lengthText(seconds)}</span>
          </li>
        ))}
        {mentioned.map((name) => (
          <li key={name}>
            <Swatch colour={colour(name)} /> <bdi>{name}</bdi>{' '}
            <span className={styles.soft}>said</span>
          </li>
        ))}
        {hiddenCount > 0 && (
          <li className={styles.soft}>
            {brands.length + mentioned.length > 0 ? `${hiddenCount} more` : `${hiddenCount} said`}
          </li>
        )}
      </ul>
      {timeline.length > 0 && <TinyTimeline timeline={timeline} />}
    </div>
  );
}

const height = 16;

/** Draws a bar for each time step, as high as the number of brands on screen. */
function TinyTimeline({ timeline }: { readonly timeline: readonly number[] }) {
  const maximum = Math.max(1, ...timeline);
  const filledSteps = timeline.filter((brands) => brands > 0).length;
  const share = Math.round((100 * filledSteps) / timeline.length);
  const bars = timeline.map((brands, step) => {
    const high = (height * brands) / maximum;
    return brands === 0 ? '' : `M${step} ${height}v-${high.toFixed(2)}h1v${high.toFixed(2)}z`;
  });

  return (
    <svg
      className={styles.timeline}
      viewBox={`0 0 ${timeline.length} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Brands on screen in ${share} % of the video, at most ${counted(maximum, 'brand')} at once`}
    >
      <path d={bars.join('')} />
    </svg>
  );
}
