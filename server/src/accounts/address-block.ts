/** The block of addresses that one household or office has: what one sender can choose from freely counts as one. */
import ipaddr from 'ipaddr.js';

/** `203.0.113.0/24` or `2001:db8:1:2::/64`; an IPv4 address in IPv6 form is the IPv4 address. */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === 'ipv4' ? 24 : 64;
  const bytes = parsed.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
