/** What is earned without a bot, in the order in which its tabs are looked for (E-020), by the ids of screens and calls. */
export const EARN_TYPES = ['sell-high', 'buy-low', 'auto-investment'] as const;
export type EarnType = (typeof EARN_TYPES)[number];

/**
 * The one table of what the documents call each of them (X49): `counter` in the answer of the counters alone, `support` where it is said whether a coin is
 * supported, `rate` and `discount` in the statistics of a market.
 */
export const EARN_WORDS = {
  'sell-high': {
    counter: 'finance-high-sell',
    support: 'sell_high',
    rate: 'max_call_apy',
    discount: 'sell_discount_rate',
  },
  'buy-low': { counter: 'finance-low-buy', support: 'buy_low', rate: 'max_put_apy', discount: 'buy_discount_rate' },
  'auto-investment': { counter: 'finance-auto-invest', support: 'auto_invest', rate: 'invest_rate', discount: null },
} as const satisfies Readonly<Record<EarnType, object>>;

export function isEarnType(type: string): type is EarnType {
  return Object.hasOwn(EARN_WORDS, type);
}
