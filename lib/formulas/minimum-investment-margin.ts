import { mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { quoteValueUp } from '../money/market-spec.ts';
import type { GridLayoutInput } from './grid-quantities.ts';
import { isOpeningTaken, layOutFundedGrid, openingFunds, tradingIntervals } from './margin-grid-layout.ts';
import type { LoanInput } from './margin-loan.ts';
import { minimumInvestment, PRICE_BUMP_PERCENT, platformMinimum } from './minimum-investment.ts';
import { smallestOrder } from './smallest-order.ts';

export interface MarginMinimumInput extends Omit<GridLayoutInput, 'openTicks' | 'investIn'> {
  readonly investIn: 'quote' | 'base';
  readonly side: LoanInput['side'];
  readonly leverage: number;
}

/** One smallest order more is enough for any grid whose quantities can be counted; what has run away stays unreachable. */
const MOST_RAISES = 4;

/**
 * Minimum investment in units of its asset, rounded up: the spot grid's, of which the trader brings one part in
 * `leverage`. Coins may be borrowed where money is needed and the other way round, so the dearer opening counts. Never
 * below the platform's minimum (H33), which is of what the trader brings: what is lent is no investment. Where the loan
 * leaves so little to trade at the opening that the market would not take the order, a smallest order more is asked for.
 */
export function minimumMarginInvestment(input: MarginMinimumInput, quoteInUsdt: bigint | null): bigint {
  const { spec, lastTicks, investIn, leverage } = input;
  const price = BigInt(lastTicks) * spec.tickUnits;
  const asAsset = (value: bigint): bigint => (investIn === 'quote' ? value : mulDivUp(value, UNITS_PER_COIN, price));
  const floor = platformMinimum(spec.quote, quoteInUsdt);
  const share = mulDivUp(wholeNeed(input, quoteInUsdt), 1n, BigInt(leverage));
  const [buyTicks, sellTicks] = worsePrices(lastTicks);
  const smallest = smallestOrder(spec, BigInt(sellTicks) * spec.tickUnits) + spec.lotUnits;
  const raise = mulDivUp(quoteValueUp(spec, smallest, buyTicks), 1n, BigInt(leverage));
  let least = share > floor ? share : floor;
  for (let raises = 0; raises < MOST_RAISES && !fundsEveryLine(input, asAsset(least)); raises += 1) {
    least += raise;
  }
  return asAsset(least);
}

/** What investment and loan together have to be worth, quote units. */
function wholeNeed(input: MarginMinimumInput, quoteInUsdt: bigint | null): bigint {
  const { spec, lastTicks } = input;
  const inQuote = minimumInvestment({ ...input, investIn: 'quote' }, quoteInUsdt);
  const inBase = minimumInvestment({ ...input, investIn: 'base' }, quoteInUsdt);
  const baseValue = quoteValueUp(spec, inBase, lastTicks);
  return (inQuote > baseValue ? inQuote : baseValue) + quoteValueUp(spec, spec.lotUnits, lastTicks);
}

/** Whether each interval can be traded when the opening order is made at a price up to 1 % worse. */
function fundsEveryLine(input: MarginMinimumInput, investment: bigint): boolean {
  const { lastTicks, lines } = input;
  const funds = openingFunds({ ...input, investment, ticks: lastTicks });
  const [buyTicks, sellTicks] = worsePrices(lastTicks);
  const asked = { ...input, funds, buyTicks, sellTicks };
  const layout = layOutFundedGrid(asked);
  return isOpeningTaken(asked, layout) && tradingIntervals(asked, layout) === lines.length - 1;
}

/** Prices of an opening buy and an opening sell that are 1 % worse, ticks. */
function worsePrices(ticks: number): readonly [buyTicks: number, sellTicks: number] {
  const bump = PRICE_BUMP_PERCENT - 100n;
  return [
    Number(mulDivUp(BigInt(ticks), 100n + bump, 100n)),
    Math.max(1, Number((BigInt(ticks) * (100n - bump)) / 100n)),
  ];
}
