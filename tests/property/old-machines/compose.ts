import {
  liquidationLevel,
  NO_TRADES,
  positionStatement,
  sideLiquidation,
} from '#lib/engine/body/contract-statement.ts';
import { nextFundingWake } from '#lib/engine/body/contract-trade.ts';
import { feedsOf } from '#lib/engine/bot-feeds.ts';
import type {
  BotMachine,
  BotStatistics,
  CloseInstruction,
  EngineSink,
  EquityStatement,
  Holdings,
  MarketView,
  OpenOrder,
  PositionStatement,
  PriceFeedId,
  WakeSlot,
  WithheldOrder,
} from '#lib/engine/machine.ts';
import { closeKlines, nextKlineMs, warmUp } from '#lib/engine/signal-board.ts';
import { isContract } from '#lib/formulas/contract-value.ts';
import type { PlannedLiquidations } from '#lib/formulas/futures-grid-liquidation.ts';
import type { ComposeParams } from '#lib/kinds/indicator/params.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { expireClosingOrder, touchClosingOrder } from './account-closing.ts';
import { exitSide } from './account-holder.ts';
import { ComposeContractAccount } from './compose-contract-account.ts';
import { resetWake } from './compose-levels.ts';
import { accountOf, readSnapshot, takeSnapshot } from './compose-snapshot.ts';
import { ComposeSpotAccount } from './compose-spot-account.ts';
import { type ComposeContract, type ComposeState, newComposeState } from './compose-state.ts';
import { CLOSING, deleverageAt, endBy, rearm, settleMark, travelStops } from './compose-stops.ts';
import { tradeBySignals } from './compose-trades.ts';
import { markOf } from './futures-grid-account.ts';

/**
 * The combined-indicator bot (F5): on the close of each side's own K-lines it opens, increases, reduces and closes its
 * one position as the conditions say; stops act on every price between. This is the machine on spot markets and the
 * whole of what both have in common; single-indicator bots and custom strategies are the same.
 */
class ComposeBot implements BotMachine {
  readonly feeds: readonly PriceFeedId[];
  readonly slots: readonly WakeSlot[];
  protected readonly state: ComposeState;

  constructor(state: ComposeState) {
    this.state = state;
    this.feeds = feedsOf(state.params.spec);
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
    const { spec, investment } = state.params;
    const last = ticks[0] as number;
    const asset = spec.contract?.settle ?? spec.quote;
    const told = { investment: formatAmount(investment), asset, price: formatTicks(spec, last) };
    state.sink.operation('create', timeMs, null, told, '');
    state.sink.operation('run', timeMs, null, told, '');
    warmUp(state.board, state.view, timeMs);
    state.status = 'running';
    state.step = 'running';
    state.klineAtMs = nextKlineMs(state.board, timeMs);
    this.settle(ticks, timeMs);
  }

  move(feed: number, ticks: number, timeMs: number): void {
    this.see(feed, ticks, false, timeMs);
  }

  jump(feed: number, ticks: number, timeMs: number): void {
    this.see(feed, ticks, true, timeMs);
  }

  private see(feed: number, ticks: number, isJump: boolean, timeMs: number): void {
    const { state } = this;
    if (feed === 1) {
      const { below, above } = state.slots[1] as WakeSlot;
      if (ticks > below && ticks < above) return;
      state.isTouched = true;
      state.wakeAtMs = timeMs;
      return;
    }
    if (state.contract === null) travelStops(state, ticks, isJump, timeMs);
    touchClosingOrder(state, CLOSING, ticks, timeMs);
    resetWake(state);
  }

  /** What the mark price touched, then funding, then the K-lines that close now, then a closing order's end. */
  wakeByTime(timeMs: number, ticks: readonly number[]): void {
    const { state } = this;
    if (timeMs < state.wakeAtMs) return;
    const last = ticks[0] as number;
    let isChanged = false;
    if (state.isTouched) {
      state.isTouched = false;
      settleMark(state, markOf(ticks), last, timeMs);
    }
    if (state.contract !== null && state.fundingAtMs <= timeMs) {
      state.contract.settleFunding(markOf(ticks), timeMs);
      isChanged = true;
    }
    if (state.status === 'running' && state.klineAtMs <= timeMs) {
      const { fills } = state;
      const { isOpen } = state.account;
      closeKlines(state.board, state.view, timeMs);
      state.klineAtMs = nextKlineMs(state.board, timeMs);
      tradeBySignals(state, ticks, timeMs);
      isChanged ||= state.fills !== fills || state.account.isOpen !== isOpen;
    }
    expireClosingOrder(state, CLOSING, last, timeMs);
    if (isChanged) this.settle(ticks, timeMs);
    else this.listen(timeMs);
  }

