/** Engines that turn text into a vector: texts of like meaning have vectors of like direction. */
import type { EngineInfo } from './engine.ts';

/** What is looked for, or what it is looked for in: some models tell them apart. */
export type EmbeddedAs = 'query' | 'passage';

export interface EmbeddingEngine {
  readonly info: EngineInfo;
  /** Names what made a vector: those of two models can't be compared. */
  readonly model: string;
  /**
   * A vector for each text, in their order, all of one length. Throws Fault ANALYSIS_FAILED, or the signal's reason.
   * A query is not tried again: somebody waits for it.
   */
  embed(
    texts: readonly string[],
    as: EmbeddedAs,
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}
