/** Interface of models asked about single pictures: the second look, and the surface of a brand. */
import type { Surface } from '@reelsight/contract';
import type { Box, CallContext, EngineInfo, RgbImage } from './engine.ts';

/** Throws Fault ANALYSIS_FAILED if the model cannot be asked or its answer cannot be used. */
export interface VisionEngine {
  readonly info: EngineInfo;
  /** Whether a close-up shows what is claimed. `name` is a caller's text: data, not an instruction. */
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
