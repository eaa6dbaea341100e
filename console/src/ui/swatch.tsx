/** A small mark next to a name: the colour of a brand, or the hatched grey of an object. */
import styles from './small.module.css';

interface SwatchProps {
  /** CSS. */
  readonly colour: string;
  readonly hatched?: boolean;
}

export function Swatch({ colour, hatched = false }: SwatchProps) {
  return (
    <span
      aria-hidden
      className={hatched ? `${styles.swatch} ${styles.hatched}` : styles.swatch}
      style={{ color: colour }}
    />
  );
}
