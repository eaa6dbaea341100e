/** The colour of each slot, which is the same in the console, in reports and in clips. Imports nothing. */

export interface Tone {
  /** `#rrggbb`, for a light background and for paper. */
  readonly light: string;
  /** `#rrggbb`, for a dark background. */
  readonly dark: string;
}

/**
 * The colours were chosen to maximise the smallest distance in OKLab between any two of them, on both backgrounds and
 * also with deuteranopia. Their contrast to the background is at least 3 : 1.
 */
const palette: readonly (readonly [light: string, dark: string])[] = [
  ['#5f3d6f', '#edc7ff'],
  ['#0d9b0b', '#40bc3b'],
  ['#2a8eff', '#2a8eff'],
  ['#de50ab', '#de50ab'],
  ['#224800', '#c7fea9'],
  ['#894c06', '#fdb171'],
  ['#137f78', '#67c4bb'],
  ['#983dbc', '#db8afe'],
  ['#c07976', '#c07976'],
  ['#bc60e1', '#bc60e1'],
  ['#044262', '#daeefe'],
  ['#5b82b5', '#78a1d6'],
  ['#c81e48', '#fd8994'],
  ['#055cb2', '#9dc7fe'],
  ['#035b48', '#97ebd1'],
  ['#5a4d03', '#f8d70e'],
  ['#884654', '#f7acb9'],
  ['#698c55', '#86ab72'],
  ['#af874d', '#af874d'],
  ['#a76a8d', '#c788ab'],
  ['#7d6097', '#c0a2de'],
  ['#8860eb', '#a387fd'],
  ['#9185c2', '#9185c2'],
  ['#9d1284', '#fe9fe4'],
];

/** Number of slots whose colours are in the palette; the other slots get hues around the colour wheel. */
export const chosenTones = palette.length;

/**
 * Number of names per workspace that get a stored slot of their own. The slot of any further name is computed from the
 * name alone.
 */
export const keptSlots = 500;

export function toneOf(slot: number): Tone {
  const [light, dark] = palette[slot] ?? roundTheWheel(slot);
  return { light, dark };
}

/** Computes a slot from a name alone. `key` is the name in the form in which names are compared. */
export const slotOfKey = (key: string, slots: number = keptSlots): number => hashOf(key) % slots;

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

/** The colour of a slot beyond the palette. The golden angle keeps the hues of neighbouring slots apart. */
function roundTheWheel(slot: number): readonly [light: string, dark: string] {
  const hue = (slot * 137.508) % 360;
  return slot % 2 === 1 ? [hexOf(0.6, hue), hexOf(0.7, hue)] : [hexOf(0.48, hue), hexOf(0.82, hue)];
}

const chroma = 0.13;

/** Converts from OKLCH with the matrices of Björn Ottosson; colours that the screen cannot show are clipped. */
function hexOf(lightness: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
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
  const encoded = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}
