import type { BffParts } from './bff-parts.ts';

/**
 * What the BFF tells an exchange of ours about who calls: the client's address, and – of a login – whether the account
 * has logged in on this device before. The door key makes it believed; without one nothing is said, so that an
 * exchange of somebody else's learns nothing of our visitors.
 */
export function clientClaim(from: Headers, parts: BffParts, account?: string): Record<string, string> {
  if (parts.doorKey === null) return {};
  const device = account === undefined ? null : parts.device.read(from.get('cookie'));
  const isKnown = device !== null && account !== undefined && device.knows(account);
  return {
    'x-door-key': parts.doorKey,
    'x-client-ip': parts.addressOf(from),
    ...(isKnown ? { 'x-client-device': device.id } : {}),
  };
}
