/** Brands and objects in a common form: their appearances on screen and in speech, with time, confidence and proof. */
import type { BoundingBox, Results } from '@reelsight/sdk';
import { type Detection, detectionNear, type Ring } from '../stage/boxes.ts';
import { byPresence, spanOf } from '../timeline/lanes.ts';

/** The verdict of the second engine, which checks proof frames. */
export type Verdict = 'confirmed' | 'doubted' | 'skipped';

export interface Appearance {
  /** Index of the appearance in the results of its brand or object. */
  readonly index: number;
  readonly source: 'visual' | 'audio';
  readonly second: number;
  readonly start: number;
  readonly end: number;
  readonly confidence: number | undefined;
  readonly context: string;
  readonly quote: string | undefined;
  readonly surface: string | undefined;
  readonly frame: string | undefined;
  readonly box: BoundingBox | undefined;
  readonly outline: readonly Ring[] | undefined;
  readonly verdict: Verdict;
  /** Whether it was found by the shape of its logo. */
  readonly isLogo: boolean;
}

export interface Thing {
  /** Id of the brand or object, which is also the id of its lane. */
  readonly id: string;
  readonly kind: 'brand' | 'object';
  readonly name: string;
  readonly category: string | undefined;
  readonly confidence: number;
  readonly visibleSeconds: number;
  /**
   * Mean share of the picture that the box covers, 0 to 1; undefined if unknown. For brands, only the table sets this
   * field (`useSizes`).
   */
  readonly size: number | undefined;
  readonly seen: readonly Appearance[];
  readonly said: readonly Appearance[];
  /** All appearances, seen and spoken, in ascending order of time. */
  readonly appearances: readonly Appearance[];
}

/** Returns the things in the order of the lanes. */
export function thingsOf(results: Results): Thing[] {
  const { brands = [], objects = [], meta } = results;
  const skipped = meta.proof_verification_skipped === true;
  return [
    ...brands.toSorted(byPresence).map((brand) => {
      const proofAt = proofFinder(brand.frame_detections, skipped);
      const appearances = brand.appearances.map((appearance, index) =>
        appearanceOf(appearance, index, proofAt),
      );
      return thingOf('brand', brand, appearances, {});
    }),
    ...objects.toSorted(byPresence).map((object) => {
      const proofAt = proofFinder(object.frames as readonly Detection[], skipped);
      const appearances = object.appearances.map((appearance, index) =>
        appearanceOf(
          { ...(appearance as Omit<RawAppearance, 'source'>), source: 'visual' },
          index,
          proofAt,
        ),
      );
      return thingOf('object', object, appearances, {
        category: object.category,
        size: sizeOf(object.frames as readonly Detection[]),
      });
    }),
  ];
}

/** Id of a brand or object; it also appears in addresses. */
export const thingId = (kind: Thing['kind'], name: string): string => `${kind}-${name}`;

interface RawThing {
  readonly name: string;
  readonly confidence: number;
  readonly total_visible_duration?: number;
}

function thingOf(
  kind: Thing['kind'],
  { name, confidence, total_visible_duration }: RawThing,
  unsorted: readonly Appearance[],
  { category, size }: Pick<Partial<Thing>, 'category' | 'size'>,
): Thing {
  const appearances = unsorted.toSorted((a, b) => a.start - b.start);
  return {
    id: thingId(kind, name),
    kind,
    name,
    category,
    confidence,
    size,
    visibleSeconds: total_visible_duration ?? 0,
    appearances,
    seen: appearances.filter(({ source }) => source === 'visual'),
    said: appearances.filter(({ source }) => source === 'audio'),
  };
}

/** Mean share of the picture that the boxes cover. Only the part of a box that is inside the picture counts. */
function sizeOf(detections: readonly Detection[]): number | undefined {
  if (detections.length === 0) return undefined;
  const within = (from: number, length: number) =>
    Math.max(0, Math.min(1, from + length) - Math.max(0, from));
  const areas = detections.map(
    ({ bounding_box: { x, y, width, height } }) => within(x, width) * within(y, height),
  );
  return areas.reduce((sum, area) => sum + area, 0) / areas.length;
}

/** The appearance that shows a thing best: a proof frame with a large box and a high confidence. */
export function bestOf({ seen: visual }: Thing): Appearance | undefined {
  const worth = ({ box, confidence = 0 }: Appearance) =>
    (box ? Math.sqrt(box.width * box.height) : 0.01) * confidence;
  return visual
    .filter(({ frame }) => frame)
    .reduce<Appearance | undefined>(
      (best, appearance) => (best && worth(best) >= worth(appearance) ? best : appearance),
      undefined,
    );
}

interface RawAppearance {
  readonly timestamp: number;
  readonly timestamp_start?: number;
  readonly timestamp_end?: number;
  readonly confidence?: number;
  readonly context: string;
  readonly speech_context?: string;
  readonly surface?: string;
  readonly frame_url?: string;
  readonly source: 'visual' | 'audio';
  readonly bounding_box?: BoundingBox;
  readonly outline?: readonly Ring[];
}

/** What the detection at a second says about an appearance. */
type ProofAt = (second: number) => Pick<Appearance, 'verdict' | 'isLogo'>;

function proofFinder(detections: readonly Detection[], skipped: boolean): ProofAt {
  const timestamps = detections.map(({ timestamp }) => timestamp);
  const unverified = skipped || detections.length === 0 ? 'skipped' : 'doubted';
  return (second) => {
    const detection = detectionNear(detections, timestamps, second);
    return {
      verdict: detection?.verified ? 'confirmed' : unverified,
      isLogo: detection?.source === 'logo',
    };
  };
}

function appearanceOf(raw: RawAppearance, index: number, proofAt: ProofAt): Appearance {
  const { start, end } = spanOf(raw);
  return {
    index,
    source: raw.source,
    second: raw.timestamp,
    start,
    end,
    confidence: raw.confidence,
    context: raw.context,
    quote: raw.speech_context,
    surface: raw.surface,
    frame: raw.frame_url,
    box: raw.bounding_box,
    outline: raw.outline,
    ...proofAt(raw.timestamp),
  };
}

export interface Proof {
  /** Id of this proof; the frame alone does not suffice, because two things may share a frame. */
  readonly id: string;
  readonly thing: Thing;
  readonly appearance: Appearance;
}

/** Proof frames in video order. */
export function proofsOf(things: readonly Thing[]): Proof[] {
  return things
    .flatMap((thing) =>
      thing.seen
        .filter(({ frame }) => frame)
        .map((appearance) => ({ id: proofId(thing, appearance), thing, appearance })),
    )
    .sort((a, b) => a.appearance.second - b.appearance.second);
}

export const proofId = (thing: Thing, { index }: Appearance): string => `${thing.id}@${index}`;
