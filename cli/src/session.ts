/** What every command needs: the service, the key, the output and the time limit. */
import {
  type AdminClient,
  type Client,
  type Connection,
  connect,
  createAdminClient,
  createClient,
} from '@reelsight/sdk';
import { Interrupted, UnreachableError, UsageError } from './exit-code.ts';
import { type LiveLine, openLiveLine, silentLine } from './live-line.ts';
import {
  canStart,
  checkout,
  type LocalService,
  localKey,
  startLocalService,
  tokenIn,
} from './local-service.ts';
import type { PrintableStream } from './printable.ts';

export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: PrintableStream;
  readonly stderr: PrintableStream;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The options every command takes. */
export interface ConnectOptions {
  readonly url?: string;
  readonly apiKey?: string;
  readonly adminToken?: string;
  readonly quiet?: boolean;
}

export interface Session {
  readonly client: Client;
  /** Present if this command started the service. */
  readonly service?: LocalService;
  close(): Promise<void>;
}

export const dataDirOf = ({ env }: Environment): string =>
  env.REELSIGHT_DATA_DIR || `${checkout}data`;

/** By flag, by variable, or the default address of a service on this machine. */
export function urlOf({ env }: Environment, options: ConnectOptions): string {
  const url = options.url || env.REELSIGHT_URL || `http://localhost:${env.PORT || 8080}`;
  if (!/^https?:\/\/[^/]/.test(url)) throw new UsageError(`--url ${url} is not an http address.`);
  return url;
}

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

/** Connects by key. Without one, the key of a service on this machine is found by its data folder. */
export async function openSession(
  environment: Environment,
  options: ConnectOptions,
): Promise<Session> {
  const baseUrl = urlOf(environment, options);
  const given = options.apiKey || environment.env.REELSIGHT_API_KEY;
  const apiKey = given || (await localKey(baseUrl, dataDirOf(environment)));
  if (!apiKey) {
    throw new UsageError('No API key: give --api-key or set REELSIGHT_API_KEY.');
  }
  return { client: createClient({ baseUrl, apiKey }), close: async () => undefined };
}

/** Like `openSession`; if no address was given and nothing answers, starts a service. */
export async function openOrStart(
  environment: Environment,
  options: ConnectOptions,
): Promise<Session> {
  const url = urlOf(environment, options);
  if (await answers(url)) return openSession(environment, options);
  if (options.url || environment.env.REELSIGHT_URL || !canStart()) {
    throw new UnreachableError(`No service answers at ${url}.`);
  }
  const progress = progressOf(environment, options);
  progress.show('starting a service …');
  const { env, signal } = environment;
  try {
    const dataDir = dataDirOf(environment);
    const service = await startLocalService({ dataDir, env, signal });
    const apiKey = await localKey(service.url, dataDir);
    if (!apiKey) throw new UnreachableError(`No key could be made for ${service.url}.`);
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

/** The operator's client: token by flag, variable, or the file in the data folder. */
export async function openAdmin(
  environment: Environment,
  options: ConnectOptions,
): Promise<AdminClient> {
  return createAdminClient(await operatorOf(environment, options));
}

/** For calls beside the interface, such as those about accounts of the console. */
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
  const baseUrl = urlOf(environment, options);
  const token =
    options.adminToken ||
    environment.env.REELSIGHT_ADMIN_TOKEN ||
    (await tokenIn(dataDirOf(environment)));
  if (!token) {
    throw new UsageError('No operator token: give --admin-token or set REELSIGHT_ADMIN_TOKEN.');
  }
  return { baseUrl, token };
}
