/** One colour for each brand name of a workspace, the same on every page. */
import { useMemo } from 'react';
import { useWorkspaceId } from '../api/session.ts';
import { identityOf } from './brand-identity.ts';
import { keep, stored } from './remembered.ts';

/** CSS colour of a brand's name. */
export type BrandColour = (name: string) => string;

/** Colours that names are spread over first: twelve hues, each darker and lighter. */
const spread = 24;
const hues = spread / 2;

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
    const slot = freeSlot(key, new Set(Object.values(slots)));
    store.write({ ...slots, [key]: slot });
    return colourOf(slot);
  };
}

function freeSlot(key: string, taken: ReadonlySet<number>): number {
  const first = hashOf(key) % spread;
  for (let step = 0; step < spread; step += 1) {
    // Seven slots on is another hue, far from the first.
    const slot = (first + step * 7) % spread;
    if (!taken.has(slot)) return slot;
  }
  let next = Math.max(spread, taken.size);
  while (taken.has(next)) next += 1;
  return next;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

/** At least 3 : 1 on the ground, in light and in dark. Beyond the spread the golden angle keeps neighbours apart. */
function colourOf(slot: number): string {
  const beyond = slot >= spread;
  const lighter = beyond ? slot % 2 === 1 : slot >= hues;
  const step = 360 / hues;
  const hue = beyond ? (slot * 137.508) % 360 : (slot % hues) * step + (lighter ? step / 2 : 0);
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
