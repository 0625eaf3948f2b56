import { averageCostOf } from '../../formulas/martingale-ladder.ts';
import type { ExactTicks } from '../../formulas/martingale-terms.ts';
import { floorToStep } from '../../money/amount.ts';
import { coinsOf, gatherSpare, type HeldCoins, leaveSpare, newHeldCoins, takeIn, takeOut } from '../held-coins.ts';
import { EQUITY_SCALE } from '../machine.ts';
import { moveCoins, realise, tellTrade } from './books.ts';
import type { CoinBot } from './coin-bot.ts';
import { setCoins } from './coin-scale.ts';
import { changeUnits, exactOf, isZero, setTotal, wholeUnitsOf } from './exact.ts';
import {
  type EntryOrder,
  type ExitOrder,
  profitOfParts,
  type RoundExit,
  type RoundFill,
  type RoundLeg,
  roundsOf,
  type Sellable,
} from './rounds.ts';

/** The names that stored rounds have for what their coins cost. */
const HELD_NAMES = {
  cycleBase: 'base',
  cyclePaid: 'paid',
  cycleCarry: 'carry',
  spareBase: 'spareBase',
  spareCost: 'sparePaid',
  spareCarry: 'spareCarry',
} as const satisfies Record<string, keyof HeldCoins>;
const HELD = Object.entries(HELD_NAMES) as [string, keyof HeldCoins][];

/**
 * Rounds in coins: what the round's coins cost, and beside them what was taken as profit. The bot's books have the coins, in one
 * sum. Written a few times a day, so with bigint.
 */
export class CoinRoundLeg implements RoundLeg {
  declare private readonly bot: CoinBot;
  readonly held = newHeldCoins();
  /** Coins that were taken as profit, and what they were worth then (1e-16 of the quote asset). */
  private kept = 0n;
  private keptCarry = 0n;

  constructor(bot: CoinBot) {
    this.bot = bot;
  }

  lotsOf(quantity: bigint): number {
    return this.bot.lotsOf(quantity);
  }

  quantityOf(lots: number): bigint {
    return this.bot.unitsOf(lots);
  }

  /** The round before has left nothing in the position. */
  begin(): void {}

  money(): bigint {
    return wholeUnitsOf(this.bot.quote);
  }

  average(): ExactTicks | null {
    const { base, paid } = this.held;
    return base === 0n ? null : averageCostOf(this.bot.spec, base, paid);
  }

  invested(): bigint {
    return this.held.paid;
  }

  recordedHeld(): bigint {
    return this.held.base;
  }

  sellable(): Sellable {
    const { held, bot } = this;
    return { all: held.base === 0n ? 0n : floorToStep(coinsOf(held), bot.spec.lotUnits), paid: held.paid };
  }

  enter({ index, quantity, ticks, execution }: EntryOrder, timeMs: number): RoundFill {
    const { bot, held } = this;
    const moved = moveCoins(bot, { side: 'buy', quantity, ticks }, execution, timeMs);
    takeIn(held, quantity - moved.fee, moved.quote, moved.feeValue);
    const role = index === 0 ? 'open' : 'grid';
    tellTrade(bot, { side: 'buy', role, level: index, quantity, matchProfit: null }, moved, timeMs);
    return { ticks: moved.ticks, quantity, amount: moved.quote, fee: moved.fee };
  }

  /** Spare coins go along, and what cannot be sold is spare. A part completes no round: what all of them have brought is told with the last. */
  exit({ role, quantity, keepsRest, isPart, execution, ...order }: ExitOrder, timeMs: number): RoundExit {
    const { bot, held } = this;
    gatherSpare(held);
    const cost = takeOut(held, quantity);
    const moved = moveCoins(bot, { side: 'sell', quantity, ticks: order.ticks }, execution, timeMs);
    const { ticks, quote, fee } = moved;
    realise(bot, quote * EQUITY_SCALE - cost.carry);
    const sold = quote - fee - cost.paid;
    const profit = keepsRest ? sold + this.keepRest(ticks) : sold;
    const matchProfit = isPart ? null : profitOfParts(roundsOf(bot)) + profit;
    changeUnits(bot.matchedProfit, matchProfit ?? 0n);
    tellTrade(bot, { side: 'sell', role, level: -1, quantity, matchProfit }, moved, timeMs);
    if (!isPart) leaveSpare(held);
    return { ticks, quantity, amount: quote, fee, profit };
  }

  exited(exit: RoundExit, keepsRest: boolean): RoundExit {
    const { bot, held } = this;
    const profit = keepsRest ? exit.profit + this.keepRest(exit.ticks) : exit.profit;
    changeUnits(bot.matchedProfit, profitOfParts(roundsOf(bot)) + profit);
    leaveSpare(held);
    return { ...exit, profit };
  }

  /** What was not sold is the profit, at the price at which it was taken. Returns what it adds to the round's, units. */
  private keepRest(ticks: number): bigint {
    const { held, bot } = this;
    const { base, paid, carry } = held;
    const value = base * BigInt(ticks) * bot.spec.tickUnits;
    this.kept += base;
    this.keptCarry += value;
    realise(bot, value - carry);
    held.base = 0n;
    held.paid = 0n;
    held.carry = 0n;
    return value / EQUITY_SCALE - paid;
  }

  profit(): bigint {
    return wholeUnitsOf(this.bot.matchedProfit);
  }

  stored(): Record<string, string> {
    const { bot, held } = this;
    return {
      ...Object.fromEntries(HELD.map(([name, field]) => [name, `${held[field]}`])),
      quote: `${wholeUnitsOf(bot.quote)}`,
      gridProfit: `${exactOf(bot.gridProfit)}`,
      fees: `${exactOf(bot.fees)}`,
      hoard: `${this.kept}`,
      hoardCarry: `${this.keptCarry}`,
      // Stored rounds of bots that were given nothing later have no such name.
      ...(isZero(bot.deposits) ? {} : { deposits: `${wholeUnitsOf(bot.deposits)}` }),
    };
  }

  read(stored: Readonly<Record<string, string>>, profit: bigint): void {
    const { bot, held } = this;
    const amount = (name: string): bigint => BigInt(stored[name] as string);
    for (const [name, field] of HELD) held[field] = amount(name);
    this.kept = amount('hoard');
    this.keptCarry = amount('hoardCarry');
    setCoins(bot.base, held.base + held.spareBase + this.kept, bot.scale);
    setTotal(bot.quote, amount('quote') * EQUITY_SCALE);
    // The investment is all that it was given: at the start, and since.
    const deposits = BigInt(stored.deposits ?? '0');
    setTotal(bot.deposits, deposits * EQUITY_SCALE);
    setTotal(bot.start, (bot.params.investment - deposits) * EQUITY_SCALE);
    setTotal(bot.gridProfit, amount('gridProfit'));
    setTotal(bot.positionCash, -(held.carry + held.spareCarry + this.keptCarry));
    setTotal(bot.fees, amount('fees'));
    setTotal(bot.matchedProfit, profit * EQUITY_SCALE);
  }
}
