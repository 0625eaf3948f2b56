import type { BotParams, StrategyRow } from '#lib/contract/strategy.ts';
import { isGridKind } from '../bot-state.ts';

/** What a bot like this one is created with. Exchanges of the documents say no payload: their rows' params have the same words. */
export function payloadOf(
  { strategy_type, market, money }: Pick<StrategyRow, 'strategy_type' | 'market' | 'money'>,
  params: BotParams,
): object {
  if (isGridKind(strategy_type)) return { strategy_type, market, money, ...params };
  return { strategy_type, params: { ...params, pair: market, market } };
}
