import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = [Address, number];

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** A public address at which a cloud provider's internal services respond (Azure's WireServer). */
const cloudServices = ipaddr.IPv4.parse('168.63.129.16');

/**
 * Parses canonical addresses only: a name that merely looks like an address is left to DNS. IPv4-mapped IPv6 becomes
 * IPv4, because the operating system would connect to that.
 */
export function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined;
  return ipaddr.process(text);
}

export function isInNetwork(address: Address, [network, prefixLength]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, prefixLength);
}

const ipv4From = (high: number, low: number) => new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);

/** IPv4 addresses that a translator or tunnel would reach through this IPv6 address. */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const [p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, p7 = 0] = address.parts;
  const last = ipv4From(p6, p7);
  // RFC 6052 (NAT64), the local-use prefix of RFC 8215 included.
  if (p0 === 0x64 && p1 === 0xff9b) return [last];
  // RFC 3056 (6to4).
  if (p0 === 0x2002) return [ipv4From(p1, p2)];
  // RFC 4380 (Teredo): the server, and the client with inverted bits.
  if (p0 === 0x2001 && p1 === 0) return [ipv4From(p2, p3), ipv4From(p6 ^ 0xffff, p7 ^ 0xffff)];
  // RFC 5214 (ISATAP) under any prefix.
  if ((p4 === 0 || p4 === 0x200) && p5 === 0x5efe) return [last];
  // RFC 4291 (IPv4-compatible, but not ::1) and RFC 2765 (IPv4-translated).
  const leadingZeros = p0 === 0 && p1 === 0 && p2 === 0 && p3 === 0;
  if (leadingZeros && ((p4 === 0 && p5 === 0 && p6 !== 0) || (p4 === 0xffff && p5 === 0))) return [last];
  return [];
}

/** The address itself and every IPv4 address embedded in it: all of them must be permitted. */
export const facesOf = (address: Address): Address[] =>
  address instanceof ipaddr.IPv6 ? [address, ...embeddedIpv4(address)] : [address];

/** The name of the special range, or undefined for an ordinary public address. */
export function specialRangeOf(address: Address): string | undefined {
  if (address instanceof ipaddr.IPv4) {
    if (address.toString() === cloudServices.toString()) return 'cloudServices';
  } else if (!address.match(globalUnicast)) {
    const range = address.range();
    return range === 'unicast' ? 'reserved' : range;
  }
  const range = address.range();
  return range === 'unicast' ? undefined : range;
}
