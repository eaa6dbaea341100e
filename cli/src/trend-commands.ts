/** The commands `trends`, `campaigns` and `brand-sets`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { connected, type Does, described, positiveNumber, texts } from './command.ts';
import {
  deleteBrandSet,
  deleteCampaign,
  listBrandSets,
  listCampaigns,
  printTrends,
  saveBrandSet,
  saveCampaign,
} from './trends.ts';

export function addTrends(root: Command, toAction: Does): void {
  described(
    choosing(connected(root.command('trends'))),
    'print what brands come to by day, week or month',
    'reelsight trends',
    'reelsight trends --by month --since 2026-01-01 --brand Nike --brand Adidas',
    'reelsight trends --tag spring --group-by channel --csv > spring.csv',
  )
    .addOption(
      new Option('--by <period>', 'length of a period')
        .choices(['day', 'week', 'month'])
        .default('week'),
    )
    .addOption(
      new Option('--group-by <what>', 'what each line is about')
        .choices(['brand', 'channel', 'platform', 'follow'])
        .default('brand'),
    )
    .option('--campaign <campaign>', 'only videos of this campaign, by its id or name')
    .option('--brand-set <set>', 'only the brands of this set, by its id or name')
    .option('-b, --brand <name>', 'this brand only (repeatable)', texts)
    .option('--time-zone <name>', 'where days begin, such as Europe/Berlin; default UTC')
    .addOption(
      new Option('--order-by <number>', 'what the lines are chosen and ordered by')
        .choices(['equivalent_seconds', 'seen_seconds', 'videos', 'mentions', 'videos_paid'])
        .default('equivalent_seconds'),
    )
    .option('--limit <number>', 'at most this many lines, 1 to 50', positiveNumber)
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
    .action(toAction(printTrends));

  addCampaigns(root, toAction);
  addBrandSets(root, toAction);
}

/** Adds the options that choose videos. */
const choosing = (command: Command): Command =>
  command
    .option('--tag <tag>', 'only videos with this tag (repeatable)', texts)
    .option('--follow <id>', 'only videos of this Follow (repeatable)', texts)
    .option('--channel <name>', 'only videos of this channel (repeatable)', texts)
    .option('--platform <name>', 'only videos of this platform (repeatable)', texts)
    .option('--since <day>', 'first day, YYYY-MM-DD', day)
    .option('--until <day>', 'last day, YYYY-MM-DD', day);

function day(value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value))
    throw new InvalidArgumentError('It must be a day, such as 2026-01-31.');
  return value;
}

function addCampaigns(root: Command, toAction: Does): void {
  const campaigns = root.command('campaigns').description('choices of videos, saved under names');
  described(
    connected(campaigns.command('list')),
    'list the campaigns',
    'reelsight campaigns list',
  ).action(toAction(listCampaigns));

  described(
    choosing(connected(campaigns.command('save <name>'))),
    'save a choice of videos under a name, or replace what has this name',
    "reelsight campaigns save 'Spring campaign' --tag spring --since 2026-03-01",
  )
    .option('--brand-set <set>', 'the brand set that is shown with it, by its id or name')
    .action(toAction(saveCampaign));

  described(
    connected(campaigns.command('delete <campaign>')),
    'delete a campaign, by its id or name; its videos stay',
    "reelsight campaigns delete 'Spring campaign'",
  ).action(toAction(deleteCampaign));
}

function addBrandSets(root: Command, toAction: Does): void {
  const sets = root.command('brand-sets').description('a brand and its rivals, saved under names');
  described(
    connected(sets.command('list')),
    'list the brand sets',
    'reelsight brand-sets list',
  ).action(toAction(listBrandSets));

  described(
    connected(sets.command('save <name>')),
    'save a brand and its rivals under a name, or replace what has this name',
    'reelsight brand-sets save Shoes --own Nike --brand Adidas --brand Puma',
  )
    .option('--own <name>', 'your own brand')
    .option('-b, --brand <name>', 'a rival (repeatable)', texts)
    .action(toAction(saveBrandSet));

  described(
    connected(sets.command('delete <set>')),
    'delete a brand set, by its id or name',
    'reelsight brand-sets delete Shoes',
  ).action(toAction(deleteBrandSet));
}
