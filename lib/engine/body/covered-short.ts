import type { OrderRole } from '../../contract/vocabulary.ts';
import { orderUnitsOf, tradeFlow } from '../../formulas/contract-value.ts';
import { liquidationTicks } from '../../formulas/liquidation.ts';
import { divDown, mulDivUp } from '../../money/amount.ts';
import { EQUITY_SCALE, type OrderReason } from '../machine.ts';
import { changeTotal } from './books.ts';
import { ContractLeg } from './contract-leg.ts';
import { entryValueOf, feeOnFlow } from './contract-position.ts';
import { enterAndTell, marketTicks, settleFundingAt } from './contract-trade.ts';
import { tellLegOrder } from './leg-trades.ts';
import type { MarketsBot } from './markets-bot.ts';

/**
 * Contracts that were sold beside coins. Every part of them that is bought back completes a pair with the coins that were sold
 * with it: it takes its share of the fees and of the funding along.
 */
export class CoveredShort extends ContractLeg {
  /** Profit of the contracts that were bought back, before fees, settle units. */
  profit = 0n;
  /** Fees and funding that belong to the contracts that are open, settle units. */
  openFees = 0n;
  openFunding = 0n;
}

/** An order of the short at the market. */
export interface ShortOrder {
  /** > 0. */
  readonly contracts: bigint;
  readonly role: OrderRole;
  readonly reason: OrderReason;
}

/** Sells contracts at exactly `ticks`. */
export function sellShort(
  bot: MarketsBot,
  short: CoveredShort,
  { contracts, role, reason }: ShortOrder,
  ticks: number,
  timeMs: number,
): void {
  tellShort(short, 'sell', contracts, reason, ticks, timeMs);
  const { spec } = short.position;
  const flow = tradeFlow(spec, -contracts, ticks);
  const fee = feeOnFlow(flow, spec.contract.takerE8);
  short.openFees += fee;
  bot.fills += 1;
  short.profit += enterAndTell(short, { side: 'sell', role, level: -1, ticks }, -contracts, flow, fee, null, timeMs);
}

/** Buys contracts back around a last price; `coinProfit`: that of the coins sold with them. */
export function closeShort(
  bot: MarketsBot,
  short: CoveredShort,
  { contracts, role, reason }: ShortOrder,
  coinProfit: bigint,
  lastTicks: number,
  timeMs: number,
): void {
  const ticks = marketTicks(short, 'buy', contracts, lastTicks, timeMs);
  tellShort(short, 'buy', contracts, reason, ticks, timeMs);
  buyBack(bot, short, { contracts, role, ticks }, coinProfit, timeMs);
}

/** Buys contracts back at exactly `ticks`: a pair is complete. */
export function buyBack(
  bot: MarketsBot,
  short: CoveredShort,
  { contracts, role, ticks }: { readonly contracts: bigint; readonly role: OrderRole; readonly ticks: number },
  coinProfit: bigint,
  timeMs: number,
): void {
  const { position, openFees, openFunding, contracts: open } = short;
  const { spec } = position;
  const flow = tradeFlow(spec, contracts, ticks);
  const fee = feeOnFlow(flow, spec.contract.takerE8);
  const feesBefore = mulDivUp(openFees, contracts, open);
  const fundingBefore = divDown(openFunding * contracts, open);
  const gained = divDown(position.basis * contracts, open) + flow;
  const profit = coinProfit + gained - fee - feesBefore + fundingBefore;
  short.openFees -= feesBefore;
  short.openFunding -= fundingBefore;
  bot.fills += 1;
  bot.matches += 1;
  changeTotal(bot.matchedProfit, profit * EQUITY_SCALE);
  short.profit += enterAndTell(short, { side: 'buy', role, level: -1, ticks }, contracts, flow, fee, profit, timeMs);
}

/** As the record has it: contracts as the coins that they stand for. */
function tellShort(
  short: CoveredShort,
  side: 'buy' | 'sell',
  contracts: bigint,
  reason: OrderReason,
  ticks: number,
  timeMs: number,
): void {
  const quantity = orderUnitsOf(short.position.spec, contracts);
  tellLegOrder(short, timeMs, 'placed', reason, { side, ticks, quantity });
}

/** Settles funding when this is a time of it. */
export function settleShortFunding(short: CoveredShort, prices: readonly number[], timeMs: number): void {
  const { position } = short;
  if (timeMs % position.spec.contract.fundingIntervalMs !== 0) return;
  const before = position.funding;
  settleFundingAt(short, short.markOf(prices), timeMs);
  short.openFunding += position.funding - before;
}

/**
 * Mark price, ticks, from which on the account is so little above its liquidation: a second taker fee and `safetyE8` (1e-8) of
 * the contracts' value. Null when none is.
 */
export function nearLiquidation({ position }: CoveredShort, safetyE8: bigint): number | null {
  const { spec, size, cash } = position;
  const extra = spec.contract.takerE8 + safetyE8;
  return liquidationTicks(spec, { size, entryValue: entryValueOf(position), margin: cash }, extra);
}
