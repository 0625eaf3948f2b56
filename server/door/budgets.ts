import { type RateLimit, rateLimit } from '#lib/limits/rate-limit.ts';
import type { Client } from './work.ts';

/**
 * What clients may spend, in units of work. A stranger spends his address's; a known device its own and, with it, that of
 * all devices of its address: logging in again makes another device, and no more work for one address.
 */
export interface Budgets {
  /** Takes from every budget that the client spends, or from none: ms to wait, 0 = taken. */
  take(client: Client, cost: number): Promise<number>;
  /** Puts right what was taken: the answer cost so many units more, or (below 0) less. */
  settle(client: Client, units: number): void;
  /** The part that is used of the one which is used most. */
  used(client: Client): Promise<number>;
}

const WINDOW_SECONDS = 10;
/** As many units as an address of strangers has: of one browser, and of all browsers of an address (families and offices share one). */
const DEVICE = 2;
const HOUSE = 4;

interface Purse {
  readonly limit: RateLimit;
  readonly key: string;
}

/** `addressBudget`: units a second. */
export function createBudgets(addressBudget: number, nowMs: () => number): Budgets {
  const limitOf = (times: number) =>
    rateLimit({ points: times * addressBudget * WINDOW_SECONDS, seconds: WINDOW_SECONDS, nowMs });
  const strangers = limitOf(1);
  const devices = limitOf(DEVICE);
  const houses = limitOf(HOUSE);

  /** Nobody's address is no budget: all whose address is not known would share it. */
  function pursesOf({ address, device }: Client): readonly Purse[] {
    const at = (limit: RateLimit) => (address === '' ? [] : [{ limit, key: address }]);
    return device === null ? at(strangers) : [{ limit: devices, key: device }, ...at(houses)];
  }

  return {
    async take(client, cost) {
      const taken: Purse[] = [];
      for (const purse of pursesOf(client)) {
        const waitMs = await purse.limit.take(purse.key, cost);
        taken.push(purse);
        if (waitMs > 0) {
          // Who is refused has spent nothing, here or of his own: what he did not get would be owed with what others of the address did.
          await Promise.all(taken.map(({ limit, key }) => limit.giveBack(key, cost)));
          return waitMs;
        }
      }
      return 0;
    },
    settle(client, units) {
      for (const { limit, key } of pursesOf(client)) limit.settle(key, units);
    },
    async used(client) {
      const parts = pursesOf(client).map(async ({ limit, key }) => (await limit.used(key)) / limit.points);
      return Math.max(0, ...(await Promise.all(parts)));
    },
  };
}
