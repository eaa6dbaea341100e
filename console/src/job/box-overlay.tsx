/** Boxes and outlines over a picture: drawn by the page, so that they can be switched off. */
import type { Box } from './boxes.ts';
import styles from './stage.module.css';

export function BoxOverlay({ boxes }: { readonly boxes: readonly Box[] }) {
  return (
    <div className={styles.overlay} aria-hidden>
      <svg className={styles.shapes} viewBox="0 0 1 1" preserveAspectRatio="none">
        <title>Boxes</title>
        {boxes.map(({ id, box, outline, colour }) => (
          <g key={id} style={{ stroke: `var(--lane-${colour})` }}>
            <rect className={styles.halo} {...box} />
            <rect className={styles.box} {...box} />
            {outline?.map((ring) => (
              <polygon
                key={ring.join()}
                className={styles.outline}
                style={{ fill: `var(--lane-${colour})` }}
                points={ring.map((point) => point.join()).join(' ')}
              />
            ))}
          </g>
        ))}
      </svg>
      {boxes.map(({ id, name, box, colour }) => (
        <span
          key={id}
          dir="auto"
          className={box.y > 0.1 ? styles.label : `${styles.label} ${styles.labelInside}`}
          style={{
            left: `${box.x * 100}%`,
            top: `${box.y * 100}%`,
            maxWidth: `${(1 - box.x) * 100}%`,
            borderColor: `var(--lane-${colour})`,
          }}
        >
          {name}
        </span>
      ))}
    </div>
  );
}
