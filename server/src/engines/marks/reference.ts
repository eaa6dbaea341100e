/** Prepares a reference picture of a logo: cuts out the mark, scales it as in training, and describes it. */
import { borderColour, markIn, maskOf } from '../../analysis/plain-shape.ts';
import type { Box, PixelRect, RgbImage } from '../engine.ts';
import type { LogoReference } from '../logo-references.ts';
import type { Ring } from '../objects.ts';
import { crop, resize } from '../picture.ts';
import { ringsOf } from '../rings.ts';
import {
  type CloseReference,
  cellLength,
  cellPixels,
  closePixels,
  type MarkNetworks,
  templateCells,
  templateLength,
} from './networks.ts';

/** A square picture in which the mark of a reference is placed; all sizes are in pixels. */
interface Canvas {
  readonly side: number;
  /** Side of a square mark; wide and high marks have the same area as a square one. */
  readonly markSide: number;
  /** Longest side of a mark. */
  readonly longest: number;
}

/** The training program uses the same numbers. */
export const templateCanvas: Canvas = {
  side: templateCells * cellPixels,
  markSide: 30,
  longest: 44,
};
export const closeCanvas: Canvas = { side: closePixels, markSide: 44, longest: 60 };

const leastShape = 1 / 4;
const mostShape = 4;

/** A mark to search for, as its reference picture shows it. */
export interface Reference {
  readonly name: string;
  /** Whether it is of a well-known brand that nobody asked for. */
  readonly isUnasked: boolean;
  /** The part of the reference picture that shows it. */
  readonly mark: RgbImage;
  /** `templateLength` numbers: the described cells, each multiplied by its weight in the comparison. */
  readonly template: Float32Array;
  readonly close: CloseReference;
  /** In opposite colours. */
  readonly opposite: CloseReference;
  /** The shape of the mark, in fractions of the canvas of the second look. */
  readonly outline: readonly Ring[];
  /** The box around the mark, in the same fractions. It may be larger than the outline, which leaves out specks. */
  readonly box: Box;
}

interface Placed {
  readonly picture: RgbImage;
  /** The part of the canvas that shows the mark. */
  readonly mark: PixelRect;
}

export async function describeReference(
  { name, picture, isUnasked = false }: LogoReference,
  networks: MarkNetworks,
): Promise<Reference> {
  const ground = borderColour(picture);
  const mark = markOf(picture);
  const onTemplate = placeMark(mark, ground, templateCanvas);
  const onClose = placeMark(mark, ground, closeCanvas);

  return {
    name,
    isUnasked,
    mark,
    template: await templateOf(onTemplate, networks),
    ...(await closeOf(onClose, networks)),
    outline: outlineOf(onClose, ground),
    box: boxOf(onClose),
  };
}

/** The part of a reference picture that shows the mark; the whole picture if it has only one colour. */
export function markOf(picture: RgbImage): RgbImage {
  const part = markIn(picture, borderColour(picture));
  return (part && crop(picture, part)) ?? picture;
}

/** A reference picture as it is compared: its mark alone, in the middle of a canvas of its ground's colour. */
export const pictureOnCanvas = (picture: RgbImage, canvas: Canvas): RgbImage =>
  placeMark(markOf(picture), borderColour(picture), canvas).picture;

function boxOf({ picture, mark }: Placed): Box {
  return {
    x: mark.x / picture.width,
    y: mark.y / picture.height,
    width: mark.width / picture.width,
    height: mark.height / picture.height,
  };
}

/** The rings around all pixels that differ from the ground, or the box of a mark that is too faint for that. */
function outlineOf(placed: Placed, ground: readonly number[]): Ring[] {
  const { width, height } = placed.picture;
  const rings = ringsOf({ width, height, data: maskOf(placed.picture, ground) });
  if (rings.length > 0) return rings;

  const { x: left, y: top, ...size } = boxOf(placed);
  const right = left + size.width;
  const bottom = top + size.height;
  return [
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
  ];
}

