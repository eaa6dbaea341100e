/** The commands `alerts`. */
import { Option } from 'commander';
import {
  addAlert,
  alertKinds,
  deleteAlert,
  listAlerts,
  listMatches,
  measures,
  periods,
  sources,
  testAlert,
} from './alerts.ts';
import {
  type Command,
  connected,
  type Does,
  described,
  paged,
  positiveNumber,
  texts,
  wholeNumber,
} from './command.ts';

export function addAlerts(root: Command, toAction: Does): void {
  const alerts = root.command('alerts').description('what to be told of new videos');
  described(
    connected(alerts.command('list')),
    'list the alerts of the workspace',
    'reelsight alerts list',
  ).action(toAction(listAlerts));

  addAdding(alerts, toAction);

  described(
    paged(alerts.command('matches <alert>')),
    'list what an alert found, newest first; the alert by its id or name',
    "reelsight alerts matches 'Nike in a paid segment'",
  ).action(toAction(listMatches));

  described(
    connected(alerts.command('test <alert>')),
    'send an example to the targets of an alert',
    "reelsight alerts test 'Nike in a paid segment'",
  ).action(toAction(testAlert));

  described(
    connected(alerts.command('delete <alert>')),
    'delete an alert with what it found',
    "reelsight alerts delete 'Nike in a paid segment'",
  ).action(toAction(deleteAlert));
}

function addAdding(alerts: Command, toAction: Does): void {
  described(
    connected(alerts.command('add <name>')),
    'tell of videos whose analysis ends from now on',
    "reelsight alerts add 'Nike on screen' --brand Nike --min-seconds 5 --mail ada@example.com",
    "reelsight alerts add 'Nike in a paid segment' --when paid --brand Nike --slack $SLACK_URL",
    "reelsight alerts add 'Passed' --when passed --brand Nike --rival Adidas --dry-run",
  )
    .addOption(
      new Option('--when <condition>', 'what must be so')
        .choices([...alertKinds])
        .default('appears'),
    )
    .option('-b, --brand <name>', 'a brand; repeat it for several', texts, [])
    .option('--brand-set <id>', 'all brands of a set, instead of --brand')
    .option('--rival <name>', 'passed: a rival; repeat it for several', texts, [])
    .option(
      '--min-seconds <seconds>',
      'appears, together: at least so long on screen',
      positiveNumber,
    )
    .addOption(
      new Option('--source <source>', 'appears: seen, said or either').choices([...sources]),
    )
    .addOption(new Option('--by <measure>', 'passed: what is compared').choices([...measures]))
    .addOption(new Option('--period <period>', 'passed: over which stretch').choices([...periods]))
    .option('--campaign <id>', 'only videos of this campaign')
    .option('--mail <address>', 'mail to a member; repeat it for several', texts, [])
    .option('--webhook <url>', 'a webhook; repeat it for several', texts, [])
    .option('--slack <url>', 'an incoming webhook of Slack; repeat it for several', texts, [])
    .option('--teams <url>', 'a webhook of Microsoft Teams; repeat it for several', texts, [])
    .option('--quiet-hours <start-end>', 'send nothing in these hours, such as 22:00-07:00')
    .option(
      '--time-zone <zone>',
      'time zone of quiet hours, weeks and months, such as Europe/Berlin',
    )
    .option(
      '--digest-above <matches>',
      'how many matches of an hour are sent one by one',
      wholeNumber,
    )
    .option('--dry-run', 'say what it would have found in the last 30 days, and save nothing')
    .action(toAction(addAlert));
}
