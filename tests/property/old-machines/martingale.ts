import type {
  BotMachine,
  BotStatistics,
  CloseInstruction,
  EngineSink,
  EquityStatement,
  Holdings,
  MarketView,
  OpenOrder,
  PriceFeedId,
  RoundStatement,
  WakeSlot,
  WithheldOrder,
} from '#lib/engine/machine.ts';
import type { MartingaleParams } from '#lib/kinds/martingale/params.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { tellOrder } from './account-holder.ts';
import { closeBy, expireClosing, touchClosing } from './martingale-closing.ts';
import { leap, openCycle, rearm, travel } from './martingale-cycle.ts';
import { openOrdersOf, roundStatement, withheldOrdersOf } from './martingale-rounds.ts';
import { accountOf, readSnapshot, takeSnapshot } from './martingale-snapshot.ts';
import { SpotAccount } from './martingale-spot-account.ts';
import { type MartingaleState, newMartingaleState, resetWake } from './martingale-state.ts';

/**
 * The martingale: buys at the market, buys more each step lower, sells everything at a profit on the average cost, and
 * begins again. This is the machine of both kinds; what stands behind it (coins, or a contract) is the account's.
 */
export class Martingale implements BotMachine {
  readonly feeds: readonly PriceFeedId[];
  readonly slots: readonly WakeSlot[];
  protected readonly state: MartingaleState;

  constructor(state: MartingaleState, feeds: readonly PriceFeedId[]) {
    this.state = state;
    this.feeds = feeds;
    this.slots = state.slots;
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
    const { spec, side, triggerTicks, investment } = state.params;
    const last = ticks[0] as number;
    const asset = spec.contract?.settle ?? spec.quote;
    const told = { investment: formatAmount(investment), asset, price: formatTicks(spec, last) };
    state.sink.operation('create', timeMs, null, told, '');
    if (triggerTicks === null || triggerTicks === last) {
      openCycle(state, last, timeMs);
      resetWake(state, timeMs);
      return;
    }
    const slot = state.slots[0] as WakeSlot;
    if (triggerTicks < last) slot.below = triggerTicks;
    else slot.above = triggerTicks;
    tellOrder(state, timeMs, 'withheld', 'waiting-trigger', { side, level: 0, ticks: triggerTicks, quantity: 0n });
  }

  move(feed: number, ticks: number, timeMs: number): void {
    const { state } = this;
    if (feed === 1) {
      this.touchMark(ticks, timeMs);
      return;
    }
    if (state.status === 'open') this.touchTrigger(ticks, state.params.triggerTicks as number, timeMs);
    if (state.status === 'running') travel(state, ticks, timeMs);
    else touchClosing(state, ticks, timeMs);
    this.listen(timeMs);
  }

  jump(feed: number, ticks: number, timeMs: number): void {
    const { state } = this;
    if (feed === 1) {
      this.touchMark(ticks, timeMs);
      return;
    }
    if (state.status === 'open') this.touchTrigger(ticks, ticks, timeMs);
    if (state.status === 'running') leap(state, ticks, timeMs);
    else touchClosing(state, ticks, timeMs);
    this.listen(timeMs);
  }

  /** A bot that still waits for its trigger keeps listening to it. */
  private listen(timeMs: number): void {
    if (this.state.status !== 'open') resetWake(this.state, timeMs);
  }

  /** The mark price reached the liquidation level: the time wake that is due at once trades around the last price. */
  private touchMark(ticks: number, timeMs: number): void {
    const { state } = this;
    const mark = state.slots[1] as WakeSlot;
    if (ticks > mark.below && ticks < mark.above) return;
    state.isLiquidating = true;
    state.wakeAtMs = timeMs;
  }

  /** Opens at `openTicks` when the price has reached the trigger. */
  private touchTrigger(ticks: number, openTicks: number, timeMs: number): void {
    const { state } = this;
    const slot = state.slots[0] as WakeSlot;
    if (ticks > slot.below && ticks < slot.above) return;
    state.sink.operation('trigger', timeMs, null, { price: formatTicks(state.params.spec, openTicks) }, '');
    openCycle(state, openTicks, timeMs);
  }

  wakeByTime(timeMs: number, ticks: readonly number[]): void {
    const { state } = this;
    if (timeMs < state.wakeAtMs) return;
    state.duties?.settle(state, ticks, timeMs);
    expireClosing(state, ticks[0] as number, timeMs);
    this.listen(timeMs);
  }

  terminate(close: CloseInstruction, ticks: readonly number[], timeMs: number): void {
    closeBy(this.state, 'cancelled', close, ticks[0] as number, timeMs);
    resetWake(this.state, timeMs);
  }

  openOrders(): readonly OpenOrder[] {
    return openOrdersOf(this.state);
  }

  withheldOrders(): readonly WithheldOrder[] {
    return withheldOrdersOf(this.state);
  }

  statistics(): BotStatistics {
    const { fills, rounds, roundProfit } = this.state;
    return { fills, matches: rounds, matchedProfit: roundProfit, range: null };
  }

  holdings(): Holdings {
    return this.state.account.holdings();
  }

  equity(ticks: readonly number[]): EquityStatement {
    return this.state.account.equity(ticks);
  }

  round(): RoundStatement | null {
    return roundStatement(this.state);
  }

  snapshot(): unknown {
    return takeSnapshot(this.state);
  }
}

function spotMachine(account: SpotAccount, params: MartingaleParams, sink: EngineSink): [MartingaleState, BotMachine] {
  const state = newMartingaleState({ params, sink, account, duties: null });
  return [state, new Martingale(state, [{ market: params.spec.market, price: 'last' }])];
}

/** A spot martingale that has not started. */
export function createMartingale(params: MartingaleParams, view: MarketView, sink: EngineSink): BotMachine {
  return spotMachine(new SpotAccount(params, view, sink), params, sink)[1];
}

/**
 * A spot martingale as it was when `snapshot()` was taken. Take profit and stop loss may have been changed by the owner
 * since; the other params must be the same.
 */
export function restoreMartingale(
  params: MartingaleParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  const account = new SpotAccount(params, view, sink, accountOf(snapshot));
  const [state, machine] = spotMachine(account, params, sink);
  if (readSnapshot(state, snapshot)) rearm(state);
  return machine;
}
