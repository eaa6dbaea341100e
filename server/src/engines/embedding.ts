/** Engines that turn text into a vector: texts of similar meaning get vectors of similar direction. */
import { Fault } from '@reelsight/contract';
import type { EngineInfo } from './engine.ts';

/** A search query, or a passage to search in: some models treat them differently. */
export type EmbeddedAs = 'query' | 'passage';

/** Maximum dimensions of a stored vector. */
export const mostDimensions = 8192;

export interface EmbeddingEngine {
  readonly info: EngineInfo;
  /** Identifies the model that made a vector: vectors of two models can't be compared. */
  readonly model: string;
  /**
   * Returns a vector for each text, in order, all of one length. Throws Fault ANALYSIS_FAILED, or the signal's reason.
   * A failed query is not retried, because somebody is waiting for the answer.
   */
  embed(
    texts: readonly string[],
    as: EmbeddedAs,
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}

/**
 * Throws Fault ANALYSIS_FAILED unless there are `count` vectors of the same dimensions, each with a finite length above
 * 0.
 */
export function checkVectors(
  vectors: readonly Float32Array[],
  count: number,
): readonly Float32Array[] {
  if (vectors.length !== count) throw unfit('has not one vector for each text');
  const [first] = vectors;

  for (const vector of vectors) {
    if (vector.length !== first?.length || vector.length > mostDimensions)
      throw unfit(`has vectors of different lengths, or of more than ${mostDimensions} numbers`);
    const length = Math.hypot(...vector);
    if (!(length > 0 && Number.isFinite(length))) throw unfit('has a vector without a direction');
  }

  return vectors;
}

export const unfit = (problem: string): Fault =>
  new Fault('ANALYSIS_FAILED', `the answer of the embedding model ${problem}`);
