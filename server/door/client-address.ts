import ipaddr from 'ipaddr.js';

/**
 * Whose request it is: the other end of the connection, or – where that is a proxy of ours – the address that the
 * proxy vouches for in X-Forwarded-For. Entries are believed from the right, for as long as the one who wrote them is a
 * proxy of ours; what stands left of the first stranger is that stranger's own invention.
 */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string;

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** The bits of an IPv6 address that one subscriber has at least to himself. */
const SUBSCRIBER_BITS = 64;

/** Reads a list of addresses and CIDR ranges, separated by commas. Throws a sentence that names the wrong one. */
export function parseProxies(text: string): readonly Range[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const range = rangeOf(part);
      if (range === null) throw new Error(`"${part}" is neither an address nor a range such as 10.0.0.0/8`);
      return range;
    });
}

function rangeOf(part: string): Range | null {
  if (ipaddr.isValidCIDR(part)) return ipaddr.parseCIDR(part);
  const address = addressOf(part);
  return address === null ? null : [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Text as an address; an IPv4 address that is dressed as IPv6 is taken as what it is. Ports, as some proxies add them, are dropped. */
function addressOf(text: string): Address | null {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  // isValid would take 127.1 and 0x7f.1 as well; a proxy writes neither.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.process(bare);
}

/** Whether an address, as a socket tells it, is a proxy of ours. */
export function isProxyOf(proxies: readonly Range[]): (socketAddress: string) => boolean {
  return (socketAddress) => {
    const address = addressOf(socketAddress);
    return address !== null && isIn(proxies, address);
  };
}

function isIn(proxies: readonly Range[], address: Address): boolean {
  return proxies.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}

export function clientAddress(proxies: readonly Range[]): ClientAddress {
  return (socketAddress, forwardedFor) => {
    let client = addressOf(socketAddress ?? '');
    if (client === null) return '';
    const entries = (forwardedFor ?? '').split(',');
    while (isIn(proxies, client) && entries.length > 0) {
      const next = addressOf((entries.pop() ?? '').trim());
      if (next === null) break;
      client = next;
    }
    return spelled(client);
  };
}

/** Whose a connection is, as a socket tells its other end: an address, or the network of IPv6 of which a subscriber has all. '' when it is not known. */
export function subscriberOf(socketAddress: string | undefined): string {
  const address = addressOf(socketAddress ?? '');
  return address === null ? '' : spelled(address);
}

/** One spelling an address; of IPv6 the network, because a subscriber may take any address in it. */
function spelled(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  const bytes = address.toByteArray().map((byte, index) => (index < SUBSCRIBER_BITS / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${SUBSCRIBER_BITS}`;
}
