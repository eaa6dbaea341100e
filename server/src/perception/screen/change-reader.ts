/** Reads a picture's text again only in the areas that differ from the previous picture. */
import { between, intersection } from '../../analysis/boxes.ts';
import type { Box, CallContext, RgbImage } from '../../engines/engine.ts';
import type { TextEngine, TextLook } from '../../engines/text.ts';
import type { ScreenLine } from '../brands/brand-match.ts';
import {
  changedTiles,
  joinOverlapping,
  type LumaGrid,
  mergedGrid,
  regionsOf,
  shareOf,
  tileBox,
  wholeFrame,
} from './changed-regions.ts';
import { inPixels, readPicture } from './read-picture.ts';

/**
 * A small area that keeps moving and never contained text, such as an inset of the speaker, is read only in one of this
 * many samples.
 */
const restlessPause = 6;
const restlessReads = 2;
/**
 * Maximum of the counter in `#empty`: after this many still samples, an area no longer counts as moving video, so text
 * that appears in it is read at once.
 */
const restlessMost = 6;
const smallShare = 0.3;
/**
 * Moving video is examined thoroughly only once in this many seconds. In between, it is searched only for large
 * letters, and known lines are read again.
 */
const thoroughSeconds = 4;
/** An area is examined thoroughly if this share of its tiles has not been examined thoroughly within that time. */
const unknownShare = 0.25;

/** Keeps the lines of the last picture, and reads the next picture only in the areas that differ. */
export class ChangeReader {
  readonly #engine: TextEngine;
  readonly #context: CallContext;
  #grid: LumaGrid | null = null;
  #size = '';
  #lines: ScreenLine[] = [];
  /**
   * For each tile, how often it recently moved and was read without any text being found. A sample in which the tile is
   * still subtracts one.
   */
  #empty: Uint16Array = new Uint16Array(0);
  #pause = 0;
  /** For each tile, the time at which it was last examined thoroughly, in seconds. */
  #thoroughAt: Float64Array = new Float64Array(0);
  /** For each tile, 1 if it was last examined only quickly, so a thorough look is due as soon as it is still. */
  #owed: Uint8Array = new Uint8Array(0);

  constructor(engine: TextEngine, context: CallContext) {
    this.#engine = engine;
    this.#context = context;
  }

  /** Marks the start of another shot, in which no tile has been examined thoroughly yet. */
  startShot(): void {
    this.#thoroughAt.fill(Number.NEGATIVE_INFINITY);
  }

  /**
   * Returns the lines in a picture. `seconds` is its time; `stands` is true if the following samples show the same
   * picture.
   */
  async read(
    picture: RgbImage,
    grid: LumaGrid,
    { seconds, stands: isStill }: { readonly seconds: number; readonly stands: boolean },
  ): Promise<readonly ScreenLine[]> {
    const size = `${picture.width}x${picture.height}`;
    if (size !== this.#size) [this.#grid, this.#size] = [null, size];

    const moved = changedTiles(this.#grid, grid);
    if (this.#empty.length !== moved.length) this.#forget(moved.length);

    for (const [i, moves] of moved.entries())
      if (!moves) this.#empty[i] = Math.max(0, (this.#empty[i] as number) - 1);

    const share = shareOf(moved);
    // After a cut, or if most of the picture moves, the counts of earlier samples no longer apply.
    if (share > smallShare) this.#empty.fill(0);

    const due = moved.map((moves, i) => !moves && this.#owed[i] === 1);
    const tiles = moved.map((moves, i) => moves || (due[i] as boolean));
    if (!tiles.includes(true)) return this.#lines;
    if (!due.includes(true) && this.#isRestless(moved, share, grid)) return this.#lines;

    const regions = this.#withTouchedLines(regionsOf(tiles, grid));
    const keptLines = this.#lines.filter(
      (line) => !regions.some((region) => touches(line, region)),
    );
    const newLines: ScreenLine[] = [];

    for (const region of regions) {
      const inside = [...tiles.keys()].filter(
        (tile) => tiles[tile] && intersection(tileBox(tile, grid), region) > 0,
      );
      const unknown = inside.filter((tile) => due[tile] || this.#isUnknown(tile, seconds));
      const quick = !isStill && unknown.length < unknownShare * inside.length;

      this.#note(inside, seconds, quick);
      newLines.push(...(await this.#readRegion(picture, region, quick)));
    }

    this.#lines = [...keptLines, ...newLines];
    this.#remember(grid, moved);

    return this.#lines;
  }

  /** Records how the tiles were read; those that were read quickly need a thorough look later. */
  #note(tiles: readonly number[], seconds: number, quick: boolean): void {
    for (const tile of tiles) {
      this.#owed[tile] = quick ? 1 : 0;
      if (!quick) this.#thoroughAt[tile] = seconds;
    }
  }

  #forget(tiles: number): void {
    this.#empty = new Uint16Array(tiles);
    this.#owed = new Uint8Array(tiles);
    this.#thoroughAt = new Float64Array(tiles).fill(Number.NEGATIVE_INFINITY);
  }

  #isUnknown(tile: number, seconds: number): boolean {
    return seconds - (this.#thoroughAt[tile] as number) >= thoroughSeconds;
  }

  /** Extends the regions so that a line that lies partly in one of them is read as a whole. */
  #withTouchedLines(regions: readonly Box[]): Box[] {
    let allRegions = [...regions];
    for (let previousCount = -1; previousCount !== allRegions.length; ) {
      previousCount = allRegions.length;
      const boxes = this.#lines.filter((line) =>
        allRegions.some((region) => touches(line, region)),
      );
      allRegions = joinOverlapping([...allRegions, ...boxes.map((line) => line.box)]);
    }
    return allRegions.reduce((sum, box) => sum + box.width * box.height, 0) > 0.6
      ? [wholeFrame]
      : allRegions;
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

  /**
   * Whether the tile or one of its neighbours often moves: the edge of a moving area moves less often than its middle.
   */
  #movesOften(tile: number, { columns }: LumaGrid): boolean {
    const column = tile % columns;
    const left = Math.max(0, column - 1);
    const right = Math.min(columns - 1, column + 1);

    for (const row of [tile - column - columns, tile - column, tile - column + columns]) {
      for (let index = left; index <= right; index++)
        if ((this.#empty[row + index] ?? 0) >= restlessReads) return true;
    }

    return false;
  }

  async #readRegion(picture: RgbImage, region: Box, quick: boolean): Promise<ScreenLine[]> {
    const knownLines = this.#lines.filter((line) => touches(line, region));
    const readBox = (box: Box, look: TextLook, lines: readonly ScreenLine[]) => {
      const within = inPixels(box, picture);
      return readPicture(picture, this.#engine, this.#context, { ...look, within }, lines);
    };
    const lines = await readBox(region, { quick }, knownLines);
    if (!quick) return lines;

    // A line that was not found in its place may have moved a little, and may be too small for a quick look.
    for (const { box } of knownLines) {
      if (lines.some((line) => intersection(line.box, box) > 0)) continue;

      const around = between(
        box.x - 2 * box.height,
        box.y - 2 * box.height,
        box.x + box.width + 2 * box.height,
        box.y + 3 * box.height,
      );
      const nearLines = await readBox(around, {}, []);
      lines.push(
        ...nearLines.filter((line) => !lines.some((otherLine) => touches(line, otherLine.box))),
      );
    }

    return lines;
  }

  /**
   * Makes each tile that changed the new reference. The other tiles keep their old reference, so slow changes add up
   * until the tile is read.
   */
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
