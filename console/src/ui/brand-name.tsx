/** A brand's name in a table with its colour: always on one line, with the full name on hover. */
import { useBrandColour } from '../format/brand-colours.ts';
import styles from './small.module.css';
import { Swatch } from './swatch.tsx';

interface BrandNameProps {
  readonly name: string;
  /** Called when the name is pressed. If present, the name is a button. */
  readonly onPick?: (name: string) => void;
}

export function BrandName({ name, onPick }: BrandNameProps) {
  const colourOf = useBrandColour();
  const words = (
    <>
      <Swatch colour={colourOf(name)} />
      <bdi>{name}</bdi>
    </>
  );

  if (!onPick) {
    return (
      <span className={styles.brandName} title={name}>
        {words}
      </span>
    );
  }

  return (
    <button type="button" className={styles.brandName} title={name} onClick={() => onPick(name)}>
      {words}
    </button>
  );
}
