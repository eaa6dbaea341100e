/** The commands `jobs export` and `batch export`. */
import { type FormatOption, formatsUsing } from '@reelsight/contract/export-formats';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { type Does, described, keyed, list, texts, wholeNumber } from './command.ts';
import {
  batchFormats,
  exportBatch,
  exportJob,
  exportMany,
  frameRates,
  jobFormats,
  writeProofFrames,
} from './exports.ts';

/** Options of every export of one job or batch. */
const exported = (command: Command, formats: readonly string[]): Command =>
  narrowed(
    keyed(
      command.addArgument(new Argument('<format>', formats.join(', ')).choices(formats)),
    ).option('-o, --output <file>', 'write it to this file instead of standard output'),
  );

/** Options that leave parts out of an export, whatever its format. */
const narrowed = (command: Command): Command =>
  command
    .option('--name <name>', 'this brand or object only (repeatable)', texts)
    .option('--min-confidence <number>', 'leave out what is less sure, 0 to 1', fraction)
    .option(
      '--as-found',
      'brands, objects and paid segments as they were found, without corrections',
    )
    .option('--bom', 'tables: begin with a byte order mark, for Excel');

/** The help text of an option that only some formats use: `srt, vtt: characters of a line`. */
const ofFormats = (option: FormatOption, about: string): string =>
  `${formatsUsing(option).join(', ')}: ${about}`;

/** Options for formats that are available only for single jobs, not for batches. */
const shaped = (command: Command): Command =>
  command
    .option(
      '--max-line-chars <number>',
      ofFormats('max_line_chars', 'characters of a line, 10 to 200'),
      wholeNumber,
    )
    .option(
      '--max-lines <number>',
      ofFormats('max_lines', 'lines of a subtitle, 1 to 4'),
      wholeNumber,
    )
    .addOption(
      new Option('--frame-rate <number>', ofFormats('frame_rate', 'frames a second')).choices(
        frameRates,
      ),
    )
    .option(
      '--start-timecode <timecode>',
      ofFormats('start_timecode', 'where the timeline begins, such as 01:00:00:00'),
    )
    .option('--frame-size <size>', ofFormats('frame_size', 'pixels, such as 1920x1080'));

function fraction(value: string): number {
  if (!/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(value))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return Number(value);
}

export function addJobExport(jobs: Command, toAction: Does): void {
  described(
    shaped(exported(jobs.command('export <job>'), jobFormats)),
    'print the results of a completed job as a file of another format, or write it',
    'reelsight jobs export $JOB srt -o talk.srt',
    'reelsight jobs export $JOB vtt --max-line-chars 32 --max-lines 1 > talk.vtt',
    'reelsight jobs export $JOB shots.csv -o shots.csv',
  ).action(toAction(exportJob));

  described(
    shaped(narrowed(keyed(jobs.command('export-many <jobs...>')))),
    'write the results of up to 200 jobs as one ZIP file, with a manifest of what is missing',
    'reelsight jobs export-many $JOB $OLD_JOB --formats csv,jsonl -o results.zip',
  )
    .addOption(
      new Option('--formats <list>', `of each job: ${jobFormats.join(', ')}`)
        .argParser(list)
        .makeOptionMandatory(),
    )
    .option('-o, --output <file>', 'write it to this file; default: one named by the day')
    .action(toAction(exportMany));

  described(
    keyed(jobs.command('proof-frames <job>')),
    'write the proof frames of a completed job as a ZIP file, with a table of what each shows',
    'reelsight jobs proof-frames $JOB -o frames.zip',
  )
    .option('--name <name>', 'of this brand or object only (repeatable)', texts)
    .option('-o, --output <file>', 'write it to this file; default: one named by the video')
    .action(toAction(writeProofFrames));
}

export function addBatchExport(batch: Command, toAction: Does): void {
  described(
    exported(batch.command('export <batch>'), batchFormats),
    'print the results of all completed jobs of a batch as one file, or write it',
    'reelsight batch export $BATCH jsonl -o results.jsonl',
  ).action(toAction(exportBatch));
}
