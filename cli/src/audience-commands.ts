/** The commands `views` and `prices`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { printPrices, printViews, setPrices } from './audience.ts';
import { connected, type Does, described, texts } from './command.ts';

/** A number of viewers. */
export function viewers(value: string): number {
  if (!/^\d{1,12}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

/** A number of viewers of each video, or `views`. */
export function audience(value: string): number | 'views' {
  if (value === 'views') return value;
  if (!/^\d{1,12}$/.test(value))
    throw new InvalidArgumentError('It must be a whole number, or views.');
  return Number(value);
}

export function dollars(value: string): number {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(value))
    throw new InvalidArgumentError('It must be a number, 0 or more.');
  return Number(value);
}

export function addAudience(root: Command, toAction: Does): void {
  described(
    connected(root.command('views <job>')),
    "print the views of a job's video, each with the time it was read, or set its audience or when it was published",
    'reelsight views $JOB',
    'reelsight views $JOB --set 120000',
    'reelsight views $JOB --published 2026-09-14',
  )
    .option('--set <number>', 'viewers that count instead of the views of the platform', viewers)
    .addOption(new Option('--unset', 'count the views of the platform again').conflicts('set'))
    .option('--published <date>', 'when the video was published, ISO 8601; trends count it then')
    .addOption(
      new Option('--unset-published', 'count the date of the platform again').conflicts(
        'published',
      ),
    )
    .action(toAction(printViews));

  const prices = root.command('prices').description('what a thousand views cost the workspace');
  described(connected(prices.command('show')), 'print the prices', 'reelsight prices show').action(
    toAction(printPrices),
  );

  described(
    connected(prices.command('set')),
    'replace all prices; what is not named is removed',
    'reelsight prices set --cpm 20 --platform youtube=25 --platform tiktok=8',
  )
    .option('--cpm <usd>', 'price of a thousand views on platforms that are not named', dollars)
    .option('--platform <name=usd>', 'price on one platform (repeatable)', texts)
    .option('--audience <number>', 'viewers of a video of which no number is known', viewers)
    .action(toAction(setPrices));
}
