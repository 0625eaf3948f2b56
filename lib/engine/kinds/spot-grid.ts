import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import type { SpotGridParams } from '../grid-params.ts';
import {
  type BotMachine,
  type BotStatistics,
  type CloseInstruction,
  type EngineSink,
  EQUITY_SCALE,
  type EquityStatement,
  type Holdings,
  type MarketView,
  type OpenOrder,
  type PriceFeedId,
  type WakeSlot,
  type WithheldOrder,
} from '../machine.ts';
import { expireClosingOrder, touchClosingOrder } from './coin-closing.ts';
import { equityAt, holdingsOf, openOrdersOf, statisticsOf, withheldOrdersOf } from './spot-grid-account.ts';
import { closeBy, SPOT_CLOSING } from './spot-grid-closing.ts';
import { openGrid } from './spot-grid-opening.ts';
import { tellOrder } from './spot-grid-orders.ts';
import { readSnapshot, takeSnapshot } from './spot-grid-snapshot.ts';
import { newSpotGridState, type SpotGridState, sleep } from './spot-grid-state.ts';
import { endMinute, leap, travel } from './spot-grid-travel.ts';

/**
 * The spot grid bot. Between its lines it always has one order an interval: a buy below the price, a sell above it;
 * the line at the price is empty. What a fill does, what the stops do and how the grid trails is in the files beside.
 */
class SpotGrid implements BotMachine {
  readonly feeds: readonly PriceFeedId[];
  readonly slots: readonly WakeSlot[];
  private readonly state: SpotGridState;

  constructor(state: SpotGridState) {
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
    const { state } = this;
    const { spec, triggerTicks, investment, investIn } = state.params;
    const last = ticks[0] as number;
    const baseValue = state.base * BigInt(last) * spec.tickUnits;
    state.start = state.quote * EQUITY_SCALE + baseValue;
    state.positionCash = -baseValue;
    const asset = investIn === 'quote' ? spec.quote : spec.base;
    const told = { investment: formatAmount(investment), asset, price: formatTicks(spec, last) };
    state.sink.operation('create', timeMs, null, told, '');
    if (triggerTicks === null || triggerTicks === last) {
      openGrid(state, last, timeMs);
      return;
    }
    sleep(state);
    if (triggerTicks < last) state.slot.below = triggerTicks;
    else state.slot.above = triggerTicks;
    const side = investIn === 'quote' ? 'buy' : 'sell';
    tellOrder(state, timeMs, 'withheld', 'waiting-trigger', { side, level: -1, ticks: triggerTicks, quantity: 0n });
  }

  move(_feed: number, ticks: number, timeMs: number): void {
    const { state } = this;
    if (state.step === 'wait-touch') this.touchTrigger(ticks, state.params.triggerTicks as number, timeMs);
    if (state.status === 'running') travel(state, ticks, timeMs);
    else touchClosingOrder(state, SPOT_CLOSING, ticks, timeMs);
  }

  jump(_feed: number, ticks: number, timeMs: number): void {
    const { state } = this;
    if (state.step === 'wait-touch') this.touchTrigger(ticks, ticks, timeMs);
    if (state.status === 'running') leap(state, ticks, timeMs);
    else touchClosingOrder(state, SPOT_CLOSING, ticks, timeMs);
  }

  /** Opens at `openTicks` when the price has reached the trigger. */
  private touchTrigger(ticks: number, openTicks: number, timeMs: number): void {
    const { state } = this;
    const { below, above } = state.slot;
    if (ticks > below && ticks < above) return;
    state.sink.operation('trigger', timeMs, null, { price: formatTicks(state.params.spec, openTicks) }, '');
    openGrid(state, openTicks, timeMs);
  }

  wakeByTime(timeMs: number, ticks: readonly number[]): void {
    const { state } = this;
    if (timeMs < state.wakeAtMs) return;
    if (state.step === 'init-order-process') openGrid(state, ticks[0] as number, timeMs);
    else if (state.status === 'running') endMinute(state, ticks[0] as number, timeMs);
    else if (state.status === 'stopping') expireClosingOrder(state, SPOT_CLOSING, ticks[0] as number, timeMs);
  }

  terminate(close: CloseInstruction, ticks: readonly number[], timeMs: number): void {
    closeBy(this.state, 'cancelled', close, ticks[0] as number, timeMs);
  }

  openOrders(): readonly OpenOrder[] {
    return openOrdersOf(this.state);
  }

  withheldOrders(): readonly WithheldOrder[] {
    return withheldOrdersOf(this.state);
  }

  statistics(): BotStatistics {
    return statisticsOf(this.state);
  }

  holdings(): Holdings {
    return holdingsOf(this.state);
  }

  equity(ticks: readonly number[]): EquityStatement {
    return equityAt(this.state, ticks[0] as number);
  }

  snapshot(): unknown {
    return takeSnapshot(this.state);
  }
}

/** A spot grid that has not started. */
export function createSpotGrid(params: SpotGridParams, view: MarketView, sink: EngineSink): BotMachine {
  return new SpotGrid(newSpotGridState(params, view, sink));
}

/** A spot grid as it was when `snapshot()` was taken, for the same params. */
export function restoreSpotGrid(
  params: SpotGridParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return new SpotGrid(readSnapshot(params, snapshot, view, sink));
}
