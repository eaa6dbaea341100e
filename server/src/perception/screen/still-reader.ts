/** Finds text that is too faint to be seen in a single picture: still letters over moving video. */
import { intersection, overlap } from '../../analysis/boxes.ts';
import { keyOf, likeness } from '../../analysis/name-key.ts';
import type { CallContext, RgbImage } from '../../engines/engine.ts';
import { rescale } from '../../engines/picture.ts';
import type { TextEngine } from '../../engines/text.ts';
import type { ScreenLine } from '../brands/brand-match.ts';
import { changedTiles, type LumaGrid, shareOf } from './changed-regions.ts';
import { minConfidence, readAt, readPicture } from './read-picture.ts';
import type { SightedLine } from './sighted-line.ts';
import { stillPicture } from './still-picture.ts';

interface HeldPicture {
  readonly samples: readonly number[];
  readonly picture: RgbImage;
  readonly grid: LumaGrid;
  /** The picture, reduced in size. */
  readonly small: RgbImage;
  /** Lines known so far in this picture, including those that this reader found. */
  lines: readonly ScreenLine[];
}

/** Number of pictures that are averaged; they are at least `heldSpacingSeconds` apart. */
const heldPictures = 4;
const fewestHeld = 3;
const heldSpacingSeconds = 0.7;
const stillSide = 640;
/** Minimum number of new pictures before the next look. */
const freshPictures = 2;
/** Minimum share of the picture that must have changed; if less moves, averaging pictures reveals nothing new. */
const movingShare = 0.35;
const minLetters = 3;

/**
 * Searches for text that is too faint to be seen in a single picture, but stays still while the video behind it moves.
 */
export class StillReader {
  readonly #engine: TextEngine;
  readonly #context: CallContext;
  readonly #step: number;
  #held: HeldPicture[] = [];
  #sinceHeld = 0;
  /** Number of pictures added since the last look. */
  #fresh = 0;

  constructor(engine: TextEngine, context: CallContext, fps: number) {
    this.#engine = engine;
    this.#context = context;
    this.#step = Math.max(1, Math.ceil(fps * heldSpacingSeconds));
  }

  async add(next: Omit<HeldPicture, 'small'>): Promise<SightedLine[]> {
    const last = this.#held.at(-1);
    if (last && ++this.#sinceHeld < this.#step) return [];
    if (last && shareOf(changedTiles(last.grid, next.grid)) < movingShare) return [];

    this.#sinceHeld = 0;
    this.#fresh++;

    if (last && last.picture.width !== next.picture.width) this.#held = [];
    this.#held.push({ ...next, small: await madeSmall(next.picture) });

    if (this.#held.length > heldPictures) this.#held.shift();
    const due = this.#held.length === heldPictures && this.#fresh >= freshPictures;

    return due ? this.#look() : [];
  }

  async finishShot(): Promise<SightedLine[]> {
    const sightedLines =
      this.#held.length >= fewestHeld && this.#fresh > 0 ? await this.#look() : [];
    this.#held = [];
    this.#sinceHeld = 0;
    return sightedLines;
  }

  async #look(): Promise<SightedLine[]> {
    this.#fresh = 0;
    const still = stillPicture(this.#held.map(({ small }) => small));
    const lines = await readPicture(still, this.#engine, this.#context, { quick: true });
    const knownBoxes = this.#held.flatMap((heldPicture) =>
      heldPicture.lines.map((line) => line.box),
    );
    const hidden = lines.filter(
      (line) =>
        keyOf(line.text).length >= minLetters &&
        !knownBoxes.some(
          (box) =>
            overlap(box, line.box) > 0.2 ||
            intersection(box, line.box) > 0.5 * box.width * box.height,
        ),
    );
    const sightedLines: SightedLine[][] = [];
    for (const line of hidden) sightedLines.push(await this.#inEach(line));

    return sightedLines.flat();
  }

  /**
   * Reads the line's place in each of the pictures; at least two of these readings must agree with that of the averaged
   * picture.
   */
  async #inEach(still: ScreenLine): Promise<SightedLine[]> {
    const heldReadings: { held: HeldPicture; line: ScreenLine }[] = [];

    for (const heldPicture of this.#held) {
      const reading = await readAt(
        heldPicture.picture,
        still.corners,
        [0, 0.15, -0.1],
        this.#engine,
        this.#context,
      );
      if (!reading || reading.confidence < minConfidence) continue;
      if (likeness(reading.text, still.text) < 0.6) continue;
      heldReadings.push({ held: heldPicture, line: { ...still, ...reading } });
    }

    if (heldReadings.length < 2) return [];
    // Each picture gets the more confident of the two readings, because readings of single pictures often have a letter
    // or two wrong.
    return heldReadings.flatMap(({ held: heldPicture, line }) => {
      const best = still.confidence > line.confidence ? still : line;
      heldPicture.lines = [...heldPicture.lines, best];
      return heldPicture.samples.map((sample) => ({ sample, box: best.box, line: best }));
    });
  }
}

function madeSmall(picture: RgbImage): Promise<RgbImage> {
  const scale = Math.min(1, stillSide / Math.max(picture.width, picture.height));
  return rescale(
    picture,
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
}
