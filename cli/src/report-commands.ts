/** The commands `report` and `reports`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { audience } from './audience-commands.ts';
import { connected, type Does, described, keyed, paged, texts } from './command.ts';
import { deleteReport, downloadReport, listReports, makeReport, reportFormats } from './reports.ts';

export function addReports(root: Command, toAction: Does): void {
  described(
    connected(root.command('report [jobs...]')),
    'make a report of the exposure of brands in these jobs, a batch or a Follow, and write it',
    'reelsight report $JOB --format pdf -o report.pdf',
    "reelsight report --batch $BATCH --format html --title 'Spring campaign' -o spring.html",
  )
    .option('--batch <id>', 'the completed jobs of this batch')
    .option('--follow <id>', 'the completed jobs of this Follow')
    .addOption(new Option('--format <format>', 'which file').choices(reportFormats).default('pdf'))
    .option('-o, --output <file>', 'write it to this file; default: one named by its title')
    .option('--title <text>', 'what stands on the cover')
    .option('-b, --brand <name>', 'this brand only (repeatable)', texts)
    .option('--min-confidence <number>', 'leave out what is less sure, 0 to 1', amount)
    .option(
      '--cpm <usd>',
      'price of a thousand views of 30 seconds; with --audience; default: those of the workspace',
      amount,
    )
    .option('--audience <number|views>', 'viewers of each video, or views: its own', audience)
    .option('--full', 'with a page for each brand, and all tables and timelines')
    .option('--logo <file>', 'a picture for the cover: PNG, JPEG or WebP')
    .action(toAction(makeReport));

  const reports = root.command('reports').description('reports that were made');
  described(
    paged(reports.command('list')),
    'list the reports, newest first',
    'reelsight reports list',
  ).action(toAction(listReports));

  described(
    keyed(reports.command('download <report>')),
    'write a file of a report that was made before',
    'reelsight reports download $REPORT --format csv -o again.csv',
  )
    .addOption(
      new Option('--format <format>', 'which file; default: the first of its files').choices(
        reportFormats,
      ),
    )
    .option('-o, --output <file>', 'write it to this file; default: one named by its title')
    .action(toAction(downloadReport));

  described(
    connected(reports.command('delete <report>')),
    'delete a report with its files',
    'reelsight reports delete $REPORT',
  ).action(toAction(deleteReport));
}

function amount(value: string): number {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(value))
    throw new InvalidArgumentError('It must be a number, 0 or more.');
  return Number(value);
}
