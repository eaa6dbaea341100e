/** The parts that every bubblewrap sandbox shares, whether it opens videos or runs yt-dlp. */

export interface Walls {
  /** False where Linux does not allow a new /proc, as in most containers. */
  readonly hasProc: boolean;
  /** Files and folders that may be read; those that do not exist are left out. */
  readonly readable: readonly string[];
}

/** The user `nobody` inside the sandbox; outside, it is the user that the service runs as. */
const insideId = '65534';

/** Folders that programs need to start. */
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
 * Places that are not bind-mounted are in memory that counts towards no limit, so they are made read-only. These
 * arguments must come last.
 */
export const closingArgs: readonly string[] = ['--remount-ro', '/dev', '--remount-ro', '/'];
