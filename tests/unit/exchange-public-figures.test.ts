import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { strategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { loadBots } from '#server/exchange/bots/bot-book.ts';
import type { BotRecord } from '#server/exchange/bots/bot-record.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { heldCoins, startKind } from './exchange-kind-bodies.ts';
import {
  contractValue,
  DAY,
  feesOf,
  interestOf,
  type Life,
  MINUTE,
  OwnBooks,
  OwnPrices,
  profitAssetOf,
  readLife,
  startOf,
  UNIT,
  unitsOf,
} from './exchange-own-books.ts';
import { temporaryFolder } from './store-fixture.ts';

/**
 * Every figure of the demo world's public rows, worked out again from the stored fills, the account book and the minutes
 * of the market by another hand (exchange-own-books.ts). What is no figure of a result, and where else it is held, is
 * named below: a field of the row that stands nowhere fails.
 */
type Row = z.infer<typeof strategyRow>;

/** Who it is, what it was told to do, and where it stands. */
const NO_FIGURES = `strategy_id strategy_type strategy_name market settle user_info follow_id follow_name follow_info
  follow_fee_rate is_open_params is_hide is_hide_order is_ai abstract period side cycle status step step_code
  behavior_status create_time finish_time finish_as reason leverage money_asset params payload`.split(/\s+/);

/** Figures of what is planned, and the tests that work them out again. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  follow_num: 'exchange-lists',
  hold_rate: 'exchange-public-lists',
  max_order_amount: 'exchange-details',
  liq_price: 'exchange-liquidation, property/engine-futures-grid',
  full_liq_price: 'exchange-liquidation, property/engine-futures-grid',
  take_profit_price: 'exchange-rounds, formulas-martingale-ladder',
  stop_loss_price: 'exchange-rounds, formulas-martingale-ladder',
  running_cycle: 'exchange-rounds',
  total_increase_amount: 'exchange-rounds',
  lines: 'exchange-market-lines',
};

interface Reckoned {
  readonly life: Life;
  readonly books: OwnBooks;
  readonly endMs: number;
  /** Fine. */
  readonly start: bigint;
  readonly profit: bigint;
  /** Units. */
  readonly pairs: bigint;
  readonly fall: number;
  readonly won: number;
  readonly lost: number;
  readonly sharpe: number | null;
  readonly annual: number | null;
  /** Rate at each UTC midnight that it lived through, ms. */
  readonly curve: ReadonlyMap<number, number>;
}

let exchange: TestExchange;
let prices: OwnPrices;

/** How many units a sum may be off that the product rounds fill by fill: contracts realise each reduction by itself. */
function slackOf({ fills, record }: Life): number {
  return (record.instrument.includes('@') || fills.some(({ isContract }) => isContract) ? fills.length : 0) + 1;
}

