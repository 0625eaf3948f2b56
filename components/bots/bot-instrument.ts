import type { Instrument } from '#components/addresses/paths.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';

type Traded = Pick<StrategyRow, 'market' | 'settle' | 'money_asset'>;

/** Whether a bot trades a contract: its orders and its position count contracts then. */
export function isContractBot({ settle }: Pick<Traded, 'settle'>): boolean {
  return settle !== '';
}

/** Where a bot trades: on the contract that is settled in what its row says, else on the spot market. */
export function instrumentOfBot({ market, settle }: Traded): Instrument {
  return { market, type: settle === '' ? 'spot' : `futures_${settle}` };
}

/** Profits are counted in the quote asset on spot, whatever was invested, and in the settle asset on contracts. */
export function profitAssetOf(bot: Traded): string {
  return isContractBot(bot) ? bot.money_asset : (bot.market.split('_')[1] ?? '');
}

/** Every market that a bot trades, as far as it may be seen: its own, the coins of a portfolio, a coin and its contract. */
export function instrumentsOfBot(
  bot: Traded & Pick<StrategyRow, 'strategy_type' | 'params'>,
): readonly [Instrument, ...Instrument[]] {
  const own = instrumentOfBot(bot);
  const { trades } = factsOf(bot.strategy_type);
  if (trades === 'legs') return [own, { ...own, type: bot.params?.settle === 'btc' ? 'futures_btc' : 'futures_usdt' }];
  const [, quote = ''] = bot.market.split('_');
  const coins = trades === 'portfolio' ? (bot.params?.asset_info ?? []) : [];
  const [first, ...others] = coins.map(({ asset }): Instrument => ({ market: `${asset}_${quote}`, type: 'spot' }));
  return first === undefined ? [own] : [first, ...others];
}

export function isSameInstrument(one: Instrument, other: Instrument): boolean {
  return one.market === other.market && one.type === other.type;
}
