/** Finds the block of IP addresses that most likely belongs to the same customer as a given address. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the /24 of an IPv4 address and the /64 of an IPv6 one. An IPv4-mapped address is treated as its IPv4 address;
 * text that is not an address is returned unchanged.
 */
export function addressBlock(text: string): string {
  if (isIP(text) === 0) return text;

  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv4
    ? `${address.octets.slice(0, 3).join('.')}.0/24`
    : `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`;
}

/** A network in which one customer may have many blocks: the /16 of an IPv4 address, the /48 of an IPv6 address. */
export function wideBlock(text: string): string {
  if (isIP(text) === 0) return text;

  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv4
    ? `${address.octets.slice(0, 2).join('.')}.0.0/16`
    : `${address.parts
        .slice(0, 3)
        .map((part) => part.toString(16))
        .join(':')}::/48`;
}

/**
 * Returns a function that tells whether an address is in one of the networks. Each network is an address or has the
 * form `address/bits`.
 */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) =>
    network.includes('/') ? ipaddr.parseCIDR(network) : wholeAddress(ipaddr.parse(network)),
  );
  return (text) => {
    if (ranges.length === 0 || isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return ranges.some(
      ([base, bits]) => base.kind() === address.kind() && address.match(base, bits),
    );
  };
}

const wholeAddress = (address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] => [
  address,
  address.kind() === 'ipv4' ? 32 : 128,
];
