/** Forms as they are stored: lists of numbers, a few per appearance and detection, compressed. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { BoundingBox, Surface } from '@reelsight/contract';
import type { ExposureForm, FormBrand, FormPaid } from './form.ts';
import type { Appearance } from './spans.ts';
import type { BrandSums } from './video-exposure.ts';

/**
 * Stored with each form; a form with another version is computed again. Raise it whenever forms, sums or the facts of
 * trends change.
 */
export const exposureVersion = 6;
/** Maximum bytes of an unpacked form: ten times that of a 24-hour video with a brand on every frame. */
const mostBytes = 1 << 30;
const level = 3;

type Numbers = readonly (number | null)[];

interface PackedBrand {
  readonly name: string;
  readonly confidence: number;
  readonly corrected: boolean;
  /** `appearanceNumbers` per appearance. */
  readonly appearances: Numbers;
  readonly frames: readonly (string | null)[];
  /** `detectionNumbers` per detection. */
  readonly detections: Numbers;
  /** Null if the results don't tell. */
  readonly paid: FormPaid | null;
}

export interface PackedForm {
  readonly brands: readonly PackedBrand[] | null;
  readonly meta: ExposureForm['meta'];
  /** Surfaces are stored as indexes into this list. */
  readonly surfaces: readonly string[];
}

/** How many numbers `appearanceRow` makes of an appearance. */
const appearanceNumbers = 13;
/** How many numbers a detection is stored as: its time and confidence, the box, clarity and surface. */
const detectionNumbers = 8;

export function packed({ brands, meta }: ExposureForm): PackedForm {
  const surfaces: string[] = [];
  const placeOf = (surface: string | null | undefined): number | null => {
    if (surface === undefined || surface === null) return null;
    const index = surfaces.indexOf(surface);
    return index < 0 ? surfaces.push(surface) - 1 : index;
  };
  return {
    brands:
      brands?.map((brand) => ({
        name: brand.name,
        confidence: brand.confidence,
        corrected: brand.corrected === true,
        appearances: brand.appearances.flatMap((appearance) =>
          appearanceRow(appearance, placeOf(appearance.surface)),
        ),
        frames: brand.appearances.map(({ frame_url }) => frame_url ?? null),
        detections: brand.frame_detections.flatMap((frameDetection) => [
          ...[frameDetection.timestamp, frameDetection.confidence],
          ...boxRow(frameDetection.bounding_box),
          ...[frameDetection.clarity ?? null, placeOf(frameDetection.surface)],
        ]),
        paid: brand.paid ?? null,
      })) ?? null,
    meta,
    surfaces,
  };
}

const boxRow = (box: BoundingBox | undefined): Numbers =>
  box ? [box.x, box.y, box.width, box.height] : [null, null, null, null];

const appearanceRow = (appearance: Appearance, surface: number | null): Numbers => [
  ...[appearance.timestamp, appearance.timestamp_start ?? null, appearance.timestamp_end ?? null],
  ...[appearance.confidence ?? null, appearance.source === 'audio' ? 1 : 0, surface],
  ...boxRow(appearance.bounding_box),
  ...[
    appearance.added ? 2 : appearance.corrected ? 1 : 0,
    appearance.said?.start ?? null,
    appearance.said?.end ?? null,
  ],
];

export const packedBytes = (json: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zstdCompressSync(json, { params: { [constants.ZSTD_c_compressionLevel]: level } }),
  );

const jsonIn = (bytes: Uint8Array): unknown =>
  JSON.parse(zstdDecompressSync(bytes, { maxOutputLength: mostBytes }).toString());

/** Sums of brands with the default weights; null if the results contain no list of brands. */
export const sumsOfBytes = (bytes: Uint8Array): BrandSums[] | null =>
  jsonIn(bytes) as BrandSums[] | null;

export function formOfBytes(bytes: Uint8Array): ExposureForm {
  const { brands, meta, surfaces } = jsonIn(bytes) as PackedForm;
  return { brands: brands?.map((brand) => brandOf(brand, surfaces)) ?? null, meta };
}

function brandOf(brand: PackedBrand, surfaces: readonly string[]): FormBrand {
  const { name, confidence, corrected, paid } = brand;
  return {
    name,
    confidence,
    ...(corrected && { corrected }),
    appearances: brand.frames.map((frame, index) =>
      appearanceAt(brand.appearances, index * appearanceNumbers, { frame, surfaces }),
    ),
    frame_detections: Array.from(
      { length: brand.detections.length / detectionNumbers },
      (_, index) => {
        const row = index * detectionNumbers;
        const number = (place: number) => brand.detections[row + place] as number;
        const clarity = brand.detections[row + 6] as number | null;
        const surface = brand.detections[row + 7] as number | null;

        return {
          timestamp: number(0),
          confidence: number(1),
          bounding_box: { x: number(2), y: number(3), width: number(4), height: number(5) },
          ...(clarity !== null && { clarity }),
          ...(surface !== null && { surface: surfaces[surface] as Surface }),
        };
      },
    ),
    ...(paid && { paid }),
  };
}

function appearanceAt(
  numbers: Numbers,
  row: number,
  { frame, surfaces }: { readonly frame: string | null; readonly surfaces: readonly string[] },
): Appearance {
  const [timestamp, start, end, confidence, isSaid, surface, ...optionalNumbers] = numbers.slice(
    row,
    row + appearanceNumbers,
  );
  const [x, y, width, height, corrected, from, to] = optionalNumbers;
  const isKnown = (value: number | null | undefined): value is number => typeof value === 'number';

  return {
    timestamp: timestamp as number,
    source: isSaid ? 'audio' : 'visual',
    ...(isKnown(start) && { timestamp_start: start }),
    ...(isKnown(end) && { timestamp_end: end }),
    ...(isKnown(confidence) && { confidence }),
    ...(isKnown(surface) && { surface: surfaces[surface] as Surface }),
    ...(frame !== null && { frame_url: frame }),
    ...(isKnown(x) && { bounding_box: { x, y, width, height } as BoundingBox }),
    ...(corrected && { corrected: true as const }),
    ...(corrected === 2 && { added: true as const }),
    ...(isKnown(from) && { said: { start: from, end: to as number } }),
  };
}
