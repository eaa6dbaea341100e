/** The commands `corrections`. */
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { connected, type Does, described, positiveNumber } from './command.ts';
import {
  addCorrection,
  correctionKinds,
  evaluate,
  listCorrections,
  undoCorrection,
} from './corrections.ts';

function secondsOf(value: string): number {
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(value))
    throw new InvalidArgumentError('It must be seconds, such as 12.5.');
  return Number(value);
}

export function addCorrections(root: Command, toAction: Does): void {
  const group = root
    .command('corrections')
    .description('what people say about the brands, objects and paid segments of a job');
  addAdding(group, toAction);
  addLists(group, toAction);

  described(
    connected(root.command('evaluate')),
    'score engines on the results that people corrected: precision and recall by source',
    'reelsight evaluate',
    'reelsight evaluate --json > evaluation.json',
  ).action(toAction(evaluate));
}

function addAdding(group: Command, toAction: Does): void {
  described(
    connected(
      group
        .command('add <job>')
        .addArgument(
          new Argument('<kind>', correctionKinds.join(', ')).choices([...correctionKinds]),
        )
        .argument(
          '[name]',
          'name as it is shown, or of what was missed; with --paid, who pays: not needed unless several segments begin at once',
        ),
    ),
    'correct a brand, an object or a paid segment, or add what was missed',
    'reelsight corrections add $JOB add Pepsi --start 1 --end 2.5 --box 0.4,0.3,0.1,0.1',
    "reelsight corrections add $JOB rename Pepsi --to 'Pepsi Max' --library",
    'reelsight corrections add $JOB add Pepsi --start 1 --end 3 --at 2 --box 0.4,0.3,0.1,0.1 --library',
    'reelsight corrections add $JOB add Pepsi --paid --start 1 --end 4',
    'reelsight corrections add $JOB move --paid --at 1 --start 1.5 --end 3.5',
  )
    .option('--object', 'an object, not a brand')
    .option('--paid', 'a paid segment, not a brand')
    .option('--possible', 'one of the possible brands: confirm that it is a brand, or dismiss it')
    .option(
      '--to <name>',
      'rename, merge: what it really is, or who really pays; confirm --possible: how it is called',
    )
    .option(
      '--at <seconds>',
      'only the appearance with this timestamp; add: the moment the box is of; --paid: the segment that begins then',
      secondsOf,
    )
    .option('--start <seconds>', 'add, move: when it begins', secondsOf)
    .option('--end <seconds>', 'add, move: when it ends', secondsOf)
    .option(
      '--box <x,y,width,height>',
      'add: where it is seen, in fractions of the picture; without it, it is heard',
    )
    .option(
      '--library',
      'teach the brand library as well: a name, an alias, an exclusion, or the box as a logo picture',
    )
    .action(toAction(addCorrection));
}

function addLists(group: Command, toAction: Does): void {
  described(
    connected(group.command('list <job>')).option(
      '--limit <number>',
      'at most this many; all by default',
      positiveNumber,
    ),
    'list the corrections of a job, oldest first',
    'reelsight corrections list $JOB',
  ).action(toAction(listCorrections));
  described(
    connected(group.command('undo <job> <correction>')),
    'undo a correction',
    'reelsight corrections undo $JOB $CORRECTION',
  ).action(toAction(undoCorrection));
}