function reckon(life: Life): Reckoned {
  const { record, fills } = life;
  const start = startOf(life, prices);
  const endMs = record.finishMs ?? exchange.clock.nowMs();
  const books = new OwnBooks(life, prices);
  let peak = Number(start);
  let fall = 0;
  // A bot that was made at midnight has a whole first day.
  const days: number[] = record.createMs % DAY === 0 ? [peak] : [];
  const midnights: [number, number][] = [];
  const see = (equity: bigint): void => {
    peak = Math.max(peak, Number(equity));
    fall = Math.max(fall, (peak - Number(equity)) / peak);
  };
  for (let at = (Math.floor(record.createMs / MINUTE) + 1) * MINUTE; at <= endMs; at += MINUTE) {
    books.goTo(at, true);
    see(books.equity((instrument, isMark) => prices.before(instrument, at, isMark)));
    if (at % DAY !== 0) continue;
    books.goTo(at, false);
    const midnight = books.equity((instrument, isMark) => prices.before(instrument, isMark ? at + MINUTE : at, isMark));
    midnights.push([at, Number(midnight)]);
    days.push(Number(midnight));
  }
  const curve = new Map(midnights.map(([at, equity]) => [at, equity / Number(start) - 1]));
  books.goTo(Number.POSITIVE_INFINITY, false);
  const equity = books.equity(record.finishMs === null ? (...of) => prices.now(...of) : endPrices(life));
  if (record.finishMs !== null) {
    see(equity);
    days.push(Number(equity));
  }
  const completed = fills.flatMap(({ profit }) => (profit === null ? [] : [profit]));
  const pairs = completed.reduce((total, one) => total + one, 0n);
  const rest = (equity - start) / UNIT - pairs;
  const trades = Math.abs(Number(rest)) > slackOf(life) ? [...completed, rest] : completed;
  const rate = Number(equity - start) / Number(start);
  const seconds = Math.floor((endMs - record.createMs) / 1000);
  return {
    life,
    books,
    endMs,
    start,
    profit: equity - start,
    pairs,
    fall,
    won: trades.filter((one) => one > 0n).length,
    lost: trades.filter((one) => one <= 0n).length,
    sharpe: sharpeOf(days),
    curve,
    annual: seconds < 7 * 86_400 ? null : Math.max(-1, (rate * 365 * 86_400) / seconds),
  };
}

/** What an ended bot kept is worth the price that its record ended at; coins of other markets the one at the minute's beginning. */
function endPrices({ record }: Life) {
  return (instrument: string, isMark: boolean): bigint =>
    instrument === record.instrument
      ? prices.at(instrument, record.final?.ticks)
      : prices.before(instrument, Math.floor((record.finishMs as number) / MINUTE) * MINUTE, isMark);
}

function sharpeOf(days: readonly number[]): number | null {
  const returns = days.slice(1).map((value, i) => value / (days[i] as number) - 1);
  const mean = returns.reduce((total, one) => total + one, 0) / returns.length;
  const spread = Math.sqrt(returns.reduce((total, one) => total + (one - mean) ** 2, 0) / (returns.length - 1));
  return returns.length < 7 || spread === 0 ? null : (mean / spread) * Math.sqrt(365);
}

function isLiquidatedRound({ record }: Life): boolean {
  return record.kind === 'contract-martingale' && record.finishAs === 'liquidated';
}

/** A martingale's liquidation ends its round: what it lost belongs to the rounds, no fill of the owner's completed it. */
function roundsOf({ life, pairs, profit }: Reckoned): bigint {
  return isLiquidatedRound(life) ? profit / UNIT : pairs;
}

const isNear = (shown: string, own: bigint, slack: number): boolean => Math.abs(Number(unitsOf(shown) - own)) <= slack;

const rateIsNear = (shown: string, own: number, slack = 2e-8): boolean => Math.abs(Number(shown) - own) <= slack;

function inUsdt(asset: string, units: bigint): bigint {
  return asset === 'USDT' ? units : (units * prices.now(`${asset}_USDT`, false)) / UNIT;
}

/** Its first market's position, units or contract units, and the value of everything that it holds but money, units. */
function heldOf({ life, books }: Reckoned): { readonly size: bigint; readonly value: bigint } {
  const { instrument, finishMs } = life.record;
  const price = (of: string): bigint => (finishMs === null ? prices.now(of, false) : endPrices(life)(of, false));
  if (instrument.includes('@')) {
    const size = books.contracts.get(instrument)?.size ?? 0n;
    return { size, value: contractValue({ instrument, quantity: size < 0n ? -size : size }, price(instrument)) / UNIT };
  }
  const asset = profitAssetOf(life.record);
  let value = 0n;
  for (const [coin, units] of books.held) {
    if (coin !== asset && units > 0n) value += (units * price(`${coin}_${asset}`)) / UNIT;
  }
  return { size: books.held.get(instrument.split('_')[0] as string) ?? 0n, value };
}

/** Of a bot of several coins, also while it has but one, a row tells no position and no average cost. */
function isPortfolio({ kind }: BotRecord): boolean {
  return factsOf(kind).trades === 'portfolio';
}

