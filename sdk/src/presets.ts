/** Presets: choices of what to look for, saved under a name. */
import { type ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import type { Preset, PresetEntry } from './schema.gen.ts';

export type NewPreset = Loose<PresetEntry>;

export interface Presets {
  /** Lists the built-in presets first, then those of the workspace by name. */
  list(options?: CallOptions): ApiPromise<Preset[]>;
  get(id: string, options?: CallOptions): ApiPromise<Preset>;
  create(preset: NewPreset, options?: CallOptions): ApiPromise<Preset>;
  /** Replaces the whole preset. */
  replace(id: string, preset: NewPreset, options?: CallOptions): ApiPromise<Preset>;
  delete(id: string, options?: CallOptions): ApiPromise<void>;
}

export function presetsOf({ call }: Connection): Presets {
  return {
    list: (options = {}) => dataOf(call('listPresets', options)),
    get: (id, options = {}) => dataOf(call('getPreset', { ...options, params: { id } })),
    create: (preset, options = {}) =>
      dataOf(call('createPreset', { ...options, body: preset as PresetEntry })),
    replace: (id, preset, options = {}) =>
      dataOf(call('changePreset', { ...options, params: { id }, body: preset as PresetEntry })),
    delete(id, options = {}) {
      return nothingOf(call('deletePreset', { ...options, params: { id } }));
    },
  };
}
