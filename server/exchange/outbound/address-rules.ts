import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Reads the operator's list of addresses and ranges, separated by commas. Throws a sentence that names the wrong one. */
export function parseAllowed(text: string): readonly Range[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): Range => {
      if (ipaddr.isValidCIDR(part)) return ipaddr.parseCIDR(part);
      if (!ipaddr.IPv4.isValidFourPartDecimal(part) && !ipaddr.IPv6.isValid(part)) {
        throw new Error(`"${part}" is neither an address nor a range such as 10.0.0.0/8`);
      }
      const address = ipaddr.process(part);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    });
}

/** Whether the operator has allowed an address. An IPv4 address that is dressed as IPv6 is taken as what it is. */
export function isAllowed(allowed: readonly Range[], text: string): boolean {
  const address = ipaddr.process(text);
  return allowed.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}

/**
 * Whether an address is of the open internet. What ipaddr.js has a name for is not: loopback, private, link-local (the clouds'
 * metadata among them), carrier's, multicast, reserved, and addresses that carry another one in them (6to4, Teredo, NAT64).
 */
export function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  // ipaddr.js calls unicast whatever it has no name for: addresses of IPv4 in the old dress (::7f00:1) too.
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}

/** All that is given out of IPv6 (RFC 4291, IANA). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
