/** The commands `schedules`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { connected, type Does, described, list, paged, texts } from './command.ts';
import { reportFormats } from './reports.ts';
import {
  deleteSchedule,
  listRuns,
  listSchedules,
  runSchedule,
  saveSchedule,
  weekdays,
} from './schedules.ts';

export function addSchedules(root: Command, toAction: Does): void {
  const schedules = root
    .command('schedules')
    .description('reports of each week or month, sent to members by mail');
  described(
    connected(schedules.command('list')),
    'list the schedules',
    'reelsight schedules list',
  ).action(toAction(listSchedules));

  described(
    connected(schedules.command('save <name>')),
    'have a report made each week or month, or replace the schedule of this name',
    "reelsight schedules save 'Spring, weekly' --weekday monday --hour 8 --to ada@example.com",
    "reelsight schedules save 'Spring, monthly' --campaign $CAMPAIGN --day last --format pdf,csv",
  )
    .addOption(
      new Option('--weekday <day>', 'each week on this day: the week before').choices(weekdays),
    )
    .option('--day <number>', 'each month on this day, 1 to 28 or `last`: the month before')
    .option('--hour <number>', 'hour of the day, 0 to 23', hour, 8)
    .option('--time-zone <zone>', 'of the hour and the days, such as Europe/Berlin; default: UTC')
    .option('--campaign <id>', 'the videos of this campaign; default: all')
    .option('--brand-set <id>', 'the brands of this set; default: that of the campaign, or all')
    .addOption(
      new Option('--format <list>', `which files: ${reportFormats.join(', ')}`)
        .argParser(list)
        .default(['pdf']),
    )
    .option('--title <text>', 'what stands on the cover; default: the name')
    .option('--logo <file>', 'a picture for the cover: PNG, JPEG or WebP')
    .option('--to <person>', 'a member who gets mail: address or id (repeatable)', texts)
    .option('--attach', 'attach the files to the mail; default: a link')
    .option('--public-link', 'the link opens without an account')
    .option('--off', 'keep it, but do not run it')
    .action(toAction(saveSchedule));

  described(
    connected(schedules.command('run <schedule>')),
    'report the last period now, and send the mails; by id or name',
    "reelsight schedules run 'Spring, weekly'",
  ).action(toAction(runSchedule));

  described(
    paged(schedules.command('runs <schedule>')),
    'list the runs of a schedule, newest first, with what was sent',
    "reelsight schedules runs 'Spring, weekly'",
  ).action(toAction(listRuns));

  described(
    connected(schedules.command('delete <schedule>')),
    'delete a schedule, by its id or name; the reports it made stay',
    "reelsight schedules delete 'Spring, weekly'",
  ).action(toAction(deleteSchedule));
}

function hour(value: string): number {
  if (!/^\d{1,2}$/.test(value) || Number(value) > 23)
    throw new InvalidArgumentError('It must be a whole number from 0 to 23.');
  return Number(value);
}
