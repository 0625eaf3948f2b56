import { buyCoins, type CoinPosition, coinsOf, gatherSpare, leaveSpare, sellCoins } from '#lib/engine/coin-position.ts';
import {
  type EngineSink,
  EQUITY_SCALE,
  type EquityStatement,
  type Holdings,
  type MarketView,
} from '#lib/engine/machine.ts';
import { averageCostOf } from '#lib/formulas/martingale-ladder.ts';
import { type ExactTicks, smallestAt } from '#lib/formulas/martingale-terms.ts';
import type { MartingaleParams } from '#lib/kinds/martingale/params.ts';
import { ceilToStep, floorToStep, mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { CoinAccount } from './coin-account.ts';
import type { AccountFill, EntryOrder, ExitKind, ExitOrder, MartingaleAccount } from './martingale-account.ts';

/** The names that stored cycles have for the amounts of their coins. */
const STORED_NAMES = {
  quote: 'quote',
  cycleBase: 'base',
  cyclePaid: 'paid',
  cycleCarry: 'carry',
  spareBase: 'spareBase',
  spareCost: 'sparePaid',
  spareCarry: 'spareCarry',
  gridProfit: 'realised',
  fees: 'fees',
} as const satisfies Record<string, keyof CoinPosition>;
const STORED = Object.entries(STORED_NAMES) as [string, (typeof STORED_NAMES)[keyof typeof STORED_NAMES]][];

/**
 * Coins and money of a spot martingale: the cycle's position, parts of a lot that earlier rounds could not sell, and a
 * third heap – what a hoarding bot has taken as profit. `hoardCarry` is in EquityStatement's scale.
 */
export class SpotAccount extends CoinAccount<MartingaleParams> implements MartingaleAccount {
  private hoard = 0n;
  private hoardCarry = 0n;

  constructor(params: MartingaleParams, view: MarketView, sink: EngineSink, stored?: Readonly<Record<string, string>>) {
    super(params, view, sink);
    if (stored === undefined) return;
    for (const [name, field] of STORED) this.position[field] = BigInt(stored[name] as string);
    this.hoard = BigInt(stored.hoard as string);
    this.hoardCarry = BigInt(stored.hoardCarry as string);
  }

  /** Profits are not put back to work: a cycle uses the investment, or what losses have left of it. */
  budget(): bigint {
    const { quote } = this.position;
    return quote < this.params.investment ? quote : this.params.investment;
  }

  /** The exit of the one before has left nothing in the position. */
  beginCycle(): void {}

  average(): ExactTicks | null {
    const { base, paid } = this.position;
    return base === 0n ? null : averageCostOf(this.params.spec, base, paid);
  }

  invested(): bigint {
    return this.position.paid;
  }

  money(): bigint {
    return this.position.quote;
  }

  enter({ index, quantity, ticks }: EntryOrder, timeMs: number): AccountFill {
    const { spec } = this.params;
    const { quote, fee } = buyCoins(this.position, quantity, ticks);
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
    const { base, paid } = this.position;
    if (base === 0n) return 0n;
    const whole = floorToStep(coinsOf(this.position), spec.lotUnits);
    let quantity = whole;
    if (transactionType === 'hoarding' && kind === 'take_profit') {
      const enough = this.lotsThatReturn(paid, ticks);
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
    const { spec, transactionType } = this.params;
    const { position } = this;
    gatherSpare(position);
    const { quote, fee, profit: sold } = sellCoins(position, quantity, ticks);
    const isHoarding = transactionType === 'hoarding' && kind === 'take_profit';
    const profit = isHoarding ? sold + this.hoardRest(ticks) : sold;
    if (this.isHeard) {
      const about = { timeMs, feed: 0, side: 'sell', role, level: -1, ticks, quantity } as const;
      this.sink.fill({ ...about, quote, fee, feeAsset: spec.quote, matchProfit: profit });
    }
    leaveSpare(position);
    return { ticks, quantity, amount: quote, fee, profit };
  }

  /** What was not sold is the profit, at the price at which it was taken. Returns what it adds to the round's, units. */
  private hoardRest(ticks: number): bigint {
    const { position } = this;
    const { base, paid, carry, spec } = position;
    const value = base * BigInt(ticks) * spec.tickUnits;
    this.hoard += base;
    this.hoardCarry += value;
    position.realised += value - carry;
    position.base = 0n;
    position.paid = 0n;
    position.carry = 0n;
    return value / EQUITY_SCALE - paid;
  }

  override holdings(): Holdings {
    const { base, quote } = this.params.spec;
    return { [quote]: this.position.quote, [base]: coinsOf(this.position) + this.hoard };
  }

  /** The position's statement and, at the same price, the hoard's. */
  override equity(prices: readonly number[]): EquityStatement {
    const statement = super.equity(prices);
    const hoarded = this.hoard * BigInt(prices[0] as number) * this.params.spec.tickUnits;
    return {
      ...statement,
      positionProfit: statement.positionProfit + hoarded - this.hoardCarry,
      equity: statement.equity + hoarded,
      residual: statement.residual + this.hoardCarry,
    };
  }

  snapshot(): Readonly<Record<string, string>> {
    const amounts = Object.fromEntries(STORED.map(([name, field]) => [name, `${this.position[field]}`]));
    return { ...amounts, hoard: `${this.hoard}`, hoardCarry: `${this.hoardCarry}` };
  }
}
