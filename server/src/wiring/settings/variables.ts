/**
 * Finds misspelt settings among the environment variables: unknown names that begin with REELSIGHT_, and names that are
 * close to a setting.
 */
import { nearest } from '@reelsight/contract/nearest';

const prefix = 'REELSIGHT_';

/** Settings of earlier versions with their replacements; without this list, they would be ignored silently. */
export const replaced: Readonly<Record<string, string>> = {
  REELSIGHT_ALLOW_PRIVATE_LINKS: 'REELSIGHT_PRIVATE_LINK_NETWORKS',
};

/**
 * Variables that other programs of the project read: the command line, assistants, webhook receivers, tests and
 * benchmarks.
 */
const ofOtherPrograms: readonly (string | RegExp)[] = [
  'REELSIGHT_URL',
  'REELSIGHT_API_KEY',
  'REELSIGHT_PROFILE',
  'REELSIGHT_DEBUG',
  'REELSIGHT_MCP_MAX_CREDITS',
  'REELSIGHT_WEBHOOK_SECRET',
  'REELSIGHT_PACK_LONGEST_MS',
  'REELSIGHT_SHARED',
  /^REELSIGHT_(TEST|BENCH)_/,
];

/**
 * Variables that Kubernetes sets in every container of a namespace with the addresses of its Services: a Service called
 * `reelsight` or `reelsight-api` leads to REELSIGHT_SERVICE_HOST, REELSIGHT_API_PORT_8080_TCP_ADDR and the like.
 */
const ofServices =
  /^REELSIGHT_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const isServicePort = (name: string, value: string): boolean =>
  name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value);

const isOfService = (name: string, value: string): boolean =>
  ofServices.test(name) || isServicePort(name, value);

const isOfOthers = (name: string): boolean =>
  ofOtherPrograms.some((ofOtherProgram) =>
    typeof ofOtherProgram === 'string' ? ofOtherProgram === name : ofOtherProgram.test(name),
  );

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns one line for each variable that is set and whose name is a misspelt setting. */
export function unknownVariables(env: Environment, settings: readonly string[]): string[] {
  const knownNames = new Set([...settings, ...Object.keys(replaced)]);
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value || knownNames.has(name)) return [];
    if (!name.startsWith(prefix)) return misspelt(name, value, env, settings);
    if (isOfOthers(name) || isOfService(name, value)) return [];
    return [message(name, meantBy(name, settings))];
  });
}

const message = (name: string, meant: string | undefined): string =>
  `${name} is not a setting${meant === undefined ? '.' : `; did you mean ${meant}?`}`;

/**
 * Finds the setting that a name with the prefix most likely means. Settings without the prefix are compared as if they
 * had it: REELSIGHT_PORT means PORT.
 */
function meantBy(name: string, settings: readonly string[]): string | undefined {
  const withPrefix = (variable: string) =>
    variable.startsWith(prefix) ? variable : prefix + variable;
  const maxEdits = Math.max(2, Math.floor((name.length - prefix.length) / 4));
  const meant = nearest(name, settings.map(withPrefix), maxEdits);
  return settings.find((setting) => withPrefix(setting) === meant);
}

/** Variables of other programs whose names are at most two letters away from a setting. */
const commonNames = new Set(['AWS_REGIONS', 'DATABANK_URL', 'DATALAKE_URL', 'METABASE_URL']);

/** Minimum length of a setting whose misspellings are detected: shorter ones are too similar to many other names. */
const shortestCompared = 8;
/** A setting of at least this length may be misspelt by two edits, a shorter one by one edit. */
const longName = 12;

/**
 * Whether a name without the prefix is a misspelt setting. It may belong to any program, so it must be very close to a
 * setting that is not set.
 */
function misspelt(
  name: string,
  value: string,
  env: Environment,
  settings: readonly string[],
): string[] {
  if (commonNames.has(name) || isServicePort(name, value)) return [];
  const candidates = settings.filter(
    (setting) =>
      !setting.startsWith(prefix) && setting.length >= shortestCompared && isCloseTo(name, setting),
  );
  const meant = nearest(name, candidates, 2);
  return meant === undefined || env[meant] ? [] : [message(name, meant)];
}

const lastWord = (name: string): string => name.slice(name.lastIndexOf('_') + 1);

/**
 * Whether a name is close enough to a setting. Two edits may not both be in the last word, because they can turn it
 * into a different word: DATABASE_SSL is not a misspelt DATABASE_URL.
 */
function isCloseTo(name: string, setting: string): boolean {
  const within = (maxEdits: number) => nearest(name, [setting], maxEdits) !== undefined;
  if (within(1)) return true;
  if (setting.length < longName || !within(2)) return false;
  return nearest(lastWord(name), [lastWord(setting)], 1) !== undefined;
}
