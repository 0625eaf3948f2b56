import { openOutbound } from '#server/exchange/outbound/guard.ts';
import type { OutboundWays } from '#server/exchange/outbound/ways.ts';
import type { Random } from '#server/exchange/surroundings/random.ts';
import { createSeal } from '#server/exchange/surroundings/seal.ts';

/** Ways out of an exchange under test: none leads anywhere unless it is opened. */
export function shutWays(
  { nowMs }: { nowMs(): number },
  random: Random,
  opened: Partial<OutboundWays> = {},
): OutboundWays {
  return {
    guard: openOutbound({ nowMs, resolve: async () => [] }),
    seal: createSeal(new Uint8Array(32).fill(7), random),
    mail: null,
    telegram: 'https://telegram.invalid',
    push: null,
    ...opened,
  };
}
