import type { CoinBot } from '../../engine/body/coin-bot.ts';
import { wholeUnitsOf } from '../../engine/body/exact.ts';
import { buyForPosition, sellOfPosition } from '../../engine/body/position.ts';
import { tellOrder } from '../../engine/body/tell.ts';
import { coinsOf, type HeldCoins, leaveSpare } from '../../engine/held-coins.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type OrderEvent, type OrderReason } from '../../engine/machine.ts';
import { LARGEST_UNITS } from '../../formulas/largest-order.ts';
import { lotsFor } from '../../formulas/martingale-terms.ts';
import { smallestAt } from '../../formulas/smallest-order.ts';
import { floorToStep, mulDivDown, mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import { quoteValueDown } from '../../money/market-spec.ts';
import type { EntrySize, IndicatorLeg, IndicatorTrade, LegOrder, PriceLevel } from './indicator-bot.ts';
import type { IndicatorParams } from './params.ts';

/** An indicator bot's position of coins in a spot market. */
export class IndicatorCoins implements IndicatorLeg {
  readonly netPaidIn = 0n;
  declare private readonly bot: CoinBot;
  declare private readonly coins: HeldCoins;
  declare private readonly reinvests: boolean;

  constructor(bot: CoinBot, coins: HeldCoins, { reinvests }: IndicatorParams) {
    this.bot = bot;
    this.coins = coins;
    this.reinvests = reinvests;
  }

  get isEnding(): boolean {
    return this.bot.isEnding;
  }

  get isOpen(): boolean {
    return this.coins.base > 0n;
  }

  /** A ratio of the investment, or of the equity when profits are put to work; a position never costs more than the investment otherwise. */
  entrySizer(ratioE8: bigint, [last]: readonly number[]): (fillTicks: number) => EntrySize {
    const { bot, reinvests } = this;
    const { spec, investment } = bot.params;
    const quote = wholeUnitsOf(bot.quote);
    const idle = investment - this.coins.paid;
    const capital = reinvests ? quote + quoteValueDown(spec, coinsOf(this.coins), last as number) : investment;
    const wanted = mulDivDown(capital, ratioE8, UNITS_PER_COIN);
    const free = reinvests || quote < idle ? quote : idle > 0n ? idle : 0n;
    const money = wanted < free ? wanted : free;
    const room = LARGEST_UNITS * spec.lotUnits - coinsOf(this.coins);
    return (fillTicks) => {
      const quantity = lotsFor(spec, money, fillTicks);
      if (quantity > room) return { quantity: 0n, withheld: 'above-maximum' };
      if (quantity > 0n && quantity >= smallestAt(spec, fillTicks)) return { quantity, withheld: null };
      return { quantity: 0n, withheld: wanted > free ? 'no-funds' : 'below-minimum' };
    };
  }

  /** Whole lots; of a whole position with the spare coins. */
  exitQuantity(partE8: bigint, ticks: number): bigint {
    const { bot } = this;
    const { spec } = bot.params;
    const { base } = this.coins;
    if (base === 0n) return 0n;
    const part = partE8 >= UNITS_PER_COIN ? coinsOf(this.coins) : mulDivDown(base, partE8, UNITS_PER_COIN);
    const quantity = floorToStep(part, spec.lotUnits);
    return quantity > 0n && quantity >= smallestAt(spec, ticks) ? quantity : 0n;
  }

  marketTicks(side: 'buy' | 'sell', quantity: bigint, ticks: number, timeMs: number): number {
    return this.bot.view.marketFillTicks(0, side, quantity, ticks, timeMs);
  }

  enter(trade: IndicatorTrade, timeMs: number): void {
    buyForPosition(this.bot, this.coins, trade, timeMs);
  }

  exit(trade: IndicatorTrade, timeMs: number): void {
    sellOfPosition(this.bot, this.coins, trade, 'market', timeMs);
  }

  leave(): void {
    leaveSpare(this.coins);
  }

  gainLevel(gainE8: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel {
    const { base, paid } = this.coins;
    return this.levelOf(paid * (UNITS_PER_COIN + gainE8), base, wanted);
  }

  equityLevel(equity: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel {
    const { quote } = this.bot;
    const held = coinsOf(this.coins);
    const missing = equity - wholeUnitsOf(quote);
    if (held > 0n) return this.levelOf(missing * UNITS_PER_COIN, held, wanted);
    const isReached = wanted === 'atMost' ? missing >= 0n : missing <= 0n;
    return { isBelow: true, ticks: isReached ? NO_LEVEL_ABOVE : NO_LEVEL_BELOW };
  }

  /** Where `coins` are worth `value` (quote units × 1e8). */
  private levelOf(value: bigint, coins: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel {
    const isBelow = wanted === 'atMost';
    if (value <= 0n) return { isBelow, ticks: isBelow ? NO_LEVEL_BELOW : 0 };
    const divisor = coins * this.bot.spec.tickUnits;
    const ticks = Number(isBelow ? value / divisor : mulDivUp(value, 1n, divisor));
    return { isBelow, ticks: ticks < NO_LEVEL_ABOVE ? ticks : NO_LEVEL_ABOVE };
  }

  liquidationLevel(): null {
    return null;
  }

  tell(kind: OrderEvent['kind'], reason: OrderReason, { side, ticks, quantity }: LegOrder, timeMs: number): void {
    const { bot } = this;
    tellOrder(bot, timeMs, kind, reason, { side, level: -1, ticks, lots: bot.lotsOf(quantity) });
  }
}
