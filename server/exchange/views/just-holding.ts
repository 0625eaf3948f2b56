import { feedsOf } from '#lib/engine/bot-feeds.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import type { Prices } from '../bots/bot-equity.ts';
import { botFeeRate, engineParamsOf } from '../bots/bot-kinds.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { priceText } from './holdings-view.ts';

/** What just holding came to over a bot's life. */
export interface JustHolding {
  /** Price at the end (or now) ÷ price at the creation − 1, 1e-8, truncated toward zero; null: one of the prices is not known. */
  readonly rateE8: bigint | null;
  /** The two prices, as prices are written; '' of several coins. */
  readonly from: string;
  readonly to: string;
}

/** Of the coin that profits are counted in. */
const THE_SAME: JustHolding = { rateE8: 0n, from: '', to: '' };
const UNKNOWN: JustHolding = { rateE8: null, from: '', to: '' };

/**
 * Buy and hold over the same life, as backtests have it (lib/engine/hold-curve.ts): the coin of the bot's own market, or a portfolio's coins
 * in its shares; never rebalanced, no fees. It stands beside a rate in what the bot's profits are counted in: who holds the coin of a coin-margined contract
 * has as many of it as before, whatever its price does. Where the shares are not told, equal parts: of two coins one rate would tell them.
 * `prices`: of its feeds, now; a bot that has ended counts to its end.
 */
export function justHolding(bot: LiveBot, prices: Prices, tellsShares: boolean): JustHolding {
  const { record, spec } = bot;
  if (spec.contract?.isInverse === true) return THE_SAME;
  if (record.isCreatePriceKnown === false) return UNKNOWN;
  const begun = record.createPrices;
  const until = record.finishMs === null ? prices : endPrices(bot);
  const shares = sharesOf(bot, tellsShares);
  let rate = 0;
  for (const { instrument, part } of shares) {
    const feed = feedsOf(spec).findIndex(({ market, price }) => market === instrument && price === 'last');
    const [first = 0, last = 0] = [begun[feed], until[feed]];
    if (first <= 0 || last <= 0) return UNKNOWN;
    rate += part * (last / first - 1);
  }
  const rateE8 = BigInt(Math.trunc(rate * Number(UNITS_PER_COIN)));
  if (shares.length > 1) return { rateE8, from: '', to: '' };
  return { rateE8, from: priceText(spec, begun[0] ?? null), to: priceText(spec, until[0] ?? null) };
}

/** Records from before the prices of an end were kept know that of their own market alone. */
function endPrices({ record: { final } }: LiveBot): Prices {
  return final?.books?.prices ?? (final === null ? [] : [final.ticks]);
}

function sharesOf(bot: LiveBot, tellsShares: boolean): { readonly instrument: string; readonly part: number }[] {
  const { record, spec } = bot;
  if (spec.companions === undefined) return [{ instrument: record.instrument, part: 1 }];
  const params = bot.params ?? engineParamsOf(record.kind, record.payload, spec, botFeeRate(spec, record.kind));
  if (!('coins' in params)) return [{ instrument: record.instrument, part: 1 }];
  const equal = 1 / params.coins.length;
  return params.coins.map((coin) => ({
    instrument: instrumentOf(coin.spec),
    part: tellsShares ? Number(coin.targetE8) / Number(UNITS_PER_COIN) : equal,
  }));
}
