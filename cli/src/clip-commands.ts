/** The commands `clip` and `clips`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { clipFormats, deleteClip, downloadClip, listClips, makeClip } from './clip.ts';
import { connected, type Does, described, keyed, paged } from './command.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Parses a time in seconds, with minutes and hours before them if needed: `10`, `1:05.5`, `1:02:03`. */
function secondsOf(text: string): number {
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,7}(?:\.\d{1,3})?)$/.exec(text);
  if (!parts) throw new InvalidArgumentError('It must be like 10-15 or 1:05.5-1:12.');
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return hours * 3600 + minutes * 60 + seconds;
}

function range(value: string, previous: readonly Range[] = []): Range[] {
  const [from = '', to = '', ...rest] = value.split('-');
  const start = secondsOf(from);
  const end = secondsOf(to);
  if (rest.length > 0 || end <= start)
    throw new InvalidArgumentError('It must end later than it begins.');
  return [...previous, { start, end }];
}

function padding(value: string): number {
  const seconds = Number(value);
  if (!/^\d(\.\d{1,3})?$/.test(value) || seconds > 5)
    throw new InvalidArgumentError('It must be a number of seconds, 0 to 5.');
  return seconds;
}

export function addClip(root: Command, toAction: Does): void {
  described(
    connected(root.command('clip <job>')),
    'make a file of moments of a job: of a brand, an object, or ranges',
    'reelsight clip $JOB --range 0-1.5 -o moment.mp4',
    'reelsight clip $JOB --range 0:01-0:02 --format gif --boxes -o slide.gif',
  )
    .option('--brand <name>', 'all moments of this brand')
    .option('--object <name>', 'all moments of this object')
    .option('--range <from-to>', 'seconds, or m:ss, such as 10-15 (repeatable)', range)
    .option('--padding <seconds>', 'added before and after each moment, 0 to 5', padding)
    .option('--boxes', 'draw boxes with their names')
    .addOption(
      new Option('--format <format>', 'mp4, webp or gif; default: by the name of the file').choices(
        clipFormats,
      ),
    )
    .option('-o, --output <file>', 'the file to write (default clip.mp4)')
    .option('--quiet', 'no progress')
    .action(toAction(makeClip));
}

export function addClips(root: Command, toAction: Does): void {
  const clips = root.command('clips').description('clips that were made');
  described(
    paged(clips.command('list <job>')),
    'list the clips of a job, newest first',
    'reelsight clips list $JOB',
  ).action(toAction(listClips));

  described(
    keyed(clips.command('download <clip>')),
    'write the file of a clip that was made before',
    'reelsight clips download $CLIP -o again.mp4',
  )
    .option('-o, --output <file>', 'the file to write; default: clip and its format')
    .option('--quiet', 'no progress')
    .action(toAction(downloadClip));

  described(
    connected(clips.command('delete <clip>')),
    'delete a clip with its file',
    'reelsight clips delete $CLIP',
  ).action(toAction(deleteClip));
}
