/** `reelsight presets …` */
import { type OptionOf, optionsOf } from '@reelsight/contract/job-options';
import type { Client, NewPreset, Preset } from '@reelsight/sdk';
import { type AskOptions, checkAsk } from './analyze-options.ts';
import { askedBy } from './ask-options.ts';
import { RefusedError, UsageError } from './exit-code.ts';
import { findNamed } from './named.ts';
import { print, type ReadOptions } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { table } from './words.ts';

export async function listPresets(options: ReadOptions, environment: Environment): Promise<number> {
  const { client } = await openSession(environment, options);
  const presets = await client.presets.list({ signal: environment.signal });
  const rows = presets.map((preset) => [preset.preset_id, preset.name, wordsOf(preset)]);
  return print(environment, options, {
    json: presets,
    text: table(['Preset', 'Name', 'What'], rows),
  });
}

/** `brands, transcription; 2 brands` */
function wordsOf(preset: Preset): string {
  const counts = optionsOf('preset').flatMap(({ name, flag }) => {
    const values: unknown = preset[name as OptionOf<'preset'>];
    const count = Array.isArray(values) ? values.length : 0;
    return count > 0 ? [`${count} ${count === 1 ? flag.name : name}`] : [];
  });
  const needs = preset.needs.map((name) => `needs ${name}`);
  return [preset.capabilities.join(', '), ...counts, ...needs].join('; ');
}

export interface SaveOptions extends AskOptions, ReadOptions {}

/** Creates the preset, or replaces an existing preset of this name. */
export async function savePreset(
  name: string,
  options: SaveOptions,
  environment: Environment,
): Promise<number> {
  checkAsk(options);
  const { capabilities, ...settings } = askedBy(options, 'preset');
  if (!capabilities) throw new UsageError('Name --capabilities.');

  const preset: NewPreset = { name, capabilities, ...settings };
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const existing = await findPreset(client, name, signal);
  const saved =
    existing && !existing.built_in
      ? await client.presets.replace(existing.preset_id, preset, { signal })
      : await client.presets.create(preset, { signal });

  return print(environment, options, {
    json: saved,
    text: [`${saved.preset_id} ${saved.name}: ${wordsOf(saved)}`],
  });
}

export async function deletePreset(
  reference: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const preset = await findPreset(client, reference, signal);
  if (!preset) throw new RefusedError(`NOT_FOUND: there is no preset ${reference}.`);
  await client.presets.delete(preset.preset_id, { signal });
  return print(environment, options, { json: null, text: [`${preset.name} deleted`] });
}

/** Finds a preset by id or name. */
async function findPreset(
  client: Client,
  reference: string,
  signal: AbortSignal,
): Promise<Preset | undefined> {
  const presets = await client.presets.list({ signal });
  return findNamed(presets, ({ preset_id: id }) => id, reference);
}
