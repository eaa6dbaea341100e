/**
 * Writes files in a separate thread: reading and writing results of hours takes a second, and other calls must not wait
 * for it.
 */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Results } from '@reelsight/contract';
import { Fault } from '@reelsight/contract/errors';
import { parseResults } from '../artifacts/results-text.ts';
import { correctedResults } from '../corrections/corrected.ts';
import { chosenResults, framesIn } from './chosen.ts';
import type { Pieces } from './exported.ts';
import { exportOf, writers } from './formats.ts';
import type { JobOrder, Made, MadeFile, Order, OrderedResults, SharedOrder } from './order.ts';
import { surely } from './sure.ts';

/**
 * Calls that others wait for have priority. On Linux this applies to this thread only, on other systems it would apply
 * to the whole service.
 */
if (process.platform === 'linux') setPriority(10);

const chunkCharacters = 65_536;

parentPort?.on('message', (order: Order | JobOrder | SharedOrder) => {
  const output = madeOf(order);
  parentPort?.postMessage(output, 'bytes' in output ? [output.bytes.buffer] : []);
});

function madeOf(order: Order | JobOrder | SharedOrder): Made {
  try {
    if (order.format === 'shared') return sharedOf(order);
    return { bytes: bytesOf(piecesOf(order)), brands: [], frames: [] };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { code: error.code, detail: error.detail, text: error.message };
  }
}

function piecesOf(order: Order | JobOrder): Pieces {
  if (order.format === 'job') return [jobText(order)];
  const { format, view, results, corrections, options, whole: isWhole } = order;
  const corrected = correctedResults(resultsOf(results), corrections);
  const job = { ...view, results: surely(corrected, options.leastConfidence) };
  return isWhole ? exportOf(format, job, options) : writers[format].write(job, options);
}

function sharedOf({ results, correctionsJson, parts }: SharedOrder): MadeFile {
  const corrected = correctedResults(resultsOf(results), JSON.parse(correctionsJson));
  const chosen = chosenResults(emptied(corrected), parts);
  const json = JSON.stringify(chosen);
  const brands = (chosen.brands ?? []).map(({ name }) => name);
  return { bytes: bytesOf([json]), brands, frames: framesIn(json) };
}

function jobText({ view, results, correctionsJson, withoutFrames }: JobOrder): string {
  const corrected = correctedResults(resultsOf(results), JSON.parse(correctionsJson));
  return JSON.stringify({ ...view, results: withoutFrames ? emptied(corrected) : corrected });
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

/** UTF-8, in memory that can be handed over. */
function bytesOf(pieces: Pieces): Uint8Array<ArrayBuffer> {
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

  return bytes;
}
