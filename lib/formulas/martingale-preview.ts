import { mulDivDown, mulDivUp } from '../money/amount.ts';
import { buildLadder, type LadderRow } from './martingale-ladder.ts';
import type { MartingaleTerms } from './martingale-terms.ts';

/** The overview takes the first order to be 1 % from the current price (C-433). */
const FIRST_PRICE_PERCENT = 1n;
/** What the overview adds to the take profit rate: 0.1 %, about the fee of a round (C-434). */
const TAKE_PROFIT_EXTRA_E8 = 100_000n;

/** First price of the order overview: 1 % below the current one for buyers, above for sellers, away from it to the tick. */
export function previewFirstTicks(side: MartingaleTerms['side'], lastTicks: number): number {
  const last = BigInt(lastTicks);
  const ticks =
    side === 'buy'
      ? mulDivDown(last, 100n - FIRST_PRICE_PERCENT, 100n)
      : mulDivUp(last, 100n + FIRST_PRICE_PERCENT, 100n);
  return ticks > 0n ? Number(ticks) : 1;
}

/**
 * The order overview of the futures martingale form (decision H17): the ladder from a first price 1 % away, with take
 * profit at the average × (1 + take profit + 0.1 %). The engine opens at the market and adds nothing.
 */
export function previewLadder(terms: MartingaleTerms, lastTicks: number): readonly LadderRow[] {
  const shown = { ...terms, takeProfitE8: terms.takeProfitE8 + TAKE_PROFIT_EXTRA_E8 };
  return buildLadder(shown, previewFirstTicks(terms.side, lastTicks));
}
