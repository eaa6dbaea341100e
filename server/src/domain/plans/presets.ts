/** Presets: named settings for an analysis, and how a request for a job or batch is completed with them. */
import {
  builtInPresets,
  Fault,
  type GivenAsk,
  type GivenOptions,
  impliesCapability,
  invalidInput,
  isDefault,
  type OptionOf,
  optionsOf,
  type PlanName,
  type Preset,
  type PresetEntry,
  withoutNulls,
} from '@reelsight/contract';
import { cutText } from '@reelsight/contract/cut-text';
import type { Queryable } from '../../db/database.ts';
import type { Owned } from '../../db/owned.ts';
import {
  countPresets,
  findPresetRow,
  insertPreset,
  listPresetRows,
  type PresetFields,
  type PresetRow,
  presetNamedBy,
  removePreset,
  updatePreset,
} from '../../db/presets.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import type { Domain } from '../domain.ts';
import { nameKeyOf } from '../named.ts';
import type { Caller } from '../submission.ts';
import { checkForm } from './plan-rules.ts';

/** Maximum number of presets in a workspace. */
export const presetsAtMost = 100;
const noPreset = (id: string): Fault =>
  new Fault('NOT_FOUND', id, { text: 'There is no such preset.' });

/** A workspace, and the plan that built-in presets are adapted to. */
type Owner = Pick<Caller, 'workspaceId' | 'plan'>;

const builtIns = (domain: Domain, plan: PlanName): Preset[] =>
  builtInPresets(domain.plans[plan].limits);

/** The presets that a workspace can use: built-in ones first, then its own in the order of their names. */
export async function listPresets(domain: Domain, owner: Owner): Promise<Preset[]> {
  const rows = await listPresetRows(domain.db, owner.workspaceId);
  return [...builtIns(domain, owner.plan), ...rows.map((row) => view(domain, owner.plan, row))];
}

/** Throws Fault NOT_FOUND. */
export async function readPreset(domain: Domain, owner: Owner, id: string): Promise<Preset> {
  const builtIn = builtIns(domain, owner.plan).find(({ preset_id }) => preset_id === id);
  return builtIn ?? view(domain, owner.plan, await mustFind(domain.db, owner.workspaceId, id));
}

/**
 * Throws Fault VALIDATION_FAILED if the name is in use or there are too many presets, and the faults with which a job
 * of invalid form is refused.
 */
export async function addPreset(domain: Domain, owner: Owner, entry: PresetEntry): Promise<Preset> {
  const fields = fieldsOf(domain, owner, domain.newId('preset'), entry);
  return inWorkspace(domain, owner, async (tx) => {
    await checkName(tx, fields);
    if ((await countPresets(tx, owner.workspaceId)) >= presetsAtMost)
      throw invalidInput(`A workspace has at most ${presetsAtMost} presets. Delete one first.`);
    await insertPreset(tx, fields);
    return fields;
  });
}

/** Throws Fault NOT_FOUND, and the faults of `addPreset`. */
export async function replacePreset(
  domain: Domain,
  owner: Owner,
  id: string,
  entry: PresetEntry,
): Promise<Preset> {
  refuseBuiltIn(domain, owner, id);
  const fields = fieldsOf(domain, owner, id, entry);
  return inWorkspace(domain, owner, async (tx) => {
    await mustFind(tx, owner.workspaceId, id);
    await checkName(tx, fields);
    await updatePreset(tx, fields);
    return fields;
  });
}

/** Throws Fault NOT_FOUND. */
export async function dropPreset(domain: Domain, owner: Owner, id: string): Promise<void> {
  refuseBuiltIn(domain, owner, id);
  const { workspaceId } = owner;
  await domain.db.transaction(async (tx) => {
    const { name } = await mustFind(tx, workspaceId, id);
    if (!(await removePreset(tx, workspaceId, id))) throw noPreset(id);
    await domain.audit.note(tx, { workspaceId, target: { id, name } });
  });
}

/**
 * If a request names things to look for in addition to a preset, adds the capabilities that find them, even if the
 * preset does not have these capabilities.
 */
function completed(
  capabilities: GivenAsk['capabilities'],
  input: GivenOptions,
): GivenAsk['capabilities'] {
  const impliedCapabilities = optionsOf().flatMap((option) =>
    impliesCapability(option) && option.capability && !isDefault(option, input[option.name])
      ? [option.capability]
      : [],
  );
  return [...new Set([...capabilities, ...impliedCapabilities])];
}

interface NamesPreset extends GivenOptions {
  readonly preset?: string | undefined;
  readonly capabilities?: GivenAsk['capabilities'] | undefined;
}

/** A body with the fields of its preset filled in. */
export type Resolved<Given> = Omit<Given, 'preset' | 'capabilities'> & GivenAsk;

