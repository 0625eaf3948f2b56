import {
  buyCoins,
  type CoinTrade,
  coinsOf,
  gatherSpare,
  leaveSpare,
  readCoinSnapshot,
  sellCoins,
  takeCoinSnapshot,
} from '#lib/engine/coin-position.ts';
import { type EngineSink, type MarketView, NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '#lib/engine/machine.ts';
import { lotsFor, smallestAt } from '#lib/formulas/martingale-terms.ts';
import type { ComposeParams } from '#lib/kinds/indicator/params.ts';
import { floorToStep, mulDivDown, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { quoteValueDown } from '#lib/money/market-spec.ts';
import { CoinAccount } from './coin-account.ts';
import type { ComposeAccount, ComposeTrade, EntrySize, PriceLevel } from './compose-account.ts';

/** An indicator bot's coins and money on a spot market. */
export class ComposeSpotAccount extends CoinAccount<ComposeParams> implements ComposeAccount {
  constructor(params: ComposeParams, view: MarketView, sink: EngineSink, stored?: Readonly<Record<string, string>>) {
    super(params, view, sink);
    if (stored !== undefined) readCoinSnapshot(this.position, stored);
  }

  get isOpen(): boolean {
    return this.position.base > 0n;
  }

  entrySizer(ratioE8: bigint, prices: readonly number[]): (fillTicks: number) => EntrySize {
    const { spec, investment, reinvests } = this.params;
    const { quote, paid } = this.position;
    const idle = investment - paid;
    const equity = quote + quoteValueDown(spec, coinsOf(this.position), prices[0] as number);
    const wanted = mulDivDown(reinvests ? equity : investment, ratioE8, UNITS_PER_COIN);
    const free = reinvests || quote < idle ? quote : idle > 0n ? idle : 0n;
    const money = wanted < free ? wanted : free;
    return (fillTicks) => {
      const quantity = lotsFor(spec, money, fillTicks);
      if (quantity > 0n && quantity >= smallestAt(spec, fillTicks)) return { quantity, withheld: null };
      return { quantity: 0n, withheld: wanted > free ? 'no-funds' : 'below-minimum' };
    };
  }

  enter({ role, signal, quantity, ticks }: ComposeTrade, timeMs: number): void {
    const trade = buyCoins(this.position, quantity, ticks);
    this.tell('buy', { role, signal, quantity, ticks }, trade, null, timeMs);
  }

  partQuantity(partE8: bigint, ticks: number): bigint {
    const { spec } = this.params;
    const quantity = floorToStep(mulDivDown(this.position.base, partE8, UNITS_PER_COIN), spec.lotUnits);
    return quantity > 0n && quantity >= smallestAt(spec, ticks) ? quantity : 0n;
  }

  /** Whole lots, spare coins included. */
  exitQuantity(_kind: 'close', ticks: number): bigint {
    const { spec } = this.params;
    if (!this.isOpen) return 0n;
    const whole = floorToStep(coinsOf(this.position), spec.lotUnits);
    return whole < smallestAt(spec, ticks) ? 0n : whole;
  }

  exit({ role, signal, quantity, ticks }: ComposeTrade, timeMs: number): bigint {
    const { position } = this;
    if (role === 'close') gatherSpare(position);
    const trade = sellCoins(position, quantity, ticks);
    this.tell('sell', { role, signal, quantity, ticks }, trade, trade.profit, timeMs);
    if (role === 'close') leaveSpare(position);
    return trade.profit;
  }

  leave(): void {
    leaveSpare(this.position);
  }

  private tell(
    side: 'buy' | 'sell',
    { role, signal, quantity, ticks }: ComposeTrade,
    { quote, fee }: CoinTrade,
    matchProfit: bigint | null,
    timeMs: number,
  ): void {
    if (!this.isHeard) return;
    const { base, quote: money } = this.params.spec;
    const about = { timeMs, feed: 0, side, role, level: -1, ticks, quantity, quote, fee } as const;
    this.sink.fill({ ...about, feeAsset: side === 'buy' ? base : money, matchProfit, signal });
  }

  gainLevel(gainE8: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel {
    const { base, paid } = this.position;
    return this.levelOf(paid * (UNITS_PER_COIN + gainE8), base, wanted);
  }

  equityLevel(equity: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel {
    const { position } = this;
    const coins = coinsOf(position);
    const missing = equity - position.quote;
    if (coins > 0n) return this.levelOf(missing * UNITS_PER_COIN, coins, wanted);
    const isReached = wanted === 'atMost' ? missing >= 0n : missing <= 0n;
    return { isBelow: true, ticks: isReached ? NO_LEVEL_ABOVE : NO_LEVEL_BELOW };
  }

  /** Where `coins` are worth `value` (quote units × 1e8). */
  private levelOf(value: bigint, coins: bigint, wanted: 'atMost' | 'atLeast'): PriceLevel {
    const isBelow = wanted === 'atMost';
    if (value <= 0n) return { isBelow, ticks: isBelow ? NO_LEVEL_BELOW : 0 };
    const divisor = coins * this.params.spec.tickUnits;
    const ticks = Number(isBelow ? value / divisor : (value + divisor - 1n) / divisor);
    return { isBelow, ticks: ticks < NO_LEVEL_ABOVE ? ticks : NO_LEVEL_ABOVE };
  }

  snapshot(): Readonly<Record<string, string>> {
    return takeCoinSnapshot(this.position);
  }
}
