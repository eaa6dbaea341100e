/** The commands `presets`. */
import type { Command } from 'commander';
import { asking } from './ask-options.ts';
import { connected, type Does, described } from './command.ts';
import { deletePreset, listPresets, savePreset } from './presets.ts';

export function addPresets(root: Command, toAction: Does): void {
  const presets = root.command('presets').description('what to find out, saved under names');
  described(
    connected(presets.command('list')),
    'list the presets, the built-in ones first',
    'reelsight presets list',
  ).action(toAction(listPresets));

  described(
    asking(connected(presets.command('save <name>')), 'preset'),
    'save what to find out under a name, or replace what has this name',
    "reelsight presets save 'Spring campaign' -c brands -b Nike -b Adidas --fps 2",
  ).action(toAction(savePreset));

  described(
    connected(presets.command('delete <preset>')),
    'delete a preset, by its id or name; jobs created with it stay as they are',
    "reelsight presets delete 'Spring campaign'",
  ).action(toAction(deletePreset));
}
