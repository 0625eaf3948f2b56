import type { MarketSpec } from '../../money/market-spec.ts';
import type { StrategyDefinition } from '../../strategies/definition.ts';
import { type BotWish, type DemoKind, extrasOf, moneyText, type WishedMarket } from '../../strategies/demo-wish.ts';
import type { IndicatorPayload } from './definition/payload.ts';
import type { IndicatorParams } from './params.ts';

/** How an indicator bot of this definition appears in the demo world. */
export function indicatorDemo(
  definition: StrategyDefinition<IndicatorPayload, IndicatorParams>,
  weight: number,
): DemoKind<IndicatorPayload> {
  return { weight, write: (spec, wish, place) => writeIndicator(definition, spec, wish, place) };
}

/** The kind's own conditions; half of the money at a time. */
function writeIndicator(
  definition: StrategyDefinition<IndicatorPayload, IndicatorParams>,
  spec: MarketSpec,
  wish: BotWish,
  place: WishedMarket,
): IndicatorPayload {
  const defaults = definition.defaults(spec);
  const values = {
    ...defaults,
    ...(defaults.open_ratio === undefined ? {} : { open_ratio: '0.5' }),
    money: moneyText(spec, wish, place, false),
    side: wish.side === 'sell' ? 'sell' : 'buy',
    leverage: `${Math.min(wish.leverage, 5)}`,
    pft_increase_ptn: wish.keepsCoins ? 'Y' : 'N',
  };
  // Indicator bots ask for a profit share of at least 5 % (C-317).
  const follow_fee_rate = `${Math.max(0.05, wish.followFee)}`;
  return { ...definition.encode(values, spec), ...extrasOf(spec, wish), follow_fee_rate };
}
