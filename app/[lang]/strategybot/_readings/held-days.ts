import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { type HeldDays, heldOver } from '#lib/formulas/held-days.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';
import { readFigures } from '../../_readings/read-figures.ts';
import { optional } from './optional.ts';

const DAY_SECONDS = 86_400;
const CONTRACTS: readonly MarketKind[] = ['futures_usdt', 'futures_btc'];

/** Where a bot's prices come from, by the word of its row: spot markets carry grids with words of their own. Undefined: contracts that we do not know. */
function marketKindIn(word: string): MarketKind | undefined {
  return word.startsWith('futures') ? CONTRACTS.find((one) => one === word) : 'spot';
}
/** Whole days do not change; a new one is there some minutes after midnight. */
const KEEP_SECONDS = 600;

/** When a bot ended, or what "now" was when it was read; seconds. */
function endOf({ create_time, run_times }: RecommendedItem): number {
  return create_time + run_times;
}

function readDays(market: string, type: MarketKind, items: readonly RecommendedItem[]) {
  // In whole days, so that the pages of all orders and languages ask the same.
  const from = Math.floor(Math.min(...items.map(({ create_time }) => create_time)) / DAY_SECONDS) * DAY_SECONDS;
  const to = Math.floor(Math.max(...items.map(endOf)) / DAY_SECONDS) * DAY_SECONDS;
  const query = { market, period: '1d', from, to, ...(type === 'spot' ? {} : { type }) } as const;
  return optional(readFigures('candles', { query, keepSeconds: KEEP_SECONDS }));
}

/**
 * What just holding did over the whole days of each bot's life, by its id; without bots of several coins, and without those whose market's
 * candles the exchange does not give. One reading a market.
 */
export async function readHeldDays(items: readonly RecommendedItem[]): Promise<ReadonlyMap<number, HeldDays>> {
  const groups = Map.groupBy(
    items.filter(({ hold_from: from = '' }) => from !== ''),
    ({ market, instrument_type: type }) => `${market} ${type}`,
  );
  const held = await Promise.all(
    [...groups].map(async ([name, group]) => {
      const [market = '', word = ''] = name.split(' ');
      const type = marketKindIn(word);
      const candles = type === undefined ? null : await readDays(market, type, group);
      return group.flatMap((item) => {
        const days = candles === null ? null : heldOver(candles, item.create_time, endOf(item));
        return days === null ? [] : [[item.strategy_id, days] as const];
      });
    }),
  );
  return new Map(held.flat());
}
