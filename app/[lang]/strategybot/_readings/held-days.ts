import { type HeldCoin, heldCoins } from '#components/discovery/rankings/held-coins.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { type HeldDays, heldOver } from '#lib/formulas/held-days.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';
import { DAY_SECONDS } from '#lib/time/durations.ts';
import { readFigures } from '../../_readings/read-figures.ts';
import { optional } from './optional.ts';

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

const nameOf = ({ market, instrument }: HeldCoin): string => `${market} ${instrument}`;

/** Days of every market that is held beside one of these bots, by its name. One reading a market. */
async function readMarkets(bots: readonly { readonly item: RecommendedItem; readonly coins: readonly HeldCoin[] }[]) {
  const uses = bots.flatMap(({ item, coins }) => coins.map((coin) => ({ item, coin })));
  const read = await Promise.all(
    [...Map.groupBy(uses, ({ coin }) => nameOf(coin))].map(async ([name, group]) => {
      const [market = '', word = ''] = name.split(' ');
      const type = marketKindIn(word);
      const items = group.map(({ item }) => item);
      return [name, type === undefined ? null : await readDays(market, type, items)] as const;
    }),
  );
  return new Map(read);
}

/**
 * What just holding did over the whole days of each bot's life, by its id; without those of which the exchange does not say what was held, or
 * does not give a market's candles.
 */
export async function readHeldDays(items: readonly RecommendedItem[]): Promise<ReadonlyMap<number, HeldDays>> {
  const bots = items.map((item) => ({ item, coins: heldCoins(item) })).filter(({ coins }) => coins.length > 0);
  const days = await readMarkets(bots);
  const held = bots.flatMap(({ item, coins }) => {
    const markets = coins.flatMap((coin) => {
      const candles = days.get(nameOf(coin)) ?? null;
      return candles === null ? [] : [{ candles, part: coin.part }];
    });
    const one = markets.length === coins.length ? heldOver(markets, item.create_time, endOf(item)) : null;
    return one === null ? [] : [[item.strategy_id, one] as const];
  });
  return new Map(held);
}
