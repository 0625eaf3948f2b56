import { closingFlow, entryValueOf, feeOnFlow, takePositionSnapshot } from '#lib/engine/body/contract-position.ts';
import { contractEquityAt } from '#lib/engine/body/contract-statement.ts';
import { enterAndTell, liquidatePosition } from '#lib/engine/body/contract-trade.ts';
import type { EngineSink, EquityStatement, MarketView } from '#lib/engine/machine.ts';
import { restingFeeRate, tradeFlow } from '#lib/formulas/contract-value.ts';
import { averageCostOf, entryFeeRate } from '#lib/formulas/martingale-ladder.ts';
import type { ExactTicks } from '#lib/formulas/martingale-terms.ts';
import type { ContractMartingaleParams } from '#lib/kinds/martingale/params.ts';
import { ContractAccountBase } from './contract-account.ts';
import { markOf } from './futures-grid-account.ts';
import type { AccountFill, EntryOrder, ExitOrder, MartingaleAccount } from './martingale-account.ts';

const ROUND_AMOUNTS = ['cycleCash', 'roundFlows'] as const;

/**
 * A martingale's money in a contract: one position that the whole balance is margin for. All amounts are settle units;
 * quantities are contracts, recorded as contracts × the quantity of one.
 */
export class ContractAccount extends ContractAccountBase<ContractMartingaleParams> implements MartingaleAccount {
  /** Balance when the cycle began: its round's profit – fees and funding included – is what the balance gains. */
  private cycleCash: bigint;
  /** The part of the position's flows that belongs to rounds on record. */
  private roundFlows = 0n;

  constructor(
    params: ContractMartingaleParams,
    view: MarketView,
    sink: EngineSink,
    stored?: Readonly<Record<string, string>>,
  ) {
    super(params, view, sink, stored);
    this.cycleCash = params.investment;
    if (stored === undefined) return;
    for (const field of ROUND_AMOUNTS) this[field] = BigInt(stored[field] as string);
  }

  budget(): bigint {
    return this.position.cash;
  }

  beginCycle(): void {
    this.cycleCash = this.position.cash;
  }

  average(): ExactTicks | null {
    return this.contracts === 0n ? null : averageCostOf(this.params.spec, this.contracts, entryValueOf(this.position));
  }

  money(): bigint {
    return this.position.cash;
  }

  enter({ index, quantity, ticks }: EntryOrder, timeMs: number): AccountFill {
    const { spec, side } = this.params;
    const contracts = side === 'buy' ? quantity : -quantity;
    const flow = tradeFlow(spec, contracts, ticks);
    const fee = feeOnFlow(flow, entryFeeRate(spec, index));
    const role = index === 0 ? 'open' : 'grid';
    enterAndTell(this, { side, role, level: index, ticks }, contracts, flow, fee, null, timeMs);
    return { ticks, quantity: this.recorded(quantity), amount: flow < 0n ? -flow : flow, fee };
  }

  exit({ role, ticks, isResting }: ExitOrder, timeMs: number): AccountFill & { readonly profit: bigint } {
    const { spec } = this.params;
    const { cash, basis, size } = this.position;
    const flow = closingFlow(this.position, ticks);
    const fee = feeOnFlow(flow, isResting ? restingFeeRate(spec.contract) : spec.contract.takerE8);
    const quantity = this.held();
    const after = cash + basis + flow - fee;
    const profit = (after > 0n ? after : 0n) - this.cycleCash;
    const side = size > 0n ? 'sell' : 'buy';
    enterAndTell(this, { side, role, level: -1, ticks }, -size, flow, fee, profit, timeMs);
    this.roundFlows = this.position.flows;
    return { ticks, quantity, amount: flow < 0n ? -flow : flow, fee, profit };
  }

  /** Liquidation around the last price; the liquidation fee is part of the round's profit and of the exit's fee. */
  liquidate(lastTicks: number, timeMs: number): AccountFill & { readonly profit: bigint } {
    const { size, fees } = this.position;
    const quantity = this.held();
    const ticks = this.marketTicks(size > 0n ? 'sell' : 'buy', this.contracts, lastTicks, timeMs);
    const flow = closingFlow(this.position, ticks);
    liquidatePosition(this, lastTicks, timeMs);
    this.roundFlows = this.position.flows;
    const profit = this.position.cash - this.cycleCash;
    return { ticks, quantity, amount: flow < 0n ? -flow : flow, fee: this.position.fees - fees, profit };
  }

  equity(prices: readonly number[]): EquityStatement {
    return contractEquityAt(this.position, markOf(prices), this.roundFlows);
  }

  snapshot(): Readonly<Record<string, string>> {
    const rounds = Object.fromEntries(ROUND_AMOUNTS.map((field) => [field, `${this[field]}`]));
    return { ...takePositionSnapshot(this.position), ...rounds };
  }
}
