/** Chooses the colour of a new brand: one that is easy to distinguish from those already taken. */
import { chosenTones, slotOfKey, toneOf } from '@reelsight/contract/brand-colours';

/**
 * Distance in OKLab that is enough to tell two tones apart. Eight brands can have tones at about this distance,
 * whatever their names are.
 */
const farEnough = 0.12;

type Triple = readonly [number, number, number];

/**
 * Returns the first free slot, counted from the name's own, that is far enough from all taken ones; if there is none,
 * the free slot that is farthest from them.
 */
export function freeSlot(key: string, usedSlots: ReadonlySet<number>): number {
  const first = slotOfKey(key, chosenTones);
  const usedTones = [...usedSlots].filter((slot) => slot < chosenTones);
  let best = -1;
  let farthest = -1;
  for (let step = 0; step < chosenTones; step += 1) {
    const slot = (first + step) % chosenTones;
    if (usedSlots.has(slot)) continue;
    const distance = Math.min(...usedTones.map((usedTone) => apart(slot, usedTone)));
    if (distance >= farEnough) return slot;
    if (distance > farthest) [best, farthest] = [slot, distance];
  }

  if (best >= 0) return best;
  let next = chosenTones;
  while (usedSlots.has(next)) next += 1;

  return next;
}

/** Smallest distance in OKLab between two slots on either background, in normal vision or with a colour blindness. */
function apart(slotA: number, slotB: number): number {
  const a = viewsOf(slotA);
  const b = viewsOf(slotB);
  return Math.min(
    ...a.map(({ lab, weight }, index) => weight * distanceOf(lab, b[index]?.lab ?? lab)),
  );
}

interface View {
  readonly lab: Triple;
  readonly weight: number;
}

const viewsBySlot = new Map<number, readonly View[]>();

function viewsOf(slot: number): readonly View[] {
  const cachedViews = viewsBySlot.get(slot);
  if (cachedViews) return cachedViews;

  const { light, dark } = toneOf(slot);
  const views = [light, dark].map(linearOf).flatMap((rgb) => [
    { lab: labOf(rgb), weight: 1 },
    ...Object.values(colourBlindness).map(({ weight, rows }) => ({
      lab: labOf(seenWith(rows, rgb)),
      weight,
    })),
  ]);
  viewsBySlot.set(slot, views);

  return views;
}

export const distanceOf = (a: Triple, b: Triple): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Linear light of `#rrggbb`, 0 to 1. */
export function linearOf(hex: string): Triple {
  const channelAt = (start: number): number => {
    const encodedValue = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return encodedValue <= 0.04045 ? encodedValue / 12.92 : ((encodedValue + 0.055) / 1.055) ** 2.4;
  };
  return [channelAt(1), channelAt(3), channelAt(5)];
}

/** Converts linear light to OKLab, with the matrices of Björn Ottosson. */
export function labOf([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);

  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

type Rows = readonly [Triple, Triple, Triple];

/**
 * How colours look to the colour-blind, after Machado, Oliveira and Fernandes (2009), severity 1. Distances are
 * multiplied by the weight before they are compared with others, because all tones lie closer together in that view.
 */
export const colourBlindness = {
  deuteranopia: {
    weight: 1.5,
    rows: [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
  },
  protanopia: {
    weight: 1.6,
    rows: [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
  },
  tritanopia: {
    weight: 1.7,
    rows: [
      [1.255528, -0.076749, -0.178779],
      [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.3039],
    ],
  },
} as const satisfies Readonly<Record<string, { readonly weight: number; readonly rows: Rows }>>;

export function seenWith([red, green, blue]: Rows, [r, g, b]: Triple): Triple {
  const channel = (row: Triple): number =>
    Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b));
  return [channel(red), channel(green), channel(blue)];
}
