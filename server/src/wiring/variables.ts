/** Names in the environment that begin with REELSIGHT_: which are nobody's, and what was probably meant. */

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
    const meant = nearest(name, settings);
    return [`${name} is not a setting${meant === null ? '.' : `; did you mean ${meant}?`}`];
  });
}

/** The setting whose name differs in the fewest letters; null if none is near. */
function nearest(name: string, settings: readonly string[]): string | null {
  const most = Math.max(2, Math.floor((name.length - 'REELSIGHT_'.length) / 4));
  let best: { name: string; distance: number } | null = null;
  for (const one of settings) {
    const distance = editDistance(name, one);
    if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { name: one, distance };
  }
  return best?.name ?? null;
}

/** Letters to insert, remove or replace, and neighbours to swap. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
        ...(swapped ? [(before[j - 2] as number) + 1] : []),
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] as number;
}