/** Coins of other markets are told at a price inside the last minute, which is kept of the first market only: of those a hundredth is much. */
function crumbsOf(own: Reckoned): number {
  const { record } = own.life;
  return record.finishMs === null || !isPortfolio(record) ? 0 : Number(heldOf(own).value) / 100;
}

/** Average price of what is held: of contracts what opened them, of coins what they cost with the fees taken in them. */
function averageOf({ life, books }: Reckoned): number | null {
  const { instrument } = life.record;
  const contract = books.contracts.get(instrument);
  if (contract !== undefined) {
    if (contract.size === 0n) return null;
    const ratio = Number(contract.basis) / Number(contract.size) / 1e8;
    return instrument.endsWith('@BTC') ? 1 / ratio : ratio;
  }
  const coins = books.coins.get(instrument);
  return coins === undefined || coins.quantity === 0n ? null : Number(coins.cost) / Number(coins.quantity);
}

function marginOf({ books }: Reckoned, leverage: string): number {
  let margin = 0;
  for (const { basis } of books.contracts.values()) margin += Math.abs(Number(basis)) / Number(leverage) / 1e16;
  return margin;
}

/** All that a bot has ÷ all that it owes. */
function riskOf({ life, books }: Reckoned): number | null {
  const asset = profitAssetOf(life.record);
  const worth = (book: ReadonlyMap<string, bigint>): number =>
    [...book].reduce((sum, [coin, units]) => {
      const price = coin === asset ? UNIT : prices.now(`${coin}_${asset}`, false);
      return sum + Number(units) * Number(price);
    }, 0);
  const owed = worth(books.owed);
  return owed === 0 ? null : worth(books.held) / owed;
}

/** A contract's quantity of one, units: rows count contracts. */
function unitOf(instrument: string): bigint {
  return exchange.feed.spec(instrument)?.contract?.quantoUnits ?? 1n;
}

type Check = (row: Row, own: Reckoned) => boolean;

