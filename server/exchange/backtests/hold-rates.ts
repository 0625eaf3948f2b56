import { marketsOf } from '#lib/engine/bot-feeds.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { engineParamsOf } from '../bots/bot-kinds.ts';
import type { BacktestTask } from './task-shape.ts';

/**
 * What just holding would have come to at each time, 1e-8: the market's own price; of a portfolio its coins in their
 * target shares, never rebalanced. No fees.
 */
export function holdRatesE8(task: BacktestTask, timesMs: readonly number[]): bigint[] {
  const shares = sharesOf(task);
  return timesMs.map((timeMs) => {
    let rate = 0;
    for (const { candles, share } of shares) {
      const first = priceBefore(candles, task.fromIndex, task.fromIndex);
      rate += share * (priceAt(candles, task.fromIndex, timeMs) / first - 1);
    }
    return BigInt(Math.round(rate * Number(UNITS_PER_COIN)));
  });
}

interface Share {
  readonly candles: CandleColumns;
  readonly share: number;
}

function sharesOf({ kind, payload, spec, feeRate, markets }: BacktestTask): Share[] {
  const params = engineParamsOf(kind, payload, spec, feeRate);
  if ('coins' in params) {
    return params.coins.map((coin) => ({
      candles: candlesOf(markets, instrumentOf(coin.spec)),
      share: Number(coin.targetE8) / Number(UNITS_PER_COIN),
    }));
  }
  return [{ candles: candlesOf(markets, instrumentOf(marketsOf(spec)[0] ?? spec)), share: 1 }];
}

function candlesOf(markets: BacktestTask['markets'], instrument: string): CandleColumns {
  const market = markets[instrument];
  if (market === undefined) throw new Error(`A backtest came without the prices of ${instrument}`);
  return market.candles;
}

/** The price at a time: the close of the minute before it, the first open at the start. */
function priceAt(candles: CandleColumns, fromIndex: number, timeMs: number): number {
  const index = Math.min(candles.open.length, Math.floor((timeMs - candles.startMs) / candles.stepMs));
  return priceBefore(candles, fromIndex, index);
}

/** Close of the last candle with a price before `index`; at the start the first open that is known. */
function priceBefore({ open, close }: CandleColumns, fromIndex: number, index: number): number {
  for (let i = index - 1; i >= fromIndex; i -= 1) if ((open[i] as number) >= 0) return close[i] as number;
  const first = open.findIndex((ticks, i) => i >= fromIndex && ticks >= 0);
  return (first < 0 ? close[0] : open[first]) as number;
}
