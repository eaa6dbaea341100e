/** Finds text that cannot be seen in a single picture: faint, still letters over moving video. */
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
  /** Lines known so far, including those found here. */
  lines: readonly ScreenLine[];
}

/** Number of pictures that are averaged: four, about a second apart. */
const heldPictures = 4;
const fewestHeld = 3;
const heldSpacingSeconds = 0.7;
const stillSide = 640;
/** Number of new pictures needed before the next look. */
const freshPictures = 2;
/**
 * If less than this share of the picture changes, the video hardly moves, and averaging pictures reveals nothing new.
 */
const movingShare = 0.35;
const minLetters = 3;

/** Searches for text that cannot be seen in a single picture: faint and over moving video, but still. */
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
    const sightedLines: SightedLine[] = [];
    for (const line of hidden) sightedLines.push(...(await this.#inEach(line)));

    return sightedLines;
  }

  /**
   * Reads the place in each picture separately; at least two of these readings must agree with that of the still
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
    // The still picture's reading replaces a less confident one, because readings of single pictures
    // often have a letter or two wrong.
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
