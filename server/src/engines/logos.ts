/** The interface of an engine that recognises brand logos in a picture. */
import type { Surface } from '@reelsight/contract';
import type { Box, CallContext, EngineInfo, RgbImage } from './engine.ts';
import type { Ring } from './objects.ts';

export interface SeenLogo {
  /** One of the requested names as requested, or the engine's own name for the brand if none were requested. */
  readonly name: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** The box, as fractions of the picture given to the engine. */
  readonly box: Box;
  /** Rings around its shape, fractions of the picture, if the engine can tell. */
  readonly outline?: readonly Ring[];
  /** The surface the logo is on, if the engine can identify it. */
  readonly surface?: Surface;
}

/** A logo that is to be looked at again. */
export type FoundLogo = Pick<SeenLogo, 'name' | 'box'>;

/** A file that shows one logo and little else. */
export interface LogoFile {
  /** Name of the brand. */
  readonly name: string;
  readonly path: string;
}

/** Throws Fault ANALYSIS_FAILED. A picture without a known logo gives an empty list. */
export interface LogoEngine {
  readonly info: EngineInfo;
  /**
   * The source that results state for this engine's findings: `logo` if shapes were compared, `model` if a model named
   * the logo.
   */
  readonly source: 'logo' | 'model';
  /** Looks for the logos of `names`, or of every brand it knows if `names` is null. */
  find(
    image: RgbImage,
    names: readonly string[] | null,
    context: CallContext,
  ): Promise<readonly SeenLogo[]>;
  /** Looks again, close up, at a logo that it found; absent if the engine can't. */
  confirm?(image: RgbImage, logo: FoundLogo, context: CallContext): Promise<boolean>;
  close(): Promise<void>;
}
