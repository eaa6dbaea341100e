/** Draws boxes and outlines over a picture. They are not part of the picture, so they can be switched off. */
import type { Box } from './boxes.ts';
import styles from './stage.module.css';

/** Whether the box is so high in the picture that its label does not fit above it. */
const isHigh = ({ y }: Box['box']): boolean => y <= 0.06;
/** Whether there is no room below the box either, so that the label goes inside it. */
const fillsHeight = ({ y, height }: Box['box']): boolean => y + height > 0.94;

export function BoxOverlay({ boxes }: { readonly boxes: readonly Box[] }) {
  return (
    <div className={styles.overlay} aria-hidden>
      <svg className={styles.shapes} viewBox="0 0 1 1" preserveAspectRatio="none">
        <title>Boxes</title>
        {boxes.map(({ id, box, outline, colour, thing }) => (
          <g key={id} style={{ stroke: colour }} className={thing ? styles.thing : undefined}>
            <rect className={styles.halo} {...box} />
            <rect className={styles.box} {...box} />
            {outline?.map((ring) => (
              <polygon
                key={ring.join()}
                className={styles.outline}
                style={{ fill: colour }}
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
          className={isHigh(box) ? `${styles.label} ${styles.labelBelow}` : styles.label}
          style={{
            left: `${box.x * 100}%`,
            top: `${100 * (isHigh(box) ? box.y + (fillsHeight(box) ? 0 : box.height) : box.y)}%`,
            maxWidth: `${(1 - box.x) * 100}%`,
            borderColor: colour,
          }}
        >
          {name}
        </span>
      ))}
    </div>
  );
}
