import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import type { ClosePreview } from '../bots/close-preview.ts';
import { formatRate } from '../bots/daily-curve.ts';
import type { LiveBot } from '../bots/live-bot.ts';

/** The wire's words of what ending a bot would do. */
export function closePreviewView({ spec }: LiveBot, preview: ClosePreview) {
  const { debts, fills, rest, figures, rateE8 } = preview;
  const { returns, share, profit, asset } = figures;
  return {
    debts: debts.map(({ asset: currency, owed }) => ({ currency, amount: formatAmount(owed) })),
    trades: fills.map((fill) => {
      const market = marketOfFeed(spec, fill.feed);
      return {
        market: market.market,
        account: market.contract === undefined ? ('spot' as const) : ('futures' as const),
        side: fill.side,
        price: formatTicks(market, fill.ticks),
        qty: formatAmount(fill.quantity),
        amount: formatAmount(fill.quote),
        fee: formatAmount(fill.fee),
        fee_asset: fill.feeAsset,
      };
    }),
    rests: rest === null ? null : { price: formatTicks(spec, rest.ticks), qty: formatAmount(rest.quantity) },
    returns: returns.map(({ asset: currency, amount }) => ({ currency, amount: formatAmount(amount) })),
    ...(share > 0n ? { provider_share: formatAmount(share) } : {}),
    profit: formatAmount(profit),
    profit_rate: formatRate(rateE8),
    profit_asset: asset,
  };
}
