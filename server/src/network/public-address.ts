/** Which addresses downloads and webhooks may connect to: public ones only. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

// Azure answers metadata requests of its machines here, inside public space.
const azureWireServer = '168.63.129.16';
// The only block IANA gives out as global unicast.
const globalIpv6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
// nat64 (RFC 6052): in an IPv6-only network the resolver gives IPv4 hosts such addresses.
const nat64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/** True for global unicast only: nothing private, local, reserved, mapped or tunnelled (6to4, Teredo). False for what is no address. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && address.toString() !== azureWireServer;
  }
  if (address.match(nat64)) {
    return isPublicAddress(ipaddr.fromByteArray(address.toByteArray().slice(12)).toString());
  }
  return address.match(globalIpv6) && address.range() === 'unicast';
}
