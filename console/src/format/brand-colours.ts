/** One colour for each brand name of a workspace, the same on every page. */
import { freeColour, toneOf } from '@reelsight/contract/brand-colours';
import { useMemo } from 'react';
import { useWorkspaceId } from '../api/session.ts';
import { identityOf } from './brand-identity.ts';
import { keep, stored } from './remembered.ts';

/** CSS colour of a brand's name. */
export type BrandColour = (name: string) => string;

interface SlotStore {
  read(): Readonly<Record<string, number>>;
  write(slots: Readonly<Record<string, number>>): void;
}

/**
 * The name decides its colour, so that other browsers agree; where another name of the workspace has that colour
 * already, it takes the next that is free. No two names ever share one.
 */
export function brandColours(store: SlotStore): BrandColour {
  return (name) => {
    const key = identityOf(name);
    const slots = store.read();
    const known = slots[key];
    if (known !== undefined) return colourOf(known);
    const slot = freeColour(key, new Set(Object.values(slots)));
    store.write({ ...slots, [key]: slot });
    return colourOf(slot);
  };
}

/** At least 3 : 1 on the ground, in light and in dark. */
function colourOf(slot: number): string {
  const { hue, lighter } = toneOf(slot);
  const shade = (lightness: number) => `oklch(${lightness} 0.13 ${hue.toFixed(1)})`;
  return lighter
    ? `light-dark(${shade(0.6)}, ${shade(0.7)})`
    : `light-dark(${shade(0.48)}, ${shade(0.82)})`;
}

/** Kept by this browser. */
export function useBrandColour(): BrandColour {
  const workspace = useWorkspaceId();
  return useMemo(() => {
    const place = `brand-colours:${workspace}`;
    return brandColours({
      read: () => stored<Record<string, number>>(localStorage, place) ?? {},
      write: (slots) => keep(localStorage, place, slots),
    });
  }, [workspace]);
}