  /** After the position or the balance has changed at the present prices. */
  private settle(ticks: readonly number[], timeMs: number): void {
    const { state } = this;
    rearm(state, state.contract === null ? (ticks[0] as number) : markOf(ticks), timeMs);
    this.listen(timeMs);
  }

  private listen(timeMs: number): void {
    const { state } = this;
    if (state.contract !== null) state.fundingAtMs = state.contract.nextFundingMs(timeMs);
    resetWake(state);
  }

  terminate(close: CloseInstruction, ticks: readonly number[], timeMs: number): void {
    endBy(this.state, 'cancelled', close, ticks[0] as number, timeMs);
    this.settle(ticks, timeMs);
  }

  openOrders(): readonly OpenOrder[] {
    const { closing, account } = this.state;
    if (closing === null) return [];
    const { ticks, quantity } = closing;
    return [{ side: exitSide(this.state), level: -1, ticks, quantity: account.recorded(quantity) }];
  }

  withheldOrders(): readonly WithheldOrder[] {
    const { withheld, status } = this.state;
    return withheld === null || status !== 'running' ? [] : [withheld];
  }

  statistics(): BotStatistics {
    const { fills, matches, matchedProfit } = this.state;
    return { fills, matches, matchedProfit, range: null };
  }

  holdings(): Holdings {
    return this.state.account.holdings();
  }

  equity(ticks: readonly number[]): EquityStatement {
    return this.state.account.equity(ticks);
  }

  snapshot(): unknown {
    return takeSnapshot(this.state);
  }
}

/** The same on a contract, long or short, on margin: stops and liquidation listen to the mark price. */
class ContractComposeBot extends ComposeBot {
  private readonly account: ComposeContractAccount;

  constructor(state: ComposeState, account: ComposeContractAccount) {
    super(state);
    this.account = account;
  }

  position(prices: readonly number[]): PositionStatement | null {
    const { position } = this.account;
    return positionStatement(position, markOf(prices), this.state.params.leverage, liquidationLevel(position));
  }

  liquidations(added: bigint): PlannedLiquidations {
    const { position } = this.account;
    return {
      long: sideLiquidation(position, 'long', NO_TRADES, added),
      short: sideLiquidation(position, 'short', NO_TRADES, added),
    };
  }

  deleverage(ticks: number, timeMs: number): void {
    deleverageAt(this.state, ticks, timeMs);
    rearm(this.state, ticks, timeMs);
    resetWake(this.state);
  }
}

function contractDuties(account: ComposeContractAccount): ComposeContract {
  const { position } = account;
  return {
    liquidationTicks: () => liquidationLevel(position),
    nextFundingMs: (timeMs) => nextFundingWake(position, timeMs),
    settleFunding: (markTicks, timeMs) => account.settleFunding(markTicks, timeMs),
    size: () => position.size,
    chargeLiquidation: (size, lastTicks, timeMs) => account.chargeLiquidation(size, lastTicks, timeMs),
  };
}

function assemble(params: ComposeParams, view: MarketView, sink: EngineSink, stored?: unknown): BotMachine {
  const { spec } = params;
  const kept = stored === undefined ? undefined : accountOf(stored);
  const account = isContract(spec)
    ? new ComposeContractAccount({ ...params, spec }, view, sink, kept)
    : new ComposeSpotAccount(params, view, sink, kept);
  const contract = account instanceof ComposeContractAccount ? contractDuties(account) : null;
  const state = newComposeState({ params, view, sink, account, contract });
  if (stored !== undefined) readSnapshot(state, stored);
  return account instanceof ComposeContractAccount ? new ContractComposeBot(state, account) : new ComposeBot(state);
}

/** A combined-indicator bot that has not started, on a spot market or a contract. */
export function createCompose(params: ComposeParams, view: MarketView, sink: EngineSink): BotMachine {
  return assemble(params, view, sink);
}

/** One as it was when `snapshot()` was taken. Its stops may have been changed by the owner since; conditions must be the same. */
export function restoreCompose(
  params: ComposeParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return assemble(params, view, sink, snapshot);
}
