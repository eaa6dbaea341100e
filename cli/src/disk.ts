/** `reelsight disk`: shows the operator what uses disk space, and removes data before it expires. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminClient } from '@reelsight/sdk';
import { InvalidArgumentError } from 'commander';
import { exitCode } from './exit-code.ts';
import type { OperatorOptions } from './operator.ts';
import { type Environment, openAdmin } from './session.ts';
import { bytes, plural, span, table } from './words.ts';

type DiskUse = Awaited<ReturnType<AdminClient['disk']['read']>>;
type Use = NonNullable<DiskUse['use']>;

const lookAgainMs = 500;

/** Measures the disk use anew and prints it. */
export async function showDisk(
  options: OperatorOptions,
  environment: Environment,
): Promise<number> {
  const admin = await openAdmin(environment, options);
  const { signal, stdout } = environment;
  const ask = async (measure: 'true' | 'false'): Promise<DiskUse> =>
    (await admin.call('adminGetDisk', { query: { measure }, signal })).body.data;
  let diskUse = await ask('true');
  if (diskUse.measuring) environment.stderr.write('Counting files…\n');

  while (diskUse.measuring) {
    await sleep(lookAgainMs, undefined, { signal });
    diskUse = await ask('false');
  }

  if (options.json) stdout.write(`${JSON.stringify(diskUse, null, 2)}\n`);
  else if (diskUse.use) stdout.write(`${report(diskUse.use).join('\n')}\n`);

  if (diskUse.error === null) return exitCode.done;
  environment.stderr.write(`${diskUse.error}\n`);

  return exitCode.refused;
}

function report(use: Use): string[] {
  const files = use.kinds.map((kind) => [
    kind.kind,
    String(kind.files),
    bytes(kind.bytes),
    kind.files > 0 ? kind.kept : '',
  ]);
  const folder = use.data_folder.map((entry) => [entry.name, bytes(entry.bytes)]);
  return [
    ...table(['Stored files', 'Files', 'Size', 'Kept'], files),
    '',
    ...table(['Data folder', 'Size'], folder),
    '',
    `Database: ${bytes(use.database_bytes)}`,
    ...(use.leftovers.files > 0 ? [leftoverLine(use)] : []),
    `Counted in ${span(use.seconds)}. To remove something before its time: reelsight disk free --help`,
  ];
}

const leftoverLine = ({ leftovers }: Use): string =>
  `Leftovers: ${plural(leftovers.files, 'file')}, ${bytes(leftovers.bytes)}, of jobs, uploads or brands that the database does not know`;

/** Parses an age such as `12h`, `3d` or `2w` into hours. */
export function age(value: string): number {
  const [, count, unit] = /^(\d{1,6})([hdw])$/.exec(value) ?? [];
  const hours = Number(count) * { h: 1, d: 24, w: 168 }[(unit ?? 'h') as 'h' | 'd' | 'w'];
  if (!count || !(hours >= 1 && hours <= 1_000_000)) {
    throw new InvalidArgumentError('It must be hours, days or weeks, such as 12h, 3d or 2w.');
  }
  return hours;
}

export interface FreeOptions extends OperatorOptions {
  readonly olderThan: number;
  readonly yes?: boolean;
}

type Kind = 'uploads' | 'media' | 'jobs' | 'leftovers';

const things: Readonly<Record<Kind, (count: number) => string>> = {
  uploads: (count) => plural(count, 'upload'),
  media: (count) => `the media of ${plural(count, 'job')}`,
  jobs: (count) => `${plural(count, 'job')} with all results`,
  leftovers: () => 'files that belong to nothing in the database',
};

/** Counts the data that would be removed; removes it only with `--yes`. */
export async function freeDisk(
  kind: string,
  options: FreeOptions,
  environment: Environment,
): Promise<number> {
  const admin = await openAdmin(environment, options);
  const { signal, stdout } = environment;
  const terms = { kind: kind as Kind, older_than_hours: options.olderThan };
  const freed = await admin.disk.free({ ...terms, dry_run: !options.yes }, { signal });

  if (options.json) {
    stdout.write(`${JSON.stringify(freed, null, 2)}\n`);
    return exitCode.done;
  }

  const subject = things[freed.kind](freed.count ?? 0);
  stdout.write(
    freed.count === 0
      ? 'Nothing is that old.\n'
      : freed.started
        ? `Removing ${subject} in the background.\n`
        : `This would remove ${subject}. It cannot be undone. Add --yes to do it.\n`,
  );

  return exitCode.done;
}
