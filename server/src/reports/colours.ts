/** One colour for each brand of a report: that of its name where no other brand has it. For white paper. */

import { colourKey, freeColour, toneOf } from '@reelsight/contract/brand-colours';

/** `#rrggbb` of a name. */
export type Colours = (name: string) => string;

export function coloursOf(names: readonly string[]): Colours {
  const slots = new Map<string, number>();
  const taken = new Set<number>();
  for (const name of names) {
    const key = colourKey(name);
    if (slots.has(key)) continue;
    const slot = freeColour(key, taken);
    slots.set(key, slot);
    taken.add(slot);
  }
  return (name) => {
    const key = colourKey(name);
    const { hue, lighter } = toneOf(slots.get(key) ?? freeColour(key, new Set()));
    return hexOf(lighter ? 0.62 : 0.48, 0.13, hue);
  };
}

/** Of OKLCH, by the matrices of Björn Ottosson; what the screen cannot show is brought to its edge. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map(byteOf).join('')}`;
}

function byteOf(linear: number): string {
  const bounded = Math.min(1, Math.max(0, linear));
  const shown = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055;
  return Math.round(shown * 255)
    .toString(16)
    .padStart(2, '0');
}
