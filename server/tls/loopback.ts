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

/** What is said of a setting whose database is none of these. */
export const UNSAFE_DATABASE =
  'beyond this machine only with sslmode=verify-full and sslrootcert=FILE (server/exchange/store/POSTGRES.md)';

/** What is said of one that is no address: mostly for a sign in its password, which then ends the host or begins the query. */
export const UNREADABLE_DATABASE =
  'no address that can be read: special signs of a name or a password are written with % (# is %23, / is %2F, ? is %3F)';

/**
 * Whether what goes to a database (`postgres://…`) is read and changed by nobody on the way, and to nobody else: it is on this machine
 * (loopback, or a socket among its files), or its address asks for TLS with a server that an authority of `sslrootcert` has named so.
 * Whoever reads an address lets its query speak before its host, the last of several values before the others, and `pg` and PostgreSQL's own
 * programs do not know the same words: all that stands there has to be safe. An address without a host goes where the environment says.
 */
export function isSafeDatabase(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, searchParams: asked } = new URL(address);
  const hosts = [hostname.replace(/^%2f/i, '/'), ...asked.getAll('host'), ...asked.getAll('hostaddr')].filter(Boolean);
  const isHere = (host: string): boolean => host.startsWith('/') || isLoopback(host);
  if (hosts.length > 0 && hosts.every(isHere)) return true;
  const modes = asked.getAll('sslmode');
  const authorities = asked.getAll('sslrootcert');
  // PostgreSQL's own programs read `ssl=true` as `sslmode=require`, the last one counting: no server's name would be proven.
  const isVerified = !asked.has('ssl') && modes.length > 0 && modes.every((mode) => mode === 'verify-full');
  return isVerified && authorities.length > 0 && authorities.every(Boolean);
}
