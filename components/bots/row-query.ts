import { call } from '#lib/client/call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';

/** Asks for one bot's row, with figures of its whole life. */
export const rowQuery = (id: number | string, kind: StrategyType) => ({
  query: { strategy_id: String(id), strategy_type: kind, data_period: 'all_period' } as const,
});

/** How a bot stands at the exchange; undefined: not known. */
export async function rowNow({ strategy_id, strategy_type }: StrategyRow): Promise<StrategyRow | undefined> {
  const reply = await call('strategies', rowQuery(strategy_id, strategy_type)).catch(() => null);
  return reply?.data?.[0];
}
