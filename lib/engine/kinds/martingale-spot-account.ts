import { averageCostOf } from '../../formulas/martingale-ladder.ts';
import { type ExactTicks, smallestAt } from '../../formulas/martingale-terms.ts';
import { ceilToStep, floorToStep, mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import { feeOn, quoteValueDown, quoteValueUp } from '../../money/market-spec.ts';
import { type EngineSink, EQUITY_SCALE, type EquityStatement, type Holdings, type MarketView } from '../machine.ts';
import type { MartingaleParams } from '../martingale-params.ts';
import type { AccountFill, EntryOrder, ExitKind, ExitOrder, MartingaleAccount } from './martingale-account.ts';

const AMOUNTS = [
  'quote',
  'cycleBase',
  'cyclePaid',
  'cycleCarry',
  'spareBase',
  'spareCost',
  'spareCarry',
  'hoard',
  'hoardCarry',
  'gridProfit',
  'fees',
] as const;

/**
 * Coins and money of a spot martingale. Three heaps of coins: the cycle's own, parts of a lot that earlier rounds could
 * not sell (they keep their share of the cost and go along as soon as they make up a lot), and what a hoarding bot has
 * taken as profit. Amounts are units; `…Carry`, `gridProfit` and `fees` are in EquityStatement's scale, before fees.
 */
export class SpotAccount implements MartingaleAccount {
  private readonly params: MartingaleParams;
  private readonly view: MarketView;
  private readonly sink: EngineSink;
  private readonly isHeard: boolean;
  private quote: bigint;
  private cycleBase = 0n;
  private cyclePaid = 0n;
  private cycleCarry = 0n;
  private spareBase = 0n;
  private spareCost = 0n;
  private spareCarry = 0n;
  private hoard = 0n;
  private hoardCarry = 0n;
  private gridProfit = 0n;
  private fees = 0n;

  constructor(params: MartingaleParams, view: MarketView, sink: EngineSink, stored?: Readonly<Record<string, string>>) {
    this.params = params;
    this.view = view;
    this.sink = sink;
    this.isHeard = sink.isQuiet !== true;
    this.quote = params.investment;
    if (stored !== undefined) for (const field of AMOUNTS) this[field] = BigInt(stored[field] as string);
  }

  /** Profits are not put back to work: a cycle uses the investment, or what losses have left of it. */
  budget(): bigint {
    return this.quote < this.params.investment ? this.quote : this.params.investment;
  }

  beginCycle(): void {
    this.cycleBase = 0n;
    this.cyclePaid = 0n;
    this.cycleCarry = 0n;
  }

  average(): ExactTicks | null {
    return this.cycleBase === 0n ? null : averageCostOf(this.params.spec, this.cycleBase, this.cyclePaid);
  }

  invested(): bigint {
    return this.cyclePaid;
  }

  held(): bigint {
    return this.cycleBase;
  }

  money(): bigint {
    return this.quote;
  }

  marketTicks(side: 'buy' | 'sell', quantity: bigint, ticks: number, timeMs: number): number {
    return this.view.marketFillTicks(0, side, quantity, ticks, timeMs);
  }

  enter({ index, quantity, ticks }: EntryOrder, timeMs: number): AccountFill {
    const { spec, feeRate } = this.params;
    const quote = quoteValueUp(spec, quantity, ticks);
    const fee = feeOn(quantity, feeRate);
    const feeValue = fee * BigInt(ticks) * spec.tickUnits;
    this.quote -= quote;
    this.cycleBase += quantity - fee;
    this.cyclePaid += quote;
    this.cycleCarry += quote * EQUITY_SCALE - feeValue;
    this.fees += feeValue;
    if (this.isHeard) {
      const role = index === 0 ? 'open' : 'grid';
      const about = { timeMs, feed: 0, side: 'buy', role, level: index, ticks, quantity } as const;
      this.sink.fill({ ...about, quote, fee, feeAsset: spec.base, matchProfit: null });
    }
    return { ticks, quantity, amount: quote, fee };
  }

  /** Whole lots. A hoarding bot’s take profit sells only what brings the paid money back, after the fee. */
  exitQuantity(kind: ExitKind, ticks: number): bigint {
    const { spec, transactionType } = this.params;
    if (this.cycleBase === 0n) return 0n;
    const whole = floorToStep(this.cycleBase + this.spareBase, spec.lotUnits);
    let quantity = whole;
    if (transactionType === 'hoarding' && kind === 'take_profit') {
      const enough = this.lotsThatReturn(this.cyclePaid, ticks);
      if (enough < whole) quantity = enough;
    }
    return quantity < smallestAt(spec, ticks) ? 0n : quantity;
  }

  /** Fewest lots whose sale at a price brings at least `amount` after the fee. */
  private lotsThatReturn(amount: bigint, ticks: number): bigint {
    const { spec, feeRate } = this.params;
    const gross = mulDivUp(amount, UNITS_PER_COIN, UNITS_PER_COIN - feeRate);
    const exact = mulDivUp(gross, UNITS_PER_COIN, BigInt(ticks) * spec.tickUnits);
    return ceilToStep(exact, spec.lotUnits);
  }

  exit({ kind, role, quantity, ticks }: ExitOrder, timeMs: number): AccountFill & { readonly profit: bigint } {
    const { spec, feeRate, transactionType } = this.params;
    const quote = quoteValueDown(spec, quantity, ticks);
    const fee = feeOn(quote, feeRate);
    this.quote += quote - fee;
    this.fees += fee * EQUITY_SCALE;
    const isHoarding = transactionType === 'hoarding' && kind === 'take_profit';
    const profit = isHoarding ? this.hoardRest(quantity, quote, fee, ticks) : this.spareRest(quantity, quote, fee);
    if (this.isHeard) {
      const about = { timeMs, feed: 0, side: 'sell', role, level: -1, ticks, quantity } as const;
      this.sink.fill({ ...about, quote, fee, feeAsset: spec.quote, matchProfit: profit });
    }
    this.beginCycle();
    return { ticks, quantity, amount: quote, fee, profit };
  }

  /** What was not sold is less than a lot: it waits as spare, with its share of what the coins cost. */
  private spareRest(sold: bigint, quote: bigint, fee: bigint): bigint {
    const coins = this.cycleBase + this.spareBase;
    const carry = this.cycleCarry + this.spareCarry;
    const soldCarry = (carry * sold) / coins;
    const cost = this.cyclePaid + this.spareCost;
    const soldCost = mulDivUp(cost, sold, coins);
    this.spareBase = coins - sold;
    this.spareCarry = carry - soldCarry;
    this.spareCost = cost - soldCost;
    this.gridProfit += quote * EQUITY_SCALE - soldCarry;
    return quote - fee - soldCost;
  }

  /** What was not sold is the profit, at the price at which it was taken. */
  private hoardRest(sold: bigint, quote: bigint, fee: bigint, ticks: number): bigint {
    const { spec } = this.params;
    const price = BigInt(ticks) * spec.tickUnits;
    const kept = this.cycleBase + this.spareBase - sold;
    const value = kept * price;
    this.gridProfit += quote * EQUITY_SCALE + value - this.cycleCarry - this.spareCarry;
    this.hoard += kept;
    this.hoardCarry += value;
    const profit = quote - fee - this.cyclePaid - this.spareCost + value / EQUITY_SCALE;
    this.spareBase = 0n;
    this.spareCost = 0n;
    this.spareCarry = 0n;
    return profit;
  }

  recorded(quantity: bigint): bigint {
    return quantity;
  }

  private coins(): bigint {
    return this.cycleBase + this.spareBase + this.hoard;
  }

  holdings(): Holdings {
    const { base, quote } = this.params.spec;
    return { [quote]: this.quote, [base]: this.coins() };
  }

  /** Equity is counted from what is held, everything else from the books, so the residual tells whether they agree. */
  equity(prices: readonly number[]): EquityStatement {
    const { spec, investment } = this.params;
    const value = this.coins() * BigInt(prices[0] as number) * spec.tickUnits;
    const start = investment * EQUITY_SCALE;
    const equity = this.quote * EQUITY_SCALE + value;
    const positionProfit = value - this.cycleCarry - this.spareCarry - this.hoardCarry;
    const { gridProfit, fees } = this;
    return {
      start,
      deposits: 0n,
      withdrawals: 0n,
      gridProfit,
      positionProfit,
      fees,
      funding: 0n,
      interest: 0n,
      profitShare: 0n,
      equity,
      residual: equity - (start + gridProfit + positionProfit - fees),
    };
  }

  snapshot(): Readonly<Record<string, string>> {
    return Object.fromEntries(AMOUNTS.map((field) => [field, `${this[field]}`]));
  }
}
