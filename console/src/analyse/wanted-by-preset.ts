/** Converts between a preset, as the API stores it, and the form. */
import type { Preset, PresetEntry } from '@reelsight/contract';
import { captionsOf, looksAtFrames, nothingWanted, type Wanted } from './wanted.ts';

/** A built-in preset keeps what was typed; a workspace preset replaces all of it. */
export function wantedBy(preset: Preset, previous: Wanted): Wanted {
  const { capabilities } = preset;
  if (preset.built_in) return { ...previous, capabilities };

  const { maxCredits, together } = previous;
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
export function entryOf(name: string, request: Wanted): PresetEntry {
  const hasCapability = (capability: Wanted['capabilities'][number]) =>
    request.capabilities.includes(capability);
  const { queries, brands, surfaces, objects, language, fps, proof } = request;
  return {
    name: name.trim(),
    capabilities: [...request.capabilities],
    ...(hasCapability('custom_query') && queries.length > 0 && { queries: [...queries] }),
    ...(hasCapability('brands') && brands.length > 0 && { brands: [...brands] }),
    ...(hasCapability('brands') && surfaces.length > 0 && { surfaces: [...surfaces] }),
    ...(hasCapability('objects') && objects.length > 0 && { objects: [...objects] }),
    ...(language.trim() && { language: language.trim() }),
    ...captionsOf(request),
    ...(fps && looksAtFrames(request) && { fps: Number(fps) }),
    ...(!proof && { return_proof: false }),
  } as PresetEntry;
}
