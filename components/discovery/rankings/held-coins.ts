import type { RecommendedItem } from '#lib/contract/strategy.ts';

/** A market whose price is held, and which part of the money it is of (0…1). */
export interface HeldCoin {
  readonly market: string;
  /** The word of the bot's row for what is traded there. */
  readonly instrument: string;
  readonly part: number;
}

type Ranked = Pick<RecommendedItem, 'market' | 'instrument_type' | 'asset_info' | 'hold_rate' | 'hold_from'>;

/**
 * What just holding is of, beside a bot: the coin of its market, or a portfolio's coins in its shares – in equal parts where those are hidden, as
 * `hold_rate` has them. Nothing where the exchange does not say what was held.
 */
export function heldCoins({
  market,
  instrument_type: instrument,
  asset_info: coins,
  hold_rate: rate = '',
  hold_from: from = '',
}: Ranked): readonly HeldCoin[] {
  if (from !== '') return [{ market, instrument, part: 1 }];
  if (rate === '' || coins.length < 2) return [];
  const [, quote = ''] = market.split('_');
  const told = coins.map((coin) => Number(coin.rate));
  const sum = told.reduce((all, one) => all + one, 0);
  const areTold = sum > 0 && told.every((one) => one > 0);
  return coins.map(({ asset }, at) => ({
    market: `${asset}_${quote}`,
    instrument,
    part: areTold ? (told[at] ?? 0) / sum : 1 / coins.length,
  }));
}
