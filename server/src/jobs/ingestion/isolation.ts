/**
 * How the process that opens untrusted files is isolated from everything else: in a sandbox made by bubblewrap, as a
 * separate user, restricted by Landlock, or not at all. A trial start of the process shows which of these work on this
 * machine.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { release } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closingArgs, systemFolders, wallArgs } from '../../sandbox/bubblewrap.ts';
import { findOnPath } from '../../sandbox/find-program.ts';
import { abortOf, type Launch, WatchedProcess } from '../processes/watched-process.ts';
import {
  type FromIngestion,
  parseFromIngestion,
  type Seen,
  type ToIngestion,
} from './ingestion-messages.ts';

export const isolationKinds = ['bwrap', 'user', 'landlock', 'none'] as const;
export type IsolationKind = (typeof isolationKinds)[number];

export interface IsolationOptions {
  /** `auto`: the first of `isolationKinds` that works. */
  readonly wanted: 'auto' | IsolationKind;
  /** Id of the user and group for the kind `user`. */
  readonly userId: number;
  /** Maximum resident memory of an ingestion process. */
  readonly memoryLimitMb: number;
  /** Maximum CPU time of an ingestion process. */
  readonly cpuSeconds: number;
  /** Largest file an ingestion process may write. */
  readonly fileMb: number;
  /** Folder for temporary files that may be lost. */
  readonly workFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Returns the signal that ends a trial with a TimeoutError. Default: after a minute; a trial usually takes half a
   * second.
   */
  readonly trialLimit?: () => AbortSignal;
}

/** The isolation in use. */
export interface Isolation {
  readonly kind: IsolationKind;
  /** For the operator: what the isolation prevents the process from doing, and why no better isolation is in use. */
  readonly text: string;
  /** Environment for Node; the process gets no other variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** How to start a process of this slot. `trusted`: it opens no untrusted file, so it may store its compiled code. */
  launch(slot: Slot, trusted?: boolean): Launch;
  /** Makes the folders of one process. */
  openSlot(folder: string): Promise<Slot>;
}

/**
 * The folders of one process, created before its job is known: `in` holds the files it may read, `out` is the only
 * folder it may write to.
 */
export interface Slot {
  readonly path: string;
  readonly in: string;
  readonly out: string;
}

/** The requested isolation does not work on this machine. */
export class IsolationError extends Error {}

/** Paths relative to the slot, because a process that runs as another user cannot enter the folders above it. */
export const slotPaths = {
  source: join('in', 'source'),
  drawing: join('in', 'drawing.json'),
  out: 'out',
} as const;

export const ingestionScript = new URL('./ingestion-process.ts', import.meta.url);

const root = fileURLToPath(new URL('../../../..', import.meta.url));
/**
 * The code that the process runs. The repository's whole folder is not listed, because it may contain the data folder.
 */
const code = ['package.json', 'node_modules', 'server/package.json', 'server/src', 'contract'];
/** If this program is installed as a package, the packages it depends on may be in the same folder. */
const packages = /^.*\/node_modules(?=\/)/.exec(root) ?? [];
const system = [...systemFolders, '/etc/ld.so.cache'];
/** Memory that Node reserves in addition to what a video needs; at its start, Node reserves 650 MB. */
const nodeDataMb = 1024;
const openFiles = 256;
/** Limit for all processes and threads of the user; nothing else runs as that user. */
const processLimit = ['--nproc=512'];
/** Longest time a trial may take: as long as a process may take to start. */
const usualTrialLimit = (): AbortSignal => AbortSignal.timeout(60_000);

/**
 * Finds an isolation that works. Throws IsolationError if an isolation requested by name does not work; `auto` never
 * throws: where not even resource limits can be set, the process runs without any.
 */
export async function openIsolation(options: IsolationOptions): Promise<Isolation> {
  const { wanted: preference } = options;
  const failures: string[] = [];

  for (const kind of preference === 'auto' ? isolationKinds : [preference]) {
    for (const candidate of makers[kind](options)) {
      const failure =
        typeof candidate === 'string' ? candidate : await failureOf(candidate, options);
      if (typeof candidate !== 'string' && failure === null) return because(failures, candidate);
      const message = `${kind}: ${failure}`;
      if (!failures.includes(message)) failures.push(message);
    }
  }

  if (preference === 'auto') return because(failures, unlimited(options));
  throw new IsolationError(
    `REELSIGHT_SANDBOX=${preference} does not work here (${failures.join('; ')})`,
  );
}

const because = (failures: readonly string[], isolation: Isolation): Isolation =>
  failures.length > 0
    ? { ...isolation, text: `${isolation.text} (${failures.join('; ')})` }
    : isolation;