/**
 * Completes a body with the preset that it names: fields of the body replace those of the preset. Fields of the preset
 * that none of the capabilities uses are dropped. Throws Fault VALIDATION_FAILED if there is no such preset.
 */
export async function withPreset<Given extends NamesPreset>(
  domain: Domain,
  owner: Owner,
  input: Given,
): Promise<Resolved<Given>> {
  const { preset: reference, ...ownInput } = input;
  const preset = reference === undefined ? undefined : await referred(domain, owner, reference);
  const capabilities =
    ownInput.capabilities ?? (preset && completed(preset.capabilities, ownInput));
  if (!capabilities) throw new Fault('INTERNAL_ERROR', 'neither preset nor capabilities');
  if (!preset) return { ...ownInput, capabilities } as Resolved<Given>;

  return { ...optionsOfPreset(preset, capabilities), ...ownInput, capabilities } as Resolved<Given>;
}

/** The preset's options, without those that none of the capabilities uses. */
function optionsOfPreset(preset: Preset, capabilities: GivenAsk['capabilities']): GivenOptions {
  const options = optionsOf('preset').flatMap(({ name, capability }) => {
    const value: unknown = preset[name as OptionOf<'preset'>];
    const isUsed = capability === undefined || capabilities.includes(capability);

    return isUsed && value != null ? [[name, value]] : [];
  });
  return Object.fromEntries(options);
}

/** Finds a preset by id or name. */
async function referred(domain: Domain, owner: Owner, reference: string): Promise<Preset> {
  const builtInList = builtIns(domain, owner.plan);
  const key = nameKeyOf(reference);
  const builtIn = builtInList.find(
    ({ preset_id, name }) => preset_id === key || nameKeyOf(name) === key,
  );
  if (builtIn) return builtIn;

  const row =
    (await findPresetRow(domain.db, owner.workspaceId, reference)) ??
    (await presetNamedBy(domain.db, owner.workspaceId, key));
  if (row) return view(domain, owner.plan, row);

  throw invalidInput(
    `preset: there is no preset ${JSON.stringify(cutText(reference, 60))} in this workspace.`,
  );
}

function refuseBuiltIn(domain: Domain, { plan }: Owner, id: string): void {
  const builtIn = builtIns(domain, plan).find(({ preset_id }) => preset_id === id);
  if (builtIn) throw invalidInput(`The preset ${builtIn.name} is built in and cannot be changed.`);
}

/** Runs a change of a workspace's presets while the workspace is locked, so that changes follow one another. */
async function inWorkspace(
  domain: Domain,
  { workspaceId, plan }: Owner,
  work: (tx: Queryable) => Promise<PresetFields>,
): Promise<Preset> {
  const row = await domain.db.transaction(async (tx) => {
    if (!(await lockWorkspace(tx, workspaceId)))
      throw new Fault('NOT_FOUND', workspaceId, { text: 'There is no such workspace.' });
    const { id, name } = await work(tx);
    await domain.audit.note(tx, { workspaceId, target: { id, name } });
    return mustFind(tx, workspaceId, id);
  });
  return view(domain, plan, row);
}

async function mustFind(tx: Queryable, workspaceId: string, id: string): Promise<Owned<PresetRow>> {
  const row = await findPresetRow(tx, workspaceId, id);
  if (!row) throw noPreset(id);
  return row;
}

function fieldsOf(
  domain: Domain,
  { workspaceId, plan }: Owner,
  id: string,
  entry: PresetEntry,
): PresetFields {
  const { name: rawName, ...ask } = withoutNulls(entry);
  checkForm(ask);

  const name = rawName.trim();
  const nameKey = nameKeyOf(name);
  // A preset with such a name would be mistaken for the id of a preset.
  if (/^preset_[0-9a-z]+$/.test(nameKey)) throw invalidInput('name: must not look like an id.');

  const builtIn = builtIns(domain, plan).find((preset) => nameKeyOf(preset.name) === nameKey);
  if (builtIn) throw invalidInput(`name: “${builtIn.name}” is a built-in preset.`);

  return { id, workspaceId, name, nameKey, ask, now: domain.now() };
}

async function checkName(tx: Queryable, fields: PresetFields): Promise<void> {
  const namesake = await presetNamedBy(tx, fields.workspaceId, fields.nameKey);
  if (namesake && namesake.id !== fields.id)
    throw invalidInput(`name: there is a preset “${namesake.name}” already.`);
}

function view(domain: Domain, plan: PlanName, row: Owned<PresetRow>): Preset {
  const ask = withoutNulls(row.ask);
  const targeted = ask.brands?.length || ask.surfaces?.length;
  const { requires_target: required } = domain.plans[plan].limits;
  const needs: Preset['needs'] =
    required && !targeted && ask.capabilities.includes('brands') ? ['brands'] : [];

  return {
    preset_id: row.id,
    name: row.name,
    built_in: false,
    needs,
    ...ask,
    updated_at: row.updated_at.toISOString(),
  };
}
