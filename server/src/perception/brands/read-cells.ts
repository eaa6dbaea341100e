/**
 * Processes a part of the pictures, cell by cell: reads all text, finds brands in it and logos, and takes a second look
 * at each.
 */
import { Fault, type Surface } from '@reelsight/contract';
import { center } from '../../analysis/boxes.ts';
import type { CallContext, EngineInfo } from '../../engines/engine.ts';
import type { LogoEngine } from '../../engines/logos.ts';
import type { TextEngine } from '../../engines/text.ts';
import type { VisionEngine } from '../../engines/vision.ts';
import {
  type BrandPiece,
  failureOf,
  type ReadArtifact,
  type ReadLine,
  type SeenName,
} from '../artifacts.ts';
import { type FrameCell, frameCells } from '../cells.ts';
import type { Pictures } from '../frame-reader.ts';
import type { CellSpan } from '../part.ts';
import { PlacesKept } from '../places-kept.ts';
import { LinesKept } from '../screen/lines-kept.ts';
import { readScreen } from '../screen/screen-text.ts';
import type { SightedLine } from '../screen/sighted-line.ts';
import { followText } from './brand-check.ts';
import { BrandClarity } from './brand-clarity.ts';
import { BrandIndex } from './brand-index.ts';
import { type BrandName, type Lexicon, targetBrands } from './brand-lexicon.ts';
import { ComparisonLimit } from './comparison-budget.ts';
import { LogoFinder } from './find-logos.ts';
import { NamePlaces } from './name-places.ts';
import { secondLook, surfaceOf } from './second-look.ts';
import { type BrandSighting, type BrandTrack, brandsOnScreen, brandTracks } from './seen-brands.ts';

export interface BrandEngines {
  readonly text: TextEngine | null;
  readonly logos: LogoEngine | null;
  readonly vision: VisionEngine | null;
}

export interface ReadOptions {
  /** If empty, every brand of the lexicon is looked for. */
  readonly targets: readonly string[];
  /** If empty, a brand counts wherever it appears. */
  readonly surfaces: readonly Surface[];
  readonly lexicon: Lexicon;
  /** Maximum number of pictures of the whole video that are shown to a costly engine. */
  readonly costlyLooks: number;
}

/** The requested brands, or all brands of the lexicon if none were requested. */
export const brandsOf = ({ targets, lexicon }: Pick<ReadOptions, 'targets' | 'lexicon'>) =>
  targets.length > 0 ? targetBrands(targets, lexicon) : lexicon.brands;

/**
 * Reads the cells in `span`. Pictures on which an engine fails contribute nothing to the result. Within this part, the
 * text engine is no longer used after one failure, and the logo engine after several failures in a row. Throws only the
 * signal's reason.
 */
export function readCells(
  pictures: Pictures,
  span: CellSpan,
  options: ReadOptions,
  engines: BrandEngines,
  context: CallContext,
): Promise<ReadArtifact> {
  return new Reading(pictures, options, engines, context).run(span);
}

