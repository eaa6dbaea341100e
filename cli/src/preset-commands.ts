/** The commands `presets`. */
import { type Command, Option } from 'commander';
import { capabilityNames } from './analyze-options.ts';
import { connected, type Does, described, list, texts, wholeNumber } from './command.ts';
import { deletePreset, listPresets, savePreset } from './presets.ts';

export function addPresets(root: Command, does: Does): void {
  const presets = root.command('presets').description('what to find out, saved under names');
  described(
    connected(presets.command('list')),
    'list the presets, the built-in ones first',
    'reelsight presets list',
  ).action(does(listPresets));
  described(
    connected(presets.command('save <name>')),
    'save what to find out under a name, or replace what has this name',
    "reelsight presets save 'Spring campaign' -c brands -b Nike -b Adidas --fps 2",
  )
    .option('-c, --capabilities <list>', capabilityNames.join(', '), list)
    .option('-q, --query <question>', 'a question about the video (repeatable)', texts)
    .option('-b, --brand <name>', 'a brand to look for (repeatable)', texts)
    .option('-o, --object <name>', 'an object to look for (repeatable)', texts)
    .option('--surface <slug>', 'a surface to look on (repeatable)', list)
    .option('--language <code>', 'spoken language, as a hint')
    .addOption(
      new Option(
        '--captions <which>',
        "whether the platform's captions are the transcript",
      ).choices(['human', 'any', 'none']),
    )
    .option('--fps <number>', 'frames analysed per second, 1 to 4', wholeNumber)
    .option('--no-proof', 'no proof frames, no storyboard')
    .action(does(savePreset));
  described(
    connected(presets.command('delete <preset>')),
    'delete a preset, by its id or name; jobs created with it stay as they are',
    "reelsight presets delete 'Spring campaign'",
  ).action(does(deletePreset));
}
