/** The name of a brand in the colour that it has in its workspace, the same in every part of a shared page. */
import type { SharedJob } from '@reelsight/contract';
import { identityOf } from '@reelsight/contract/name-identity';
import { createContext, useContext } from 'react';
import { colourOfSlot } from '../../format/brand-colours.ts';
import { Swatch } from '../../ui/swatch.tsx';
import styles from './shared.module.css';

/** Colour slots of brands, keyed by the normalised name. */
export const SharedSlots = createContext<ReadonlyMap<string, number>>(new Map());

export const slotsIn = ({
  brand_colours: colours,
}: Pick<SharedJob, 'brand_colours'>): ReadonlyMap<string, number> =>
  new Map(colours.map(({ name, slot }) => [identityOf(name), slot]));

export function SharedName({ name }: { readonly name: string }) {
  const slots = useContext(SharedSlots);
  return (
    <span className={styles.name} title={name}>
      <Swatch colour={colourOfSlot(slots.get(identityOf(name)))} />
      <bdi>{name}</bdi>
    </span>
  );
}
