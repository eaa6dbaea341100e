/**
 * Decides which addresses the service may connect to: public addresses and, for downloads, networks that the operator
 * lists.
 */
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

const networkOf = (text: string): Network => {
  const [host = '', bits] = text.split('/');
  const address = ipaddr.parse(host);
  return [address, bits === undefined ? address.toByteArray().length * 8 : Number(bits)];
};

const isIn = (address: Address, [base, bits]: Network): boolean =>
  address.kind() === base.kind() && address.match(base as ipaddr.IPv4 & ipaddr.IPv6, bits);

// Azure answers metadata requests from its virtual machines at this address, although the address is public.
const azureWireServer = '168.63.129.16';
// The only block that IANA allocates for global unicast.
const globalIpv6 = networkOf('2000::/3');

/**
 * Whether an address is global unicast. False for private, local and reserved addresses, for any form that embeds an
 * IPv4 address (mapped, NAT64, 6to4, Teredo), wherever that IPv4 address leads, and for text that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? text !== azureWireServer : isIn(address, globalIpv6);
}

/**
 * Cloud metadata servers, which give a machine secrets about itself. The operator's list of networks cannot allow them.
 */
const metadataServers = [
  azureWireServer,
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
].map(networkOf);

/**
 * Kinds of addresses that the operator's list of networks can allow. It cannot allow loopback, link-local or multicast
 * addresses.
 */
const kindsOfPrivate: readonly string[] = [
  'unicast',
  'private',
  'uniqueLocal',
  'carrierGradeNat',
  'reserved',
];

/** Whether a connection may go to a port of an address. */
export type Allows = (address: string, port: number) => boolean;

/**
 * Allows public addresses and those in one of `networks` (`10.0.0.0/8`, or a single address). Never allows loopback,
 * link-local, multicast, unspecified and metadata addresses, forms that embed an IPv4 address, or one of `ownPorts` on
 * this machine.
 */
export function allowsNetworks(networks: readonly string[], ownPorts: readonly number[]): Allows {
  const listed = networks.map(networkOf);
  return (text, port) => {
    if (ownPorts.includes(port) && isOfThisMachine(text)) return false;
    if (isPublicAddress(text)) return true;
    if (isIP(text) === 0) return false;
    const address = ipaddr.parse(text);
    if (!kindsOfPrivate.includes(address.range())) return false;
    if (metadataServers.some((server) => isIn(address, server))) return false;
    return listed.some((network) => isIn(address, network));
  };
}

/** Reads the machine's addresses each time, because they may change. */
const isOfThisMachine = (text: string): boolean =>
  Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === text),
  );

/** The prefix of the IPv6 addresses that a resolver makes up for IPv4 hosts in an IPv6-only network (RFC 6052). */
const nat64 = networkOf('64:ff9b::/96');

/** The IPv4 address from which a resolver derived this one (DNS64); null for any other address. */
export function translatedFrom(text: string): string | null {
  if (isIP(text) !== 6) return null;
  const address = ipaddr.parse(text);
  if (!isIn(address, nat64)) return null;
  return ipaddr.fromByteArray(address.toByteArray().slice(12)).toString();
}
