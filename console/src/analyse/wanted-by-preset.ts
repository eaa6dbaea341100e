/** Converts between a preset, as the API stores it, and the form. */
import type { Preset, PresetEntry } from '@reelsight/contract';
import { formOptions, optionFields, optionsBy } from './form-options.ts';
import type { Wanted } from './wanted.ts';

/**
 * A built-in preset changes only the capabilities and keeps everything else that was typed; a preset of the workspace
 * replaces every field that a preset can store.
 */
export function wantedBy(preset: Preset, previous: Wanted): Wanted {
  const { capabilities } = preset;
  if (preset.built_in) return { ...previous, capabilities };

  const values = optionsBy(preset);
  const replaced = formOptions('preset').map(({ name }) => [name, values[name]]);

  return { ...previous, ...Object.fromEntries(replaced), capabilities };
}

/** The form's choices as a preset, without options that belong to no chosen capability. */
export const entryOf = (name: string, request: Wanted): PresetEntry => ({
  name: name.trim(),
  capabilities: [...request.capabilities],
  ...optionFields(request, 'preset'),
});
