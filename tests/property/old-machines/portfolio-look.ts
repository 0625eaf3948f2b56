import type { FinishReason } from '#lib/contract/vocabulary.ts';
import type { CloseInstruction, WakeSlot } from '#lib/engine/machine.ts';
import { minuteFrom, nextMinute } from '#lib/engine/minute-boundary.ts';
import { type NearPortfolio, portfolioRange } from '#lib/formulas/portfolio-range.ts';
import { portfolioTotal } from '#lib/formulas/rebalance.ts';
import { formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { listenAround, silence, sleepForever } from './boundary-bot.ts';
import { isOff, nearValues, staysWithheld, stopReason, stopTotals } from './portfolio-near.ts';
import { holdingsOf, type PortfolioState, valuesAt } from './portfolio-state.ts';
import { sellEverything, tradeToTargets } from './portfolio-trades.ts';

/** A portfolio that could not be brought to its targets is tried again when a share moves on, and at least this often. */
const RETRY_MS = 3_600_000;

const OPENING = { role: 'open', reason: 'opening' } as const;
const REBALANCE = { role: 'rebalance', reason: 'rebalance' } as const;

/** Buys the targets, or brings what the trader brought to them. */
export function openPortfolio(state: PortfolioState, prices: readonly number[], timeMs: number): void {
  state.status = 'running';
  state.step = 'running';
  state.startedAtMs = minuteFrom(timeMs);
  state.startValue = portfolioTotal(valuesAt(state, prices));
  tradeToTargets(state, prices, OPENING, timeMs);
  listen(state, prices, timeMs);
}

/** A minute boundary that something was touched before, or that is due: decides by the prices of this moment. */
export function lookAt(state: PortfolioState, prices: readonly number[], timeMs: number): void {
  const portfolio = nearValues(state, prices);
  const reason = stopReason(state, portfolio, prices);
  if (reason !== null) {
    closePortfolio(state, reason, { type: state.params.sellsAtEnd ? 'market' : 'no_close' }, prices, timeMs);
    return;
  }
  const trades = isDue(state, portfolio, prices, timeMs) && !staysWithheld(state, portfolio, prices);
  if (trades) tradeToTargets(state, prices, REBALANCE, timeMs);
  layOut(state, trades ? nearValues(state, prices) : portfolio, prices, timeMs);
}

function isDue(state: PortfolioState, portfolio: NearPortfolio, prices: readonly number[], timeMs: number): boolean {
  const { rebalance } = state.params;
  if (rebalance.type === 'ratio') return isOff(state, portfolio, prices, rebalance.thresholdE8);
  return nextByTime(state, rebalance.intervalMs, state.lookedAtMs) <= timeMs;
}

/** The end of the interval, counted from the start, that `timeMs` lies in. */
function nextByTime({ startedAtMs }: PortfolioState, intervalMs: number, timeMs: number): number {
  const gone = Math.max(0, Math.floor((timeMs - startedAtMs) / intervalMs));
  return startedAtMs + (gone + 1) * intervalMs;
}

/** Lays the slots out around the present prices, and says when the next look is due by time. */
export function listen(state: PortfolioState, prices: readonly number[], timeMs: number): void {
  layOut(state, nearValues(state, prices), prices, timeMs);
}

function layOut(state: PortfolioState, portfolio: NearPortfolio, prices: readonly number[], timeMs: number): void {
  const { rebalance } = state.params;
  const thresholdE8 = rebalance.type === 'ratio' ? rebalance.thresholdE8 : null;
  state.prices = prices.slice();
  state.lookedAtMs = timeMs;
  const isStuck = thresholdE8 !== null && isOff(state, portfolio, prices, thresholdE8);
  silence(state);
  const { lowest, highest } = stopTotals(state);
  const factor = portfolioRange(portfolio, {
    threshold: thresholdE8 === null ? null : Number(thresholdE8) / Number(UNITS_PER_COIN),
    isStuck,
    lowest: lowest === null ? null : Number(lowest),
    highest: highest === null ? null : Number(highest),
  });
  for (const [i, { base }] of state.coins.entries()) {
    if (base > 0n) listenAround(state.slots[i] as WakeSlot, prices[i] as number, factor);
  }
  if (rebalance.type === 'time') state.wakeAtMs = nextByTime(state, rebalance.intervalMs, timeMs);
  else state.wakeAtMs = isStuck ? minuteFrom(timeMs + RETRY_MS) : Number.POSITIVE_INFINITY;
  // Fees and slippage of what was just traded can reach a stop by themselves.
  if (stopReason(state, portfolio, prices) !== null) state.wakeAtMs = Math.min(state.wakeAtMs, nextMinute(timeMs));
}

/**
 * Ends the bot: coins are sold, or given back as they are (`no_close`). There is no one price that a limit could be
 * about, so a limit close is a market close.
 */
export function closePortfolio(
  state: PortfolioState,
  reason: FinishReason,
  close: CloseInstruction,
  prices: readonly number[],
  timeMs: number,
): void {
  if (state.status === 'finished') return;
  tellOperation(state, 'before_terminate', timeMs, { step: state.step, ...holdingsText(state) }, null, reason);
  const isSold = close.type !== 'no_close';
  tellOperation(state, 'terminate', timeMs, null, { close: isSold ? 'market' : 'no_close' }, reason);
  state.withheld.fill(null);
  if (isSold) sellEverything(state, prices, CLOSE_REASONS[reason] ?? 'closing', timeMs);
  state.status = 'finished';
  state.step = 'stopped';
  state.prices = [...prices];
  state.lookedAtMs = timeMs;
  sleepForever(state);
  tellOperation(state, 'after_terminate', timeMs, null, holdingsText(state), reason);
  tellOperation(state, 'stop', timeMs, null, { reason }, reason);
  state.sink.finish(reason, timeMs, prices);
}

const CLOSE_REASONS: Partial<Record<FinishReason, 'stop-loss' | 'take-profit'>> = {
  stop_loss: 'stop-loss',
  stop_profit: 'take-profit',
};

function holdingsText(state: PortfolioState): Record<string, string> {
  const held = Object.entries(holdingsOf(state)).filter(([, amount]) => amount !== 0n);
  return Object.fromEntries(held.map(([asset, amount]) => [asset, formatAmount(amount)]));
}

function tellOperation(
  state: PortfolioState,
  type: 'before_terminate' | 'terminate' | 'after_terminate' | 'stop',
  timeMs: number,
  from: unknown,
  to: unknown,
  explain: string,
): void {
  if (state.isHeard) state.sink.operation(type, timeMs, from, to, explain);
}
