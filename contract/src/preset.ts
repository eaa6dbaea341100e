/** Presets: saved choices of what to look for. A workspace has its own presets in addition to the built-in ones. */
import { z } from 'zod';
import type { Capability } from './capabilities.ts';
import { capabilityList } from './job.ts';
import { optionFields, presetViewFields } from './option-fields.ts';
import type { Limits } from './plans.ts';
import { textOf, timestamp } from './text.ts';

const presetName = textOf(100).describe('Name of the preset, at most 100 characters.');
const presetCapabilities = capabilityList
  .describe('What to find out, at least one.')
  .meta({ examples: [['transcription', 'brands']] });
/** Body of `POST /v1/presets` and `PUT /v1/presets/:id`. */
export const presetEntry = z
  .strictObject({ name: presetName, capabilities: presetCapabilities, ...optionFields('preset') })
  .meta({ id: 'PresetEntry', description: 'What to find out, under a name.' });
export type PresetEntry = z.infer<typeof presetEntry>;

/** The fields of a job that a preset can set. */
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
    ...presetViewFields(),
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

/** The built-in presets have no questions and no objects to look for, because only the caller knows those. */
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

/**
 * The built-in presets for a plan. If the plan requires brands to be named, the preset Everything leaves brands out.
 */
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
