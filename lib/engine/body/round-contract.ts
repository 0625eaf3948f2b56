import { averageCostOf } from '../../formulas/martingale-ladder.ts';
import type { ExactTicks } from '../../formulas/martingale-terms.ts';
import { formatAmount, mulDivUp } from '../../money/amount.ts';
import { ContractBot, type ContractBotParams } from './contract-bot.ts';
import { exitTerms } from './contract-leg.ts';
import {
  type ContractPositionSnapshot,
  entryValueOf,
  readPositionSnapshot,
  takePositionSnapshot,
} from './contract-position.ts';
import { chargeLiquidationFee, enterAndTell, liquidationFee, marketTicks, termsOf } from './contract-trade.ts';
import type { EntryOrder, ExitOrder, RoundExit, RoundFill, RoundLeg, Sellable } from './rounds.ts';

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

/** What the body has to know of a bot with rounds in one contract. */
export interface RoundContractParams extends ContractBotParams {
  readonly side: 'buy' | 'sell';
  readonly triggerTicks: number | null;
}

/** A bot with rounds in one contract. Its records count what it holds by its balance alone. */
export class RoundContractBot<P extends RoundContractParams = RoundContractParams> extends ContractBot<P> {
  readonly roundLeg = new ContractRoundLeg(this);

  override heldText(): Record<string, string> {
    const { spec, cash } = this.leg.position;
    return { [spec.contract.settle]: formatAmount(cash) };
  }
}

/** Rounds in one contract, long or short: one position that the whole balance is margin for. Settle units and contracts. */
export class ContractRoundLeg implements RoundLeg {
  declare private readonly bot: ContractBot;
  /** Balance when the round began: its profit – fees and funding included – is what the balance gains. */
  declare private beganWith: bigint;

  constructor(bot: ContractBot) {
    this.bot = bot;
    this.beganWith = bot.params.investment;
  }

  lotsOf(quantity: bigint): number {
    return Number(quantity);
  }

  quantityOf(lots: number): bigint {
    return BigInt(lots);
  }

  begin(): void {
    this.beganWith = this.money();
  }

  money(): bigint {
    return this.bot.leg.position.cash;
  }

  /** So much came in from outside, negative: was taken out. It is no part of the round's profit. */
  moneyMoved(amount: bigint): void {
    this.beganWith += amount;
  }

  average(): ExactTicks | null {
    const { contracts, position } = this.bot.leg;
    return contracts === 0n ? null : averageCostOf(this.bot.params.spec, contracts, entryValueOf(position));
  }

  /** The margin that the position binds. */
  invested(): bigint {
    const { position, leverage } = this.bot.leg;
    return mulDivUp(entryValueOf(position), 1n, BigInt(leverage));
  }

  recordedHeld(): bigint {
    return this.recorded(this.bot.leg.contracts);
  }

  private recorded(contracts: bigint): bigint {
    return this.bot.unitsOf(Number(contracts));
  }

  sellable(): Sellable {
    return { all: this.bot.leg.contracts, paid: 0n };
  }

  enter({ side, index, quantity, execution, ...order }: EntryOrder, timeMs: number): RoundFill {
    const { bot } = this;
    const entry = { side, contracts: quantity, ticks: order.ticks };
    const { ticks, contracts, flow, fee } = termsOf(bot.leg, entry, execution, timeMs);
    const role = index === 0 ? 'open' : 'grid';
    enterAndTell(bot.leg, { side, role, level: index, ticks }, contracts, flow, fee, null, timeMs);
    this.follow(timeMs);
    return { ticks, quantity: this.recorded(quantity), amount: magnitude(flow), fee };
  }

  /** Contracts cannot be kept: always the whole position, but for parts of the order that closes it. */
  exit(order: ExitOrder, timeMs: number): RoundExit {
    if (order.isPart) return this.exitPart(order, timeMs);
    const { leg } = this.bot;
    const side = leg.exitSide;
    const quantity = this.recordedHeld();
    const terms = exitTerms(leg, leg.contracts, order.ticks, order.execution, timeMs);
    const { ticks, contracts, flow, fee, balance } = terms;
    const profit = balance - this.beganWith;
    enterAndTell(leg, { side, role: order.role, level: -1, ticks }, contracts, flow, fee, profit, timeMs);
    this.follow(timeMs);
    return this.left({ ticks, quantity, amount: magnitude(flow), fee, profit });
  }

  /** The round's profit is what the balance has gained. */
  exited(exit: RoundExit): RoundExit {
    return this.left({ ...exit, profit: this.money() - this.beganWith });
  }

  /** The round's profit is what the balance has gained when all is closed: a part has none of its own. */
  private exitPart({ role, quantity, execution, ...order }: ExitOrder, timeMs: number): RoundExit {
    const { leg } = this.bot;
    const side = leg.exitSide;
    const { ticks, contracts, flow, fee } = exitTerms(leg, quantity, order.ticks, execution, timeMs);
    enterAndTell(leg, { side, role, level: -1, ticks }, contracts, flow, fee, null, timeMs);
    this.follow(timeMs);
    return { ticks, quantity: this.recorded(quantity), amount: magnitude(flow), fee, profit: 0n };
  }

  /** Liquidation around the last price; the liquidation fee is part of the round's profit and of the exit's fee. */
  liquidate(lastTicks: number, timeMs: number): RoundExit {
    const { leg } = this.bot;
    const { spec, fees, size } = leg.position;
    const side = leg.exitSide;
    const quantity = this.recordedHeld();
    const around = marketTicks(leg, side, leg.contracts, lastTicks, timeMs);
    const terms = exitTerms(leg, leg.contracts, around, 'market', timeMs);
    const { ticks, contracts, flow, fee, balance } = terms;
    // The fill completes the round, so it tells its profit: after the fee that follows it.
    const profit = balance - liquidationFee({ spec, cash: balance }, size, lastTicks) - this.beganWith;
    enterAndTell(leg, { side, role: 'close', level: -1, ticks }, contracts, flow, fee, profit, timeMs);
    chargeLiquidationFee(leg, size, lastTicks, timeMs);
    this.follow(timeMs);
    return this.left({ ticks, quantity, amount: magnitude(flow), fee: leg.position.fees - fees, profit });
  }

  /** An order has filled. */
  private follow(timeMs: number): void {
    this.bot.fills += 1;
    this.bot.follow(timeMs);
  }

  private left(exit: RoundExit): RoundExit {
    const { bot } = this;
    bot.gridProfit = bot.leg.position.flows;
    bot.matchedProfit += exit.profit;
    return exit;
  }

  profit(): bigint {
    return this.bot.matchedProfit;
  }

  stored(): Record<string, string> {
    const { leg, gridProfit } = this.bot;
    return { ...takePositionSnapshot(leg.position), cycleCash: `${this.beganWith}`, roundFlows: `${gridProfit}` };
  }

  read(stored: Readonly<Record<string, string>>, profit: bigint): void {
    const { bot } = this;
    const position = stored as unknown as ContractPositionSnapshot;
    Object.assign(bot.leg.position, readPositionSnapshot(bot.params.spec, position));
    bot.gridProfit = BigInt(stored.roundFlows as string);
    bot.matchedProfit = profit;
    this.beganWith = BigInt(stored.cycleCash as string);
  }
}
