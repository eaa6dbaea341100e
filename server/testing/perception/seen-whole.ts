/** For tests and benches: analyses pictures in parts and joins the results, without files or processes. */
import type { Surface } from '@reelsight/contract';
import type { CallContext } from '../../src/engines/engine.ts';
import type { SpeechSegment } from '../../src/engines/speech.ts';
import {
  heardBrands,
  joinBrands,
  type SeenBrands,
} from '../../src/perception/brands/joined-brands.ts';
import {
  type BrandEngines,
  brandsOf,
  type ReadOptions,
  readCells,
} from '../../src/perception/brands/read-cells.ts';
import { brandsInSpeech } from '../../src/perception/brands/spoken-brands.ts';
import { frameCells } from '../../src/perception/cells.ts';
import type { Pictures } from '../../src/perception/frame-reader.ts';
import type { CellSpan } from '../../src/perception/part.ts';
import {
  type DetectOptions,
  detectCells,
  type ObjectEngines,
} from '../../src/perception/things/detect-cells.ts';
import { joinThings, type SeenObjects } from '../../src/perception/things/joined-things.ts';

/** Divides the cells into at most `parts` parts, none of them empty. */
export function spansOf(cells: number, parts: number): CellSpan[] {
  const count = Math.max(1, Math.min(cells, parts));
  const edge = (part: number) => Math.round((part * cells) / count);
  return Array.from({ length: count }, (_, part) => ({ from: edge(part), to: edge(part + 1) }));
}

async function inParts<T>(
  { pass }: Pictures,
  parts: number,
  look: (span: CellSpan) => Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  for (const span of spansOf(frameCells(pass).length, parts))
    found.push(JSON.parse(JSON.stringify(await look(span))));
  return found;
}

export interface BrandOptions extends ReadOptions {
  readonly surfaces: readonly Surface[];
  readonly return_proof: boolean;
  readonly segments: readonly SpeechSegment[];
}

export async function seeBrands(
  pictures: Pictures | null,
  options: BrandOptions,
  engines: BrandEngines,
  context: CallContext,
  parts = 1,
): Promise<SeenBrands> {
  const spoken = brandsInSpeech(options.segments, brandsOf(options), options.lexicon.rank);
  if (!pictures) return heardBrands(spoken, options);
  const read = await inParts(pictures, parts, (span) =>
    readCells(pictures, span, options, engines, context),
  );
  return joinBrands(read, spoken, pictures.pass, options);
}

export async function seeObjects(
  pictures: Pictures,
  options: DetectOptions,
  engines: ObjectEngines,
  context: CallContext,
  parts = 1,
): Promise<SeenObjects> {
  const seen = await inParts(pictures, parts, (span) =>
    detectCells(pictures, span, options, engines, context),
  );
  return joinThings(options.names, seen, pictures.pass);
}