const CHECKS: Readonly<Record<string, Check>> = {
  profit: ({ profit }, own) => isNear(profit, own.profit / UNIT, slackOf(own.life) + crumbsOf(own)),
  profit_rate: ({ profit_rate }, own) =>
    rateIsNear(
      profit_rate,
      Number(own.profit) / Number(own.start),
      2e-8 + (slackOf(own.life) * 1e8) / Number(own.start),
    ),
  strategy_profit: ({ strategy_profit }, own) => isNear(strategy_profit, roundsOf(own), 0),
  position_profit: ({ position_profit }, own) =>
    isNear(position_profit, own.profit / UNIT - roundsOf(own), slackOf(own.life) + crumbsOf(own)),
  fee: ({ fee }, own) => isNear(fee, feesOf(own.life) / UNIT, 1),
  residual: ({ residual }) => residual === '0',
  year_pft_rate: ({ year_pft_rate }, { annual }) =>
    annual === null ? year_pft_rate === '' : rateIsNear(year_pft_rate, annual, 2e-5),
  max_draw_down: ({ max_draw_down }, own) =>
    rateIsNear(max_draw_down, own.fall, 2e-8 + (slackOf(own.life) * 1e8) / Number(own.start)),
  adj_sharp_rate: ({ adj_sharp_rate }, { sharpe }) =>
    sharpe === null ? adj_sharp_rate === '' : Math.abs(Number(adj_sharp_rate) - sharpe) < 2e-4,
  match_times: (row, { life }) => row.match_times === completedOf(life) + Number(isLiquidatedRound(life)),
  trade_num: (row, { life }) => row.trade_num === life.fills.length,
  total_trade_count: (row, { life }) => row.total_trade_count === life.fills.length,
  win_num: (row, { won }) => row.win_num === won,
  loss_num: (row, { lost }) => row.loss_num === lost,
  run_times: (row, { life, endMs }) => row.run_times === Math.floor((endMs - life.record.createMs) / 1000),
  usdt_total_profit: (row, own) =>
    isNear(row.usdt_total_profit, inUsdt(profitAssetOf(own.life.record), unitsOf(row.profit)), 1),
  usdt_strategy_profit: (row, own) =>
    isNear(row.usdt_strategy_profit, inUsdt(profitAssetOf(own.life.record), roundsOf(own)), 1),
  money: (row, own) => {
    const { coins, money } = own.life.record;
    return isNear(row.money, coins.length > 0 ? own.start / UNIT : BigInt(money), 1);
  },
  last_price: (row, { life }) =>
    row.last_price === '--' || unitsOf(row.last_price) === prices.now(life.record.instrument, false),
  funding: (row, { life }) => row.funding === '' || isNear(row.funding, movedOf(life, 'funding'), 0),
  position: ({ position }, own) => {
    const { record } = own.life;
    if (isPortfolio(record)) return position === '0';
    const { size } = heldOf(own);
    return record.instrument.includes('@')
      ? BigInt(position) === size / unitOf(record.instrument)
      : unitsOf(position) === size;
  },
  position_value: (row, own) => isNear(row.position_value, heldOf(own).value, 3 + crumbsOf(own)),
  margin: (row, own) => Math.abs(Number(row.margin) - marginOf(own, row.leverage)) < 3e-8,
  mark_price: (row, { life }) => {
    const { instrument, kind } = life.record;
    const contract = kind === 'spot-future-arbitrage' ? `${instrument}@USDT` : instrument;
    if (!contract.includes('@')) return row.mark_price === '';
    return life.record.finishMs === null
      ? unitsOf(row.mark_price) === prices.now(contract, true)
      : row.mark_price === '--';
  },
  risk_ratio: (row, own) => {
    const risk = riskOf(own);
    return risk === null ? row.risk_ratio === '' : rateIsNear(row.risk_ratio, risk);
  },
  avg_hold_cost: (row, own) => {
    const { record } = own.life;
    if (row.avg_hold_cost === '') return record.finishMs !== null || isPortfolio(record) || averageOf(own) === null;
    // A round's cost is told to the tick, and leaves out what earlier rounds could not sell.
    const told = record.kind.includes('martingale') || record.instrument.includes('@') ? 3e-4 : 1e-7;
    // A coin that costs little of another is told to eight decimals.
    const slack = told + 1e-8 / Number(row.avg_hold_cost);
    return Math.abs(Number(row.avg_hold_cost) / (averageOf(own) as number) - 1) < slack;
  },
  interest: (row, { life }) =>
    row.interest === '' || isNear(row.interest, interestOf(life, prices) / UNIT, life.cash.length + 1),
};

function completedOf({ fills }: Life): number {
  return fills.filter(({ profit }) => profit !== null).length;
}

function movedOf({ cash }: Life, reason: string): bigint {
  return cash.filter((row) => row.reason === reason).reduce((total, { held }) => total + held, 0n);
}

/** Public rows of the demo world, a smart position of coins that its owner brought, and a martingale that is settled in coins. */
async function rows(): Promise<
  readonly { readonly row: Row; readonly record: BotRecord; readonly sight: { who?: Who } }[]
> {
  const who = await exchange.trader();
  const brought = await startKind(exchange, who, 'smart-position', heldCoins());
  const params = { pair: 'BTC_USD', settle: 'btc', begin_money_currency: 'BTC', begin_money_amount: '0.1' };
  await startKind(exchange, who, 'contract-martingale', { params });
  await exchange.pass(4 * 3_600_000, MINUTE);
  const found: { row: Row; record: BotRecord; sight: { who?: Who } }[] = [];
  for await (const { record } of loadBots(exchange.store)) {
    const query = { strategy_id: record.id, strategy_type: record.kind };
    const sight: { who?: Who } = record.id === brought ? { who } : {};
    const { code, data } = await exchange.send('strategyDetail', { query, ...sight });
    // Hidden ones have no public row.
    if (code === 200) found.push({ row: data, record, sight });
  }
  return found;
}

