/** The options of `analyze` and of presets that say what to find in a video. */
import type { Capability } from '@reelsight/sdk';
import { type Command, Option } from 'commander';
import { type AskOptions, capabilityNames } from './analyze-options.ts';
import { list, texts, wholeNumber } from './command.ts';

export const captionsOption = (): Option =>
  new Option(
    '--captions <which>',
    "whether the platform's captions are the transcript: by people (human), also automatic ones (any), or none",
  ).choices(['human', 'any', 'none']);
export const noProofOption = ['--no-proof', 'no proof frames, no storyboard'] as const;

export const asking = (command: Command): Command =>
  command
    .option('-c, --capabilities <list>', capabilityNames.join(', '), list)
    .option('-q, --query <question>', 'a question about the video (repeatable)', texts)
    .option('-b, --brand <name>', 'a brand to look for (repeatable)', texts)
    .option('-o, --object <name>', 'an object to look for (repeatable)', texts)
    .option('--surface <slug>', 'a surface to look on (repeatable)', list)
    .option('--language <code>', 'spoken language, as a hint')
    .addOption(captionsOption())
    .option('--fps <number>', 'frames analysed per second, 1 to 4', wholeNumber)
    .option(...noProofOption);

/** The same options as fields of a job or a preset. */
export function askedBy(options: AskOptions & { readonly proof?: boolean }) {
  const { capabilities, query, brand, object, surface, language, captions, fps, proof } = options;
  return {
    ...(capabilities?.length && { capabilities: [...capabilities] as Capability[] }),
    ...(query?.length && { queries: [...query] }),
    ...(brand?.length && { brands: [...brand] }),
    ...(object?.length && { objects: [...object] }),
    ...(surface?.length && { surfaces: [...surface] }),
    ...(language && { language }),
    ...(captions && { captions }),
    ...(fps !== undefined && { fps }),
    ...(proof === false && { return_proof: false }),
  };
}
