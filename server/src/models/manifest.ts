/**
 * The models that Reelsight knows by name. Licence, file names and sizes in `manifest.json` were read from the
 * publisher's pages given with each entry. A hash is given only together with a pinned revision or a release file that
 * does not change, and only if several public projects pin the same hash; otherwise the hash comes from the hub's
 * header at download. The decoder of `slimsam-77` accepts boxes only on the branch `boxes`; the publisher misspells the
 * tag of `wespeaker-resnet34-lm`.
 */
import { z } from 'zod';
import manifest from './manifest.json' with { type: 'json' };
import { type ModelEntry, type ModelSet, modelEntry } from './model.ts';

export const modelManifest: readonly ModelEntry[] = z.array(modelEntry).parse(manifest);

/** The purpose of each set, in one line. */
export const modelSets: Readonly<Record<ModelSet, string>> = {
  default: 'runs on two CPU cores',
  better: 'more accurate, for four CPU cores and 8 GB of memory or more',
  gpu: 'beside a GPU machine that serves language and vision by an OpenAI-compatible endpoint',
};

export const isModelSet = (name: string): name is ModelSet => Object.hasOwn(modelSets, name);