/** Points of a bot's curve that are not its rate at that midnight. */
async function wrongOfCurve({ life, curve, start }: Reckoned): Promise<string[]> {
  const { id, kind, finishMs } = life.record;
  const { data } = await exchange.send('dailyCurve', { path: { id }, query: { strategy_type: kind, pagesize: 100 } });
  const wrong: string[] = [];
  for (const { trading_date, profit_rate } of data as { trading_date: string; profit_rate: string }[]) {
    const own = curve.get(Date.parse(`${trading_date}T00:00:00Z`) + DAY);
    // The running day, and the one that it ended on, have no midnight yet; the midnight at which one ends is told before its end.
    if (own === undefined || Date.parse(`${trading_date}T00:00:00Z`) + DAY >= (finishMs ?? Number.POSITIVE_INFINITY))
      continue;
    const slack = 2e-8 + (slackOf(life) * 1e8) / Number(start);
    if (!rateIsNear(profit_rate, own, slack)) wrong.push(`curve of ${kind} ${id} on ${trading_date}: ${profit_rate}`);
  }
  return wrong;
}

/** Points of a period's curve, the present one among them (E-335). */
const PERIODS = { week: 8, month: 31, three_mon: 91 } as const;
/** Periods that were really shorter than the life of some bot, told with whether it had ended. */
const cutPeriods = new Set<string>();

/** Rates of periods that are not what came since the midnight at which the period begins, counted back from the last point's day. */
async function wrongOfPeriods({ life, curve, profit, start, endMs }: Reckoned, who: { who?: Who }): Promise<string[]> {
  const { id, kind, finishMs } = life.record;
  const wrong: string[] = [];
  for (const [period, points] of Object.entries(PERIODS)) {
    const query = { strategy_id: id, strategy_type: kind, data_period: period };
    const { data } = await exchange.send('strategies', { query, ...who });
    const [row] = data as Row[];
    const fromMs = (Math.floor(endMs / DAY) - (points - 2)) * DAY;
    // All points but the present one are midnights: with no more than those, it is the whole life.
    const isCut = curve.size > points - 1;
    if (isCut) cutPeriods.add(`${period}${finishMs === null ? '' : ' of an ended one'}`);
    const before = isCut ? (curve.get(fromMs) ?? Number.NaN) : 0;
    const slack = 4e-8 + (slackOf(life) * 1e8) / Number(start);
    const rate = Number(profit) / Number(start) - before;
    if (!rateIsNear(row?.profit_rate ?? '', rate, slack))
      wrong.push(`${period} of ${kind} ${id}: ${row?.profit_rate}, not ${rate}`);
    if ((row?.hold_rate === undefined) !== isCut) wrong.push(`${period} of ${kind} ${id}: holding ${row?.hold_rate}`);
  }
  return wrong;
}

interface Card extends Row {
  readonly rate: string;
  readonly back_profit: readonly { readonly time_stamp: number; readonly rate: string }[];
}

