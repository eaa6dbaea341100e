/**
 * Starts a service on this machine with embedded defaults and an API key, and stops it when the command no longer needs
 * it.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError, createAdminClient, createClient, pause } from '@reelsight/sdk';
import { serverNode, serverProgram } from './checkout.ts';
import { UnreachableError } from './exit-code.ts';

/** Long, because the first start compiles the sources and makes a database, which takes a busy machine over a minute. */
const startLimitMs = 180_000;
const stopLimitMs = 15_000;

export interface LocalService {
  readonly url: string;
  readonly dataDir: string;
  /** Resolves with the result of `work`; rejects with the service's last output if the service ends first. */
  during<T>(work: Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly dataDir: string;
  /** Preferred ports; if they are taken, others are used. */
  readonly port?: number;
  readonly uploadPort?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

const programOf = (): string | undefined => serverProgram('main.ts');

export const canStart = (): boolean => programOf() !== undefined && serverNode() !== undefined;

/** Starts the service; resolves once it is ready. If it ends first, throws UnreachableError with its output. */
export async function startLocalService(options: StartOptions): Promise<LocalService> {
  const port = await freePort(options.port);
  const uploadPort = await freePort(options.uploadPort, port);
  const url = `http://localhost:${port}`;
  const service = spawnService(options, port, uploadPort);
  const lastWords = lastWordsOf(service);
  const exit = new Promise<void>((resolve) => {
    service.once('exit', () => resolve());
    service.once('error', () => resolve());
  });
  const stop = async (): Promise<void> => {
    service.kill('SIGTERM');
    const timer = setTimeout(() => service.kill('SIGKILL'), stopLimitMs);
    await exit;
    clearTimeout(timer);
  };
  // The service must never outlive this process, however it ends.
  const killAtExit = () => service.kill('SIGKILL');
  process.once('exit', killAtExit);
  void exit.then(() => process.off('exit', killAtExit));

  const failure = exit.then((): never => {
    throw new UnreachableError(`The service stopped:\n${lastWords()}`);
  });
  failure.catch(() => undefined);

  const during = <T>(work: Promise<T>): Promise<T> => Promise.race([work, failure]);
  try {
    await during(untilReady(url, options.signal));
  } catch (error) {
    await stop();
    throw error;
  }

  return { url, dataDir: options.dataDir, during, stop };
}

type ServiceProcess = ChildProcessByStdio<null, Readable, Readable>;

function spawnService(options: StartOptions, port: number, uploadPort: number): ServiceProcess {
  return spawn(serverNode() ?? process.execPath, [programOf() ?? ''], {
    env: {
      REELSIGHT_LOG_LEVEL: 'warn',
      ...options.env,
      PORT: String(port),
      UPLOAD_PORT: String(uploadPort),
      PUBLIC_URL: `http://localhost:${port}`,
      UPLOAD_URL: `http://localhost:${uploadPort}`,
      REELSIGHT_DATA_DIR: options.dataDir,
      REELSIGHT_HOST: '127.0.0.1',
      REELSIGHT_ROLE: 'all',
      DATABASE_URL: '',
      STORAGE_URL: '',
      REELSIGHT_ADMIN_TOKEN: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that Ctrl-C reaches only this process: the service must keep running long enough
    // to be shut down in order.
    detached: true,
  });
}

/** Reads the service's output, so that the service never blocks on a full pipe, and keeps the end of that output. */
function lastWordsOf(service: ServiceProcess): () => string {
  let log = '';
  for (const stream of [service.stdout, service.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000);
    });
  }
  return () => log.trim();
}

async function untilReady(url: string, signal: AbortSignal): Promise<void> {
  const deadlineMs = Date.now() + startLimitMs;
  while (Date.now() < deadlineMs) {
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(
      () => undefined,
    );
    if (ready?.ok) return;
    await pause(100, signal);
  }

  throw new UnreachableError(`The service was not ready after ${startLimitMs / 1000} s.`);
}

/** The preferred port if nothing listens on it, otherwise any free port. */
async function freePort(preferred = 0, not = 0): Promise<number> {
  const take = (port: number) =>
    new Promise<number | undefined>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(undefined));
      // Without a host, the probe listens on all addresses, so it notices a listener on any of them.
      probe.listen(port, () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
      });
    });
  const port = preferred === not ? undefined : await take(preferred);
  const freed = port ?? (await take(0));
  if (freed === undefined) throw new UnreachableError('There is no free port.');

  return freed;
}

/** The operator's token of the service whose data folder this is; undefined if it can't be read. */
export async function tokenIn(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'admin-token'), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

const keyPath = (dataDir: string): string => join(dataDir, 'local-key');

/** The API key stored in the data folder; undefined if there is none, or if the service does not accept it. */
export async function keptKey(url: string, dataDir: string): Promise<string | undefined> {
  const storedKey = (await readFile(keyPath(dataDir), 'utf8').catch(() => '')).trim();
  if (!storedKey) return undefined;
  const isOurs = await isAccepted(() =>
    createClient({ baseUrl: url, apiKey: storedKey }).account(),
  );
  return isOurs ? storedKey : undefined;
}

/**
 * An API key for anyone who may read the data folder: the key stored in that folder, or else the key of a new workspace
 * `local`, which is then stored for next time. Undefined if the service does not accept the operator's token.
 */
export async function localKey(url: string, dataDir: string): Promise<string | undefined> {
  const storedKey = await keptKey(url, dataDir);
  if (storedKey) return storedKey;

  const token = await tokenIn(dataDir);
  if (!token) return undefined;

  const admin = createAdminClient({ baseUrl: url, token });
  // The workspace gets plenty of credits. They matter between an operator and customers; a person who runs the service
  // on their own machine should not run out.
  const workspace = {
    name: 'local',
    email: 'local@localhost',
    plan: 'scale',
    credits: 1_000_000,
  } as const;
  let key: string | undefined;
  await isAccepted(async () => {
    key = (await admin.workspaces.create(workspace)).api_key;
  });

  if (key) await writeFile(keyPath(dataDir), `${key}\n`, { mode: 0o600 });
  return key;
}

/** False if the service does not accept the key or token. */
async function isAccepted(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}
