/** The name of a brand with its colour, the same in each part of a shared page. */
import { brandColours } from '../../format/brand-colours.ts';
import { Swatch } from '../../ui/swatch.tsx';
import styles from './shared.module.css';

let slots: Readonly<Record<string, number>> = {};

/** The reader has no workspace, and nothing is kept in this browser. */
const colourOf = brandColours({
  read: () => slots,
  write: (next) => {
    slots = next;
  },
});

export function SharedName({ name }: { readonly name: string }) {
  return (
    <span className={styles.name} title={name}>
      <Swatch colour={colourOf(name)} />
      <bdi>{name}</bdi>
    </span>
  );
}
