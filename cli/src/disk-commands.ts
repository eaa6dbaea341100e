/** The command `disk`. */
import { Argument, type Command } from 'commander';
import { type Does, described, operated } from './command.ts';
import { age, freeDisk, showDisk } from './disk.ts';

export function addDisk(root: Command, toAction: Does): void {
  const disk = described(
    operated(root.command('disk')),
    "what takes space, and how long it is kept (the operator's command)",
    'reelsight disk',
  ).action(toAction(showDisk));
  described(
    operated(disk.command('free')),
    'remove what is older than an age; without --yes only count it',
    'reelsight disk free media --older-than 3d',
    'reelsight disk free leftovers --older-than 1w --yes',
  )
    .addArgument(
      new Argument(
        '<kind>',
        'uploads, media (kept for reuse), jobs (with results), or leftovers (of nothing in the database)',
      ).choices(['uploads', 'media', 'jobs', 'leftovers']),
    )
    .requiredOption('--older-than <age>', 'such as 12h, 3d or 2w', age)
    .option('--yes', 'remove it; this cannot be undone')
    .action(toAction(freeDisk));
}
