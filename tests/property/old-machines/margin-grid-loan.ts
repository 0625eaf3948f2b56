import { type Debt, EQUITY_SCALE, type EquityStatement, type LoanStatement } from '#lib/engine/machine.ts';
import type { PlannedLiquidations, SideLiquidation } from '#lib/formulas/futures-grid-liquidation.ts';
import {
  type AssetPair,
  type ForcedClose,
  forcedClose,
  hourlyInterest,
  isForcedToClose,
  loanOf,
  riskRatio,
} from '#lib/formulas/margin-loan.ts';
import { feeOn, quoteValueDown } from '#lib/money/market-spec.ts';
import type { MarginGridState } from './margin-grid-state.ts';
import { equityAt as equityOfCoins } from './spot-grid-account.ts';
import type { GridInterval } from './spot-grid-interval.ts';

const HOUR_MS = 3_600_000;

/** The first full hour (UTC) after a moment. */
function nextHour(timeMs: number): number {
  return (Math.floor(timeMs / HOUR_MS) + 1) * HOUR_MS;
}

/** Takes the loan into the holdings. The first interest is due at the next full hour. */
export function borrow(state: MarginGridState, ticks: number, timeMs: number): void {
  const { spec } = state.params;
  const { quote, base } = loanOf({ ...state.params, ticks });
  state.quote += quote;
  state.base += base;
  state.freeQuote += quote;
  state.freeBase += base;
  state.owedQuote += quote;
  state.owedBase += base;
  state.interestAtMs = quote > 0n || base > 0n ? nextHour(timeMs) : Number.POSITIVE_INFINITY;
  if (quote > 0n) state.sink.cash?.('loan', timeMs, spec.quote, quote);
  if (base > 0n) state.sink.cash?.('loan', timeMs, spec.base, base);
}

/** An hour is over: interest on both debts is added to them. It is owed, not paid: holdings do not move. */
export function chargeInterest(state: MarginGridState, ticks: number, timeMs: number): void {
  const { spec, hourlyInterestE8 } = state.params;
  const quote = hourlyInterest(state.owedQuote, hourlyInterestE8);
  const base = hourlyInterest(state.owedBase, hourlyInterestE8);
  const baseValue = base * BigInt(ticks) * spec.tickUnits;
  state.owedQuote += quote;
  state.owedBase += base;
  state.interest += quote * EQUITY_SCALE + baseValue;
  // Base that is owed is counted at the price of the day from here on, like base that is held.
  state.positionCash += baseValue;
  state.interestAtMs = nextHour(timeMs);
  if (quote > 0n) state.sink.cash?.('interest', timeMs, spec.quote, -quote);
  if (base > 0n) state.sink.cash?.('interest', timeMs, spec.base, -base);
}

/** Pays back as much as there is. */
export function repay(state: MarginGridState, timeMs: number): void {
  const { spec } = state.params;
  const quote = state.owedQuote < state.quote ? state.owedQuote : state.quote;
  const base = state.owedBase < state.base ? state.owedBase : state.base;
  state.quote -= quote;
  state.owedQuote -= quote;
  state.base -= base;
  state.owedBase -= base;
  if (quote > 0n) state.sink.cash?.('loan', timeMs, spec.quote, -quote);
  if (base > 0n) state.sink.cash?.('loan', timeMs, spec.base, -base);
}

/** Whether assets ÷ debt are at or below the limit at a price. */
export function mustClose(state: MarginGridState, ticks: number): boolean {
  const { params, quote, base, owedQuote, owedBase } = state;
  const owed = { quote: owedQuote, base: owedBase };
  return isForcedToClose(params.spec, { quote, base }, owed, params.forcedCloseRatioE8, ticks);
}

/** The identity at a price: a spot grid's, less what is owed, and interest on its own. */
export function equityAt(state: MarginGridState, ticks: number): EquityStatement {
  const held = equityOfCoins(state, ticks);
  const owedBaseValue = state.owedBase * BigInt(ticks) * state.params.spec.tickUnits;
  const equity = held.equity - state.owedQuote * EQUITY_SCALE - owedBaseValue;
  const positionProfit = held.positionProfit - owedBaseValue;
  const { interest } = state;
  const explained = held.start + held.gridProfit + positionProfit - held.fees - interest;
  return { ...held, positionProfit, interest, equity, residual: equity - explained };
}

/** What is owed, the risk ratio at a price, and both prices of the forced close; null without a debt. */
export function loanOfState(state: MarginGridState, ticks: number): LoanStatement | null {
  const { params, quote, base, owedQuote, owedBase } = state;
  const { spec } = params;
  const owed = { quote: owedQuote, base: owedBase };
  const debts: Debt[] = [];
  if (owedQuote > 0n) debts.push({ asset: spec.quote, owed: owedQuote });
  if (owedBase > 0n) debts.push({ asset: spec.base, owed: owedBase });
  if (debts.length === 0) return null;
  const { held, full } = forcedClosePair(state, 0n);
  return {
    debts,
    riskRatioE8: riskRatio(spec, { quote, base }, owed, ticks),
    forcedCloseTicks: held?.ticks ?? null,
    fullForcedCloseTicks: full?.ticks ?? null,
  };
}

/** The forced close with what is held, and after every resting order on the losing side; `added` units of the investment asset more. */
function forcedClosePair(
  state: MarginGridState,
  added: bigint,
): { readonly held: ForcedClose | null; readonly full: ForcedClose | null } {
  const { params, quote, base, owedQuote, owedBase } = state;
  const inBase = params.investIn === 'base';
  const close = (held: AssetPair): ForcedClose | null => {
    const present = { quote: held.quote + (inBase ? 0n : added), base: held.base + (inBase ? added : 0n) };
    return forcedClose(params.spec, present, { quote: owedQuote, base: owedBase }, params.forcedCloseRatioE8);
  };
  return { held: close({ quote, base }), full: close(heldIfFilled(state)) };
}

/** The same by side: falling prices close what holds more coins than it owes, rising ones what owes more. */
export function forcedClosesOf(state: MarginGridState, added: bigint): PlannedLiquidations {
  const { held, full } = forcedClosePair(state, added);
  const of = (side: ForcedClose['side']): SideLiquidation | null => {
    const [now, filled] = [held, full].map((one) => (one?.side === side ? one.ticks : null)) as [
      number | null,
      number | null,
    ];
    return now === null && filled === null ? null : { held: now, full: filled };
  };
  return { long: of('below'), short: of('above') };
}

/**
 * Holdings after every resting order on the losing side has filled: the buys where more coins are held than owed with
 * the ratio's margin, for falling prices are the loss there; else the sells.
 */
function heldIfFilled(state: MarginGridState): { quote: bigint; base: bigint } {
  const { params, owedBase, intervals, empty } = state;
  let { quote, base } = state;
  if (state.status !== 'running') return { quote, base };
  const losesDownward = base * 100_000_000n > params.forcedCloseRatioE8 * owedBase;
  for (const [i, interval] of intervals.entries()) {
    if (interval.resting === 0n || i < empty !== losesDownward) continue;
    if (losesDownward) {
      quote -= interval.planCost;
      base += interval.resting - interval.planFee;
    } else {
      const received = saleOf(state, interval);
      quote += received;
      base -= interval.resting;
    }
  }
  return { quote, base };
}

function saleOf({ params }: MarginGridState, { resting, sellTicks }: GridInterval): bigint {
  const quote = quoteValueDown(params.spec, resting, sellTicks);
  return quote - feeOn(quote, params.feeRate);
}
