import { nextFundingWake, settleFundingAt } from '#lib/engine/body/contract-trade.ts';
import { contractLine } from '#lib/engine/equity-line.ts';
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
  PositionStatement,
  PriceFeedId,
  WakeSlot,
  WithheldOrder,
} from '#lib/engine/machine.ts';
import type { PlannedLiquidations } from '#lib/formulas/futures-grid-liquidation.ts';
import type { FuturesGridParams } from '#lib/kinds/futures-grid/params.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks, instrumentOf } from '#lib/money/market-spec.ts';
import {
  equityAt,
  holdingsOf,
  liquidationsOf,
  markOf,
  openOrdersOf,
  positionOf,
  statisticsOf,
  withheldOrdersOf,
} from './futures-grid-account.ts';
import { closeBy, deleverage, expireClosingOrder, fillClosingOrder, liquidate } from './futures-grid-closing.ts';
import { resetPositionWakes, resetWake } from './futures-grid-levels.ts';
import { openGrid } from './futures-grid-opening.ts';
import { readSnapshot, takeSnapshot } from './futures-grid-snapshot.ts';
import { type FuturesGridState, newFuturesGridState } from './futures-grid-state.ts';
import { endMinute, leap, settleAt, travel } from './futures-grid-travel.ts';
import { tellOrder } from './spot-grid-orders.ts';

/**
 * The futures grid bot: orders on lines as the spot grid has them, but each fill changes one position in a contract,
 * long, short or either, that the whole investment is margin for. It listens to the last price for its orders and stops
 * and to the mark price for its liquidation; once in a funding interval it pays or receives funding.
 */
class FuturesGrid implements BotMachine {
  readonly feeds: readonly PriceFeedId[];
  readonly slots: readonly WakeSlot[];
  private readonly state: FuturesGridState;

  constructor(state: FuturesGridState) {
    const market = instrumentOf(state.params.spec);
    this.state = state;
    this.feeds = [
      { market, price: 'last' },
      { market, price: 'mark' },
    ];
    this.slots = [state.slot, state.markSlot];
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
    const { spec, trigger, investment, side } = state.params;
    const last = ticks[0] as number;
    const told = { investment: formatAmount(investment), asset: spec.contract.settle, price: formatTicks(spec, last) };
    state.sink.operation('create', timeMs, null, told, '');
    const seen = trigger?.price === 'mark' ? markOf(ticks) : last;
    if (trigger === null || trigger.ticks === seen) {
      openGrid(state, last, timeMs);
      return;
    }
    const slot = trigger.price === 'mark' ? state.markSlot : state.slot;
    if (trigger.ticks < seen) slot.below = trigger.ticks;
    else slot.above = trigger.ticks;
    tellOrder(state, timeMs, 'withheld', 'waiting-trigger', {
      side: side === 'short' ? 'sell' : 'buy',
      level: -1,
      ticks: trigger.ticks,
      quantity: 0n,
    });
  }

  move(feed: number, ticks: number, timeMs: number): void {
    const { state } = this;
    if (feed === 1) {
      this.touchMark(ticks, timeMs);
      return;
    }
    if (state.step === 'wait-touch') this.touchTrigger(ticks, state.params.trigger?.ticks ?? ticks, timeMs);
    if (state.status === 'running') travel(state, ticks, timeMs);
    else this.touchClosing(ticks, timeMs);
  }

  jump(feed: number, ticks: number, timeMs: number): void {
    const { state } = this;
    if (feed === 1) {
      this.touchMark(ticks, timeMs);
      return;
    }
    if (state.step === 'wait-touch') this.touchTrigger(ticks, ticks, timeMs);
    if (state.status === 'running') leap(state, ticks, timeMs);
    else this.touchClosing(ticks, timeMs);
  }

  /** What the mark price decides happens around the last price: asks to be woken at once with both. */
  private touchMark(ticks: number, timeMs: number): void {
    const { state } = this;
    const { below, above } = state.markSlot;
    if (ticks > below && ticks < above) return;
    state.markCall = state.step === 'wait-touch' ? 'trigger' : 'liquidation';
    state.askedAtMs = timeMs;
    resetWake(state);
  }

  /** Opens at `openTicks` when the last price has reached the trigger. */
  private touchTrigger(ticks: number, openTicks: number, timeMs: number): void {
    const { below, above } = this.state.slot;
    if (ticks > below && ticks < above) return;
    this.triggered(openTicks, openTicks, timeMs);
  }

  private triggered(seenTicks: number, openTicks: number, timeMs: number): void {
    const { state } = this;
    state.sink.operation('trigger', timeMs, null, { price: formatTicks(state.params.spec, seenTicks) }, '');
    openGrid(state, openTicks, timeMs);
  }

  private touchClosing(ticks: number, timeMs: number): void {
    const { below, above } = this.state.slot;
    if (ticks <= below || ticks >= above) fillClosingOrder(this.state, timeMs);
  }

  wakeByTime(timeMs: number, ticks: readonly number[]): void {
    const { state } = this;
    if (timeMs < state.wakeAtMs) return;
    const last = ticks[0] as number;
    if (timeMs >= state.fundingAtMs) {
      settleFundingAt(state, markOf(ticks), timeMs);
      state.fundingAtMs = nextFundingWake(state.position, timeMs);
      resetPositionWakes(state, timeMs);
    }
    if (timeMs >= state.askedAtMs) this.answer(last, markOf(ticks), timeMs);
    if (state.closing !== null && timeMs >= state.closing.expiresAtMs) expireClosingOrder(state, last, timeMs);
    if (state.status === 'running') settleAt(state, last, timeMs);
    else resetWake(state);
  }

  /** Does what the bot asked to be woken for. */
  private answer(last: number, mark: number, timeMs: number): void {
    const { state } = this;
    const call = state.markCall;
    state.markCall = null;
    state.askedAtMs = Number.POSITIVE_INFINITY;
    if (call === 'trigger') this.triggered(mark, last, timeMs);
    else if (call === 'liquidation') liquidate(state, last, timeMs);
    else if (state.step === 'init-order-process') openGrid(state, last, timeMs);
    else if (state.status === 'running') endMinute(state, last, timeMs);
  }

  terminate(close: CloseInstruction, ticks: readonly number[], timeMs: number): void {
    closeBy(this.state, 'cancelled', close, ticks[0] as number, timeMs);
  }

  deleverage(ticks: number, timeMs: number): void {
    deleverage(this.state, ticks, timeMs);
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
    return equityAt(this.state, ticks);
  }

  position(ticks: readonly number[]): PositionStatement | null {
    return positionOf(this.state, ticks);
  }

  liquidations(added: bigint): PlannedLiquidations {
    return liquidationsOf(this.state, added);
  }

  equityLine(): EquityLine {
    return contractLine(this.state.position);
  }

  snapshot(): unknown {
    return takeSnapshot(this.state);
  }
}

/** A futures grid that has not started. */
export function createFuturesGrid(params: FuturesGridParams, view: MarketView, sink: EngineSink): BotMachine {
  return new FuturesGrid(newFuturesGridState(params, view, sink));
}

/** A futures grid as it was when `snapshot()` was taken, for the same params. */
export function restoreFuturesGrid(
  params: FuturesGridParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return new FuturesGrid(readSnapshot(params, snapshot, view, sink));
}
