import type { CandleColumns } from '../engine/candles.ts';
import type { PortfolioParams } from '../engine/portfolio-params.ts';
import type { EngineParamsByKind, RunnableKind } from '../engine/registry.ts';
import { UNITS_PER_COIN } from '../money/amount.ts';
import { instrumentOf } from '../money/market-spec.ts';
import type { PreviewPrices } from './preview-prices.ts';

/** What the money would have made just held from the start on: in the market's coin, or in a portfolio's coins by their shares. */
export function holdRate(
  params: EngineParamsByKind[RunnableKind],
  { candles, others }: Pick<PreviewPrices, 'candles' | 'others'>,
  fromIndex: number,
): number {
  const startMs = candles.startMs + fromIndex * candles.stepMs;
  if (!isPortfolio(params)) return rateSince(candles, startMs);
  return params.coins.reduce((sum, { spec, targetE8 }) => {
    const own = others?.[instrumentOf(spec)]?.candles;
    const rate = own === undefined ? 0 : rateSince(own, startMs);
    return sum + (rate * Number(targetE8)) / Number(UNITS_PER_COIN);
  }, 0);
}

function isPortfolio(params: EngineParamsByKind[RunnableKind]): params is PortfolioParams {
  return 'coins' in params;
}

/** Last price ÷ first price from a time on, minus 1; 0 while there is none. */
function rateSince({ startMs, stepMs, open, close }: CandleColumns, sinceMs: number): number {
  let index = Math.max(0, Math.round((sinceMs - startMs) / stepMs));
  while (index < open.length && (open[index] as number) < 0) index += 1;
  const first = open[index];
  const last = close.findLast((ticks) => ticks >= 0);
  return first === undefined || last === undefined ? 0 : last / first - 1;
}
