/** Says which models an engine lacks, and how to pull them. */
import { modelManifest } from '../models/manifest.ts';
import type { ModelEntry, ModelRole } from '../models/model.ts';

export interface MissingModel {
  /** What the model is called in a sentence: `speech model`. */
  readonly name: string;
  /** The roles of the models that would do; of the first of them is the one that is recommended. */
  readonly roles: readonly [ModelRole, ...ModelRole[]];
}

/** One sentence, without its full stop. */
export function missingModels(missing: readonly MissingModel[]): string {
  const names = missing.map(({ name }) => `no ${name}`).join(' and ');
  const verb = missing.length === 1 ? 'is' : 'are';
  const ids = missing.map((model) => recommended(model).id).join(' ');
  const command = `${names} ${verb} pulled: run \`reelsight models pull ${ids}\``;

  const choices = missing.map((model) => candidatesFor(model).length);
  return choices.every((count) => count === 1)
    ? command
    : `${command}, or pull another of \`reelsight models list\``;
}

const candidatesFor = ({ roles }: MissingModel): readonly ModelEntry[] =>
  modelManifest.filter(({ role }) => roles.includes(role));

function recommended({ name, roles: [role] }: MissingModel): ModelEntry {
  const models = modelManifest.filter((model) => model.role === role);
  const model = models.find(({ sets }) => sets.includes('default')) ?? models[0];
  if (!model) throw new Error(`no ${name} can be pulled`);
  return model;
}
