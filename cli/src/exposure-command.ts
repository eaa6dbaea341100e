/** The command `exposure`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { audience } from './audience-commands.ts';
import { connected, type Does, described, texts } from './command.ts';
import { printExposure } from './exposure.ts';

const number = (value: string): number => {
  if (!/^\d{1,15}(\.\d{1,9})?$/.test(value))
    throw new InvalidArgumentError('It must be a number, 0 or more.');
  return Number(value);
};

export function addExposure(root: Command, toAction: Does): void {
  described(
    connected(root.command('exposure <job...>')),
    'print what brands get out of completed jobs: seconds, shares, sizes, equivalent seconds',
    'reelsight exposure $JOB',
    'reelsight exposure $JOB --cpm 25 --audience 120000',
    'reelsight exposure $JOB --cpm 25 --audience views',
    'reelsight exposure --batch $BATCH --csv > exposure.csv',
  )
    .option('--batch', 'the id is that of a batch')
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
    .option('-b, --brand <name>', 'this brand only (repeatable)', texts)
    .option('--min-confidence <number>', 'leave out what is less certain, 0 to 1', number)
    .option(
      '--cpm <usd>',
      'price of a thousand views of a 30-second spot, in US dollars; default: those of the workspace',
      number,
    )
    .option('--audience <number|views>', 'viewers of each video, or views: its own', audience)
    .option('--full-size <fraction>', 'weight of the formula, 0.0001 to 1', number)
    .option('--edge-loss <fraction>', 'weight of the formula, 0 to 1', number)
    .option('--clutter <number>', 'weight of the formula, 0 to 2', number)
    .action(toAction(printExposure));
}
