import type { MarketSpec } from '../../money/market-spec.ts';
import { type BotWish, type DemoKind, extrasOf, moneyText, type WishedMarket } from '../../strategies/demo-wish.ts';
import type { MartingalePayload } from './definition/payload.ts';

export const MARTINGALE_DEMO: DemoKind<MartingalePayload> = {
  weight: 12,
  write: (spec, wish, place) => writeMartingale('martingale', spec, wish, place),
};

export const CONTRACT_MARTINGALE_DEMO: DemoKind<MartingalePayload> = {
  weight: 8,
  write: (spec, wish, place) => writeMartingale('contract-martingale', spec, wish, place),
};

function writeMartingale(
  kind: MartingalePayload['strategy_type'],
  spec: MarketSpec,
  wish: BotWish,
  place: WishedMarket,
): MartingalePayload {
  const { step, adds, multiplier, takeProfit, transactionType } = wish.ladder;
  const isContract = spec.contract !== undefined;
  const asset = spec.contract?.settle ?? spec.quote;
  return {
    strategy_type: kind,
    params: {
      pair: spec.market,
      settle: asset.toLowerCase(),
      begin_money_currency: asset,
      begin_money_amount: moneyText(spec, wish, place, false),
      is_ai: 0,
      transaction_type: isContract && transactionType === 'hoarding' ? 'low-risk-arbitrage' : transactionType,
      take_profit_per_cycle: `${takeProfit}`,
      stop_loss_per_cycle: wish.hasStopLoss ? `${(step * 3).toFixed(3)}` : '',
      max_order_amount: `${adds}`,
      price_steps: `${step}`,
      amount_multiplier: `${multiplier}`,
      enable_free_params: 0,
      price_step_details: [],
      ...(isContract
        ? { leverage: `${wish.leverage}`, side: wish.side === 'sell' ? ('sell' as const) : ('buy' as const), size: '' }
        : { price_step_type: 'rate' as const }),
    },
    ...extrasOf(spec, wish),
  };
}
