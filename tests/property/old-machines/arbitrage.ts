import {
  type ContractPositionSnapshot,
  readPositionSnapshot,
  takePositionSnapshot,
} from '#lib/engine/body/contract-position.ts';
import { NO_TRADES, sideLiquidation } from '#lib/engine/body/contract-statement.ts';
import { readCoinSnapshot, takeCoinSnapshot } from '#lib/engine/coin-position.ts';
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
  WithheldOrder,
} from '#lib/engine/machine.ts';
import type { PlannedLiquidations } from '#lib/formulas/futures-grid-liquidation.ts';
import type { ArbitrageParams } from '#lib/kinds/arbitrage/params.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { beginEnd, endArbitrage, finish, lookAt, tryOpening } from './arbitrage-look.ts';
import { type ArbitrageState, equityAt, holdingsOf, newArbitrageState, shortAt } from './arbitrage-state.ts';
import { buyBack } from './arbitrage-trades.ts';
import { BoundaryBot, type BoundarySnapshot, readBoundarySnapshot, takeBoundarySnapshot } from './boundary-bot.ts';

/**
 * The spot-futures arbitrage: coins are held and the same quantity is sold as a contract, so that the price does not
 * matter and the funding that shorts receive is the income. Prices by feed: coins, contract, the contract's mark.
 */
class Arbitrage extends BoundaryBot<ArbitrageState> implements BotMachine {
  start(ticks: readonly number[], timeMs: number): void {
    const { state } = this;
    const { investment, spec } = state.params;
    state.sink.operation('create', timeMs, null, { investment: formatAmount(investment), asset: spec.quote }, '');
    tryOpening(state, ticks, timeMs);
  }

  protected look(ticks: readonly number[], timeMs: number): void {
    lookAt(this.state, ticks, timeMs);
  }

  terminate(close: CloseInstruction, ticks: readonly number[], timeMs: number): void {
    endArbitrage(this.state, 'cancelled', close, ticks, timeMs);
  }

  /** The contract is taken away at exactly `ticks`; the coins stay coins. */
  deleverage(ticks: number, timeMs: number): void {
    const { state } = this;
    const { size } = state.position;
    if (state.status === 'finished' || size === 0n) return;
    beginEnd(state, 'auto_deleveraged', 'no_close', timeMs);
    buyBack(state, { contracts: -size, role: 'close' }, ticks, 0n, timeMs);
    finish(state, 'auto_deleveraged', state.prices, timeMs);
  }

  openOrders(): readonly OpenOrder[] {
    return [];
  }

  withheldOrders(): readonly WithheldOrder[] {
    const { withheld } = this.state;
    return withheld === null ? [] : [withheld];
  }

  /** Matches are parts of both legs that were closed; their profit has its share of the fees and of the funding. */
  statistics(): BotStatistics {
    const { fills, pairs, pairProfit } = this.state;
    return { fills, matches: pairs, matchedProfit: pairProfit, range: null };
  }

  holdings(): Holdings {
    return holdingsOf(this.state);
  }

  equity(ticks: readonly number[]): EquityStatement {
    return equityAt(this.state, ticks);
  }

  position(ticks: readonly number[]): PositionStatement | null {
    return shortAt(this.state, ticks);
  }

  liquidations(added: bigint): PlannedLiquidations {
    return { long: null, short: sideLiquidation(this.state.position, 'short', NO_TRADES, added) };
  }

  snapshot(): unknown {
    return takeSnapshot(this.state);
  }
}

const AMOUNTS = ['contractProfit', 'openFees', 'openFunding', 'pairProfit'] as const;

/** Units as decimal text. */
interface ArbitrageSnapshot extends BoundarySnapshot {
  readonly version: 1;
  readonly coins: Readonly<Record<string, string>>;
  readonly position: ContractPositionSnapshot;
  readonly withheld: WithheldOrder | null;
  readonly amounts: readonly string[];
  readonly fills: number;
  readonly pairs: number;
}

function takeSnapshot(state: ArbitrageState): ArbitrageSnapshot {
  const { withheld, fills, pairs } = state;
  return {
    version: 1,
    ...takeBoundarySnapshot(state),
    coins: takeCoinSnapshot(state.coins),
    position: takePositionSnapshot(state.position),
    withheld,
    amounts: AMOUNTS.map((field) => `${state[field]}`),
    fills,
    pairs,
  };
}

/** The store is our own: another version is a bug and throws. */
function readSnapshot(state: ArbitrageState, snapshot: ArbitrageSnapshot): void {
  if (snapshot.version !== 1) throw new Error('Not a snapshot of an arbitrage');
  readBoundarySnapshot(state, snapshot);
  readCoinSnapshot(state.coins, snapshot.coins);
  Object.assign(state.position, readPositionSnapshot(state.params.contract, snapshot.position));
  const { withheld, fills, pairs } = snapshot;
  for (const [i, field] of AMOUNTS.entries()) state[field] = BigInt(snapshot.amounts[i] as string);
  Object.assign(state, { withheld, fills, pairs });
}

/** An arbitrage that has not started. */
export function createArbitrage(params: ArbitrageParams, view: MarketView, sink: EngineSink): BotMachine {
  return new Arbitrage(newArbitrageState(params, view, sink));
}

/** An arbitrage as it was when `snapshot()` was taken. The params must be the same. */
export function restoreArbitrage(
  params: ArbitrageParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  const state = newArbitrageState(params, view, sink);
  readSnapshot(state, snapshot as ArbitrageSnapshot);
  return new Arbitrage(state);
}
