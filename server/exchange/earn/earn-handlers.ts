import { EARN_TYPES, EARN_WORDS, type EarnType } from '#lib/contract/earn-types.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { lendersRateE8 } from '#lib/formulas/margin-terms.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { Handlers } from '../http/handler.ts';
import type { MarketFeed } from '../market/feed.ts';
import { ok, okEarn, refuse } from '../replies/reply.ts';
import type { EarnRate, EarnSource } from './earn-source.ts';

export interface EarnHandlerParts {
  readonly feed: Pick<MarketFeed, 'spec' | 'specs'>;
  readonly earn: readonly EarnSource[];
}

/** What everybody may ask of earn products: what there is of them. Only what has a source is offered, and against USDT alone (C-351). */
export function earnHandlers({
  feed,
  earn,
}: EarnHandlerParts): Pick<Handlers, 'earnStatistics' | 'earnSupports' | 'lendEarn'> {
  const offeredOf = (type: EarnType, currency: string): EarnSource | undefined =>
    earn.find((source) => source.type === type && source.isOfferedOf(currency));

  async function rateOf(type: EarnType, market: string, nowMs: number): Promise<EarnRate | null> {
    const [base = '', quote] = market.split('_');
    if (quote !== 'USDT') return null;
    return (await offeredOf(type, base)?.rateOf(market, nowMs)) ?? null;
  }

  return {
    earnStatistics: async ({ query: { market }, nowMs }) => {
      if (feed.spec(market) === undefined) return refuse(CODE.unknown, 'market-unknown');
      const told = {
        sell_discount_rate: '',
        buy_discount_rate: '',
        max_call_apy: '',
        max_put_apy: '',
        invest_rate: '',
      };
      for (const type of EARN_TYPES) {
        const rate = await rateOf(type, market, nowMs);
        const { rate: name, discount } = EARN_WORDS[type];
        if (rate === null) continue;
        told[name] = formatAmount(rate.rateE8);
        if (discount !== null && rate.discountE8 !== null) told[discount] = formatAmount(rate.discountE8);
      }
      return ok(told);
    },
    earnSupports: ({ query: { currency } }) => {
      const supports = (type: EarnType): 0 | 1 => (offeredOf(type, currency) === undefined ? 0 : 1);
      return okEarn({
        auto_invest: supports('auto-investment'),
        sell_high: supports('sell-high'),
        buy_low: supports('buy-low'),
      });
    },
    lendEarn: ({ query: { currency } }) => {
      // Margin grids borrow both sides of their markets.
      const isLent = feed.specs.some(({ base, quote }) => base === currency || quote === currency);
      if (!isLent) return refuse(CODE.unknown, 'asset-not-lent');
      return ok({ currency, apy: formatAmount(lendersRateE8()) });
    },
  };
}
