/** Opens and runs PP-OCR's networks. */
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { shrunk } from '../eight-bits.ts';
import { type OnnxOptions, openSession } from '../onnx-session.ts';
import { shortened } from './shorter-graph.ts';

/** `ranges`: path of the ranges of its values, if they were measured. */
export async function openTextSession(
  file: string,
  options: OnnxOptions,
  ranges?: string,
): Promise<InferenceSession> {
  const model = await readFile(file);
  const shorterModel = await shrunk(shortened(model), options, ranges);
  // By its path, ONNX Runtime finds weights that a model keeps in other files.
  return openSession(shorterModel === model ? file : shorterModel, options);
}

/**
 * Runs a network with one input and one output. A run blocks the JavaScript thread; between two runs other work gets
 * its turn, including an abort. `into`: memory for the output, of its exact shape. Throws Fault ANALYSIS_FAILED if the
 * model answers with a type other than float32.
 */
export async function runModel(
  session: InferenceSession,
  input: Tensor,
  into?: Tensor,
): Promise<{ dims: readonly number[]; data: Float32Array }> {
  await setImmediate();
  const [outputName = ''] = session.outputNames;
  const feeds = { [session.inputNames[0] as string]: input };
  const outputs = into
    ? await session.run(feeds, { [outputName]: into })
    : await session.run(feeds);
  const output = outputs[outputName];
  if (!(output?.data instanceof Float32Array)) {
    throw new Fault('ANALYSIS_FAILED', 'a text model answered with another type than float32');
  }
  return { dims: output.dims, data: output.data };
}