function placeMark(mark: RgbImage, ground: readonly number[], canvas: Canvas): Placed {
  const { side } = canvas;
  const { width, height } = sizeOnCanvas(mark, canvas);
  const small = resize(mark, width, height);
  const x = (side - width) >> 1;
  const y = (side - height) >> 1;

  const data = new Uint8Array(side * side * 3);
  for (let index = 0; index < data.length; index++) data[index] = ground[index % 3] as number;
  for (let row = 0; row < height; row++) {
    const pixels = small.data.subarray(row * width * 3, (row + 1) * width * 3);
    data.set(pixels, ((y + row) * side + x) * 3);
  }

  return { picture: { width: side, height: side, data }, mark: { x, y, width, height } };
}

function sizeOnCanvas(mark: RgbImage, { markSide, longest }: Canvas) {
  const shape = Math.sqrt(Math.min(mostShape, Math.max(leastShape, mark.width / mark.height)));
  const shrink = Math.min(1, longest / (markSide * Math.max(shape, 1 / shape)));
  return {
    width: Math.max(2, Math.round(markSide * shape * shrink)),
    height: Math.max(2, Math.round((markSide / shape) * shrink)),
  };
}

const inverted = ({ width, height, data }: RgbImage): RgbImage => ({
  width,
  height,
  data: data.map((value) => 255 - value),
});

function grey({ width, height, data }: RgbImage): RgbImage {
  const greyData = new Uint8Array(data.length);
  for (let index = 0; index < data.length; index += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index, index + 3);
    greyData.fill(Math.round((red + green + blue) / 3), index, index + 3);
  }
  return { width, height, data: greyData };
}

/**
 * The mark as it is, in opposite colours and in grey, described and averaged: logos are printed in all of these.
 */
async function templateOf(
  { picture, mark }: Placed,
  networks: MarkNetworks,
): Promise<Float32Array> {
  const template = new Float32Array(templateLength);
  const weights = new Float32Array(templateCells * templateCells);

  for (const variant of [picture, inverted(picture), grey(picture)]) {
    const look = await networks.look(variant);
    for (const [index, value] of look.features.entries())
      template[index] = (template[index] as number) + value;
    for (const [cell, weight] of look.weights.entries())
      weights[cell] = (weights[cell] as number) + weight;
  }

  const inside = cellShares(mark, templateCells, 2);
  const total = weights.reduce((sum, weight, cell) => sum + weight * (inside[cell] as number), 0);
  for (const [cell, share] of inside.entries()) {
    const described = template.subarray(cell * cellLength, (cell + 1) * cellLength);
    const length = Math.hypot(...described) || 1;
    const weight = ((weights[cell] as number) * share) / total;
    for (const [index, value] of described.entries()) described[index] = (value / length) * weight;
  }

  return template;
}

async function closeOf(
  { picture, mark }: Placed,
  networks: MarkNetworks,
): Promise<Pick<Reference, 'close' | 'opposite'>> {
  const inside = cellShares(mark, closePixels / cellPixels, 2);
  const [close, opposite] = await networks.describeClose([picture, inverted(picture)]);
  return {
    close: { features: close as Float32Array, inside },
    opposite: { features: opposite as Float32Array, inside },
  };
}

/** For each cell of a square picture, the share of it that lies within the mark and `margin` pixels around it. */
function cellShares(mark: PixelRect, cells: number, margin: number): Float32Array {
  const overlap = (cell: number, from: number, length: number): number => {
    const start = Math.max(cell * cellPixels, from - margin);
    const end = Math.min((cell + 1) * cellPixels, from + length + margin);
    return Math.max(0, end - start) / cellPixels;
  };

  return Float32Array.from({ length: cells * cells }, (_, index) => {
    const row = Math.floor(index / cells);
    const column = index % cells;
    return overlap(row, mark.y, mark.height) * overlap(column, mark.x, mark.width);
  });
}
