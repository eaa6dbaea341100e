/** Draws boxes and names into the pictures of a clip (YUV 4:2:0, 8 bits). */
import type { Frame } from 'node-av/lib';
import type { BoxAt, BoxLabel, BoxTrack, Drawing } from './clip.ts';

/** Width of a box's line as a fraction of the picture's shorter side, and its minimum in pixels. */
const linePart = 1 / 270;
const leastLine = 2;
/** Height of a label as a fraction of the picture's shorter side, and its minimum in pixels. */
const labelPart = 1 / 22;
const leastLabel = 14;
const textLuma = 235;

/** Position of a box at a time; null if the box is not on screen then. */
export function boxAt({ start, end, boxes }: BoxTrack, time: number): Omit<BoxAt, 'time'> | null {
  if (time < start || time >= end) return null;

  const nextIndex = boxes.findIndex((box) => box.time > time);
  const next = boxes[nextIndex < 0 ? boxes.length - 1 : nextIndex];
  const previous = nextIndex < 0 ? next : boxes[nextIndex - 1];
  if (!next) return null;
  if (!previous || previous === next) return next;

  const part = (time - previous.time) / (next.time - previous.time);
  const between = (side: 'x' | 'y' | 'width' | 'height') =>
    previous[side] + part * (next[side] - previous[side]);

  return { x: between('x'), y: between('y'), width: between('width'), height: between('height') };
}

interface Plane {
  readonly bytes: Buffer;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface SizedLabel extends Omit<BoxLabel, 'mask'> {
  readonly cover: Uint8Array;
}

export class BoxPainter {
  readonly #drawing: Drawing;
  readonly #line: number;
  readonly #labels: readonly SizedLabel[];

  constructor(drawing: Drawing, width: number, height: number) {
    this.#drawing = drawing;
    const side = Math.min(width, height);
    this.#line = even(Math.max(leastLine, side * linePart));
    const tall = even(Math.max(leastLabel, side * labelPart));
    this.#labels = drawing.labels.map((label) => sized(label, tall, width));
  }

  /** Draws all boxes that are on screen at a time of the video; the frame must be writable. */
  paint(frame: Frame, time: number): void {
    const visibleBoxes = this.#drawing.tracks.flatMap((track) => {
      const box = boxAt(track, time);
      const label = this.#labels[track.label];
      return box && label ? [{ box, label }] : [];
    });
    if (visibleBoxes.length === 0) return;

    const picture = planesOf(frame);
    for (const { box, label } of visibleBoxes) this.#paintBox(picture, box, label);
  }

  #paintBox(picture: readonly Plane[], box: Omit<BoxAt, 'time'>, label: SizedLabel): void {
    const [{ width, height } = { width: 0, height: 0 }] = picture;
    const line = this.#line;
    const area = {
      left: even(box.x * width),
      top: even(box.y * height),
      right: even((box.x + box.width) * width),
      bottom: even((box.y + box.height) * height),
    };
    const { left, top, right, bottom } = area;
    for (const side of [
      { left: left - line, right: right + line, top: top - line, bottom: top },
      { left: left - line, right: right + line, top: bottom, bottom: bottom + line },
      { left: left - line, right: left, top, bottom },
      { left: right, right: right + line, top, bottom },
    ])
      fill(picture, side, label.colour);

    paintLabel(picture, area, label, line);
  }
}

/** Draws the label above the box, or else below it or inside it, so that the label is always fully in the picture. */
function paintLabel(picture: readonly Plane[], box: Area, label: SizedLabel, line: number): void {
  const [luma] = picture;
  if (!luma || label.width === 0) return;

  const { width, height } = label;
  const below = box.bottom + line + height <= luma.height ? box.bottom + line : box.top;
  const top = box.top - line - height >= 0 ? box.top - line - height : below;
  const left = Math.max(0, Math.min(box.left - line, luma.width - width));
  fill(picture, { left, top, right: left + width, bottom: top + height }, label.colour);

  for (let row = 0; row < height && top + row < luma.height; row += 1) {
    for (let column = 0; column < width && left + column < luma.width; column += 1) {
      const cover = label.cover[row * width + column] ?? 0;
      if (cover === 0) continue;
      const offset = (top + row) * luma.stride + left + column;
      const under = luma.bytes[offset] ?? 0;
      luma.bytes[offset] = under + ((textLuma - under) * cover) / 255;
    }
  }
}

function fill(picture: readonly Plane[], area: Area, colour: BoxLabel['colour']): void {
  for (const [index, plane] of picture.entries()) {
    const scale = index === 0 ? 1 : 2;
    const left = Math.max(0, Math.floor(area.left / scale));
    const right = Math.min(plane.width, Math.floor(area.right / scale));
    const bottom = Math.min(plane.height, Math.floor(area.bottom / scale));
    if (right <= left) continue;

    for (let row = Math.max(0, Math.floor(area.top / scale)); row < bottom; row += 1)
      plane.bytes.fill(colour[index] ?? 128, row * plane.stride + left, row * plane.stride + right);
  }
}

function planesOf(frame: Frame): Plane[] {
  const { data, linesize, width, height } = frame;
  return (data ?? []).slice(0, 3).map((bytes, index) => ({
    bytes,
    stride: linesize[index] ?? 0,
    width: index === 0 ? width : Math.ceil(width / 2),
    height: index === 0 ? height : Math.ceil(height / 2),
  }));
}

/**
 * Scales a label down to the given height: each new pixel is the average of the pixels it covers. A label wider than
 * the picture is cut off.
 */
function sized(label: BoxLabel, tall: number, mostWidth: number): SizedLabel {
  const { colour, width, height } = label;
  const mask = Buffer.from(label.mask, 'base64');
  const scale = height / tall;
  const wide = height === 0 ? 0 : Math.min(even(width / scale), even(mostWidth - 1));
  const cover = new Uint8Array(wide * tall);
  for (let row = 0; row < tall && wide > 0; row += 1)
    for (let column = 0; column < wide; column += 1)
      cover[row * wide + column] = mean(mask, label, {
        left: Math.floor(column * scale),
        top: Math.floor(row * scale),
        right: Math.max(Math.floor(column * scale) + 1, Math.floor((column + 1) * scale)),
        bottom: Math.max(Math.floor(row * scale) + 1, Math.floor((row + 1) * scale)),
      });

  return { colour, width: wide, height: tall, cover };
}

function mean(mask: Buffer, { width, height }: BoxLabel, area: Area): number {
  let sum = 0;
  let count = 0;
  for (let row = area.top; row < Math.min(area.bottom, height); row += 1)
    for (let column = area.left; column < Math.min(area.right, width); column += 1) {
      sum += mask[row * width + column] ?? 0;
      count += 1;
    }

  return count === 0 ? 0 : sum / count;
}

/** Rounds to an even number, because chroma has half the resolution. */
const even = (pixels: number): number => 2 * Math.round(pixels / 2);
