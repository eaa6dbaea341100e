/**
 * Looks up host names that strangers chose. The system's resolver uses two threads of the process, so two names whose
 * servers do not answer would block every other look-up. This module queries the name servers itself, without a thread.
 */
import { promises as dns, type LookupAddress } from 'node:dns';
import { FairTurns } from './fair-turns.ts';
import { ownCandidates } from './own-names.ts';
import { translatedFrom } from './public-address.ts';
import { untilAborted } from './until-aborted.ts';

export interface Asker {
  /**
   * The group for which look-ups take turns: a workspace, all of one owner, or a part of the service that makes look-ups
   * of its own.
   */
  readonly workspaceId: string;
  /** Whether to resolve names of the operator's own network too, from /etc/hosts, `localhost` and search domains. */
  readonly own: boolean;
  readonly signal: AbortSignal;
}

/** Returns all addresses of a name, from A and AAAA records. Throws a NameError, or the signal's reason. */
export type Lookup = (hostname: string, asker: Asker) => Promise<readonly LookupAddress[]>;

export class NameError extends Error {
  readonly reason: 'unknown' | 'slow' | 'tooMany';

  constructor(reason: NameError['reason'], detail: string, cause?: unknown) {
    super(detail, { cause });
    this.reason = reason;
  }
}

export interface NamesOptions {
  /** Addresses of name servers, with a port if it is not 53; if empty, the system's name servers are used. */
  readonly servers: readonly string[];
  /** Maximum duration of one look-up. */
  readonly timeoutMs: number;
  /** Maximum number of look-ups that the process runs at once. */
  readonly atOnce: number;
  /** Maximum number of look-ups that one group runs at once. */
  readonly perWorkspace: number;
}

/** Maximum number of addresses of a name: a name with more is not a real host but an attempt to keep us busy. */
const maxAddresses = 64;
/**
 * How much longer to wait for the other address family after IPv4 or IPv6 has answered: some name servers never answer
 * AAAA queries.
 */
const otherFamilyMs = 300;

/** Error codes with which a resolver reports that a name does not exist or has no address of this family. */
const unknown = ['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADRESP', 'ENONAME'];

/**
 * Creates the look-up function. Answers are not cached, but callers that ask for the same name at the same moment share
 * one look-up.
 */
export function openNames(options: NamesOptions): Lookup {
  const { atOnce, perWorkspace, timeoutMs } = options;
  const turns = new FairTurns({ atOnce, perGroup: perWorkspace });
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  const begin = (host: string, workspaceId: string, allowsOwn: boolean) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const slow = (cause: unknown) => {
      throw limit.aborted ? new NameError('slow', `${host}: ${timeoutMs} ms`, cause) : cause;
    };
    return turns
      .run(workspaceId, limit, () =>
        addressesOf(host, { ...options, own: allowsOwn, signal: limit }),
      )
      .catch(slow);
  };

  return (hostname, { workspaceId, own: allowsOwn, signal }) => {
    const host = hostname.toLowerCase().replace(/\.$/, '');
    const key = JSON.stringify([workspaceId, allowsOwn, host]);
    let lookup = underWay.get(key);
    if (!lookup) {
      lookup = begin(host, workspaceId, allowsOwn).finally(() => underWay.delete(key));
      underWay.set(key, lookup);
      // Prevents an unhandled rejection in case every caller has given up.
      lookup.catch(() => undefined);
    }

    return untilAborted(lookup, signal);
  };
}

interface Question extends Pick<NamesOptions, 'servers' | 'timeoutMs'> {
  readonly own: boolean;
  readonly signal: AbortSignal;
}

async function addressesOf(host: string, question: Question): Promise<LookupAddress[]> {
  if (!question.own) return ask(host, question);

  const { known: knownAddresses, names } = await ownCandidates(host);
  if (knownAddresses.length > 0) return [...knownAddresses];

  for (const name of names.slice(0, -1)) {
    const addresses = await ask(name, question).catch((error: unknown) => {
      if (error instanceof NameError && error.reason === 'unknown') return null;
      throw error;
    });
    if (addresses) return addresses;
  }

  return ask(names.at(-1) ?? host, question);
}

/**
 * Queries the name servers. Each look-up has a resolver of its own, so that it can be cancelled without affecting
 * others.
 */
async function ask(
  host: string,
  { servers, timeoutMs, signal }: Question,
): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  // Allows one retry within the time limit, because a datagram may get lost.
  const resolver = new dns.Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);

  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });

  try {
    const families = [
      resolver
        .resolve4(host)
        .then((ipv4Addresses) => ipv4Addresses.map((address) => ({ address, family: 4 }))),
      resolver
        .resolve6(host)
        .then((ipv6Addresses) => ipv6Addresses.map((address) => ({ address, family: 6 }))),
    ];
    const addresses = withoutTranslated(await bothOrOne(families, cancel, host));
    signal.throwIfAborted();

    if (addresses.length <= maxAddresses) return addresses;
    throw new NameError('tooMany', `${host} has ${addresses.length} addresses`);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Combines the addresses of both families, IPv4 first. Throws a NameError if neither family has an address. */
async function bothOrOne(
  families: readonly Promise<LookupAddress[]>[],
  cancel: () => void,
  host: string,
): Promise<LookupAddress[]> {
  let timer: NodeJS.Timeout | undefined;
  const hurry = () => {
    timer ??= setTimeout(cancel, otherFamilyMs);
  };

  for (const family of families) family.then(hurry, () => undefined);
  const settled = await Promise.allSettled(families);

  clearTimeout(timer);
  const addresses = settled.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : [],
  );
  if (addresses.length > 0) return addresses;

  const errors = settled.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  const otherError = errors.find(({ code }) => !unknown.includes(code));
  if (otherError?.code === 'ETIMEOUT')
    throw new NameError('slow', `${host}: ${otherError}`, otherError);

  throw new NameError('unknown', `${host}: ${otherError ?? errors[0]}`, otherError ?? errors[0]);
}

/** Leaves out IPv6 addresses that a resolver derived from IPv4 addresses (DNS64) if those are also in the list. */
function withoutTranslated(addresses: readonly LookupAddress[]): LookupAddress[] {
  const addressTexts = new Set(addresses.map(({ address }) => address));
  return addresses.filter(({ address }) => !addressTexts.has(translatedFrom(address) ?? ''));
}
