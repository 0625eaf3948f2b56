import type { StrategyType } from '#lib/contract/vocabulary.ts';

/** Asks for one bot's row, with figures of its whole life. */
export const rowQuery = (id: number | string, kind: StrategyType) => ({
  query: { strategy_id: String(id), strategy_type: kind, data_period: 'all_period' } as const,
});