class Reading {
  readonly #pictures: Pictures;
  readonly #options: ReadOptions;
  readonly #brands: readonly BrandName[];
  readonly #index: BrandIndex;
  readonly #vision: VisionEngine | null;
  readonly #context: CallContext;
  /** Null once the engine has failed. */
  #text: TextEngine | null;
  #logos: LogoFinder | null;
  readonly #ran: { text: EngineInfo | null; logos: EngineInfo | null } = {
    text: null,
    logos: null,
  };
  readonly #clarity: BrandClarity;
  readonly #failures: unknown[] = [];
  readonly #places: PlacesKept;
  readonly #lines: LinesKept;
  readonly #comparisons = new ComparisonLimit();
  readonly #surfaces = { asked: 0, failed: 0 };

  constructor(
    pictures: Pictures,
    options: ReadOptions,
    engines: BrandEngines,
    context: CallContext,
  ) {
    this.#pictures = pictures;
    this.#options = options;
    this.#brands = brandsOf(options);
    this.#index = new BrandIndex(this.#brands);
    this.#vision = engines.vision;
    this.#context = context;
    this.#text = engines.text;
    this.#clarity = new BrandClarity(pictures);
    this.#places = new PlacesKept(pictures.pass);
    this.#lines = new LinesKept(pictures.pass);

    this.#logos =
      engines.logos && new LogoFinder(pictures, this.#brands, options, engines.logos, context);
  }

  async run(span: CellSpan): Promise<ReadArtifact> {
    const noVision = this.#options.surfaces.length > 0 && !this.#vision;
    if (noVision) return this.#outcome([], [], noSurfaces());

    const cells = frameCells(this.#pictures.pass);
    const partCells = cells.slice(span.from, span.to);
    const images = partCells.reduce((sum, cell) => sum + cell.images, 0);
    const lines: ReadLine[] = [];
    const pieces: BrandPiece[] = [];
    let imagesDone = 0;

    for (const [n, cell] of partCells.entries()) {
      const onProgress = (fraction: number) =>
        this.#context.onProgress?.((imagesDone + fraction * cell.images) / images);
      const reading = await this.#readCell(cell, { ...this.#context, onProgress });
      for (const line of this.#lines.of(compact(reading.lines), cell.to - cell.from))
        lines.push(line);
      for (const track of reading.tracks) pieces.push(await this.#piece(track, span.from + n));
      imagesDone += cell.images;
      if (!this.#text && !this.#logos) break;
    }

    const failed = !this.#ran.text && !this.#ran.logos;
    return this.#outcome(lines, pieces, failed ? (this.#failures[0] ?? nobodyLooks()) : null);
  }

  #outcome(lines: ReadLine[], pieces: BrandPiece[], failure: unknown): ReadArtifact {
    return {
      lines,
      pieces,
      degraded: this.#failures.length > 0 || !this.#ran.logos || this.#logos?.failed === true,
      ...((this.#places.isCut || this.#lines.isCut) && { crowded: true as const }),
      ...(this.#comparisons.isReached && { nearNamesSkipped: true as const }),
      surfaces: this.#surfaces,
      failure: failure ? failureOf(failure, 'ANALYSIS_FAILED') : null,
      engines: this.#ran,
    };
  }

  async #readCell(cell: FrameCell, context: CallContext) {
    const { pass } = this.#pictures;
    const textReading = await this.#attempt(() => this.#readText(cell, context));
    if (textReading === null) this.#text = null;
    if (textReading && this.#text) this.#ran.text = this.#text.info;

    const logos = this.#logos;
    const logoSightings = await this.#attempt(async () => logos?.find(cell) ?? []);
    if (logoSightings === null) this.#logos = null;
    if (logoSightings && logos) this.#ran.logos = logos.engine.info;

    const lines = textReading?.lines ?? [];
    const linesBySample = Map.groupBy(lines, ({ sample }) => sample);
    const sightings = [
      ...(textReading?.sightings ?? []),
      ...(logoSightings ?? []).filter(
        (sighting) => !isLetter(sighting, linesBySample.get(sighting.sample) ?? []),
      ),
    ];
    return { lines, tracks: brandTracks(sightings, pass) };
  }

  async #attempt<T>(run: () => Promise<T>): Promise<T | null> {
    this.#context.signal.throwIfAborted();
    try {
      return await run();
    } catch (error) {
      this.#context.signal.throwIfAborted();
      this.#context.log?.('brand engine failed', { error: String(error) });
      this.#failures.push(error);
      return null;
    }
  }

  async #readText(
    cell: FrameCell,
    context: CallContext,
  ): Promise<{ lines: SightedLine[]; sightings: BrandSighting[] }> {
    const engine = this.#text;
    const { pass, frames } = this.#pictures;
    if (!engine) return { lines: [], sightings: [] };

    const lines = await readScreen(this.#pictures, cell, engine, context);
    const brandSightings = brandsOnScreen(
      lines,
      this.#index,
      this.#options.lexicon.rank,
      this.#places,
      this.#comparisons,
    );
    const sightings: BrandSighting[] = [];

    for (const track of brandTracks(brandSightings, pass)) {
      context.signal.throwIfAborted();
      const followed = await followText(track, { pass, frames, engine, context });
      const places = new NamePlaces(this.#pictures);
      sightings.push(...(await places.drawnClose(track.sightings, followed.sightings)));
    }

    return { lines, sightings };
  }

  /** Takes a second look at a track, and finds its surface if surfaces were requested. */
  async #piece(track: BrandTrack, cell: number): Promise<BrandPiece> {
    this.#context.signal.throwIfAborted();
    const engines = { text: this.#text, vision: this.#vision, logos: this.#logos?.engine ?? null };
    const verdict = await secondLook(track, this.#pictures, engines, this.#context);
    const sightings: SeenName[] = [];
    for (const brandSighting of track.sightings) {
      const { brand, corners: _corners, split: _split, ...sighting } = brandSighting;
      // A track that the second look rejected does not count, so its clarity is not measured.
      const clarity =
        verdict === 'no' ? undefined : await this.#clarity.of(brandSighting, this.#context);
      sightings.push({ ...sighting, name: brand.name, ...(clarity !== undefined && { clarity }) });
    }

    const piece = { cell, shot: track.shot, sightings, verdict };
    const { surfaces } = this.#options;
    if (surfaces.length === 0 || !this.#vision || verdict === 'no') return piece;

    this.#surfaces.asked += 1;
    const surface = await surfaceOf(track, this.#pictures, surfaces, this.#vision, this.#context);
    if (surface === undefined) this.#surfaces.failed += 1;

    return { ...piece, surface: surface ?? null };
  }
}

/** If a line of text is this many times as wide as a logo that was found in it, it has letters beside the logo. */
const widerThanLetter = 1.4;
/** A letter is at most this many times as high as the box of its line. */
const higherThanLine = 1.5;

/**
 * Whether a logo that was found by its shape is a letter of one of the lines of its sample: the "m" of a word is no
 * logo of McDonald's.
 */
function isLetter({ box, source }: BrandSighting, lines: readonly SightedLine[]): boolean {
  if (source !== 'logo') return false;
  const middle = center(box);
  return lines.some(
    (line) =>
      Math.abs(middle.x - center(line.box).x) < line.box.width / 2 &&
      Math.abs(middle.y - center(line.box).y) < line.box.height / 2 &&
      line.box.width > widerThanLetter * box.width &&
      box.height < higherThanLine * line.box.height,
  );
}

const nobodyLooks = () => new Fault('ANALYSIS_FAILED', 'no engine could look for brands');
const noSurfaces = () =>
  new Fault('SURFACE_VERIFICATION_UNAVAILABLE', 'no vision engine is configured');

/**
 * Combines the sightings of each line. While a line stays on screen unchanged, all of them refer to the same line
 * object and the same box object.
 */
function compact(lines: readonly SightedLine[]): ReadLine[] {
  return [...Map.groupBy(lines, ({ line }) => line)].flatMap(([{ text, confidence }, sameLines]) =>
    [...Map.groupBy(sameLines, ({ box }) => box)].map(([box, sameBoxLines]) => ({
      text,
      confidence,
      box,
      samples: sameBoxLines.map(({ sample }) => sample),
    })),
  );
}
