/** Names in the environment that begin with REELSIGHT_: which are nobody's, and what was probably meant. */
import { nearest } from '@reelsight/contract/nearest';

/** Settings of earlier versions, which would be missed in silence. */
export const replaced: Readonly<Record<string, string>> = {
  REELSIGHT_ALLOW_PRIVATE_LINKS: 'REELSIGHT_PRIVATE_LINK_NETWORKS',
};

/** What other programs of the project read: the command line, assistants, receivers of webhooks, tests, benches. */
const ofOtherPrograms: readonly (string | RegExp)[] = [
  'REELSIGHT_URL',
  'REELSIGHT_API_KEY',
  'REELSIGHT_PROFILE',
  'REELSIGHT_MCP_MAX_CREDITS',
  'REELSIGHT_WEBHOOK_SECRET',
  'REELSIGHT_PACK_LONGEST_MS',
  'REELSIGHT_SHARED',
  'REELSIGHT_MCP_MAX_CREDITS',
  'REELSIGHT_PACK_LONGEST_MS',
  /^REELSIGHT_(TEST|BENCH)_/,
];

/**
 * Kubernetes gives every container of a namespace the addresses of its Services, so one called `reelsight` or
 * `reelsight-api` leads to REELSIGHT_SERVICE_HOST, REELSIGHT_API_PORT_8080_TCP_ADDR and the like.
 */
const ofServices =
  /^REELSIGHT_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const ofServicePorts = /^REELSIGHT_(\w+_)?PORT$/;

const isOfService = (name: string, value: string): boolean =>
  ofServices.test(name) || (ofServicePorts.test(name) && /^(tcp|udp|sctp):\/\//.test(value));

const isOfOthers = (name: string): boolean =>
  ofOtherPrograms.some((one) => (typeof one === 'string' ? one === name : one.test(name)));

/** One line for each variable that has a value and is no setting. */
export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): string[] {
  const known = new Set([...settings, ...Object.keys(replaced)]);
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value || !name.startsWith('REELSIGHT_') || known.has(name)) return [];
    if (isOfOthers(name) || isOfService(name, value)) return [];
    const most = Math.max(2, Math.floor((name.length - 'REELSIGHT_'.length) / 4));
    const meant = nearest(name, settings, most);
    return [`${name} is not a setting${meant === undefined ? '.' : `; did you mean ${meant}?`}`];
  });
}
