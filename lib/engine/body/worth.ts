import { isOffTarget, type PortfolioValues, portfolioTotal } from '../../formulas/rebalance.ts';
import { mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import { probesOf, termOf } from '../equity-line.ts';
import { statementOf } from '../equity-statement.ts';
import { EQUITY_SCALE, type EquityStatement, type Holdings, type PortfolioCoinStatement } from '../machine.ts';
import type { CoinLeg } from './coin-leg.ts';
import { accountEquityAt } from './contract-position.ts';
import { contractEquityAt } from './contract-statement.ts';
import { exactOf, nearUnitsOf, wholeUnitsOf } from './exact.ts';
import type { MarketsBot } from './markets-bot.ts';

/**
 * What the whole of a bot of several markets is worth. Bots that are looked at each minute are decided by floats wherever the
 * question is not close; where it is, exact integers decide, so the answer is always theirs.
 */

const ONE = Number(UNITS_PER_COIN);
const SCALE = Number(EQUITY_SCALE);
/** Part of the whole within which floats do not decide: a thousand times what their rounding can do. */
export const CLOSE = 1e-12;

/** Weighs the whole at prices by feed, in EquityStatement's scale. */
export function weigh({ legs, nearMoney, weighed }: MarketsBot, prices: readonly number[]): void {
  weighed.cash = nearMoney * SCALE;
  weighed.total = weighed.cash;
  for (const [i, { base, feed, tickUnits }] of legs.entries()) {
    const value = nearUnitsOf(base) * (prices[feed] as number) * tickUnits;
    weighed.values[i] = value;
    weighed.total += value;
  }
}

/** Worth of a leg's coins at a price, EquityStatement's scale. */
export function worthOf({ base, spec }: CoinLeg, ticks: number): bigint {
  return wholeUnitsOf(base) * BigInt(ticks) * spec.tickUnits;
}

/** The whole at prices by feed, EquityStatement's scale. */
export function worthAt({ legs, money }: MarketsBot, prices: readonly number[]): PortfolioValues {
  return {
    values: legs.map((leg) => worthOf(leg, prices[leg.feed] as number)),
    cash: money * EQUITY_SCALE,
    targetsE8: legs.map(({ params }) => params.targetE8),
  };
}

/** Whether any share of the whole, as it was weighed at these prices, is further from its target than a threshold (1e-8). */
export function isOff(bot: MarketsBot, prices: readonly number[], thresholdE8: bigint): boolean {
  const { values, total, targets } = bot.weighed;
  const limit = (Number(thresholdE8) / ONE) * total;
  const close = CLOSE * total;
  let isClose = false;
  for (const [i, value] of values.entries()) {
    const beyond = Math.abs(value - (targets[i] as number) * total) - limit;
    if (beyond > close) return true;
    if (beyond > -close) isClose = true;
  }
  return isClose && isOffTarget(worthAt(bot, prices), thresholdE8);
}

/** Totals of the whole at which a bot ends, EquityStatement's scale; null: never. */
export interface WholeStops {
  readonly lowest: bigint | null;
  readonly highest: bigint | null;
}

/** Stops at a loss and a profit in parts of all that it was given, 1e-8, what came in since among it: a loss rounded up, so that it is not reached early. */
export function stopsAround(
  { start, deposits }: MarketsBot,
  lossE8: bigint | null,
  profitE8: bigint | null,
): WholeStops {
  if (lossE8 === null && profitE8 === null) return NO_STOPS;
  const given = exactOf(start) + exactOf(deposits);
  const part = (rate: bigint): bigint => mulDivUp(given, rate, UNITS_PER_COIN);
  return {
    lowest: lossE8 === null ? null : given - part(lossE8),
    highest: profitE8 === null ? null : given + part(profitE8),
  };
}

export const NO_STOPS: WholeStops = { lowest: null, highest: null };

/** The stop that the whole, as it was weighed at these prices, has reached. */
export function reachedStop(
  bot: MarketsBot,
  { lowest, highest }: WholeStops,
  prices: readonly number[],
): 'stop_loss' | 'stop_profit' | null {
  if (lowest !== null && isAtMost(bot, prices, lowest)) return 'stop_loss';
  if (highest !== null && !isAtMost(bot, prices, highest - 1n)) return 'stop_profit';
  return null;
}

function isAtMost(bot: MarketsBot, prices: readonly number[], limit: bigint): boolean {
  const { total } = bot.weighed;
  const under = Number(limit) - total;
  if (Math.abs(under) > CLOSE * total) return under > 0;
  return portfolioTotal(worthAt(bot, prices)) <= limit;
}

/** Money and every coin that the bot has, or could have. */
export function holdingsOf({ legs, params, money }: MarketsBot): Holdings {
  const coins = legs.map(({ spec, base }) => [spec.base, wholeUnitsOf(base)] as const);
  return { [params.spec.quote]: money, ...Object.fromEntries(coins) };
}

/** Equity is counted from what is held and open, everything else from the legs' books. */
export function equityAt(bot: MarketsBot, prices: readonly number[]): EquityStatement {
  const { legs, start, deposits, short } = bot;
  const whole = worthAt(bot, prices);
  const sum = (pick: (leg: CoinLeg) => bigint): bigint => legs.reduce((total, leg) => total + pick(leg), 0n);
  const worth = whole.values.reduce((total, value) => total + value, 0n);
  const account = short === null ? null : contractEquityAt(short.position, short.markOf(prices), short.profit);
  return statementOf({
    start: exactOf(start),
    deposits: exactOf(deposits),
    gridProfit: sum(({ gridProfit }) => exactOf(gridProfit)) + (account?.gridProfit ?? 0n),
    positionProfit: worth + sum(({ positionCash }) => exactOf(positionCash)) + (account?.positionProfit ?? 0n),
    fees: sum(({ fees }) => exactOf(fees)) + (account?.fees ?? 0n),
    funding: account?.funding ?? 0n,
    equity: worth + (account?.equity ?? whole.cash),
  });
}

/**
 * The equity as a sum of one term a feed: writes each feed's factor, returns what is fixed; as EquityWatch would find by
 * probing equityAt, to the last bit, without its statements.
 */
export function equityFactorsOf({ legs, nearMoney, short }: MarketsBot, factors: number[]): number {
  factors.fill(0);
  for (const { base, feed, tickUnits } of legs) factors[feed] = (nearUnitsOf(base) * tickUnits) / SCALE;
  if (short === null) return (nearMoney * SCALE) / SCALE;
  const { position, markFeed } = short;
  const { isInverse } = position.spec.contract;
  const [nearTicks, farTicks] = probesOf(isInverse);
  const near = accountEquityAt(position, nearTicks) * EQUITY_SCALE;
  const far = accountEquityAt(position, farTicks) * EQUITY_SCALE;
  const term = termOf(far - near, isInverse);
  factors[markFeed] = term.factor;
  return Number(near - term.near) / SCALE;
}

/** The coins' rows; shares of the whole with its cash, rounded down. */
export function coinRows(bot: MarketsBot, prices: readonly number[]): readonly PortfolioCoinStatement[] {
  const whole = worthAt(bot, prices);
  const total = portfolioTotal(whole);
  return bot.legs.map(({ spec, held, params }, i) => {
    const value = whole.values[i] as bigint;
    return {
      asset: spec.base,
      quantity: held,
      value: value / EQUITY_SCALE,
      shareE8: total === 0n ? 0n : (value * UNITS_PER_COIN) / total,
      targetE8: params.targetE8,
    };
  });
}
