import { listenForLiquidation } from '#lib/engine/body/contract-leg.ts';
import { feeOnFlow } from '#lib/engine/body/contract-position.ts';
import { positionStatement, type RestingTrades, sideLiquidation } from '#lib/engine/body/contract-statement.ts';
import { nextFundingWake, settleFundingAt } from '#lib/engine/body/contract-trade.ts';
import type { BotMachine, EngineSink, MarketView, PositionStatement } from '#lib/engine/machine.ts';
import { isContract, restingFeeRate, tradeFlow } from '#lib/formulas/contract-value.ts';
import type { PlannedLiquidations } from '#lib/formulas/futures-grid-liquidation.ts';
import type { ContractMartingaleParams, MartingaleParams } from '#lib/kinds/martingale/params.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { markOf } from './futures-grid-account.ts';
import { Martingale } from './martingale.ts';
import { endAsDeleveraged, endAsLiquidated } from './martingale-closing.ts';
import { ContractAccount } from './martingale-contract-account.ts';
import { rearm } from './martingale-cycle.ts';
import { accountOf, readSnapshot } from './martingale-snapshot.ts';
import {
  type ContractDuties,
  type MartingaleState,
  newMartingaleState,
  pendingOrders,
  resetWake,
} from './martingale-state.ts';

/** The martingale on a contract: the same cycles, long or short, on margin. */
class ContractMartingale extends Martingale {
  private readonly account: ContractAccount;

  constructor(state: MartingaleState, account: ContractAccount) {
    const market = instrumentOf(state.params.spec);
    super(state, [
      { market, price: 'last' },
      { market, price: 'mark' },
    ]);
    this.account = account;
  }

  position(prices: readonly number[]): PositionStatement | null {
    const { long, short } = this.liquidations(0n);
    const full = (long ?? short)?.full ?? null;
    return positionStatement(this.account.position, markOf(prices), this.state.params.leverage, full);
  }

  liquidations(added: bigint): PlannedLiquidations {
    const { position } = this.account;
    const resting = restingTrades(this.state, this.account);
    return {
      long: sideLiquidation(position, 'long', resting, added),
      short: sideLiquidation(position, 'short', resting, added),
    };
  }

  deleverage(ticks: number, timeMs: number): void {
    const { state, account } = this;
    if (state.status === 'finished' || account.position.size === 0n) return;
    endAsDeleveraged(state, ticks, timeMs);
    resetWake(state, timeMs);
  }
}

/** What the add orders that rest would add to the position. */
function restingTrades(state: MartingaleState, { position }: ContractAccount): RestingTrades {
  const { spec } = position;
  const sum = { contracts: 0n, flow: 0n, fee: 0n };
  if (state.status !== 'running') return sum;
  for (const { quantity, ticks, withheld } of pendingOrders(state)) {
    if (withheld !== null) continue;
    const contracts = state.params.side === 'buy' ? quantity : -quantity;
    const flow = tradeFlow(spec, contracts, ticks);
    sum.contracts += contracts;
    sum.flow += flow;
    sum.fee += feeOnFlow(flow, restingFeeRate(spec.contract));
  }
  return sum;
}

/** Funding at its times, and liquidation when the mark price has reached the level (E4, E5). */
function dutiesOf(account: ContractAccount): ContractDuties {
  const { position } = account;
  const { fundingIntervalMs } = position.spec.contract;
  return {
    nextWakeMs: (timeMs) => nextFundingWake(position, timeMs),
    listen: (slot) => listenForLiquidation(position, slot),
    settle: (state, prices, timeMs) => {
      if (state.isLiquidating) liquidate(state, account, prices[0] as number, timeMs);
      else if (timeMs % fundingIntervalMs === 0) settleFundingAt(account, markOf(prices), timeMs);
    },
  };
}

function liquidate(state: MartingaleState, account: ContractAccount, lastTicks: number, timeMs: number): void {
  state.isLiquidating = false;
  if (account.position.size === 0n) return;
  endAsLiquidated(state, () => account.liquidate(lastTicks, timeMs), timeMs);
}

function assemble(params: MartingaleParams, view: MarketView, sink: EngineSink, stored?: unknown): ContractMartingale {
  const { spec } = params;
  if (!isContract(spec)) throw new Error('A futures martingale needs a contract');
  const account = new ContractAccount(
    { ...params, spec },
    view,
    sink,
    stored === undefined ? undefined : accountOf(stored),
  );
  const state = newMartingaleState({ params, sink, account, duties: dutiesOf(account) });
  if (stored !== undefined && readSnapshot(state, stored)) rearm(state);
  return new ContractMartingale(state, account);
}

/** A futures martingale that has not started. */
export function createContractMartingale(
  params: ContractMartingaleParams,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return assemble(params, view, sink);
}

/** A futures martingale as it was when `snapshot()` was taken; take profit and stop loss may have been changed since. */
export function restoreContractMartingale(
  params: ContractMartingaleParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return assemble(params, view, sink, snapshot);
}
