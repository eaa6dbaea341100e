/** The colour of each slot, which is the same in the console, in reports and in clips. Imports nothing. */

export interface Tone {
  /** `#rrggbb`, for a light background and for paper. */
  readonly light: string;
  /** `#rrggbb`, for a dark background. */
  readonly dark: string;
}

/**
 * The colours were chosen to maximise the smallest distance in OKLab between any two of them, on both backgrounds and
 * also with deuteranopia, protanopia and tritanopia. Their contrast to the background is at least 3 : 1.
 */
const palette: readonly (readonly [light: string, dark: string])[] = [
  ['#5e5f24', '#b8bb7f'],
  ['#140087', '#5d7bf9'],
  ['#ab56b1', '#fcbcff'],
  ['#44052b', '#ad6689'],
  ['#11a22f', '#83fe8b'],
  ['#1f4e73', '#7bacd5'],
  ['#7e2247', '#e781a3'],
  ['#729a7f', '#c8f3d5'],
  ['#300558', '#8d6cc2'],
  ['#098777', '#7ee3d0'],
  ['#683297', '#c691fe'],
  ['#9487af', '#eae0ff'],
  ['#371d00', '#9a795a'],
  ['#2f4c1d', '#89aa77'],
  ['#527a19', '#aad77a'],
  ['#3a6b7d', '#94c7db'],
  ['#04263f', '#6284a2'],
  ['#794d4d', '#daa7a6'],
  ['#2a2e7c', '#808fe6'],
  ['#4e275e', '#ae84c1'],
  ['#6a51a4', '#c3affe'],
  ['#8d0e04', '#fa7a68'],
  ['#828055', '#dbd9ab'],
  ['#541f21', '#bb7b7b'],
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
