/** Describes pictures by the vectors that words are compared with, for search by sight. */
import { quantised } from '../../analysis/vectors.ts';
import type { InstalledModel } from '../../models/model.ts';
import type { CallContext, RgbImage } from '../engine.ts';
import { ImageModel } from './image-model.ts';
import { pictureTextName } from './picture-text-model.ts';

export interface PictureEngine {
  /** Identifies what makes the vectors. */
  readonly model: string;
  /** Describes a picture that `comparablePicture` made. */
  describeComparable(picture: RgbImage, context: Pick<CallContext, 'signal'>): Promise<Int8Array>;
  close(): Promise<void>;
}

/** Runs on the CPU, as what describes the words does. Throws Fault ANALYSIS_FAILED if the model can't be loaded. */
export async function openPictureEngine(
  model: InstalledModel,
  threads: number,
): Promise<PictureEngine> {
  const network = await ImageModel.open(model, { threads });

  return {
    model: pictureTextName(model),
    async describeComparable(picture, { signal }) {
      // One picture at a time, because a network with 8-bit weights scales its computation by all pictures of a run.
      const [vector] = await network.embed([picture], signal);
      return quantised(vector as Float32Array);
    },
    close: () => network.close(),
  };
}
