/** Presets: saved choices of what to find. A workspace has its own, and a few that every workspace has. */
import { z } from 'zod';
import {
  brandNames,
  type Capability,
  capabilityList,
  captionChoice,
  languageHint,
  objectNames,
  queries,
  returnProof,
  sampledFps,
  surfaceSlugs,
} from './job.ts';
import type { Limits } from './plans.ts';
import { textOf, timestamp } from './text.ts';

const presetName = textOf(100).describe('Name of the preset, at most 100 characters.');
const presetCapabilities = capabilityList
  .describe('What to find out, at least one.')
  .meta({ examples: [['transcription', 'brands']] });
/** The fields of `POST /v1/jobs`. */
const analysisFields = {
  queries: queries.nullish(),
  brands: brandNames.nullish(),
  surfaces: surfaceSlugs.nullish(),
  objects: objectNames.nullish(),
  language: languageHint.nullish(),
  captions: captionChoice.nullish(),
  fps: sampledFps.nullish(),
  return_proof: returnProof.nullish(),
};

/** Body of `POST /v1/presets` and `PUT /v1/presets/:id`. */
export const presetEntry = z
  .strictObject({ name: presetName, capabilities: presetCapabilities, ...analysisFields })
  .meta({ id: 'PresetEntry', description: 'What to find out, under a name.' });
export type PresetEntry = z.infer<typeof presetEntry>;

/** Fields of a job that a preset sets. */
export type PresetAsk = Omit<PresetEntry, 'name'>;

export const preset = z
  .looseObject({
    preset_id: z.string().describe('Id of the preset, `preset_…`.'),
    name: z.string().describe('Its name.'),
    built_in: z
      .boolean()
      .describe('Whether every workspace has it; such a preset cannot be changed.'),
    needs: z
      .array(z.enum(['brands']))
      .describe(
        'What a job with this preset must also name on the plan of the workspace: `brands`, or `surfaces` instead. Usually empty.',
      )
      .meta({ examples: [['brands']] }),
    capabilities: presetCapabilities,
    queries: queries.optional(),
    brands: brandNames.optional(),
    surfaces: surfaceSlugs.optional(),
    objects: objectNames.optional(),
    language: languageHint.optional(),
    captions: captionChoice.optional(),
    fps: sampledFps.optional(),
    return_proof: returnProof.optional(),
    updated_at: timestamp
      .nullable()
      .describe('When it last changed; null for a built-in one.')
      .meta({ examples: ['2026-11-05T11:42:00.000Z'] }),
  })
  .meta({ id: 'Preset', description: 'What to find out, under a name.' });
export type Preset = z.infer<typeof preset>;

interface BuiltIn {
  readonly id: string;
  readonly name: string;
  readonly capabilities: readonly Capability[];
}

/** Without questions and objects to look for, which only the caller knows. */
const builtIns: readonly BuiltIn[] = [
  {
    id: 'preset_sponsorship',
    name: 'Sponsorship',
    capabilities: ['transcription', 'brands', 'metadata'],
  },
  { id: 'preset_transcript', name: 'Transcript only', capabilities: ['transcription'] },
  {
    id: 'preset_everything',
    name: 'Everything',
    capabilities: ['transcription', 'summary', 'brands', 'metadata'],
  },
];

/** The built-in presets of a plan: if brands must be named, Everything leaves them out. */
export const builtInPresets = ({
  requires_target: targeted,
}: Pick<Limits, 'requires_target'>): Preset[] =>
  builtIns.map(({ id, name, capabilities }) => ({
    preset_id: id,
    name,
    built_in: true,
    needs: targeted && id === 'preset_sponsorship' ? ['brands'] : [],
    capabilities: capabilities.filter(
      (capability) => !(targeted && id === 'preset_everything' && capability === 'brands'),
    ),
    updated_at: null,
  }));
