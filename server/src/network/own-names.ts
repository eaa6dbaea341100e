/**
 * Resolves names in the operator's own network as the system's resolver would: with /etc/hosts, `localhost` and search
 * domains.
 */
import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Maximum number of search domains to try; the system's resolver has the same limit. */
const maxSearched = 6;

export interface Candidates {
  /** Addresses that are known without a query to a name server. */
  readonly known: readonly LookupAddress[];
  /** Full names to look up, in this order; there is at least one. */
  readonly names: readonly string[];
}

export interface NameFiles {
  readonly hosts: string;
  readonly resolver: string;
}

const systemFiles: NameFiles = { hosts: '/etc/hosts', resolver: '/etc/resolv.conf' };

/** Lists what to look up for `host`. The files are read each time, because they may change in a running container. */
export async function ownCandidates(host: string, files = systemFiles): Promise<Candidates> {
  const text = (path: string) => readFile(path, 'utf8').catch(() => '');
  const [hosts, resolver] = await Promise.all([text(files.hosts), text(files.resolver)]);
  const hostAddresses = inHosts(hosts, host);
  if (hostAddresses.length > 0) return { known: hostAddresses, names: [host] };
  // RFC 6761: name servers must not be queried for this name.
  if (/(^|\.)localhost$/.test(host)) return { known: loopback, names: [host] };
  return { known: [], names: searched(resolver, host) };
}

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const linesOf = (text: string): string[][] =>
  text.split('\n').map((line) =>
    line
      .replace(/[#;].*$/, '')
      .trim()
      .split(/\s+/),
  );

function inHosts(text: string, host: string): LookupAddress[] {
  return linesOf(text).flatMap(([address = '', ...names]) => {
    const family = isIP(address);
    const isNamed = names.some((name) => name.toLowerCase() === host);
    return family > 0 && isNamed ? [{ address, family }] : [];
  });
}

/** Applies the search domains. A name with fewer dots than `ndots` is looked up in them first, as in resolv.conf(5). */
function searched(text: string, host: string): string[] {
  let domains: string[] = [];
  let dotsOfFull = 1;

  for (const [word, ...rest] of linesOf(text)) {
    if (word === 'search' || word === 'domain') domains = rest.slice(0, maxSearched);
    if (word !== 'options') continue;
    const [, dots] =
      /^ndots:(\d+)$/.exec(rest.find((option) => option.startsWith('ndots:')) ?? '') ?? [];
    dotsOfFull = dots === undefined ? dotsOfFull : Math.min(15, Number(dots));
  }

  const below = domains.map((domain) => `${host}.${domain.replace(/^\.+|\.+$/g, '')}`);
  return host.split('.').length - 1 < dotsOfFull ? [...below, host] : [host, ...below];
}
