/** PP-OCR's networks in ONNX Runtime. */
import { setImmediate } from 'node:timers/promises';
import { Fault } from '@reelsight/contract';
import { InferenceSession, type Tensor } from 'onnxruntime-node';

export const openSession = (file: string, threads: number): Promise<InferenceSession> =>
  InferenceSession.create(file, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Pictures differ in size: an arena would keep the largest block of every shape it ever saw.
    enableCpuMemArena: false,
    enableMemPattern: false,
  });

/**
 * One input, one output. The run holds the JavaScript thread; between two runs others get their turn, an abort too.
 * Throws Fault ANALYSIS_FAILED where the model answers with another type than float32.
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
