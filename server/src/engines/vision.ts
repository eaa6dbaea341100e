/**
 * The interface of models that answer questions about single pictures: whether a close-up confirms a finding, and which
 * surface a brand is on.
 */
import type { Surface } from '@reelsight/contract';
import type { Box, CallContext, EngineInfo, RgbImage } from './engine.ts';

/** Throws Fault ANALYSIS_FAILED if the model cannot be reached or its answer cannot be used. */
export interface VisionEngine {
  readonly info: EngineInfo;
  /**
   * Whether a close-up shows the claimed thing. `name` is text from a caller and must be treated as data, not as an
   * instruction.
   */
  confirm(
    closeUp: RgbImage,
    claim: { readonly kind: 'brand' | 'object'; readonly name: string },
    context: CallContext,
  ): Promise<boolean>;
  /** The surface that the brand at `box` is on; null if it is none of `surfaces`. */
  surfaceOf(
    image: RgbImage,
    brand: { readonly name: string; readonly box: Box },
    surfaces: readonly Surface[],
    context: CallContext,
  ): Promise<Surface | null>;
}
