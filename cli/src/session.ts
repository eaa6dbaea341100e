/** What every command needs: the service, the key, the output and the time limit. */
import { join } from 'node:path';
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
  type LocalService,
  localKey,
  startLocalService,
  tokenIn,
} from './local-service.ts';
import type { PrintableStream } from './printable.ts';
import { type Profile, profileNamed, readProfiles } from './profiles.ts';
import type { SecretStream } from './secret.ts';
import type { Signals } from './signals.ts';

export interface Environment extends Signals {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: SecretStream;
  readonly stdout: PrintableStream;
  readonly stderr: PrintableStream;
}

/** The options every command takes. */
export interface ConnectOptions {
  readonly url?: string;
  readonly profile?: string;
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

/** Which service is meant, and what was given to open it. */
interface Target {
  readonly url: string;
  /** False if it is only the default address. */
  readonly named: boolean;
  readonly apiKey?: string;
  readonly adminToken?: string;
  /** The profile that was named, if what the environment holds is of another service. */
  readonly alone?: string;
}

const dataDirOf = ({ env }: Environment): string | undefined =>
  env.REELSIGHT_DATA_DIR || (checkout && join(checkout, 'data'));

/** Throws UsageError for what is no address of a service. */
export function checkedUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:\/\/[^/]/.test(url)) {
    throw new UsageError(`${url} is not an http address.`);
  }
  return url.replace(/\/+$/, '');
}

/**
 * Flag before environment before profile before the service on this machine; `--profile` is a flag. The key of a profile
 * goes to the address of that profile alone; where a profile is named, the key of the environment goes to REELSIGHT_URL alone.
 */
async function targetOf(environment: Environment, options: ConnectOptions): Promise<Target> {
  const { env } = environment;
  const { asked, chosen, name } = await profilesOf(environment, options);
  const named = options.url || asked?.url || env.REELSIGHT_URL || chosen?.url;
  const url = checkedUrl(named || `http://localhost:${env.PORT || 8080}`);
  const keysOf = (profile: Profile | undefined) =>
    profile && isOf(profile.url, url) ? profile : undefined;
  const [first, last] = [keysOf(asked), keysOf(chosen)];
  const alone = name && env.REELSIGHT_URL && !isOf(env.REELSIGHT_URL, url) ? name : undefined;
  const given = alone ? {} : env;
  const apiKey = options.apiKey || first?.api_key || given.REELSIGHT_API_KEY || last?.api_key;
  const adminToken =
    options.adminToken || first?.admin_token || given.REELSIGHT_ADMIN_TOKEN || last?.admin_token;
  return {
    url,
    named: Boolean(named),
    ...(apiKey && { apiKey }),
    ...(adminToken && { adminToken }),
    ...(alone && { alone }),
  };
}

/** Whether an address is of the same service as another. */
const isOf = (address: string, url: string): boolean =>
  URL.canParse(address) && new URL(address).origin === new URL(url).origin;

/** The profile a flag asks for, or else the one that is used where nothing is said; `name` if it was named for this run. */
async function profilesOf(
  { env }: Environment,
  options: ConnectOptions,
): Promise<{ asked?: Profile; chosen?: Profile; name?: string }> {
  const profiles = await readProfiles(env);
  const { profile } = options;
  const name = profile || env.REELSIGHT_PROFILE;
  const used = name || profiles.current;
  if (!used) return {};
  const found = profileNamed(profiles, used);
  return { ...(profile ? { asked: found } : { chosen: found }), ...(name && { name }) };
}

/** Why there is no key or token although the environment holds one. */
const lacks = (name: string, what: string, flag: string, variable: string): UsageError =>
  new UsageError(
    `The profile ${name} has no ${what} for this address, and ${variable} is for REELSIGHT_URL, which is another service. Give ${flag}, or save it with reelsight profile add ${name}.`,
  );

/** What lies in the data folder of this machine is sent to this machine only. */
const isHere = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

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

/** By a key. Without one, the key of a service on this machine is found by its data folder. */
async function connectionOf(environment: Environment, options: ConnectOptions) {
  const target = await targetOf(environment, options);
  const dataDir = isHere(target.url) ? dataDirOf(environment) : undefined;
  const apiKey = target.apiKey || (dataDir && (await localKey(target.url, dataDir)));
  if (!apiKey) {
    if (target.alone && environment.env.REELSIGHT_API_KEY)
      throw lacks(target.alone, 'API key', '--api-key', 'REELSIGHT_API_KEY');
    throw new UsageError(
      'No API key: give --api-key, set REELSIGHT_API_KEY, or save one with reelsight profile add.',
    );
  }
  return { baseUrl: target.url, apiKey };
}

export async function openSession(
  environment: Environment,
  options: ConnectOptions,
): Promise<Session> {
  const client = createClient(await connectionOf(environment, options));
  return { client, close: async () => undefined };
}

/** Like `openSession`; if no address was given and nothing answers, starts a service. */
export async function openOrStart(
  environment: Environment,
  options: ConnectOptions,
): Promise<Session> {
  const { url, named } = await targetOf(environment, options);
  if (await answers(url)) return openSession(environment, options);
  const dataDir = dataDirOf(environment);
  if (named || !canStart() || dataDir === undefined) {
    const hint = named ? '' : ' Name one: --url, REELSIGHT_URL, or reelsight profile add.';
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

/** The operator's client: token by flag, variable, profile, or the file in the data folder. */
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
  const { url, adminToken, alone } = await targetOf(environment, options);
  const dataDir = isHere(url) ? dataDirOf(environment) : undefined;
  const token = adminToken || (dataDir && (await tokenIn(dataDir)));
  if (token) return { baseUrl: url, token };
  if (alone && environment.env.REELSIGHT_ADMIN_TOKEN)
    throw lacks(alone, "operator's token", '--admin-token', 'REELSIGHT_ADMIN_TOKEN');
  const looked = dataDir ? ` (none was found in ${dataDir})` : '';
  throw new UsageError(
    `No operator's token: give --admin-token, set REELSIGHT_ADMIN_TOKEN, or, for a service on this machine, set REELSIGHT_DATA_DIR to its data folder${looked}.`,
  );
}
