import {
  type BotMachine,
  type EngineSink,
  EQUITY_SCALE,
  type Fill,
  type MarketView,
  type OrderEvent,
  type WakeSlot,
} from '#lib/engine/machine.ts';
import type { Comparator } from '#lib/indicators/comparators.ts';
import type { Condition, ConditionSide, IndicatorConditions } from '#lib/indicators/condition.ts';
import { createIndicator, restoreIndicator } from '#lib/kinds/indicator/engine.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import { coins, PLAIN } from './engine-fixture.ts';

export const percent = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));

/** The close of the K-line compared with a number: conditions that a test can switch with a price. */
export function closeIs(
  comparatorName: Comparator,
  number: number,
  operations: Condition['operations'] = 'and',
): Condition {
  return {
    operations,
    indicatorName: 'close',
    indicatorArgs: [],
    comparatorName,
    compareIndicatorName: 'number',
    compareIndicatorArgs: [`${number}`],
  };
}

export function sideOf(
  side: 'open' | 'increase' | 'reduce',
  conditions: readonly Condition[],
  ratio = '0.5',
  period: ConditionSide['period'] = '1m',
): ConditionSide {
  return { side, period, ratio, conditions };
}

/** In above 1000, out below 900. */
export const IN_AND_OUT: IndicatorConditions = {
  open: sideOf('open', [closeIs('gt', 1000)]),
  close: { side: 'close', period: '1m', conditions: [closeIs('lt', 900)] },
};

/** 1,000 USDT, half of it each time, no fee, no stops. */
export const HALVES: IndicatorParams = {
  spec: PLAIN,
  feeRate: 0n,
  investment: coins(1_000),
  side: 'buy',
  leverage: 1,
  conditions: IN_AND_OUT,
  reinvests: false,
  totalStopE8: null,
  totalProfitE8: null,
  positionStopE8: null,
  positionProfit: null,
  protection: null,
  slipE8: null,
};

const MINUTE_MS = 60_000;

/** A started bot at a price in the middle of nowhere, and everything that it says. */
export class IndicatorBench {
  readonly fills: Fill[] = [];
  readonly orders: OrderEvent[] = [];
  readonly operations: { type: string; from: unknown; to: unknown }[] = [];
  readonly finishes: { reason: string; timeMs: number }[] = [];
  readonly cash: { type: string; amount: bigint }[] = [];
  readonly closes = new Map<number, number>();
  /** How much worse market orders fill, ticks; the funding rate of every settlement, 1e-8. */
  slipTicks = 0;
  fundingRateE8: bigint | null = null;
  machine: BotMachine;
  /** [last] or [last, mark]. */
  readonly prices: number[];
  minute = 0;
  private readonly params: IndicatorParams;
  private readonly view: MarketView;
  private readonly sink: EngineSink;

  constructor(change: Partial<IndicatorParams>, ticks: number, history: readonly number[] = []) {
    this.params = { ...HALVES, ...change };
    for (const [i, close] of history.entries()) this.closes.set((i - history.length) * MINUTE_MS, close);
    this.view = {
      movingAverage: () => Number.NaN,
      marketFillTicks: (_feed, side, _quantity, at) => (side === 'buy' ? at + this.slipTicks : at - this.slipTicks),
      fundingRate: () => this.fundingRateE8,
      bar: (_feed, periodMs, openMs) => {
        const close = this.closes.get(openMs + periodMs - MINUTE_MS);
        return close === undefined ? null : { openMs, open: close, high: close, low: close, close, volume: 1 };
      },
    };
    this.sink = {
      fill: (fill) => this.fills.push(fill),
      order: (event) => this.orders.push(event),
      operation: (type, _timeMs, from, to) => this.operations.push({ type, from, to }),
      finish: (reason, timeMs) => this.finishes.push({ reason, timeMs }),
      cash: (type, _timeMs, _asset, amount) => this.cash.push({ type, amount }),
    };
    this.machine = createIndicator(this.params, this.view, this.sink);
    this.prices = this.params.spec.contract === undefined ? [ticks] : [ticks, ticks];
    this.machine.start(this.prices, 0);
  }

  /** Within the present minute the last price goes there continuously (or is next seen there). */
  go(ticks: number): void {
    this.see(0, ticks, false);
  }

  leap(ticks: number): void {
    this.see(0, ticks, true);
  }

  /** The mark price is published, at the beginning of the next minute. */
  mark(ticks: number): void {
    this.kline(this.prices[0] as number);
    this.see(1, ticks, true);
    this.wake();
  }

  private see(feed: number, ticks: number, isJump: boolean): void {
    const { below, above } = this.machine.slots[feed] as WakeSlot;
    this.prices[feed] = ticks;
    if (ticks > below && ticks < above) return;
    if (isJump) this.machine.jump(feed, ticks, this.nowMs);
    else this.machine.move(feed, ticks, this.nowMs);
  }

  /** The minute closes at this price (its way there included), and the next one begins; null: there is no K-line. */
  kline(close: number | null): void {
    if (close !== null) {
      this.go(close);
      this.closes.set(this.minute * MINUTE_MS, close);
    }
    this.minute += 1;
    this.wake();
  }

  klines(...closes: readonly number[]): void {
    for (const close of closes) this.kline(close);
  }

  private get nowMs(): number {
    return this.minute * MINUTE_MS;
  }

  private wake(): void {
    while (this.machine.wakeAtMs <= this.nowMs) this.machine.wakeByTime(this.machine.wakeAtMs, this.prices);
  }

  end(close: Parameters<BotMachine['terminate']>[0]): void {
    this.machine.terminate(close, this.prices, this.nowMs);
  }

  /** Stored and read back, as it is or with other stops. */
  reload(change: Partial<IndicatorParams> = {}): void {
    const stored = JSON.parse(JSON.stringify(this.machine.snapshot()));
    this.machine = restoreIndicator({ ...this.params, ...change }, stored, this.view, this.sink);
  }

  /** [signal, side, price, quantity in coins or contracts] of each fill. */
  get trades(): readonly (readonly [string | undefined, string, number, number])[] {
    return this.fills.map(({ signal, side, ticks, quantity }) => [signal, side, ticks, Number(quantity) / 1e8]);
  }

  get withheld(): readonly string[] {
    return this.orders.filter(({ kind }) => kind === 'withheld').map(({ reason }) => reason);
  }

  get equity(): bigint {
    return this.machine.equity(this.prices).equity / EQUITY_SCALE;
  }
}

export function startIndicator(
  change: Partial<IndicatorParams>,
  ticks: number,
  history: readonly number[] = [],
): IndicatorBench {
  return new IndicatorBench(change, ticks, history);
}
