import { isIPv6 } from 'node:net';

/** Whether a host (a name, an IPv4 or IPv6 address, with brackets or without) is this machine itself, which nobody else reaches. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (plain === 'localhost') return true;
  if (isIPv6(plain)) return plain === '::1';
  return /^127(?:\.\d{1,3}){3}$/.test(plain);
}

/** Whether what goes to an address (http or https) is read and changed by nobody on the way. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isLoopback(hostname);
}
