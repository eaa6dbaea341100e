/** Provides the things every command needs: the service, the key, the output and the time limit. */
import { join, resolve } from 'node:path';
import {
  type AdminClient,
  type Client,
  type Connection,
  connect,
  createAdminClient,
  createClient,
} from '@reelsight/sdk';
import { checkout } from './checkout.ts';
import { Interrupted, UnreachableError, UsageError } from './exit-code.ts';
import { type LiveLine, openLiveLine, silentLine } from './live-line.ts';
import {
  canStart,
  keptKey,
  type LocalService,
  localKey,
  startLocalService,
  tokenIn,
} from './local-service.ts';
import type { PrintableStream } from './printable.ts';
import type { SecretStream } from './secret.ts';
import type { Signals } from './signals.ts';
import { type TargetOptions, targetOf } from './target.ts';

export interface Environment extends Signals {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: SecretStream;
  readonly stdout: PrintableStream;
  readonly stderr: PrintableStream;
}

/** The options that every command accepts. */
export interface ConnectOptions extends TargetOptions {
  readonly quiet?: boolean;
}

export interface Session {
  readonly client: Client;
  /** Present only if this command started the service itself. */
  readonly service?: LocalService;
  close(): Promise<void>;
}

const dataDirOf = ({ env }: Environment): string | undefined =>
  env.REELSIGHT_DATA_DIR ||
  (checkout ? join(checkout, 'data') : canStart() ? resolve('data') : undefined);

export function progressOf(environment: Environment, { quiet }: ConnectOptions): LiveLine {
  return quiet ? silentLine : openLiveLine(environment.stderr);
}

async function answers(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(3000);
  return fetch(`${url}/healthz`, { signal }).then(
    (response) => response.ok,
    () => false,
  );
}

type LocalKey = (url: string, dataDir: string) => Promise<string | undefined>;

/**
 * Connects with a key. If none is given, the key in this machine's data folder is used, but only for a service on this
 * machine.
 */
async function connectionOf(
  environment: Environment,
  options: ConnectOptions,
  keyIn: LocalKey = localKey,
) {
  const target = await targetOf(environment.env, options);
  const dataDir = target.isHere ? dataDirOf(environment) : undefined;
  const apiKey = target.apiKey || (dataDir && (await keyIn(target.url, dataDir)));
  if (!apiKey) {
    const message =
      'No API key: give --api-key, set REELSIGHT_API_KEY, or save one with reelsight profile add.';
    throw target.lack('apiKey') ?? new UsageError(message);
  }

  const keyFrom = target.apiKeyFrom ?? `the data folder ${dataDir}`;
  return { connection: { baseUrl: target.url, apiKey }, keyFrom };
}

export async function openSession(
  environment: Environment,
  options: ConnectOptions,
): Promise<Session> {
  const { connection } = await connectionOf(environment, options);
  return { client: createClient(connection), close: async () => undefined };
}

/** The API key that `openSession` would send. */
export async function apiKeyOf(environment: Environment, options: ConnectOptions): Promise<string> {
  const { connection } = await connectionOf(environment, options);
  return connection.apiKey;
}

/** Like `openSession`, but creates no workspace if no key is found; the answer also says where the key was found. */
export async function openWithKey(
  environment: Environment,
  options: ConnectOptions,
): Promise<{ readonly client: Client; readonly keyFrom: string }> {
  const { connection, keyFrom } = await connectionOf(environment, options, keptKey);
  return { client: createClient(connection), keyFrom };
}

/** Like `openSession`, but starts a service if no address was given and none answers at the default address. */
export async function openOrStart(
  environment: Environment,
  options: ConnectOptions,
): Promise<Session> {
  const { url, named: isNamed } = await targetOf(environment.env, options);
  if (await answers(url)) return openSession(environment, options);

  const dataDir = dataDirOf(environment);
  if (isNamed || !canStart() || dataDir === undefined) {
    const hint = isNamed ? '' : ' Name one: --url, REELSIGHT_URL, or reelsight profile add.';
    throw new UnreachableError(`No service answers at ${url}.${hint}`);
  }

  return startHere(environment, options, dataDir);
}

async function startHere(
  environment: Environment,
  options: ConnectOptions,
  dataDir: string,
): Promise<Session> {
  const progress = progressOf(environment, options);
  progress.show('starting a service …');

  const { env, signal } = environment;
  environment.endOnHangUp();

  try {
    const service = await startLocalService({ dataDir, env, signal });
    const apiKey = await localKey(service.url, dataDir);
    if (!apiKey) throw new UnreachableError(`No key could be created for ${service.url}.`);

    progress.end();
    return {
      client: createClient({ baseUrl: service.url, apiKey }),
      service,
      close: () => service.stop(),
    };
  } catch (error) {
    progress.end();
    throw signal.aborted ? new Interrupted() : error;
  }
}

/**
 * The operator's client. Its token comes from the flag, the environment variable, the profile, or the file in the data
 * folder.
 */
export async function openAdmin(
  environment: Environment,
  options: ConnectOptions,
): Promise<AdminClient> {
  return createAdminClient(await operatorOf(environment, options));
}

/**
 * Connects with the operator's token, for calls that the operator's client does not have, such as those about console
 * accounts.
 */
export async function openOperator(
  environment: Environment,
  options: ConnectOptions,
): Promise<Connection> {
  const { baseUrl, token } = await operatorOf(environment, options);
  return connect({ baseUrl }, { Authorization: `Bearer ${token}` });
}

async function operatorOf(
  environment: Environment,
  options: ConnectOptions,
): Promise<{ baseUrl: string; token: string }> {
  const { url, adminToken, isHere, lack } = await targetOf(environment.env, options);
  const dataDir = isHere ? dataDirOf(environment) : undefined;
  const token = adminToken || (dataDir && (await tokenIn(dataDir)));
  if (token) return { baseUrl: url, token };

  const refusal = lack('adminToken');
  if (refusal) throw refusal;

  const looked = dataDir ? ` (none was found in ${dataDir})` : '';
  throw new UsageError(
    `No operator's token: give --admin-token, set REELSIGHT_ADMIN_TOKEN, or, for a service on this machine, set REELSIGHT_DATA_DIR to its data folder${looked}.`,
  );
}
