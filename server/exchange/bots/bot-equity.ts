import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { MarketFeed } from '../market/feed.ts';
import { type DailyPoint, profitRateE8, utcDay } from './daily-curve.ts';
import type { LiveBot } from './live-bot.ts';

/** A bot's figures at one price. Quote units, rates in 1e-8. */
export interface BotFigures {
  readonly equity: bigint;
  readonly profit: bigint;
  readonly rateE8: bigint;
  /** Net profit of completed pairs; profit − gridProfit is the position's. */
  readonly gridProfit: bigint;
  readonly positionProfit: bigint;
  readonly fees: bigint;
  /** Residual of the equity identity; 0n, or the engine has a bug that everybody shall see. */
  readonly residual: bigint;
  readonly baseHeld: bigint;
  readonly baseValue: bigint;
}

/** Figures at `ticks` (a finished bot: those it ended with). Sub-unit remainders are dropped against the trader. */
export function figuresAt(bot: LiveBot, ticks: number): BotFigures {
  const { record, machine, spec } = bot;
  const { equity, fees, residual, baseHeld, price } = machine === null ? restingOf(bot, ticks) : presentOf(bot, ticks);
  const profit = equity - record.startEquity;
  return {
    equity,
    profit,
    rateE8: profitRateE8(profit, record.startEquity),
    gridProfit: record.gridProfit,
    positionProfit: profit - record.gridProfit,
    fees,
    residual,
    baseHeld,
    baseValue: (baseHeld * BigInt(price) * spec.tickUnits) / UNITS_PER_COIN,
  };
}

interface Raw {
  readonly equity: bigint;
  readonly fees: bigint;
  readonly residual: bigint;
  readonly baseHeld: bigint;
  readonly price: number;
}

function presentOf({ machine, spec }: LiveBot, ticks: number): Raw {
  if (machine === null) throw new Error('a bot without a machine has no present figures');
  const statement = machine.equity([ticks]);
  return {
    equity: floorDivide(statement.equity, EQUITY_SCALE),
    fees: floorDivide(statement.fees, EQUITY_SCALE),
    residual: statement.residual,
    baseHeld: machine.holdings()[spec.base] ?? 0n,
    price: ticks,
  };
}

/** Of a bot without a machine: as it ended, or as it was funded when it has not started yet. */
function restingOf({ record, spec }: LiveBot, last: number): Raw {
  if (record.final === null) {
    const baseHeld = record.moneyAsset === spec.base ? record.money : 0n;
    return { equity: record.startEquity, fees: 0n, residual: 0n, baseHeld, price: last };
  }
  const { equity, fees, residual, baseHeld, ticks } = record.final;
  return { equity, fees, residual, baseHeld, price: ticks };
}

/** a ÷ b rounded toward minus infinity, b > 0. */
export function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

/**
 * Price of one coin in USDT units at `timeMs`; null when no market tells it. USDT itself is 1.
 */
export function usdtPrice(feed: MarketFeed, asset: string, timeMs: number): bigint | null {
  if (asset === 'USDT') return UNITS_PER_COIN;
  const spec = feed.spec(`${asset}_USDT`);
  const ticks = spec === undefined ? null : feed.lastTicks(spec.market, timeMs);
  return spec === undefined || ticks === null ? null : BigInt(ticks) * spec.tickUnits;
}

/** An amount in USDT units, rounded down; 0n when no market tells the price. */
export function inUsdt(feed: MarketFeed, asset: string, amount: bigint, timeMs: number): bigint {
  const price = usdtPrice(feed, asset, timeMs);
  return price === null ? 0n : floorDivide(amount * price, UNITS_PER_COIN);
}

/** The day's point of a bot at the end of the UTC day before `midnightMs` (or at any later moment of the running day). */
export function dailyPointAt(feed: MarketFeed, bot: LiveBot, ticks: number, timeMs: number): DailyPoint {
  const { profit, rateE8, equity } = figuresAt(bot, ticks);
  return { day: utcDay(timeMs - 1), profit, rateE8, usdtEquity: inUsdt(feed, bot.spec.quote, equity, timeMs) };
}
