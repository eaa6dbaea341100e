/** The field with which the body of a job or batch refers to a preset. */
import { impliesCapability, optionsOf } from './job-options.ts';
import { textOf } from './text.ts';

const implying = optionsOf('job')
  .filter(impliesCapability)
  .map(({ name }) => `\`${name}\``);
const implyingNames = `${implying.slice(0, -1).join(', ')} and ${implying.at(-1)}`;

/** The field that names a preset by its id or name. */
export const presetReference = textOf(100)
  .describe(
    `Id or name of a preset, whose fields count wherever this body has none: a field given here replaces that of the preset, and an empty list clears it. ${implyingNames} given here add the capability they are for, unless \`capabilities\` is given too.`,
  )
  .meta({ examples: ['Sponsorship'] });

/** Whether the body gives capabilities, itself or through a preset; without a preset they are required. */
export const namesCapabilities = (body: {
  readonly capabilities?: readonly string[] | null | undefined;
  readonly preset?: string | null | undefined;
}): boolean => body.capabilities != null || body.preset != null;
export const capabilitiesMissing = {
  path: ['capabilities'],
  message: 'must be given, or a preset that has them',
};
