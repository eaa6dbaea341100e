/** Which colour a brand's name has, the same in the console, in reports and in clips. Stands alone. */

/** Colours that names are spread over first: twelve hues, each darker and lighter. */
const spread = 24;
const hues = spread / 2;

export const colourKey = (name: string): string => name.trim().toLowerCase();

/**
 * The name decides its colour; where another name has that or one like it, it takes the next that is unlike all others,
 * which the first eight names always find, or else the next that is free.
 */
export function freeColour(key: string, taken: ReadonlySet<number>): number {
  const first = hashOf(key) % spread;
  // Seven places on is a hue far from the first.
  const free = Array.from({ length: spread }, (_, step) => (first + step * 7) % spread).filter(
    (slot) => !taken.has(slot),
  );
  const slot = free.find((one) => !nextHues(one).some((other) => taken.has(other))) ?? free[0];
  if (slot !== undefined) return slot;
  let next = Math.max(spread, taken.size);
  while (taken.has(next)) next += 1;
  return next;
}

/** Slots of the same lightness whose hues are next to this one's. */
function nextHues(slot: number): number[] {
  const ring = slot < hues ? 0 : hues;
  return [1, hues - 1].map((step) => ring + ((slot - ring + step) % hues));
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
