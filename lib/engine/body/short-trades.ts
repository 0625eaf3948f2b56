import type { OrderRole } from '../../contract/bot-words.ts';
import { orderUnitsOf } from '../../formulas/contract-value.ts';
import { divDown, mulDivUp } from '../../money/amount.ts';
import type { OrderReason } from '../machine.ts';
import { shareOfBasis } from './contract-position.ts';
import { enterAndTell, marketTicks, termsOf, tradeContracts } from './contract-trade.ts';
import type { CoveredShort } from './covered-short.ts';
import { changeUnits } from './exact.ts';
import { tellLegOrder } from './leg-trades.ts';
import type { MarketsBot } from './markets-bot.ts';

/** Trades of a short that coins cover. */

/** An order of the short at the market. */
export interface ShortOrder {
  /** > 0. */
  readonly contracts: bigint;
  readonly role: OrderRole;
  readonly reason: OrderReason;
}

/** Sells contracts at the market, which pays `ticks`. */
export function sellShort(
  bot: MarketsBot,
  short: CoveredShort,
  { contracts, role, reason }: ShortOrder,
  ticks: number,
  timeMs: number,
): void {
  tellShort(short, 'sell', contracts, reason, ticks, timeMs);
  const { fees } = short.position;
  bot.fills += 1;
  short.profit += tradeContracts(short, { side: 'sell', role, level: -1, contracts, ticks }, 'market', timeMs);
  short.openFees += short.position.fees - fees;
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

/** Buys contracts back at `ticks`: a pair is complete. */
export function buyBack(
  bot: MarketsBot,
  short: CoveredShort,
  { contracts, role, ticks }: { readonly contracts: bigint; readonly role: OrderRole; readonly ticks: number },
  coinProfit: bigint,
  timeMs: number,
): void {
  const { position, openFees, openFunding, contracts: open } = short;
  const terms = termsOf(short, { side: 'buy', contracts, ticks }, 'market', timeMs);
  const { flow, fee } = terms;
  const feesBefore = mulDivUp(openFees, contracts, open);
  const fundingBefore = divDown(openFunding * contracts, open);
  const gained = shareOfBasis(position, contracts) + flow;
  const profit = coinProfit + gained - fee - feesBefore + fundingBefore;
  short.openFees -= feesBefore;
  short.openFunding -= fundingBefore;
  bot.fills += 1;
  bot.matches += 1;
  changeUnits(bot.matchedProfit, profit);
  const trade = { side: 'buy', role, level: -1, ticks: terms.ticks } as const;
  short.profit += enterAndTell(short, trade, contracts, flow, fee, profit, timeMs);
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
