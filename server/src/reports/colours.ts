/** One colour for each brand of a report: that of its name where no other brand has it. For white paper. */

const spread = 24;
const hues = spread / 2;

export type Colours = (name: string) => string;

export function coloursOf(names: readonly string[]): Colours {
  const slots = new Map<string, number>();
  const taken = new Set<number>();
  for (const name of names) {
    const key = keyOf(name);
    if (slots.has(key)) continue;
    const slot = freeSlot(key, taken);
    slots.set(key, slot);
    taken.add(slot);
  }
  return (name) => colourOf(slots.get(keyOf(name)) ?? hashOf(keyOf(name)) % spread);
}

const keyOf = (name: string): string => name.trim().toLowerCase();

function freeSlot(key: string, taken: ReadonlySet<number>): number {
  const first = hashOf(key) % spread;
  for (let step = 0; step < spread; step += 1) {
    // Seven slots on is another hue, far from the first.
    const slot = (first + step * 7) % spread;
    if (!taken.has(slot)) return slot;
  }
  return Math.max(spread, taken.size);
}

/** FNV-1a, as in the console. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

function colourOf(slot: number): string {
  const beyond = slot >= spread;
  const lighter = beyond ? slot % 2 === 1 : slot >= hues;
  const step = 360 / hues;
  const hue = beyond ? (slot * 137.508) % 360 : (slot % hues) * step + (lighter ? step / 2 : 0);
  return hexOf(lighter ? 0.62 : 0.48, 0.13, hue);
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
