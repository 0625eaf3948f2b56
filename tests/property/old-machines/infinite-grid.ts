import { coinLine } from '#lib/engine/equity-line.ts';
import type {
  BotMachine,
  BotStatistics,
  CloseInstruction,
  EngineSink,
  EquityLine,
  EquityStatement,
  Holdings,
  MarketView,
  OpenOrder,
  PriceFeedId,
  WakeSlot,
  WithheldOrder,
} from '#lib/engine/machine.ts';
import type { InfiniteGridParams } from '#lib/kinds/infinite-grid/params.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { expireClosingOrder, touchClosingOrder } from './coin-closing.ts';
import { startCoins } from './coin-start.ts';
import { openInfiniteGrid } from './infinite-grid-opening.ts';
import { readSnapshot, takeSnapshot } from './infinite-grid-snapshot.ts';
import { BUY_LEVEL, type InfiniteGridState, newInfiniteGridState, SALE_LEVEL } from './infinite-grid-state.ts';
import { closeBy, endMinute, INFINITE_CLOSING, leap, travel } from './infinite-grid-travel.ts';
import { equityAt, holdingsOf } from './spot-grid-account.ts';

/**
 * The infinite grid bot: coins of a constant value. One sale rests above the last trade and one buy below it; whatever
 * fills, both move along. What the published descriptions say of it is in lib/formulas/infinite-grid.ts.
 */
class InfiniteGrid implements BotMachine {
  readonly feeds: readonly PriceFeedId[];
  readonly slots: readonly WakeSlot[];
  private readonly state: InfiniteGridState;

  constructor(state: InfiniteGridState) {
    this.state = state;
    this.feeds = [{ market: state.params.spec.market, price: 'last' }];
    this.slots = [state.slot];
  }

  get wakeAtMs(): number {
    return this.state.wakeAtMs;
  }

  get status(): BotMachine['status'] {
    return this.state.status;
  }

  get step(): BotMachine['step'] {
    return this.state.step;
  }

  start(ticks: readonly number[], timeMs: number): void {
    startCoins(this.state, ticks[0] as number, timeMs, openInfiniteGrid);
  }

  private waiting(ticks: number): OpenOrder {
    return { side: this.state.params.investIn === 'quote' ? 'buy' : 'sell', level: -1, ticks, quantity: 0n };
  }

  move(_feed: number, ticks: number, timeMs: number): void {
    const { state } = this;
    if (state.step === 'wait-touch') this.touchTrigger(ticks, state.params.triggerTicks as number, timeMs);
    if (state.status === 'running') travel(state, ticks, timeMs);
    else touchClosingOrder(state, INFINITE_CLOSING, ticks, timeMs);
  }

  jump(_feed: number, ticks: number, timeMs: number): void {
    const { state } = this;
    if (state.step === 'wait-touch') this.touchTrigger(ticks, ticks, timeMs);
    if (state.status === 'running') leap(state, ticks, timeMs);
    else touchClosingOrder(state, INFINITE_CLOSING, ticks, timeMs);
  }

  /** Opens at `openTicks` when the price has reached the trigger. */
  private touchTrigger(ticks: number, openTicks: number, timeMs: number): void {
    const { state } = this;
    if (ticks > state.slot.below && ticks < state.slot.above) return;
    state.sink.operation('trigger', timeMs, null, { price: formatTicks(state.params.spec, openTicks) }, '');
    openInfiniteGrid(state, openTicks, timeMs);
  }

  wakeByTime(timeMs: number, ticks: readonly number[]): void {
    const { state } = this;
    if (timeMs < state.wakeAtMs) return;
    const last = ticks[0] as number;
    if (state.status === 'running') endMinute(state, last, timeMs);
    else if (state.status === 'stopping') expireClosingOrder(state, INFINITE_CLOSING, last, timeMs);
  }

  terminate(close: CloseInstruction, ticks: readonly number[], timeMs: number): void {
    closeBy(this.state, 'cancelled', close, ticks[0] as number, timeMs);
  }

  openOrders(): readonly OpenOrder[] {
    const { buy, sale, closing } = this.state;
    if (closing !== null) return [{ side: closing.side, level: -1, ticks: closing.ticks, quantity: closing.quantity }];
    const orders: OpenOrder[] = [];
    if (buy !== null) orders.push({ side: 'buy', level: BUY_LEVEL, ...buy });
    if (sale !== null) orders.push({ side: 'sell', level: SALE_LEVEL, ...sale });
    return orders;
  }

  withheldOrders(): readonly WithheldOrder[] {
    const { state } = this;
    if (state.status === 'open') {
      const { side, level, ticks } = this.waiting(state.params.triggerTicks ?? 0);
      return [{ side, level, ticks, reason: 'waiting-trigger' }];
    }
    if (state.status !== 'running') return [];
    const withheld: WithheldOrder[] = [];
    if (state.emptyBuy !== null) withheld.push({ side: 'buy', level: BUY_LEVEL, ...state.emptyBuy });
    if (state.emptySale !== null) withheld.push({ side: 'sell', level: SALE_LEVEL, ...state.emptySale });
    return withheld;
  }

  statistics(): BotStatistics {
    const { fills, matches, matchedProfit } = this.state;
    return { fills, matches, matchedProfit, range: null };
  }

  holdings(): Holdings {
    return holdingsOf(this.state);
  }

  equity(ticks: readonly number[]): EquityStatement {
    return equityAt(this.state, ticks[0] as number);
  }

  equityLine(): EquityLine {
    return coinLine(this.state.params.spec, this.state.quote, this.state.base);
  }

  snapshot(): unknown {
    return takeSnapshot(this.state);
  }
}

/** An infinite grid that has not started. */
export function createInfiniteGrid(params: InfiniteGridParams, view: MarketView, sink: EngineSink): BotMachine {
  return new InfiniteGrid(newInfiniteGridState(params, view, sink));
}

/** An infinite grid as it was when `snapshot()` was taken, for the same params. */
export function restoreInfiniteGrid(
  params: InfiniteGridParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return new InfiniteGrid(readSnapshot(params, snapshot, view, sink));
}