/** Figures of the ranked list and of the hot strategies that are not those of the bot. */
async function wrongOfCards(reckoned: ReadonlyMap<number, Reckoned>): Promise<string[]> {
  const wrong: string[] = [];
  const cards: Card[] = [];
  for (let page = 1; page < 10; page += 1) {
    const { data } = await exchange.send('recommendList', { query: { strategy_type: 'all', page, page_size: 20 } });
    cards.push(...data);
  }
  expect(cards.length).toBeGreaterThan(20);
  for (const card of cards) {
    const own = reckoned.get(card.strategy_id) as Reckoned;
    const row: Row = { ...card, profit_rate: card.rate };
    for (const field of [
      'profit_rate',
      'year_pft_rate',
      'max_draw_down',
      'adj_sharp_rate',
      'win_num',
      'loss_num',
      'match_times',
      'run_times',
    ]) {
      if (CHECKS[field]?.(row, own) !== true) wrong.push(`card of ${card.strategy_type} ${card.strategy_id}: ${field}`);
    }
    for (const { time_stamp, rate } of card.back_profit.slice(0, -1)) {
      const slack = 2e-8 + (slackOf(own.life) * 1e8) / Number(own.start);
      if (!rateIsNear(rate, own.curve.get(time_stamp * 1000) ?? Number.NaN, slack)) {
        wrong.push(`card of ${card.strategy_type} ${card.strategy_id}: ${rate} at ${time_stamp}`);
      }
    }
    if (card.back_profit.at(-1)?.rate !== card.rate) wrong.push(`card of ${card.strategy_id} ends elsewhere`);
  }
  const { data: hot } = await exchange.send('hotStrategies', { query: {} });
  expect(hot.length).toBeGreaterThan(3);
  for (const card of hot as Row[]) {
    if (CHECKS.year_pft_rate?.(card, reckoned.get(card.strategy_id) as Reckoned) !== true) {
      wrong.push(`hot strategy ${card.strategy_id}`);
    }
  }
  return wrong;
}

describe('the figures of public rows', () => {
  it('are what the stored fills and the minutes of the market come to, by arithmetic of another hand (A1, A2, A3, A6)', async () => {
    exchange = await openTestExchange(temporaryFolder(), { worldBots: 60, worldDays: 12 });
    const found = await rows();
    prices = new OwnPrices(exchange, 14);
    const wrong: string[] = [];
    const reckoned = new Map<number, Reckoned>();
    const told = new Map<string, Set<string>>();
    const seen = new Set<string>();
    for (const { row, record, sight } of found) {
      const own = reckon(await readLife(exchange, record));
      reckoned.set(record.id, own);
      wrong.push(...(await wrongOfCurve(own)), ...(await wrongOfPeriods(own, sight)));
      seen
        .add(record.kind)
        .add(record.instrument.replace(/^[^@]*/, ''))
        .add(`ended ${record.finishMs !== null}`);
      seen.add(`money ${record.moneyAsset === profitAssetOf(record)}`).add(`coins ${record.coins.length > 0}`);
      for (const field of Object.keys(row)) {
        const shown = row[field as keyof Row];
        if (NO_FIGURES.includes(field) || field in ELSEWHERE || shown === '-') continue;
        told.set(field, (told.get(field) ?? new Set()).add(record.kind));
        if (CHECKS[field]?.(row, own) !== true) wrong.push(`${field} of ${record.kind} ${record.id}: ${shown}`);
      }
    }
    wrong.push(...(await wrongOfCards(reckoned)));
    expect(wrong).toEqual([]);
    // Every figure was told by somebody, of every kind that the demo world has.
    expect(Object.keys(CHECKS).filter((field) => !told.has(field))).toEqual([]);
    for (const what of [
      '@USDT',
      '@BTC',
      'ended true',
      'money false',
      'coins true',
      'margin_grid',
      'spot-future-arbitrage',
    ]) {
      expect([...seen], what).toContain(what);
    }
  }, 240_000);

  it('of a week, a month and three months are what came within them, of running and of ended bots (E-335, A3)', async () => {
    exchange = await openTestExchange(temporaryFolder(), { worldBots: 24, worldDays: 100 });
    const found = await rows();
    prices = new OwnPrices(exchange, 102);
    cutPeriods.clear();
    const wrong: string[] = [];
    for (const { record, sight } of found) {
      const own = reckon(await readLife(exchange, record));
      wrong.push(...(await wrongOfCurve(own)), ...(await wrongOfPeriods(own, sight)));
    }
    expect(wrong).toEqual([]);
    expect([...cutPeriods].sort()).toEqual([
      'month',
      'month of an ended one',
      'three_mon',
      'week',
      'week of an ended one',
    ]);
  }, 240_000);
});
