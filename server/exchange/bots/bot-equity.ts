import { feedsOf, marketOfFeed } from '#lib/engine/bot-feeds.ts';
import { statementOf } from '#lib/engine/equity-statement.ts';
import { type BotMachine, EQUITY_SCALE, type Holdings } from '#lib/engine/machine.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { KnownMarket, MarketFeed } from '../market/feed.ts';
import type { BotRecord, FinalBooks, FinalFigures } from './bot-record.ts';
import { shareTaken, withShare } from './copy-share.ts';
import { type DailyPoint, investedIn, profitRateE8, utcDay } from './daily-curve.ts';
import type { LiveBot, StandingBot } from './live-bot.ts';

/** Prices of a bot's feeds in their order: the last price, and for contracts the mark price. Ticks. */
export type Prices = readonly number[];

/** A bot's figures at some prices, in units of its profit asset (`profitAssetOf`); rates in 1e-8. */
export interface BotFigures {
  readonly equity: bigint;
  readonly profit: bigint;
  readonly rateE8: bigint;
  /** Net profit of completed pairs or rounds; profit − gridProfit is the position's, funding and interest included. */
  readonly gridProfit: bigint;
  readonly positionProfit: bigint;
  readonly fees: bigint;
  /** Received (+) less paid (−). */
  readonly funding: bigint;
  readonly interest: bigint;
  /** Residual of the equity identity; 0n, or the engine has a bug that everybody shall see. */
  readonly residual: bigint;
  /** Coins of the base asset; of contracts 0n, they hold a position. */
  readonly baseHeld: bigint;
  /** Value of all coins that it holds, of every market that it trades, at the last prices. */
  readonly coinValue: bigint;
}

/** What profits are counted in: the quote asset of spot markets, the settle asset of contracts. */
export function profitAssetOf(spec: MarketSpec): string {
  return spec.contract?.settle ?? spec.quote;
}

/** Figures at `prices` (a finished bot: those it ended with). Sub-unit remainders are dropped against the trader. */
export function figuresAt(bot: StandingBot, prices: Prices): BotFigures {
  const { record, machine, spec } = bot;
  const raw = machine === null ? restingOf(bot, prices[0] as number) : machineFigures(machine, spec, prices);
  const { ticks, coinValue, books: _books, ...figures } = raw;
  const profit = profitOf(record, raw.equity);
  return {
    ...figures,
    profit,
    rateE8: profitRateE8(profit, investedIn(record)),
    gridProfit: record.gridProfit,
    positionProfit: profit + shareTaken(record) - record.gridProfit,
    coinValue: coinValue ?? valueAt(spec, raw.baseHeld, ticks),
  };
}

/** The equity of `figuresAt` alone, for those who add up many bots: nothing else is worked out. */
export function equityAt(bot: StandingBot, prices: Prices): bigint {
  const { machine } = bot;
  if (machine === null) return restingOf(bot, prices[0] as number).equity;
  return floorDivide(machine.equity(prices).equity, EQUITY_SCALE);
}

type Flows = Pick<BotRecord, 'startEquity' | 'withdrawn' | 'deposited' | 'share'>;

/** Result of a bot of this equity: what was taken out before is profit that it made, what was put in is none, and what its provider got is his. */
export function profitOf({ startEquity, withdrawn, deposited, share }: Flows, equity: bigint): bigint {
  return equity + withdrawn - deposited - startEquity - (share?.withdrawn ?? 0n);
}

/** What a bot had at its end, for its owner: the provider's share of a copy is taken off. */
export function endEquity(final: FinalFigures, { share }: Pick<BotRecord, 'share'>): bigint {
  if (share === undefined || share.atEndFine === 0n) return final.equity;
  const exact = final.books?.statement.equity ?? final.equity * EQUITY_SCALE;
  return floorDivide(exact - share.atEndFine, EQUITY_SCALE);
}

