import { describe, expect, it } from 'vitest';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { loadBots, STREAM } from '#server/exchange/bots/bot-book.ts';
import type { BotRecord } from '#server/exchange/bots/bot-record.ts';
import { openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

/**
 * Every figure of the demo world's public rows, worked out again from the stored fills, the account book and the minutes
 * of the market – with arithmetic of its own, in floats, and none of the product's formulas.
 */
const MINUTE = 60_000;
const DAY = 86_400_000;
const UNIT = 1e8;

interface Fill {
  readonly timeMs: number;
  readonly instrument: string;
  readonly isContract: boolean;
  readonly sign: 1 | -1;
  readonly quantity: number;
  readonly value: number;
  readonly fee: number;
  readonly isFeeInCoins: boolean;
  /** Of a completed pair, round or sale; null for the others. */
  readonly profit: number | null;
}

interface Life {
  readonly record: BotRecord;
  readonly fills: readonly Fill[];
  /** Money that moved without a fill. */
  readonly cash: readonly { readonly timeMs: number; readonly amount: number }[];
}

let exchange: TestExchange;
const minutes = new Map<string, { candles: CandleColumns; marks: Int32Array | null }>();

/** Loans and inverse contracts are reckoned in their own tests; a bot that coins were brought to starts at a price of its own. */
function isReckonable({ record }: Life): boolean {
  const isInverse = record.instrument.endsWith('@BTC');
  return record.kind !== 'margin_grid' && !isInverse && record.coins.length === 0 && record.moneyAsset === 'USDT';
}

function lifeOf(record: BotRecord): Life {
  const rows = [...exchange.store.since(STREAM.fills, `${record.id}`, 0)].map(({ value }) => JSON.parse(value));
  const fills = rows.map((row): Fill => {
    const isContract = row.account === 'futures';
    return {
      timeMs: row.finish_time * 1000,
      instrument: isContract ? `${row.market}@USDT` : row.market,
      isContract,
      sign: row.side === 'buy' ? 1 : -1,
      quantity: Number(row.match_qty),
      value: Number(row.match_amount),
      fee: Number(row.fee),
      isFeeInCoins: row.fee_asset !== 'USDT',
      profit: row.profit === '' ? null : Number(row.profit),
    };
  });
  const book = [...exchange.store.since('account_book', `bot:${record.id}:cash`, 0)];
  const cash = book.map(({ timeMs, value }) => {
    const { postings } = JSON.parse(value) as { postings: [from: string, to: string, asset: string, amount: string][] };
    const own = `bot:${record.id}`;
    const amount = postings.reduce(
      (sum, [from, to, , units]) => sum + Number(units) * (Number(to === own) - Number(from === own)),
      0,
    );
    return { timeMs, amount: amount / UNIT };
  });
  return { record, fills, cash };
}

/** Last price, or mark, in force just before a minute's end. */
function priceBefore(instrument: string, endMs: number, isMark: boolean): number {
  const spec = exchange.feed.spec(instrument);
  if (spec === undefined) throw new Error(`no market ${instrument}`);
  const fromMs = Math.floor(exchange.clock.nowMs() / DAY) * DAY - 14 * DAY;
  const untilMs = Math.floor(exchange.clock.nowMs() / MINUTE) * MINUTE;
  const known = minutes.get(instrument) ?? {
    candles: exchange.feed.minutes(instrument, fromMs, untilMs, untilMs),
    marks: spec.contract === undefined ? null : exchange.feed.marks(instrument, fromMs, untilMs),
  };
  minutes.set(instrument, known);
  const at = (endMs - fromMs) / MINUTE - 1;
  const ticks = isMark ? known.marks?.[at] : known.candles.close[at];
  if (ticks === undefined || ticks < 0) throw new Error(`no price of ${instrument}`);
  return (ticks * Number(spec.tickUnits)) / UNIT;
}

/** Books of a bot that are led from fill to fill. */
class Books {
  private money: number;
  private readonly held = new Map<string, { quantity: number; isContract: boolean }>();
  private next = 0;
  private nextCash = 0;
  private readonly life: Life;

  constructor(life: Life) {
    this.life = life;
    this.money = Number(life.record.money) / UNIT;
  }

  /** Everything up to a moment; `isBefore`: that moment excluded. */
  goTo(timeMs: number, isBefore: boolean): void {
    const { fills, cash } = this.life;
    const isDue = (at: number | undefined): boolean => at !== undefined && (isBefore ? at < timeMs : at <= timeMs);
    for (; isDue(fills[this.next]?.timeMs); this.next += 1) this.enter(fills[this.next] as Fill);
    for (; isDue(cash[this.nextCash]?.timeMs); this.nextCash += 1) this.money += cash[this.nextCash]?.amount ?? 0;
  }

  private enter({ instrument, isContract, sign, quantity, value, fee, isFeeInCoins }: Fill): void {
    const own = this.held.get(instrument) ?? { quantity: 0, isContract };
    own.quantity += sign * quantity - (isFeeInCoins ? fee : 0);
    this.held.set(instrument, own);
    this.money -= sign * value + (isFeeInCoins ? 0 : fee);
  }

  equity(price: (instrument: string, isMark: boolean) => number): number {
    let equity = this.money;
    for (const [instrument, { quantity, isContract }] of this.held) {
      if (Math.abs(quantity) > 1e-12) equity += quantity * price(instrument, isContract);
    }
    return equity;
  }
}

function now(instrument: string, isMark: boolean): number {
  const spec = exchange.feed.spec(instrument);
  const nowMs = exchange.clock.nowMs();
  const ticks = isMark ? exchange.feed.markTicks(instrument, nowMs) : exchange.feed.lastTicks(instrument, nowMs);
  return ((ticks as number) * Number(spec?.tickUnits)) / UNIT;
}

function reckon(life: Life) {
  const { record, fills } = life;
  const start = Number(record.money) / UNIT;
  const endMs = record.finishMs ?? exchange.clock.nowMs();
  const books = new Books(life);
  let peak = start;
  let fall = 0;
  // A bot that was made at midnight has a whole first day.
  const days: number[] = record.createMs % DAY === 0 ? [start] : [];
  const see = (equity: number): void => {
    peak = Math.max(peak, equity);
    fall = Math.max(fall, (peak - equity) / peak);
  };
  const began = fills[0]?.timeMs ?? record.createMs;
  for (let at = (Math.floor(record.createMs / MINUTE) + 1) * MINUTE; at <= endMs; at += MINUTE) {
    books.goTo(at, true);
    if (at > began) see(books.equity((instrument, isMark) => priceBefore(instrument, at, isMark)));
    if (at % DAY !== 0) continue;
    books.goTo(at, false);
    days.push(books.equity((instrument, isMark) => priceBefore(instrument, isMark ? at + MINUTE : at, isMark)));
  }
  books.goTo(Number.POSITIVE_INFINITY, false);
  const last = fills.at(-1);
  // What an ended bot kept is worth the price it ended at: crumbs of its own market, of other markets at the minute's beginning.
  const atEnd = (instrument: string, isMark: boolean): number =>
    last !== undefined && instrument === last.instrument
      ? last.value / last.quantity
      : priceBefore(instrument, Math.floor(endMs / MINUTE) * MINUTE, isMark);
  const equity = books.equity(record.finishMs === null ? now : atEnd);
  if (record.finishMs !== null) see(equity);
  if (record.finishMs !== null) days.push(equity);
  const profits = fills.flatMap(({ profit }) => (profit === null ? [] : [profit]));
  const rest = equity - start - profits.reduce((sum, one) => sum + one, 0);
  if (Math.abs(rest) > 1e-6) profits.push(rest);
  const returns = days.slice(1).map((value, i) => value / (days[i] as number) - 1);
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
  const spread = Math.sqrt(returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (returns.length - 1));
  const rate = (equity - start) / start;
  const seconds = Math.floor((endMs - record.createMs) / 1000);
  return {
    profit: equity - start,
    rate,
    fall,
    won: profits.filter((one) => one > 0).length,
    lost: profits.filter((one) => one <= 0).length,
    orders: fills.length,
    sharpe: returns.length < 7 || spread === 0 ? null : (mean / spread) * Math.sqrt(365),
    annual: seconds < 7 * 86_400 ? null : Math.max(-1, (rate * 365 * 86_400) / seconds),
  };
}

describe('the figures of public rows', () => {
  it('are what the stored fills and the minutes of the market come to, by arithmetic of another hand (A1, A2, A3, A6)', async () => {
    exchange = await openTestExchange(temporaryFolder(), { worldBots: 40, worldDays: 12 });
    const lives = [...loadBots(exchange.store)].map(({ record }) => lifeOf(record)).filter(isReckonable);
    const seen = { contracts: 0, ended: 0, sharpe: 0, several: 0 };
    for (const life of lives) {
      const { record } = life;
      const query = { strategy_id: record.id, strategy_type: record.kind };
      const { code, data: row } = await exchange.send('strategyDetail', { query });
      // Hidden ones have no public row.
      if (code !== 200) continue;
      if (record.step === 'wait-touch' || life.fills.length === 0) continue;
      const own = reckon(life);
      const name = `${record.kind} ${record.id}`;
      if (row.profit !== '-') expect(Number(row.profit), name).toBeCloseTo(own.profit, 4);
      expect(Number(row.profit_rate), name).toBeCloseTo(own.rate, 6);
      expect([row.win_num, row.loss_num], name).toEqual([own.won, own.lost]);
      expect(row.trade_num, name).toBe(own.orders);
      expect(Math.abs(Number(row.max_draw_down) - own.fall), `${name} ${row.max_draw_down} ${own.fall}`).toBeLessThan(
        life.cash.length > 0 ? 5e-4 : 1e-6,
      );
      expect(row.adj_sharp_rate === '', name).toBe(own.sharpe === null);
      if (own.sharpe !== null) expect(Number(row.adj_sharp_rate), name).toBeCloseTo(own.sharpe, 1);
      expect(row.year_pft_rate === '', name).toBe(own.annual === null);
      if (own.annual !== null) expect(Number(row.year_pft_rate), name).toBeCloseTo(own.annual, 4);
      seen.contracts += Number(record.instrument.includes('@'));
      seen.ended += Number(record.finishMs !== null);
      seen.sharpe += Number(own.sharpe !== null);
      seen.several += Number(new Set(life.fills.map(({ instrument }) => instrument)).size > 1);
    }
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
  }, 240_000);
});
