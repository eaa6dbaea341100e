/** The commands `shares`. */
import { type Command, Option } from 'commander';
import { connected, type Does, described, list, paged, positiveNumber } from './command.ts';
import { createShare, deleteShare, listShares, partNames } from './shares.ts';

export function addShares(root: Command, toAction: Does): void {
  const shares = root
    .command('shares')
    .description('links that show parts of a job, or a report, to people without an account');
  described(
    connected(shares.command('create <id>')),
    'create a link to a job or report; it is printed only this once',
    'reelsight shares create $JOB --parts brands,exposure --days 14',
    'reelsight shares create $REPORT --days 14',
  )
    .addOption(
      new Option('--parts <list>', `what it shows of a job: ${partNames.join(', ')}`).argParser(
        list,
      ),
    )
    .option('--days <number>', 'days until it ends, at most 90', positiveNumber, 14)
    .option('--no-sender', 'do not say the name of the workspace on the page')
    .option('--logo <file>', 'your logo or that of the client: PNG, JPEG or WebP; for a job')
    .action(toAction(createShare));

  described(
    paged(shares.command('list [id]')),
    'list the links that have not ended, of a job, a report or the workspace, newest first',
    'reelsight shares list',
    'reelsight shares list $JOB --json',
  ).action(toAction(listShares));

  described(
    connected(shares.command('delete <share>')),
    'end a link',
    'reelsight shares delete $SHARE',
  ).action(toAction(deleteShare));
}