/** What a machine's books say at some prices. */
export function machineFigures(
  machine: Pick<BotMachine, 'equity' | 'holdings'>,
  spec: MarketSpec,
  prices: Prices,
): FinalFigures {
  const statement = machine.equity(prices);
  return {
    equity: floorDivide(statement.equity, EQUITY_SCALE),
    fees: floorDivide(statement.fees, EQUITY_SCALE),
    funding: floorDivide(statement.funding, EQUITY_SCALE),
    interest: floorDivide(statement.interest, EQUITY_SCALE),
    residual: statement.residual,
    baseHeld: spec.contract === undefined ? (machine.holdings()[spec.base] ?? 0n) : 0n,
    coinValue: coinValueOf(machine.holdings(), spec, prices),
    ticks: prices[0] as number,
    books: { statement, prices },
  };
}

/** A bot's exact statement at some prices, and those that it is of: of one that has ended its last; null where that was not kept. */
export function statementAt(bot: LiveBot, prices: Prices): FinalBooks | null {
  const { machine, spec } = bot;
  const { books } = machine === null ? restingOf(bot, prices[0] as number) : machineFigures(machine, spec, prices);
  return books === null ? null : { ...books, statement: withShare(books.statement, bot.record) };
}

function valueAt({ tickUnits }: MarketSpec, coins: bigint, ticks: number): bigint {
  return (coins * BigInt(ticks) * tickUnits) / UNITS_PER_COIN;
}

/** Value of the coins of all spot markets that a bot trades, rounded down; `prices` in the order of its feeds. */
function coinValueOf(holdings: Holdings, spec: MarketSpec, prices: Prices): bigint {
  let value = 0n;
  for (const [feed, { price }] of feedsOf(spec).entries()) {
    const market = marketOfFeed(spec, feed);
    if (price !== 'last' || market.contract !== undefined) continue;
    value += valueAt(market, holdings[market.base] ?? 0n, prices[feed] as number);
  }
  return value;
}

/** Of a bot without a machine: as it ended, or as it was funded when it has not started yet. */
function restingOf({ record, spec }: StandingBot, last: number): FinalFigures {
  const { final } = record;
  if (final === null) return unstartedFigures(record, spec, last);
  return record.share === undefined ? final : { ...final, equity: endEquity(final, record) };
}

/** Of a bot whose money is there and that has done nothing. */
export function unstartedFigures(record: BotRecord, spec: MarketSpec, ticks: number): FinalFigures {
  const isBase = record.coins.length === 0 && spec.contract === undefined && record.moneyAsset === spec.base;
  const brought = record.coins.find(({ asset }) => asset === spec.base)?.amount ?? 0n;
  const baseHeld = isBase ? record.money : brought;
  // Brought coins are worth what they were at the creation.
  const coinValue = record.coins.length > 0 ? record.money : null;
  const { startEquity: equity, createPrices: prices } = record;
  const start = equity * EQUITY_SCALE;
  const statement = statementOf({ start, gridProfit: 0n, positionProfit: 0n, fees: 0n, equity: start });
  const nothing = { fees: 0n, funding: 0n, interest: 0n, residual: 0n };
  return { equity, ...nothing, baseHeld, coinValue, ticks, books: { statement, prices } };
}

/** a ÷ b rounded toward minus infinity, b > 0. */
export function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

/**
 * Price of one coin in USDT units at `timeMs`; null when no market tells it. USDT itself is 1.
 */
export function usdtPrice(feed: KnownMarket, asset: string, timeMs: number): bigint | null {
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
export function dailyPointAt(feed: MarketFeed, bot: LiveBot, prices: Prices, timeMs: number): DailyPoint {
  const { profit, rateE8, equity } = figuresAt(bot, prices);
  const usdtEquity = inUsdt(feed, profitAssetOf(bot.spec), equity, timeMs);
  const { deposited } = bot.record;
  return { day: utcDay(timeMs - 1), profit, rateE8, usdtEquity, span: bot.watch?.span() ?? null, deposited };
}
