/** The colours of a report's brands on white paper; a brand has the same colour elsewhere in its workspace. */

import { slotOfKey, toneOf } from '@reelsight/contract/brand-colours';
import { identityOf } from '../analysis/name-key.ts';
import { ink } from './ink.ts';

/** Colour slots, keyed by the identity of the brand's name. */
export type Slots = ReadonlyMap<string, number>;

/** Returns the colour of a name as `#rrggbb`. */
export type Colours = (name: string) => string;

/**
 * Returns a function that gives each name its colour. A name without a slot gets a colour that is derived from its
 * letters.
 */
export function coloursOf(slots: Slots): Colours {
  return (name) => {
    const key = identityOf(name);
    return toneOf(slots.get(key) ?? slotOfKey(key)).light;
  };
}

/**
 * Opacity of a brand's colour in one of the nine fields of the picture, from the share of the brand's seconds that fall
 * in the field.
 */
export const fieldOpacity = (share: number): number => (share > 0 ? 0.08 + 0.72 * share : 0);

/** Chooses dark or white letters, whichever contrast more with a colour on white paper. */
export function inkOn(colour: string, opacity = 1): string {
  const ground = luminance(channelsOf(colour).map((channel) => channel * opacity + 1 - opacity));
  const dark = luminance(channelsOf(ink.text));
  return 1.05 / (ground + 0.05) > (ground + 0.05) / (dark + 0.05) ? '#ffffff' : ink.text;
}

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255);

/** WCAG's relative luminance. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
