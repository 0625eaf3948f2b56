import type { ContractBot } from '../../engine/body/contract-bot.ts';
import { accountEquityAt, netPaidIn } from '../../engine/body/contract-position.ts';
import { liquidationLevel, marginOf } from '../../engine/body/contract-statement.ts';
import { marketTicks } from '../../engine/body/contract-trade.ts';
import { closeContracts, type OpenCosts, openContracts } from '../../engine/body/contract-trades.ts';
import { tellOrder } from '../../engine/body/tell.ts';
import { equityLevel } from '../../engine/equity-level.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type OrderEvent, type OrderReason } from '../../engine/machine.ts';
import { entryContracts } from '../../formulas/indicator-order.ts';
import { divDown, divUp, mulDivDown, mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import type { EntrySize, IndicatorLeg, IndicatorTrade, LegOrder, PriceLevel } from './indicator-bot.ts';
import type { IndicatorParams } from './params.ts';

/** An indicator bot's position in a contract: the whole balance is margin for it. Amounts are settle units. */
export class IndicatorContracts implements IndicatorLeg {
  declare private readonly bot: ContractBot;
  declare private readonly costs: OpenCosts;
  declare private readonly params: IndicatorParams;

  constructor(bot: ContractBot, costs: OpenCosts, params: IndicatorParams) {
    this.bot = bot;
    this.costs = costs;
    this.params = params;
  }

  get isEnding(): boolean {
    return this.bot.isEnding;
  }

  get isOpen(): boolean {
    return this.bot.leg.isOpen;
  }

  get netPaidIn(): bigint {
    return netPaidIn(this.bot.leg.position);
  }

  private get margin(): bigint {
    return marginOf(this.bot.leg.position, this.params.leverage);
  }

  /** A ratio of the investment, or of the equity when profits are put to work, × leverage, with room for the fee and the closing fee. */
  entrySizer(ratioE8: bigint, prices: readonly number[]): (fillTicks: number) => EntrySize {
    const { position, contracts } = this.bot.leg;
    const { spec } = position;
    const { leverage, investment, reinvests } = this.params;
    const equity = accountEquityAt(position, this.bot.leg.markOf(prices));
    const owned = equity < position.cash ? equity : position.cash;
    const capital = reinvests ? equity : investment;
    const usable = reinvests || owned < investment ? owned : investment;
    const value = capital > 0n ? mulDivDown(capital * BigInt(leverage), ratioE8, UNITS_PER_COIN) : 0n;
    const room = spec.contract.sizeMax - contracts;
    const entry = { spec, leverage, value, available: usable - this.margin, room };
    return (fillTicks) => {
      const quantity = entryContracts(entry, fillTicks);
      if (quantity >= spec.contract.sizeMin) return { quantity, withheld: null };
      const isFull = room < spec.contract.sizeMin;
      const isDear = mulDivUp(value, 1n, BigInt(leverage)) > entry.available;
      return { quantity: 0n, withheld: isFull ? 'above-maximum' : isDear ? 'no-funds' : 'below-minimum' };
    };
  }

  /** Always all of a whole position: contracts cannot be kept. */
  exitQuantity(partE8: bigint): bigint {
    const { position, contracts } = this.bot.leg;
    if (partE8 >= UNITS_PER_COIN) return contracts;
    const quantity = mulDivDown(contracts, partE8, UNITS_PER_COIN);
    return quantity < position.spec.contract.sizeMin ? 0n : quantity;
  }

  marketTicks(side: 'buy' | 'sell', contracts: bigint, ticks: number, timeMs: number): number {
    return marketTicks(this.bot.leg, side, contracts, ticks, timeMs);
  }

  enter({ quantity, ...trade }: IndicatorTrade, timeMs: number): void {
    openContracts(this.bot, this.costs, this.params.side, { ...trade, contracts: quantity }, timeMs);
  }

  exit({ quantity, ...trade }: IndicatorTrade, timeMs: number): void {
    closeContracts(this.bot, this.costs, { ...trade, contracts: quantity }, 'market', timeMs);
  }

  /** Nothing is ever left of a closed position. */
  leave(): void {}

  gainLevel(gainE8: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel {
    const scaled = this.margin * gainE8;
    const gain = wanted === 'atMost' ? divDown(scaled, UNITS_PER_COIN) : divUp(scaled, UNITS_PER_COIN);
    return this.equityLevel(this.bot.leg.position.cash + gain, wanted);
  }

  equityLevel(equity: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel {
    const { position, isOpen } = this.bot.leg;
    if (isOpen) {
      return { isBelow: position.size > 0n === (wanted === 'atMost'), ticks: equityLevel(position, equity, wanted) };
    }
    const isReached = wanted === 'atMost' ? position.cash <= equity : position.cash >= equity;
    return { isBelow: true, ticks: isReached ? NO_LEVEL_ABOVE : NO_LEVEL_BELOW };
  }

  liquidationLevel(): PriceLevel | null {
    const ticks = liquidationLevel(this.bot.leg.position);
    return ticks === null ? null : { isBelow: this.params.side === 'buy', ticks };
  }

  tell(kind: OrderEvent['kind'], reason: OrderReason, { side, ticks, quantity }: LegOrder, timeMs: number): void {
    tellOrder(this.bot, timeMs, kind, reason, { side, level: -1, ticks, lots: Number(quantity) });
  }
}
