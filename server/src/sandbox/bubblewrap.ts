/** bubblewrap arguments that all sandboxes share, both for opening videos and for running yt-dlp. */

export interface Walls {
  /** Whether Linux allows the sandbox to mount a new /proc; in most containers it does not. */
  readonly hasProc: boolean;
  /** Files and folders that the program may read; those that do not exist are left out. */
  readonly readable: readonly string[];
}

/** Id of the user `nobody`, under which the program runs inside the sandbox; outside, it is the user of the service. */
const insideId = '65534';

/** System folders without which programs cannot start. */
export const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/nix/store',
] as const;

/** Arguments that give the program its own namespaces, take away all privileges, and end it with the service. */
export const wallArgs = ({ hasProc, readable }: Walls): string[] => [
  ...['--unshare-all', '--unshare-user', '--uid', insideId, '--gid', insideId],
  ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'sandbox'],
  ...(hasProc ? ['--proc', '/proc'] : []),
  ...['--dev', '/dev'],
  ...readable.flatMap((path) => ['--ro-bind-try', path, path]),
];

/**
 * Makes everything read-only that is not bind-mounted, because it would be kept in memory that no limit counts. These
 * arguments must come last.
 */
export const closingArgs: readonly string[] = ['--remount-ro', '/dev', '--remount-ro', '/'];
