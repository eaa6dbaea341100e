/** Which colour a brand's name has, the same in the console, in reports and in clips. Stands alone. */

/** Colours that names are spread over first: twelve hues, each darker and lighter. */
const spread = 24;
const hues = spread / 2;

export const colourKey = (name: string): string => name.trim().toLowerCase();

/** The name decides its colour; where another name has that already, it takes the next that is free. */
export function freeColour(key: string, taken: ReadonlySet<number>): number {
  const first = hashOf(key) % spread;
  for (let step = 0; step < spread; step += 1) {
    // Seven places on is a hue far from the first.
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

export interface Tone {
  /** Degrees of OKLCH. */
  readonly hue: number;
  readonly lighter: boolean;
}

/** Beyond the spread the golden angle keeps neighbours apart. */
export function toneOf(slot: number): Tone {
  const beyond = slot >= spread;
  const lighter = beyond ? slot % 2 === 1 : slot >= hues;
  const step = 360 / hues;
  const hue = beyond ? (slot * 137.508) % 360 : (slot % hues) * step + (lighter ? step / 2 : 0);
  return { hue, lighter };
}
