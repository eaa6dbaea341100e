/** Decides which service a command talks to and which secrets are sent to it; the rules are in docs/cli.md. */
import { UsageError } from './exit-code.ts';
import { type Profile, profileNamed, readProfiles } from './profiles.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface TargetOptions {
  readonly url?: string;
  readonly profile?: string;
  readonly apiKey?: string;
  readonly adminToken?: string;
}

type Secret = 'apiKey' | 'adminToken';
type Secrets = { readonly [Kind in Secret]?: string | undefined };

export interface Target extends Secrets {
  readonly url: string;
  /** False if no address was given, so that the default address is used. */
  readonly named: boolean;
  /** Where the API key was found; undefined if there is no key. */
  readonly apiKeyFrom: string | undefined;
  /** Whether the data folder's key and token may be sent to this service. */
  readonly isHere: boolean;
  /** Gives the reason why a key or token is missing, and what to do about it; undefined if none was withheld. */
  readonly lack: (kind: Secret) => UsageError | undefined;
}

interface NamedProfile extends Profile {
  readonly name: string;
  /** True if the profile was not named for this run but is the current one, set by `profile use`. */
  readonly isDefault: boolean;
}

/** Throws UsageError unless the text is an http or https address. */
export function checkedUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:\/\/[^/]/.test(url)) {
    throw new UsageError(`${url} is not an http address.`);
  }
  return url.replace(/\/+$/, '');
}

/**
 * Determines the service and the secrets for a command. Throws UsageError for an invalid address, or for a profile that
 * does not exist.
 */
export async function targetOf(env: Env, options: TargetOptions): Promise<Target> {
  const profile = await profileOf(env, options);
  const chosenProfile = options.profile ? profile : undefined;
  const address = options.url || chosenProfile?.url || env.REELSIGHT_URL || profile?.url;
  const url = checkedUrl(address || `http://localhost:${env.PORT || 8080}`);
  const matchingProfile = profile && isOf(profile.url, url) ? profile : undefined;
  const variables = isForVariables(env, url, options, profile) ? env : {};
  const fromEnvironment: Secrets = {
    apiKey: variables.REELSIGHT_API_KEY,
    adminToken: variables.REELSIGHT_ADMIN_TOKEN,
  };
  const fromProfile: Secrets = {
    apiKey: matchingProfile?.api_key,
    adminToken: matchingProfile?.admin_token,
  };
  const [first, second] = chosenProfile
    ? [fromProfile, fromEnvironment]
    : [fromEnvironment, fromProfile];
  const places = ['REELSIGHT_API_KEY', `the profile ${profile?.name}`];
  const [firstPlace, secondPlace] = chosenProfile ? places.reverse() : places;
  const isOfProfile = !options.url && (chosenProfile !== undefined || !env.REELSIGHT_URL);

  return {
    url,
    named: Boolean(address),
    isHere: isThisMachine(url) && !(profile && isOfProfile),
    apiKey: options.apiKey || first.apiKey || second.apiKey,
    apiKeyFrom:
      (options.apiKey && '--api-key') ||
      (first.apiKey && firstPlace) ||
      (second.apiKey && secondPlace) ||
      undefined,
    adminToken: options.adminToken || first.adminToken || second.adminToken,
    lack: (kind) =>
      lackOf(kind, env, url, profile?.isDefault && !isOfProfile ? undefined : profile),
  };
}

/**
 * Whether secrets from environment variables may be sent to this address. If REELSIGHT_URL is set, they are only for
 * that service; otherwise they are for --url and this machine, but never for a profile, which has its own secrets.
 */
function isForVariables(
  { REELSIGHT_URL: address }: Env,
  url: string,
  options: TargetOptions,
  profile: NamedProfile | undefined,
): boolean {
  if (address) return isOf(address, url);
  return profile === undefined || Boolean(options.url && profile.isDefault);
}

/** Whether the two addresses have the same origin, and so lead to the same service. */
const isOf = (address: string, url: string): boolean =>
  URL.canParse(address) && new URL(address).origin === new URL(url).origin;

const isThisMachine = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

async function profileOf(env: Env, options: TargetOptions): Promise<NamedProfile | undefined> {
  const profiles = await readProfiles(env);
  const chosenName = options.profile || env.REELSIGHT_PROFILE;
  const name = chosenName || profiles.current;
  return name ? { ...profileNamed(profiles, name), name, isDefault: !chosenName } : undefined;
}

const kinds = {
  apiKey: { what: 'API key', flag: '--api-key', variable: 'REELSIGHT_API_KEY' },
  adminToken: {
    what: "operator's token",
    flag: '--admin-token',
    variable: 'REELSIGHT_ADMIN_TOKEN',
  },
} as const;

function lackOf(
  kind: Secret,
  env: Env,
  url: string,
  profile: NamedProfile | undefined,
): UsageError | undefined {
  const { what: label, flag, variable } = kinds[kind];
  const address = env.REELSIGHT_URL;
  const use = address
    ? `${variable} is for REELSIGHT_URL, which is another service`
    : `${variable} is used with a profile only if REELSIGHT_URL names the same service`;
  const isHeldBack = Boolean(env[variable] && !(address && isOf(address, url)));
  if (!profile && !isHeldBack) return undefined;

  const isItsOwn = profile && isOf(profile.url, url);
  const tokenFlag = kind === 'adminToken' ? ` ${flag} …` : '';
  const save = isItsOwn
    ? `: reelsight profile add ${profile.name} --url ${url}${tokenFlag}`
    : ' reelsight profile add';
  const subject = profile ? `The profile ${profile.name} has no ${label}` : `There is no ${label}`;

  return new UsageError(
    `${subject} for ${url}${isHeldBack ? `, and ${use}` : ''}. Give ${flag}, or save one with${save}`,
  );
}
