/** Opens networks in ONNX Runtime. No other file names its execution providers. */
import { InferenceSession } from 'onnxruntime-node';
import type { Device } from './engine.ts';

/** The device and the threads on which a network runs. */
export interface OnnxOptions {
  /** Threads of the CPU that one network may use; default 1. */
  readonly threads?: number;
  /** Default: the CPU. */
  readonly device?: Device;
}

/**
 * `model`: path of an ONNX file, or its bytes. `extraOptions`: options of ONNX Runtime for this network. Throws if the
 * model is broken or the device can't be used: nothing falls back to the CPU, apart from operators that CUDA has no
 * kernel for.
 */
export function openSession(
  model: string | Uint8Array,
  { threads = 1, device = 'cpu' }: OnnxOptions,
  extraOptions: InferenceSession.SessionOptions = {},
): Promise<InferenceSession> {
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionProviders: [device],
    ...extraOptions,
  };
  return typeof model === 'string'
    ? InferenceSession.create(model, options)
    : InferenceSession.create(model, options);
}
