/** Reads a picture's text again only where it differs from the picture before. */
import { intersection } from '../analysis/boxes.ts';
import type { ScreenLine } from '../analysis/brand-match.ts';
import {
  changedTiles,
  joinOverlapping,
  type LumaGrid,
  mergedGrid,
  regionsOf,
  shareOf,
  tileBox,
  wholeFrame,
} from '../analysis/changed-regions.ts';
import type { Box, CallContext, RgbImage } from '../engines/engine.ts';
import { crop } from '../engines/picture.ts';
import type { TextEngine } from '../engines/text.ts';
import { readPicture } from './read-picture.ts';

/** A small part that keeps moving and never held text is looked at once in this many samples: a speaker's inset. */
const restlessPause = 6;
const restlessReads = 2;
/** A part that stood for this many samples is no film any more: what appears there then is read at once. */
const restlessMost = 6;
const smallShare = 0.3;

/** Keeps the lines of the last picture and reads again only where the next one differs. */
export class ChangeReader {
  readonly #engine: TextEngine;
  readonly #context: CallContext;
  #grid: LumaGrid | null = null;
  #size = '';
  #lines: ScreenLine[] = [];
  /** For each tile, how often of late it moved and was read without any text; a sample in which it stands takes one off. */
  #empty: Uint16Array = new Uint16Array(0);
  #pause = 0;

  constructor(engine: TextEngine, context: CallContext) {
    this.#engine = engine;
    this.#context = context;
  }

  async read(picture: RgbImage, grid: LumaGrid): Promise<readonly ScreenLine[]> {
    const size = `${picture.width}x${picture.height}`;
    if (size !== this.#size) [this.#grid, this.#size] = [null, size];
    const tiles = changedTiles(this.#grid, grid);
    if (this.#empty.length !== tiles.length) this.#empty = new Uint16Array(tiles.length);
    for (const [i, moved] of tiles.entries())
      if (!moved) this.#empty[i] = Math.max(0, (this.#empty[i] as number) - 1);
    const moved = shareOf(tiles);
    // Another shot, or film all over the picture: nothing is known of its parts.
    if (moved > smallShare) this.#empty.fill(0);
    if (moved === 0 || this.#isRestless(tiles, moved, grid)) return this.#lines;
    const regions = this.#withTouchedLines(regionsOf(tiles, grid));
    const kept = this.#lines.filter((line) => !regions.some((region) => touches(line, region)));
    const found: ScreenLine[] = [];
    for (const region of regions) found.push(...(await this.#readRegion(picture, region)));
    this.#lines = [...kept, ...found];
    this.#remember(grid, tiles);
    return this.#lines;
  }

  /** Text that lies half in a region is read whole. */
  #withTouchedLines(regions: readonly Box[]): Box[] {
    let all = [...regions];
    for (let before = -1; before !== all.length; ) {
      before = all.length;
      const boxes = this.#lines.filter((line) => all.some((region) => touches(line, region)));
      all = joinOverlapping([...all, ...boxes.map((line) => line.box)]);
    }
    return all.reduce((sum, box) => sum + box.width * box.height, 0) > 0.6 ? [wholeFrame] : all;
  }

  #isRestless(tiles: readonly boolean[], share: number, grid: LumaGrid): boolean {
    const quiet = tiles.every((moved, i) => !moved || this.#movesOften(i, grid));
    if (!quiet || share > smallShare || grid.columns !== this.#grid?.columns) {
      this.#pause = 0;
      return false;
    }
    this.#pause = (this.#pause + 1) % restlessPause;
    return this.#pause !== 0;
  }

  /** The tile, or one beside it: the edge of a film moves less often than its middle. */
  #movesOften(tile: number, { columns }: LumaGrid): boolean {
    const column = tile % columns;
    const [left, right] = [Math.max(0, column - 1), Math.min(columns - 1, column + 1)];
    for (const row of [tile - column - columns, tile - column, tile - column + columns]) {
      for (let at = left; at <= right; at++)
        if ((this.#empty[row + at] ?? 0) >= restlessReads) return true;
    }
    return false;
  }

  async #readRegion(picture: RgbImage, region: Box): Promise<ScreenLine[]> {
    if (region === wholeFrame) return readPicture(picture, this.#engine, this.#context);
    const { width, height } = picture;
    const rect = {
      x: Math.floor(region.x * width),
      y: Math.floor(region.y * height),
      width: Math.ceil(region.width * width),
      height: Math.ceil(region.height * height),
    };
    const part = crop(picture, rect);
    if (!part) return [];
    const lines = await readPicture(part, this.#engine, this.#context, (spot) => ({
      x: (spot.x + rect.x) / width,
      y: (spot.y + rect.y) / height,
    }));
    return lines;
  }

  /** What was compared becomes the new reference, tile by tile: slow changes add up until they are read. */
  #remember(grid: LumaGrid, tiles: readonly boolean[]): void {
    this.#grid = this.#grid ? mergedGrid(this.#grid, grid, tiles) : grid;
    const small = shareOf(tiles) <= smallShare;
    for (const [i, moved] of tiles.entries()) {
      const tile = tileBox(i, grid);
      const holdsText = this.#lines.some((line) => intersection(line.box, tile) > 0);
      if (holdsText) this.#empty[i] = 0;
      else if (moved && small)
        this.#empty[i] = Math.min(restlessMost, (this.#empty[i] as number) + 1);
    }
  }
}

const touches = (line: ScreenLine, region: Box) => intersection(line.box, region) > 0;
