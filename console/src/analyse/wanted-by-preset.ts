/** Converts between a preset, as the API stores it, and the form. */
import type { Preset, PresetEntry } from '@reelsight/contract';
import { captionsOf, looksAtFrames, nothingWanted, type Wanted } from './wanted.ts';

/** A built-in preset keeps what was typed; a workspace preset replaces all of it. */
export function wantedBy(preset: Preset, before: Wanted): Wanted {
  const { capabilities } = preset;
  if (preset.built_in) return { ...before, capabilities };

  const { maxCredits, together } = before;
  return {
    ...nothingWanted,
    maxCredits,
    together,
    capabilities,
    queries: preset.queries ?? [],
    brands: preset.brands ?? [],
    surfaces: preset.surfaces ?? [],
    objects: preset.objects ?? [],
    language: preset.language ?? '',
    captions: preset.captions ?? nothingWanted.captions,
    fps: preset.fps === undefined ? '' : String(preset.fps),
    proof: preset.return_proof ?? true,
  };
}

/** Only what belongs to a chosen capability is kept. */
export function entryOf(name: string, wanted: Wanted): PresetEntry {
  const has = (one: Wanted['capabilities'][number]) => wanted.capabilities.includes(one);
  const { queries, brands, surfaces, objects, language, fps, proof } = wanted;
  return {
    name: name.trim(),
    capabilities: [...wanted.capabilities],
    ...(has('custom_query') && queries.length > 0 && { queries: [...queries] }),
    ...(has('brands') && brands.length > 0 && { brands: [...brands] }),
    ...(has('brands') && surfaces.length > 0 && { surfaces: [...surfaces] }),
    ...(has('objects') && objects.length > 0 && { objects: [...objects] }),
    ...(language.trim() && { language: language.trim() }),
    ...captionsOf(wanted),
    ...(fps && looksAtFrames(wanted) && { fps: Number(fps) }),
    ...(!proof && { return_proof: false }),
  } as PresetEntry;
}
