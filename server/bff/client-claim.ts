import type { BffParts } from './bff-parts.ts';

const LONGEST_AGENT = 160;

/** What a browser calls itself, as its owner will read it in the list of sessions: printable ASCII, and not for ever. */
function agentOf(from: Headers): string {
  return (from.get('user-agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, LONGEST_AGENT);
}

/**
 * What the BFF tells an exchange of ours about who calls: the client's address, and – of a login – whether the account
 * has logged in on this device before. The door key makes it believed, or our certificate; without either nothing
 * is said, so that an exchange of somebody else's learns nothing of our visitors.
 */
export function clientClaim(from: Headers, parts: BffParts, account?: string): Record<string, string> {
  const { doorKey, isCertified } = parts;
  if (doorKey === null && !isCertified) return {};
  const device = account === undefined ? null : parts.device.read(from.get('cookie'));
  const isKnown = device !== null && account !== undefined && device.knows(account);
  return {
    ...(doorKey === null ? {} : { 'x-door-key': doorKey }),
    'x-client-ip': parts.addressOf(from),
    ...(account === undefined ? {} : { 'x-client-agent': agentOf(from) }),
    ...(isKnown ? { 'x-client-device': device.id } : {}),
  };
}
