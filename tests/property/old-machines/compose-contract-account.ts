import { accountEquityAt, feeOnFlow, takePositionSnapshot } from '#lib/engine/body/contract-position.ts';
import { contractEquityAt } from '#lib/engine/body/contract-statement.ts';
import {
  chargeLiquidationFee,
  enterAndTell,
  settleFundingAt,
  tradeContracts,
} from '#lib/engine/body/contract-trade.ts';
import { equityLevel } from '#lib/engine/equity-level.ts';
import {
  type EngineSink,
  type EquityStatement,
  type MarketView,
  NO_LEVEL_ABOVE,
  NO_LEVEL_BELOW,
} from '#lib/engine/machine.ts';
import { entryContracts } from '#lib/formulas/compose-order.ts';
import { type ContractSpec, restingFeeRate, tradeFlow } from '#lib/formulas/contract-value.ts';
import type { ComposeParams } from '#lib/kinds/indicator/params.ts';
import { divDown, mulDivDown, mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { ComposeAccount, ComposeTrade, EntrySize, PriceLevel } from './compose-account.ts';
import { ContractAccountBase } from './contract-account.ts';
import { markOf } from './futures-grid-account.ts';

const OWN_AMOUNTS = ['realised', 'openCosts'] as const;

/** An indicator bot's money in a contract: one position that the whole balance is margin for. Amounts are settle units. */
export class ComposeContractAccount
  extends ContractAccountBase<ComposeParams & { readonly spec: ContractSpec }>
  implements ComposeAccount
{
  /** What closings have realised, before fees. */
  private realised = 0n;
  /** Fees paid less funding received for what is open: closed parts take their share along. */
  private openCosts = 0n;

  constructor(
    params: ComposeParams & { readonly spec: ContractSpec },
    view: MarketView,
    sink: EngineSink,
    stored?: Readonly<Record<string, string>>,
  ) {
    super(params, view, sink, stored);
    if (stored === undefined) return;
    for (const field of OWN_AMOUNTS) this[field] = BigInt(stored[field] as string);
  }

  get isOpen(): boolean {
    return this.position.size !== 0n;
  }

  entrySizer(ratioE8: bigint, prices: readonly number[]): (fillTicks: number) => EntrySize {
    const { spec, leverage, investment, reinvests } = this.params;
    const equity = accountEquityAt(this.position, markOf(prices));
    const owned = equity < this.position.cash ? equity : this.position.cash;
    const capital = reinvests ? equity : investment;
    const usable = reinvests || owned < investment ? owned : investment;
    const value = capital > 0n ? mulDivDown(capital * BigInt(leverage), ratioE8, UNITS_PER_COIN) : 0n;
    const room = spec.contract.sizeMax - this.contracts;
    const entry = { spec, leverage, value, available: usable - this.invested(), room };
    return (fillTicks) => {
      const quantity = entryContracts(entry, fillTicks);
      if (quantity >= spec.contract.sizeMin) return { quantity, withheld: null };
      const isFull = room < spec.contract.sizeMin;
      const isDear = mulDivUp(value, 1n, BigInt(leverage)) > entry.available;
      return { quantity: 0n, withheld: isFull ? 'above-maximum' : isDear ? 'no-funds' : 'below-minimum' };
    };
  }

  enter({ role, signal, quantity, ticks }: ComposeTrade, timeMs: number): void {
    const { fees } = this.position;
    const { side, spec } = this.params;
    const order = { side, role, level: -1, contracts: quantity, ticks, feeRateE8: spec.contract.takerE8, signal };
    this.realised += tradeContracts(this, order, timeMs);
    this.openCosts += this.position.fees - fees;
  }

  partQuantity(partE8: bigint, _ticks: number): bigint {
    const quantity = mulDivDown(this.contracts, partE8, UNITS_PER_COIN);
    return quantity < this.params.spec.contract.sizeMin ? 0n : quantity;
  }

  exit(trade: ComposeTrade & { readonly isResting: boolean }, timeMs: number): bigint {
    const { role, signal, quantity, ticks } = trade;
    const { spec } = this.params;
    const { size, cash, basis } = this.position;
    const held = this.contracts;
    const contracts = size > 0n ? -quantity : quantity;
    const flow = tradeFlow(spec, contracts, ticks);
    const fee = feeOnFlow(flow, trade.isResting ? restingFeeRate(spec.contract) : spec.contract.takerE8);
    const costs = -divDown(-this.openCosts * quantity, held);
    const share = quantity === held ? basis : divDown(basis * quantity, held);
    const left = cash + share + flow - fee;
    // What the balance cannot pay is insured, or realised early: the trader loses what there was.
    const profit = (left > 0n ? left : 0n) - cash - costs;
    this.openCosts -= costs;
    const side = size > 0n ? 'sell' : 'buy';
    this.realised += enterAndTell(this, { side, role, level: -1, ticks, signal }, contracts, flow, fee, profit, timeMs);
    return profit;
  }

  /** Nothing is ever left of a closed position. */
  leave(): void {}

  settleFunding(markTicks: number, timeMs: number): void {
    const { funding } = this.position;
    settleFundingAt(this, markTicks, timeMs);
    this.openCosts -= this.position.funding - funding;
  }

  /** After the closing of a liquidated position of `size` contracts. */
  chargeLiquidation(size: bigint, lastTicks: number, timeMs: number): void {
    chargeLiquidationFee(this, size, lastTicks, timeMs);
  }

  gainLevel(gainE8: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel {
    const scaled = this.invested() * gainE8;
    const gain = wanted === 'atMost' ? divDown(scaled, UNITS_PER_COIN) : -divDown(-scaled, UNITS_PER_COIN);
    return this.equityLevel(this.position.cash + gain, wanted);
  }

  equityLevel(equity: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel {
    const { position } = this;
    if (this.isOpen) {
      return { isBelow: position.size > 0n === (wanted === 'atMost'), ticks: equityLevel(position, equity, wanted) };
    }
    const isReached = wanted === 'atMost' ? position.cash <= equity : position.cash >= equity;
    return { isBelow: true, ticks: isReached ? NO_LEVEL_ABOVE : NO_LEVEL_BELOW };
  }

  equity(prices: readonly number[]): EquityStatement {
    return contractEquityAt(this.position, markOf(prices), this.realised);
  }

  snapshot(): Readonly<Record<string, string>> {
    const own = Object.fromEntries(OWN_AMOUNTS.map((field) => [field, `${this[field]}`]));
    return { ...takePositionSnapshot(this.position), ...own };
  }
}
