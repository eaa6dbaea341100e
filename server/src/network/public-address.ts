/** Which addresses downloads and webhooks may connect to: public ones, and networks the operator lists. */
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

// Azure answers metadata requests of its machines here, inside public space.
const azureWireServer = '168.63.129.16';
// The only block IANA gives out as global unicast.
const globalIpv6 = networkOf('2000::/3');

/**
 * True for global unicast only: nothing private, local, reserved, and no form that carries an IPv4 address (mapped, NAT64,
 * 6to4, Teredo), whatever it leads to. False for what is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? text !== azureWireServer : isIn(address, globalIpv6);
}

/** Machines ask these about themselves, and get secrets for an answer: what no list of networks opens. */
const metadataServers = [
  azureWireServer,
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
].map(networkOf);

/** Neither this machine, nor its link, nor several at once. */
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
 * True for public addresses and for those in one of `networks` (`10.0.0.0/8`, or a single address). Never for loopback,
 * link-local, multicast, unspecified and metadata addresses, for a form that carries an IPv4 address, nor for one of
 * `ownPorts` of this machine.
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

/** Asked each time: addresses come and go. */
const isOfThisMachine = (text: string): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === text));

/** The prefix by which a resolver gives IPv4 hosts addresses in a network that has only IPv6 (RFC 6052). */
const nat64 = networkOf('64:ff9b::/96');

/** The IPv4 address in one that a resolver made of it (DNS64); null of any other. */
export function translatedFrom(text: string): string | null {
  if (isIP(text) !== 6) return null;
  const address = ipaddr.parse(text);
  if (!isIn(address, nat64)) return null;
  return ipaddr.fromByteArray(address.toByteArray().slice(12)).toString();
}
