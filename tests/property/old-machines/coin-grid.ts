import type { FinishReason } from '#lib/contract/vocabulary.ts';
import type {
  BotMachine,
  BotStatistics,
  CloseInstruction,
  EquityLine,
  EquityStatement,
  Holdings,
  OpenOrder,
  PriceFeedId,
  WakeSlot,
  WithheldOrder,
} from '#lib/engine/machine.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { startCoins } from './coin-start.ts';
import { holdingsOf, openOrdersOf, statisticsOf, withheldOrdersOf } from './spot-grid-account.ts';
import type { SpotGridState } from './spot-grid-state.ts';

/** What a kind of grid does that trades coins; the machine says when. */
export interface CoinGridRules<S extends SpotGridState> {
  /** Opens, or tries again to, at the present price. */
  open(state: S, ticks: number, timeMs: number): void;
  travel(state: S, ticks: number, timeMs: number): void;
  leap(state: S, ticks: number, timeMs: number): void;
  /** The price is at `ticks` while the bot is being closed. `isJump`: it did not go there continuously. */
  touchClosing(state: S, ticks: number, timeMs: number, isJump: boolean): void;
  wakeByTime(state: S, ticks: number, timeMs: number): void;
  closeBy(state: S, reason: FinishReason, close: CloseInstruction, ticks: number, timeMs: number): void;
  equityAt(state: S, ticks: number): EquityStatement;
  equityLine(state: S): EquityLine;
  takeSnapshot(state: S): unknown;
}

/**
 * A grid bot that trades coins: spot, or with a loan around it. Between its lines it always has one order an interval: a
 * buy below the price, a sell above it; the line at the price is empty. What a fill does, what the stops do and how the
 * grid trails is in the files beside.
 */
export class CoinGrid<S extends SpotGridState> implements BotMachine {
  readonly feeds: readonly PriceFeedId[];
  readonly slots: readonly WakeSlot[];
  protected readonly state: S;
  private readonly rules: CoinGridRules<S>;

  constructor(state: S, rules: CoinGridRules<S>) {
    this.state = state;
    this.rules = rules;
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
    startCoins(this.state, ticks[0] as number, timeMs, this.rules.open);
  }

  move(_feed: number, ticks: number, timeMs: number): void {
    const { state } = this;
    if (state.step === 'wait-touch') this.touchTrigger(ticks, state.params.triggerTicks as number, timeMs);
    if (state.status === 'running') this.rules.travel(state, ticks, timeMs);
    else this.rules.touchClosing(state, ticks, timeMs, false);
  }

  jump(_feed: number, ticks: number, timeMs: number): void {
    const { state } = this;
    if (state.step === 'wait-touch') this.touchTrigger(ticks, ticks, timeMs);
    if (state.status === 'running') this.rules.leap(state, ticks, timeMs);
    else this.rules.touchClosing(state, ticks, timeMs, true);
  }

  /** Opens at `openTicks` when the price has reached the trigger. */
  private touchTrigger(ticks: number, openTicks: number, timeMs: number): void {
    const { state } = this;
    const { below, above } = state.slot;
    if (ticks > below && ticks < above) return;
    state.sink.operation('trigger', timeMs, null, { price: formatTicks(state.params.spec, openTicks) }, '');
    this.rules.open(state, openTicks, timeMs);
  }

  wakeByTime(timeMs: number, ticks: readonly number[]): void {
    if (timeMs >= this.state.wakeAtMs) this.rules.wakeByTime(this.state, ticks[0] as number, timeMs);
  }

  terminate(close: CloseInstruction, ticks: readonly number[], timeMs: number): void {
    this.rules.closeBy(this.state, 'cancelled', close, ticks[0] as number, timeMs);
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
    return this.rules.equityAt(this.state, ticks[0] as number);
  }

  equityLine(): EquityLine {
    return this.rules.equityLine(this.state);
  }

  snapshot(): unknown {
    return this.rules.takeSnapshot(this.state);
  }
}
