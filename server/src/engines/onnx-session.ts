/** Opens networks in ONNX Runtime. No other file names its execution providers. */
import './no-telemetry.ts';
import { Fault } from '@reelsight/contract';
import { InferenceSession } from 'onnxruntime-node';
import { modelPart } from '../models/folder.ts';
import type { InstalledModel } from '../models/model.ts';
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
    // Pictures and sounds differ in size, and an arena would keep the largest block for every size it has seen: hundreds
    // of megabytes in a host. The allocator of a host keeps memory for the next run as well (jobs/hosts/engine-hosts).
    enableCpuMemArena: false,
    enableMemPattern: false,
    ...extraOptions,
  };
  return typeof model === 'string'
    ? InferenceSession.create(model, options)
    : InferenceSession.create(model, options);
}

/** Opens a part of a pulled model. Throws Fault ANALYSIS_FAILED if it is missing or broken. */
export async function openModelPart(
  model: InstalledModel,
  part: string,
  options: OnnxOptions,
): Promise<InferenceSession> {
  try {
    return await openSession(modelPart(model, part), options);
  } catch (cause) {
    throw new Fault('ANALYSIS_FAILED', `the model ${model.id} could not be loaded`, { cause });
  }
}
