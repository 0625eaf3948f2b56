import type { StrategyRow } from '#lib/contract/strategy.ts';
import { marketOfFeed, marketsOf, tradesSeveralMarkets } from '#lib/engine/bot-feeds.ts';
import type { LoanStatement, PortfolioCoinStatement, PositionStatement } from '#lib/engine/machine.ts';
import type { RoundStatement } from '#lib/engine/round-statement.ts';
import { contractValueDown, isContract, orderUnitsOf } from '#lib/formulas/contract-value.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { formatTicks, type MarketSpec, quoteValueDown } from '#lib/money/market-spec.ts';
import type { BotFigures, Prices } from '../bots/bot-equity.ts';
import { contractOf, markFeedOf } from '../bots/bot-markets.ts';
import { isFinished } from '../bots/bot-record.ts';
import { averageCost } from '../bots/fill-tally.ts';
import type { LiveBot } from '../bots/live-bot.ts';

/** What a price is called that does not exist: a position that cannot be liquidated, a market nobody knows the price of. */
export const NO_PRICE = '--';

/** What a bot holds and owes now, as its machine says it; null where its kind has none, or there is none. */
export interface Statements {
  readonly position: PositionStatement | null;
  readonly loan: LoanStatement | null;
  readonly round: RoundStatement | null;
  /** Coins of a portfolio. */
  readonly coins: readonly PortfolioCoinStatement[] | null;
}

export function statementsOf({ machine }: LiveBot, prices: Prices): Statements {
  return {
    position: machine?.position?.(prices) ?? null,
    loan: machine?.loan?.(prices) ?? null,
    round: machine?.round?.() ?? null,
    coins: machine?.portfolio?.(prices) ?? null,
  };
}

export function priceText(spec: MarketSpec, ticks: number | null): string {
  return ticks === null ? NO_PRICE : formatTicks(spec, ticks);
}

/** A price that may lie between ticks, rounded to the nearest. */
export function averageText(spec: MarketSpec, ticks: number | null): string {
  return ticks === null || Number.isNaN(ticks) ? '' : formatTicks(spec, Math.round(ticks));
}

/**
 * Size and value of what is held: coins of spot markets, signed contracts and their value at the last price of contracts.
 * Coins of several kinds have a value, no size.
 */
export function sizeAndValue(
  { spec }: LiveBot,
  { position, coins }: Statements,
  figures: BotFigures,
  lastTicks: number,
) {
  if (coins !== null) return { size: '0', value: formatAmount(coins.reduce((sum, { value }) => sum + value, 0n)) };
  // Ended or not started: the coins of several markets have no one size.
  const isPortfolio = spec.contract === undefined && marketsOf(spec).every(({ contract }) => contract === undefined);
  if (isPortfolio && tradesSeveralMarkets(spec)) return { size: '0', value: formatAmount(figures.coinValue) };
  if (!isContract(spec)) return { size: formatAmount(figures.baseHeld), value: formatAmount(figures.coinValue) };
  const size = position?.size ?? 0n;
  const value = size === 0n ? 0n : contractValueDown(spec, size < 0n ? -size : size, lastTicks);
  return { size: `${size}`, value: formatAmount(value) };
}

/** M-092: what the largest order that rests now is worth, in what the bot's orders are paid with; '0' when none rests. */
export function largestOrderText({ spec, machine }: LiveBot): string {
  let largest = 0n;
  for (const { feed = 0, ticks, quantity } of machine?.openOrders() ?? []) {
    const market = marketOfFeed(spec, feed);
    const value = isContract(market)
      ? contractValueDown(market, quantity / orderUnitsOf(market, 1n), ticks)
      : quoteValueDown(market, quantity, ticks);
    if (value > largest) largest = value;
  }
  return formatAmount(largest);
}

/** Margin that a position binds, and of margin bots nothing: their loan is told by the risk ratio. */
export function marginText({ position }: Statements): string {
  return position === null ? '0' : formatAmount(position.margin);
}

/** Both prices at which a bot is liquidated (contracts) or closed by force (loans). */
export function liquidationTexts({ spec }: LiveBot, { position, loan }: Statements) {
  const contract = contractOf(spec);
  if (position !== null && contract !== null) {
    return {
      liq_price: priceText(contract, position.liquidationTicks),
      full_liq_price: priceText(contract, position.fullLiquidationTicks),
    };
  }
  return {
    liq_price: priceText(spec, loan?.forcedCloseTicks ?? null),
    full_liq_price: priceText(spec, loan?.fullForcedCloseTicks ?? null),
  };
}

/** Assets ÷ debt as a plain number; '' without debt. */
export function riskText({ loan }: Statements): string {
  return loan === null || loan.riskRatioE8 === null ? '' : formatAmount(loan.riskRatioE8);
}

/** Average cost of what is held: the position's entry, the round's, or that of the coins. A portfolio has no one cost. */
export function costText({ record, spec, machine }: LiveBot, { position, round, coins }: Statements): string {
  if (coins !== null) return '';
  if (position !== null && isContract(spec)) return averageText(spec, position.entryTicks);
  if (round !== null) return averageText(spec, round.averageCostTicks);
  const cost = machine === null ? null : averageCost(record);
  return cost === null ? '' : formatAmount(cost);
}

/** What a bot holds and how near its end is, for its row. `prices` as known now: a mark means nothing to a bot that has ended. */
export function holdingFields(
  bot: LiveBot,
  figures: BotFigures,
  prices: Prices,
  statements: Statements,
): Pick<
  StrategyRow,
  | 'position'
  | 'position_value'
  | 'margin'
  | 'liq_price'
  | 'full_liq_price'
  | 'mark_price'
  | 'funding'
  | 'interest'
  | 'risk_ratio'
  | 'avg_hold_cost'
  | 'take_profit_price'
  | 'stop_loss_price'
  | 'running_cycle'
  | 'total_increase_amount'
> {
  const { record, spec } = bot;
  const { round } = statements;
  const contract = contractOf(spec);
  const { size, value } = sizeAndValue(bot, statements, figures, prices[0] as number);
  const terms = kindOf(record.kind).terms(record.payload);
  return {
    position: size,
    position_value: value,
    margin: marginText(statements),
    ...liquidationTexts(bot, statements),
    mark_price:
      contract === null ? '' : priceText(contract, isFinished(record) ? null : (prices[markFeedOf(spec)] ?? null)),
    funding: contract === null ? '' : formatAmount(figures.funding),
    interest: bot.machine?.loan === undefined && figures.interest === 0n ? '' : formatAmount(figures.interest),
    risk_ratio: riskText(statements),
    avg_hold_cost: costText(bot, statements),
    take_profit_price: round === null ? terms.takeProfit : averageText(spec, round.takeProfitTicks),
    stop_loss_price: round === null ? terms.stopLoss : averageText(spec, round.stopLossTicks),
    running_cycle: round?.cycle ?? 0,
    total_increase_amount: round === null ? '0' : formatAmount(round.invested),
  };
}

/** Margin ÷ position value of a round, as a fraction (M-109); '' without a position. */
export function marginRatioText({ position }: Statements): string {
  if (position === null || position.margin === 0n) return '';
  return formatAmount(
    ((position.margin + position.unrealised) * UNITS_PER_COIN) / (position.margin * BigInt(position.leverage)),
  );
}
