/** Opens and runs PP-OCR's networks. */
import { setImmediate } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { type OnnxOptions, openSession } from '../onnx-session.ts';

export const openTextSession = (file: string, options: OnnxOptions): Promise<InferenceSession> =>
  openSession(file, options, {
    // Pictures differ in size, and an arena would keep the largest block for every size it has seen.
    enableCpuMemArena: false,
    enableMemPattern: false,
  });

/**
 * Runs a network with one input and one output. A run blocks the JavaScript thread; between two runs other work gets
 * its turn, including an abort. Throws Fault ANALYSIS_FAILED if the model answers with a type other than float32.
 */
export async function runModel(
  session: InferenceSession,
  input: Tensor,
): Promise<{ dims: readonly number[]; data: Float32Array }> {
  await setImmediate();
  const outputs = await session.run({ [session.inputNames[0] as string]: input });
  const output = outputs[session.outputNames[0] as string];
  if (!(output?.data instanceof Float32Array)) {
    throw new Fault('ANALYSIS_FAILED', 'a text model answered with another type than float32');
  }
  return { dims: output.dims, data: output.data };
}
