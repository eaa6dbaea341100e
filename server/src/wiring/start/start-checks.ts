/**
 * Checks the things outside the process that a start depends on: data folder, database, storage and ports. Each check
 * throws a StartError.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { openDatabase, sqlState } from '../../db/database.ts';
import { untilAborted } from '../../network/until-aborted.ts';
import { isDiskFull } from '../../storage/local-file.ts';
import type { Storage } from '../../storage/storage.ts';
import { StartError } from './start-error.ts';

const limitMs = 15_000;

/** The message for an error, and whether it requires a change of settings or the thing is just unavailable for now. */
type Told = readonly [message: string, why?: 'settings' | 'unavailable'];

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Creates the folder if it does not exist, and checks that it can be written to. */
export async function checkDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `start-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, 'Written at a start to see whether that works.\n');
  } catch (error) {
    throw new StartError(...folderTrouble(folder, error));
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

export function folderTrouble(folder: string, error: unknown): Told {
  const elsewhere = 'or set REELSIGHT_DATA_DIR to another folder.';
  const code = codeOf(error);

  if (isDiskFull(error)) {
    return [
      `The disk of the data folder ${folder} is full. Free some space, ${elsewhere}`,
      'unavailable',
    ];
  }

  if (code === 'EROFS')
    return [
      `The data folder ${folder} is on a read-only disk. Mount it with write access, ${elsewhere}`,
    ];

  if (code === 'EACCES' || code === 'EPERM') {
    const { username } = userInfo();
    return [
      `The user ${username} may not write to the data folder ${folder}. Make it the owner of the folder, ${elsewhere}`,
    ];
  }

  if (code === 'EEXIST' || code === 'ENOTDIR')
    return [
      `The data folder ${folder} is not a folder, or is below a file. Remove that file, ${elsewhere}`,
    ];

  return [`The data folder ${folder} cannot be used (${textOf(error)}). Repair it, ${elsewhere}`];
}

/** Lowest PostgreSQL version that the queue supports, in the form of `server_version_num`. */
const leastVersion = 130_000;

/** Connects to the PostgreSQL of `DATABASE_URL` and checks its version. */
export async function checkDatabase(url: string): Promise<void> {
  const db = await openDatabase({ url, poolSize: 1 });
  try {
    const signal = AbortSignal.timeout(limitMs);
    const rows = await untilAborted(
      db.query<{ server_version_num: string }>('show server_version_num'),
      signal,
    );
    checkVersion(url, Number(rows[0]?.server_version_num));
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(...databaseTrouble(url, error));
  } finally {
    // Not awaited, because closing waits for a connection that is still being established.
    db.close().catch(() => undefined);
  }
}

export function checkVersion(url: string, version: number): void {
  if (version >= leastVersion) return;
  const versionText = `${Math.floor(version / 10_000)}.${version % 10_000}`;
  throw new StartError(
    `PostgreSQL at ${new URL(url).host} is version ${versionText}; ${leastVersion / 10_000} or later is needed. Update it, or use another one in DATABASE_URL.`,
  );
}

interface Address {
  readonly host: string;
  readonly hostname: string;
  readonly user: string;
  readonly name: string;
}

export function databaseTrouble(url: string, error: unknown): Told {
  const { host, hostname, username, pathname } = new URL(url);
  const user = decodeURIComponent(username);
  const target = { host, hostname, user, name: decodeURIComponent(pathname.slice(1)) || user };

  return (
    refusalOf(target)[sqlState(error) ?? ''] ??
    connectionTrouble(target, error) ?? [
      `The database at ${host} cannot be used (${textOf(error)}). Correct DATABASE_URL.`,
      'unavailable',
    ]
  );
}

/** Returns a StartError for a database error that appears only when something is written; null for all other errors. */
export function writeTrouble(url: string | null, error: unknown): StartError | null {
  const shows = ['25006', '42501', '53100'].includes(sqlState(error) ?? '');
  return url !== null && shows ? new StartError(...databaseTrouble(url, error)) : null;
}

/** The message for a database that answered when the start began but no longer does. */
export const databaseGone = (url: string, error: unknown): Told => [
  `PostgreSQL at ${new URL(url).host} went away during the start (${textOf(error)}). Start again once it is back.`,
  'unavailable',
];

/** Messages for errors with which PostgreSQL refuses a connection, by SQLSTATE. */
const refusalOf = ({ host, user, name }: Address): Readonly<Record<string, Told>> => ({
  '28P01': [`PostgreSQL at ${host} refuses the password of user ${user}. Correct DATABASE_URL.`],
  '28000': [
    `PostgreSQL at ${host} refuses user ${user}. Allow it in pg_hba.conf, or correct DATABASE_URL.`,
  ],
  '3D000': [
    `PostgreSQL at ${host} has no database ${name}. Create it (createdb ${name}), or correct DATABASE_URL.`,
  ],
  '42501': [
    `User ${user} may not create tables in database ${name} at ${host}. Make it the owner: alter database ${name} owner to ${user}.`,
  ],
  '25006': [
    `The database ${name} at ${host} only reads: it is a standby, or set to read-only. Name the one that writes in DATABASE_URL.`,
    'unavailable',
  ],
  '53100': [`The disk of PostgreSQL at ${host} is full. Make room, then try again.`, 'unavailable'],
  '53300': [
    `PostgreSQL at ${host} has no free connections. Raise its max_connections, or lower REELSIGHT_DATABASE_POOL.`,
    'unavailable',
  ],
  '57P03': [
    `PostgreSQL at ${host} is starting or stopping. Start again once it is ready.`,
    'unavailable',
  ],
});

function connectionTrouble({ host, hostname }: Address, error: unknown): Told | null {
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return [
      `The host ${hostname} cannot be found. Correct the host in DATABASE_URL, or the name server.`,
      'unavailable',
    ];
  }

  if (code === 'ECONNREFUSED') {
    return [
      `Nothing listens at ${host}. Start PostgreSQL there, or correct DATABASE_URL.`,
      'unavailable',
    ];
  }

  const text = `${code} ${textOf(error)}`;
  if (/time.?out|timed out|unreach/i.test(text)) {
    return [
      `${host} does not answer. Check PostgreSQL and the network in between, or correct DATABASE_URL.`,
      'unavailable',
    ];
  }

  // This happens when the server is killed.
  if (/terminated unexpectedly|ECONNRESET|EPIPE|postmaster exit/i.test(text)) {
    return [
      `The server at ${host} closed the connection. Start again once PostgreSQL is ready; if it never is, correct the host and port in DATABASE_URL.`,
      'unavailable',
    ];
  }

  if (!/invalid response|unexpected/i.test(text)) return null;
  return [`The server at ${host} is not PostgreSQL. Correct the host and port in DATABASE_URL.`];
}

/** Writes, reads and removes a small object. `url`: `STORAGE_URL`, or null if objects are stored as files. */
export async function checkStorage(storage: Storage, url: string | null): Promise<void> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    await untilAborted(storage.check(signal), signal);
  } catch (error) {
    throw new StartError(...storageTrouble(url, error));
  }
}

/** The name that the S3 client gives to an error if the answer contains no code. */
const unnamed = 'Unknown';

function bucketRefusal(
  name: string,
  status: number | undefined,
  { endpoint, bucket }: { readonly endpoint: string; readonly bucket: string },
): Told | null {
  if (name === 'RequestTimeTooSkewed')
    return [
      `The clock of this machine differs from that of ${endpoint} too much (${name}). Synchronize it, for example with NTP.`,
      'unavailable',
    ];

  if (status !== 401 && status !== 403) return null;
  // An answer without a code may have been cut off; only a code shows that the settings are wrong.
  if (name === unnamed)
    return [
      `${endpoint} refuses requests and does not say why (${status}). If this persists, check the access keys and the endpoint.`,
      'unavailable',
    ];

  return [
    `${endpoint} refuses access to bucket ${bucket} (${name}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that the key may get, put, list and delete objects.`,
  ];
}

export function storageTrouble(url: string | null, error: unknown): Told {
  if (url === null) {
    return [
      `Files cannot be stored in the data folder (${textOf(error)}). Free some space, or give this user write access.`,
      'unavailable',
    ];
  }

  const { hostname: bucket, searchParams } = new URL(url);
  const endpoint = searchParams.get('endpoint') ?? 'Amazon S3';
  const name = (error as { name?: string } | null)?.name ?? '';
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  if (name === 'NoSuchBucket' || status === 404)
    return [`${endpoint} has no bucket ${bucket}. Create it, or correct STORAGE_URL.`];

  if (name === 'CredentialsProviderError')
    return [
      `No access keys are set for bucket ${bucket}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    ];

  const refusal = bucketRefusal(name, status, { endpoint, bucket });
  if (refusal) return refusal;
  if (status === 301 || name === 'PermanentRedirect')
    return [`Bucket ${bucket} is in another region. Set region=… in STORAGE_URL, or AWS_REGION.`];

  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return [
      `The host of the endpoint in STORAGE_URL (${endpoint}) cannot be found. Correct it.`,
      'unavailable',
    ];

  return [
    `${endpoint} does not answer like S3 (${code || name || textOf(error)}). Check that it is running, or correct the endpoint in STORAGE_URL.`,
    'unavailable',
  ];
}

/** Returns the StartError for an error of `listen`. `setting`: the variable that sets the port. */
export function listenTrouble(
  error: unknown,
  endpoint: { readonly setting: string; readonly port: number; readonly host: string },
): unknown {
  const { setting, port, host } = endpoint;
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is in use by another program. Stop it, or set ${setting} to a free port.`,
      );
    case 'EACCES':
      return new StartError(
        `This user may not listen on port ${port}. Set ${setting} to a port above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `${host} is not an address of this machine. Correct the address in REELSIGHT_HOST or REELSIGHT_MONITORING_LISTEN.`,
      );
    default:
      return error;
  }
}
