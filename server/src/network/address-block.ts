/** The network an address most likely belongs to one customer with. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IPv4 address by its /24, an IPv6 one by its /64, one that is mapped by what is mapped; anything else as it is. */
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

/** The network that one customer may have many blocks of: an IPv4 address by its /16, an IPv6 one by its /48. */
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

/** Whether an address is in one of the networks, each an address or `address/bits`. */
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
