/**
 * Writes files in a separate thread, because parsing and writing the results of hours of video takes a second, for
 * which other calls must not wait.
 */
import type { Results } from '@reelsight/contract';
import { parseResultFields, parseResults } from '../artifacts/results-text.ts';
import { correctedResults } from '../corrections/corrected.ts';
import { answerOrders, type OrderContext } from '../threads/answer-orders.ts';
import type { Pieces } from './exported.ts';
import { exportOf, writers } from './formats.ts';
import type {
  FileOrder,
  JobOrder,
  OrderedResults,
  ProofOrder,
  SharedOrder,
  SharedResults,
} from './order.ts';
import { type ProofFile, proofFilesOf } from './proof-files.ts';
import { chosenResults, framesIn, sheetsOf } from './shared-parts.ts';
import { surely } from './sure.ts';

const handlers = {
  file: writeFile,
  job: writeJob,
  shared: writeShared,
  proofFiles: listProofFiles,
};
export type ExportHandlers = typeof handlers;

const chunkCharacters = 65_536;

answerOrders(handlers, { inBackground: true });

/** Writes a file. Throws a Fault if the file has to be refused. */
function writeFile(order: FileOrder, context: OrderContext): Uint8Array<ArrayBuffer> {
  const { format, view, results, correctionsJson, options, whole: isWhole } = order;
  const corrected = correctedResults(resultsOf(results), JSON.parse(correctionsJson));
  const job = { ...view, results: surely(corrected, options.leastConfidence) };
  return bytesOf(
    isWhole ? exportOf(format, job, options) : writers[format].write(job, options),
    context,
  );
}

function writeJob(
  { view, results, correctionsJson, withoutFrames }: JobOrder,
  context: OrderContext,
): Uint8Array<ArrayBuffer> {
  const corrected = correctedResults(resultsOf(results), JSON.parse(correctionsJson));
  const job = { ...view, results: withoutFrames ? emptied(corrected) : corrected };
  return bytesOf([JSON.stringify(job)], context);
}

function writeShared(
  { results, correctionsJson, parts }: SharedOrder,
  context: OrderContext,
): SharedResults {
  const corrected = correctedResults(resultsOf(results), JSON.parse(correctionsJson));
  const chosen = chosenResults(emptied(corrected), parts);
  const json = JSON.stringify(chosen);
  const brands = (chosen.brands ?? []).map(({ name }) => name);
  const frames = [...framesIn(json), ...sheetsOf(chosen)];
  return { bytes: bytesOf([json], context), brands, frames };
}

function listProofFiles({ json, names }: ProofOrder): ProofFile[] {
  return proofFilesOf(parseResultFields<'brands' | 'objects'>(json), names);
}

function emptied(results: Results): Results {
  const { brands, objects } = results;
  return {
    ...results,
    ...(brands && { brands: brands.map((brand) => ({ ...brand, frame_detections: [] })) }),
    ...(objects && { objects: objects.map((object) => ({ ...object, frames: [] })) }),
  };
}

function resultsOf({ base, frames }: OrderedResults): Results {
  const results = parseResults(base);
  for (const { list, at: index, json } of frames) {
    const field = list === 'brands' ? 'frame_detections' : 'frames';
    Object.assign(results[list]?.[index] ?? {}, { [field]: JSON.parse(json) });
  }
  return results;
}

/** Encodes the pieces as UTF-8, in memory that is transferred to the caller instead of being copied. */
function bytesOf(pieces: Pieces, { transfer }: OrderContext): Uint8Array<ArrayBuffer> {
  const chunks: Buffer[] = [];
  let text = '';

  for (const piece of pieces) {
    text += piece;
    if (text.length < chunkCharacters) continue;
    chunks.push(Buffer.from(text));
    text = '';
  }

  chunks.push(Buffer.from(text));
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;

  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }

  transfer(bytes.buffer);

  return bytes;
}