/** The candidates of each kind, best first. A candidate that cannot work on this machine is replaced by the reason. */
const makers: Record<IsolationKind, (options: IsolationOptions) => (Isolation | string)[]> = {
  bwrap: (options) => {
    const program = findOnPath('bwrap', options.environment.PATH);
    if (program === undefined) return ['bubblewrap is not installed'];
    return [true, false].map((proc) => bubblewrap(program, options, proc));
  },
  user: (options) => [
    process.getuid?.() === 0 ? ownUser(options) : 'only a service started as root can',
  ],
  landlock: (options) => {
    const program = findOnPath('setpriv', options.environment.PATH);
    return [program === undefined ? 'setpriv is not installed' : landlock(program, options)];
  },
  none: (options) => [plain(options)],
};

/**
 * `proc`: whether to mount a new /proc. In a container, parts of /proc are hidden and Linux refuses to mount a new
 * one; Node works without /proc.
 */
function bubblewrap(program: string, options: IsolationOptions, proc: boolean): Isolation {
  const base = plain(options, countsApart(release()) ? processLimit : []);
  const cache = base.environment.NODE_COMPILE_CACHE;
  const visiblePaths = [
    ...system,
    ...code.map((path) => join(root, path)),
    ...packages,
    process.execPath,
  ];
  const walls = wallArgs({ hasProc: proc, readable: visiblePaths });

  return {
    ...base,
    kind: 'bwrap',
    text: `in a sandbox (bubblewrap${proc ? '' : ', without /proc'}): no network, no other files, no other processes`,
    launch: (slot, trusted = false) => {
      const cacheArgs = cache ? [trusted ? '--bind-try' : '--ro-bind-try', cache, cache] : [];
      const slotArgs = ['--ro-bind', slot.in, slot.in, '--bind', slot.out, slot.out];
      const inner = base.launch(slot).command;
      const sandboxArgs = [...walls, ...cacheArgs, ...slotArgs, ...closingArgs];
      const command = [program, ...sandboxArgs, '--chdir', slot.path, '--', ...inner];
      return { cwd: slot.path, command, nested: true };
    },
  };
}

/**
 * Since Linux 5.14, a user's processes are counted separately in each user namespace; earlier versions count them
 * together with everything the service runs.
 */
