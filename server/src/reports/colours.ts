/** The colours of a report's brands: those they have in the workspace. For white paper. */

import { slotOfKey, toneOf } from '@reelsight/contract/brand-colours';
import { identityOf } from '../analysis/name-key.ts';

/** Slots by the identity of names. */
export type Slots = ReadonlyMap<string, number>;

/** `#rrggbb` of a name. */
export type Colours = (name: string) => string;

/** A name without a slot gets the colour that its own letters give. */
export function coloursOf(slots: Slots): Colours {
  return (name) => {
    const key = identityOf(name);
    return toneOf(slots.get(key) ?? slotOfKey(key)).light;
  };
}
