/**
 * Batches of videos with named brands. A batch has no fields for brands, surfaces, language and frame rate, but takes
 * them from a preset, so that the form keeps such choices as a preset of the workspace.
 */
import type { Preset, PresetEntry } from '@reelsight/contract';
import { cutText } from '@reelsight/contract/cut-text';
import { workspaceCall } from '../api/client.ts';
import { formOptions, optionFields, optionsBy } from './form-options.ts';
import type { Wanted } from './wanted.ts';
import { entryOf } from './wanted-by-preset.ts';

/** Names of the options that a batch takes from a preset alone. */
const byPresetAlone: ReadonlySet<string> = new Set(
  formOptions('preset')
    .map(({ name }) => name)
    .filter((name) => !formOptions('batch').some((option) => option.name === name)),
);

const namesShown = 3;
/** Leaves room for a number behind the name. */
const longestName = 90;

/** The preset that a batch with these choices needs; undefined if the fields of a batch are enough. */
export function presetForBatch(request: Wanted): PresetEntry | undefined {
  const entry = entryOf(nameOf(request), request);
  return Object.keys(entry).some((name) => byPresetAlone.has(name)) ? entry : undefined;
}

/** `Nike, Adidas, Puma and 2 more` */
function nameOf({ brands, surfaces, language, fps }: Wanted): string {
  const words = [...brands, ...surfaces];
  if (words.length === 0)
    words.push(...[language, fps && `${fps} a second`].filter((word) => word !== ''));

  const rest = words.length - namesShown;
  const name = words.slice(0, namesShown).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  return cutText(name, longestName) || 'Several videos';
}

type Stored = Pick<Preset, 'capabilities'>;

const contentOf = (preset: Stored): string =>
  JSON.stringify([
    preset.capabilities.toSorted(),
    optionFields({ ...optionsBy(preset), capabilities: preset.capabilities }, 'preset'),
  ]);

/** Returns the id of the workspace's preset with these choices, which is created if there is none. */
export async function keptPreset(workspace: string, entry: PresetEntry): Promise<string> {
  const presets = await workspaceCall(workspace, 'listPresets', {});
  const wantedContent = contentOf(entry);
  const same = presets.find((preset) => !preset.built_in && contentOf(preset) === wantedContent);
  if (same) return same.preset_id;

  const body = { ...entry, name: freeName(entry.name, presets) };
  return (await workspaceCall(workspace, 'createPreset', { body })).preset_id;
}

/** The name, with a number if another preset has it: names are unique in upper and lower case. */
export function freeName(name: string, presets: readonly Pick<Preset, 'name'>[]): string {
  const usedNames = new Set(presets.map((preset) => preset.name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!usedNames.has(candidate.toLowerCase())) return candidate;
  }
}