export function countsApart(kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

function ownUser(options: IsolationOptions): Isolation {
  const { userId } = options;
  const base = plain(options, processLimit);
  // The folder of compiled code is in the data folder, which the process cannot enter.
  const { NODE_COMPILE_CACHE: _, ...environment } = base.environment;

  return {
    ...base,
    environment,
    kind: 'user',
    text: `as user ${userId}: no files of the service, but the network is open to it`,
    launch: (slot) => ({ ...base.launch(slot), uid: userId, gid: userId }),
    openSlot: async (folder) => {
      const slot = await base.openSlot(folder);
      // These modes do not depend on the umask; the folders above the slot keep other users out.
      for (const slotPath of [slot.path, slot.in]) await chmod(slotPath, 0o755);
      await chmod(slot.out, 0o700);
      await chown(slot.out, userId, userId);
      return slot;
    },
  };
}

const readRights = 'read-file,read-dir,execute';
const changes =
  'read-file,read-dir,write-file,truncate,make-dir,make-reg,remove-dir,remove-file,refer';
/** Rights for a single file: Landlock refuses a rule that gives folder rights to a file. */
const readsFile = 'read-file,execute';
const changesFile = 'read-file,write-file,truncate';
/**
 * Node lowers its priority through a file in this folder. The folder is that of the process itself: each program
 * replaces itself with the next one, so the process id stays the same.
 */
const ownProcess = '/proc/self';

/**
 * Works without namespaces, using Linux's Landlock: setpriv of util-linux 2.40 gives up rights to files and starts the
 * process. It does not work before Linux 6.2: earlier versions of Landlock would let the process truncate any file of
 * the service. The kernel also forbids the process to mount anything or to trace processes that have more rights.
 * Connections and signals are not prevented.
 */
function landlock(program: string, options: IsolationOptions): Isolation {
  const base = plain(options);
  const cache = base.environment.NODE_COMPILE_CACHE;
  const visiblePaths = [
    ...system,
    ...code.map((path) => join(root, path)),
    ...packages,
    process.execPath,
  ];
  const devices = ['/dev/null', '/dev/zero', '/dev/urandom', '/dev/random'];
  // Root would keep its capabilities, which bypass file ownership.
  const powers = process.getuid?.() === 0 ? ['--bounding-set=-all', '--inh-caps=-all'] : [];
  const fixed = [
    ...visiblePaths.flatMap((path) => ruleFor(path, readRights, readsFile)),
    ...[...devices, ownProcess].flatMap((path) => ruleFor(path, changes, changesFile)),
  ];

  return {
    ...base,
    kind: 'landlock',
    // Node exits if OpenSSL's configuration file exists but may not be read; in other isolations, the file does not
    // exist.
    environment: { ...base.environment, OPENSSL_CONF: '/dev/null' },
    text: 'held by Landlock: no other files and no list of processes, but the network is open to it, and it can end processes of its user',
    launch: (slot, trusted = false) => {
      const cacheRules = cache ? ruleFor(cache, trusted ? changes : readRights) : [];
      const slotRules = [...ruleFor(slot.in, readRights), ...ruleFor(slot.out, changes)];
      const rules = ['--landlock-access', 'fs', ...fixed, ...cacheRules, ...slotRules];
      const { command } = base.launch(slot);

      return {
        cwd: slot.path,
        command: [program, '--no-new-privs', ...powers, ...rules, '--', ...command],
      };
    },
  };
}

/** Landlock accepts no rule for a path that does not exist. */
function ruleFor(path: string, ofFolder: string, ofFile = ofFolder): string[] {
  if (!existsSync(path)) return [];
  const rights = statSync(path).isDirectory() ? ofFolder : ofFile;
  return ['--landlock-rule', `path-beneath:${rights}:${path}`];
}

/** Sets only resource limits, and those only if util-linux is available. */
function plain(options: IsolationOptions, extraLimits: readonly string[] = []): Isolation {
  const { environment, memoryLimitMb, cpuSeconds, fileMb } = options;
  const prlimit = findOnPath('prlimit', environment.PATH);
  const megabyte = 2 ** 20;
  const limits = [
    ...['--core=0', `--nofile=${openFiles}`, `--cpu=${Math.ceil(cpuSeconds)}`, ...extraLimits],
    ...[`--data=${(memoryLimitMb + nodeDataMb) * megabyte}`, `--fsize=${fileMb * megabyte}`],
  ];
  const passed = ['LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE'].flatMap((name) =>
    environment[name] ? [[name, environment[name]]] : [],
  );

  return {
    kind: 'none',
    text: 'without a sandbox, as the service itself',
    environment: Object.fromEntries(passed),
    launch: (slot) => ({ cwd: slot.path, command: prlimit ? [prlimit, ...limits, '--'] : [] }),
    openSlot: async (folder) => {
      const path = join(folder, randomUUID());
      const slot = { path, in: join(path, 'in'), out: join(path, 'out') };
      await mkdir(slot.in, { recursive: true });
      await mkdir(slot.out);
      return slot;
    },
  };
}

function unlimited(options: IsolationOptions): Isolation {
  const base = plain(options);
  return {
    ...base,
    text: `${base.text}, without limits`,
    launch: (slot) => ({ ...base.launch(slot), command: [] }),
  };
}

/**
 * Why the isolation does not work; null if it does. A trial that times out is repeated once, as the machine may be
 * busy.
 */
async function failureOf(isolation: Isolation, options: IsolationOptions): Promise<string | null> {
  try {
    return await failureOfTrial(isolation, options).catch((error: unknown) => {
      if (!isTimeout(error)) throw error;
      return failureOfTrial(isolation, options);
    });
  } catch (error) {
    if (isTimeout(error)) return 'its trial took too long';
    return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError';

/** Starts the process in the isolation and lets it try everything that it must or must not be able to do. */
async function failureOfTrial(
  isolation: Isolation,
  { workFolder, trialLimit = usualTrialLimit }: IsolationOptions,
): Promise<string | null> {
  const folder = join(workFolder, `trial-${randomUUID()}`);
  const { NODE_COMPILE_CACHE: cache } = isolation.environment;
  try {
    if (cache) await mkdir(cache, { recursive: true });

    const slot = await isolation.openSlot(folder);
    const secret = join(folder, 'secret');
    await writeFile(secret, 'x', { mode: 0o600 });

    const source = join(slot.path, slotPaths.source);
    await writeFile(source, 'x');
    await chmod(source, 0o444);

    const access = await tryOut(isolation, slot, { secret, limit: trialLimit() });
    if (!access.source) return 'its process cannot read its video';
    if (!access.out) return 'its process cannot write files';

    const reached = forbidden[isolation.kind].filter((resource) => access[resource]);
    return reached.length > 0 ? `it does not keep off ${reached.join(', ')}` : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const forbidden: Record<IsolationKind, readonly (keyof Seen)[]> = {
  bwrap: ['files', 'network', 'processes', 'code'],
  user: ['files', 'code'],
  landlock: ['files', 'processes', 'code'],
  none: [],
};

async function tryOut(
  isolation: Isolation,
  slot: Slot,
  { secret, limit }: { secret: string; limit: AbortSignal },
): Promise<Seen> {
  const server = createServer();
  let child: WatchedProcess<ToIngestion, FromIngestion> | undefined;
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as { port: number };
    // Throws at once if this service may not start anything as that user.
    child = new WatchedProcess({
      script: ingestionScript,
      tmpDir: slotPaths.out,
      memoryLimitMb: null,
      parse: parseFromIngestion,
      environment: isolation.environment,
      launch: isolation.launch(slot, true),
    });

    const look = { kind: 'look', secret, port, ...slotPaths } as const;
    const trial = child.ask(look, (message) =>
      message.kind === 'seen' ? message.seen : undefined,
    );
    trial.catch(() => undefined);

    return await Promise.race([trial, abortOf(limit)]);
  } finally {
    await child?.close();
    server.close();
  }
}
