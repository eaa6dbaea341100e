/** The formula of equivalent seconds, as functions and as the text that accompanies each answer. */
import type { Exposure, ExposureWeights, BoundingBox as FoundBox } from '@reelsight/contract';
import { exposureDevices, exposureWeights } from '@reelsight/contract/exposure-terms';

export const formulaVersion = 1;
type BoundingBox = Readonly<Pick<FoundBox, 'x' | 'y' | 'width' | 'height'>>;

/** Longest time step, in seconds, in which exposure is summed. */
export const stepSeconds = 0.05;
/** Height in pixels from which letters can be read. */
const legiblePixels = 12;
/** Length, in seconds, of the advertising spot to which a CPM (price of 1,000 views) applies. */
const spotSeconds = 30;

export interface ExposureOptions
  extends Readonly<Partial<Record<keyof ExposureWeights, number | undefined>>> {
  /** Absent: all brands. */
  readonly brands?: readonly string[] | undefined;
  readonly min_confidence?: number | undefined;
  readonly cpm_usd?: number | undefined;
  /** The same for all videos, or `views` if each video has its own. */
  readonly audience?: number | 'views' | undefined;
  /** True if each video is added with an audience and a price of its own. */
  readonly isPricedByVideo?: boolean | undefined;
}

export const weightsOf = (options: ExposureOptions): ExposureWeights => ({
  full_size: options.full_size ?? exposureWeights.full_size.default,
  edge_loss: options.edge_loss ?? exposureWeights.edge_loss.default,
  clutter: options.clutter ?? exposureWeights.clutter.default,
});

/** Whether stored sums can be used: `brands` and prices do not change them, everything else does. */
export function hasKeptSums(options: ExposureOptions): boolean {
  const { full_size, edge_loss, clutter } = weightsOf(options);
  return (
    (options.min_confidence ?? 0) === 0 &&
    full_size === exposureWeights.full_size.default &&
    edge_loss === exposureWeights.edge_loss.default &&
    clutter === exposureWeights.clutter.default
  );
}

/** How legible the letters in a box are on a television, where they are tallest; 0 to 1. */
const legibility = ({ height }: BoundingBox): number =>
  Math.min(1, (height * exposureDevices.tv) / legiblePixels);

/** 1 where the clarity was not measured. */
export const clarityFactor = (box: BoundingBox, clarity: number | null): number =>
  clarity === null ? 1 : clarity * legibility(box);

/** The part of a box that lies in the frame. */
export function clipped(box: BoundingBox): BoundingBox {
  const { x, y, width, height } = box;
  if (x >= 0 && y >= 0 && x + width <= 1 && y + height <= 1) return box;

  const left = Math.min(1, Math.max(0, x));
  const top = Math.min(1, Math.max(0, y));

  return {
    x: left,
    y: top,
    width: Math.max(0, Math.min(1, x + width) - left),
    height: Math.max(0, Math.min(1, y + height) - top),
  };
}

export const areaOf = ({ width, height }: BoundingBox): number => width * height;

export const sizeFactor = (area: number, { full_size }: ExposureWeights): number =>
  Math.min(1, Math.sqrt(area / full_size));

/**
 * Factor for the distance of a box from the centre. Distances are fractions of width and height, so that a corner has
 * the distance 1 in any picture.
 */
export function positionFactor(box: BoundingBox, { edge_loss }: ExposureWeights): number {
  const across = box.x + box.width / 2 - 0.5;
  const down = box.y + box.height / 2 - 0.5;
  return 1 - edge_loss * Math.min(1, Math.sqrt(across * across + down * down) / Math.SQRT1_2);
}

export const clutterFactor = (brands: number, { clutter }: ExposureWeights): number =>
  Math.max(1, brands) ** -clutter;

/** Index in `exposurePositions` of the ninth of the frame that contains the centre of the box. */
export function fieldOf(box: BoundingBox): number {
  const column = third(box.x + box.width / 2);
  const row = third(box.y + box.height / 2);
  return row * 3 + column;
}

const third = (coordinate: number): number => Math.min(2, Math.max(0, Math.floor(coordinate * 3)));

export const isLegible = (box: BoundingBox, device: keyof typeof exposureDevices): boolean =>
  box.height * exposureDevices[device] >= legiblePixels;

/** Value in dollars; null unless the caller gave both the CPM and the audience. */
export function mediaValue(
  equivalentSeconds: number,
  { cpm_usd: cpm, audience }: ExposureOptions,
): number | null {
  if (cpm === undefined || typeof audience !== 'number') return null;
  return roundCents(dollarsOf(equivalentSeconds, audience, cpm));
}

/** Value in dollars, not rounded, so that values of many videos can be added. */
export const dollarsOf = (equivalentSeconds: number, audience: number, cpm: number): number =>
  (equivalentSeconds / spotSeconds) * (audience / 1000) * cpm;

export const roundCents = (dollars: number): number => Math.round(dollars * 100) / 100;

export function formulaOf(options: ExposureOptions): Exposure['formula'] {
  const weights = weightsOf(options);
  const { full_size, edge_loss, clutter } = weights;
  const minConfidence = options.min_confidence ?? 0;
  const lines = [
    `equivalent_seconds = Σ dt · size · position · clarity · clutter, in steps dt of at most ${stepSeconds} s over the spans in which the brand is seen; of several boxes of it at once the best one counts`,
    `size = min(1, √(area / ${full_size})), area: of the box by that of the picture`,
    `position = 1 − ${edge_loss} · min(1, d), d: distance of the centre of the box from that of the picture, 1 at a corner`,
    `clarity = contrast · sharpness of the box against the best of its frame · min(1, its height on ${exposureDevices.tv} lines / ${legiblePixels}); 1 where it was not measured (clarity_known says for how much of the time it was)`,
    `clutter = n^−${clutter}, n: brands in view at once`,
    ...(minConfidence > 0
      ? [`Detections and appearances below a confidence of ${minConfidence} are left out`]
      : []),
    ...moneyLines(options),
  ];

  return { version: formulaVersion, text: lines.join('\n'), weights };
}

function moneyLines({ cpm_usd: cpm, audience, isPricedByVideo }: ExposureOptions): string[] {
  if (isPricedByVideo)
    return [
      `media_value_usd = Σ over the videos with a known audience and price of equivalent_seconds / ${spotSeconds} · audience.views / 1000 · audience.cpm_usd`,
    ];

  return cpm !== undefined && typeof audience === 'number'
    ? [`media_value_usd = equivalent_seconds / ${spotSeconds} · ${audience} / 1000 · ${cpm}`]
    : [];
}
