/**
 * Pulled models that know both pictures and words: CLIP (arXiv 2103.00020) and SigLIP (arXiv 2303.15343) turn both into
 * vectors of one space, where a picture lies near the words that say what it shows.
 */
import { installedModels } from '../../models/folder.ts';
import type { InstalledModel } from '../../models/model.ts';
import { modelMark } from '../model-mark.ts';

/** Changes whenever pictures or words are prepared in another way, because that changes the vectors. */
const preparation = 1;

/** The best installed model with a side for pictures and one for words; null if there is none. */
export async function findPictureTextModel(modelsDir: string): Promise<InstalledModel | null> {
  const models = await installedModels(modelsDir, 'logos');
  const knowsBoth = ({ loader: { engine, files } }: InstalledModel): boolean =>
    engine === 'transformers' && files.vision !== undefined && files.text !== undefined;
  return models.find(knowsBoth) ?? null;
}

/** Identifies what made a vector: those of different models, or of different files of a model, can't be compared. */
export function pictureTextName(model: InstalledModel): string {
  const { kind, inputSize } = model.loader;
  return `${model.id} ${modelMark(model, [kind, inputSize, preparation])}`;
}
