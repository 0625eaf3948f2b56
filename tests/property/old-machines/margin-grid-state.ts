import { type EngineSink, type MarketView, NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '#lib/engine/machine.ts';
import { forcedClose } from '#lib/formulas/margin-loan.ts';
import type { MarginGridParams } from '#lib/kinds/margin-grid/params.ts';
import { resetSlot, resetWake } from './spot-grid-levels.ts';
import { newSpotGridState, type SpotGridState } from './spot-grid-state.ts';

/** A spot grid and the loan that it works with. */
export interface MarginGridState extends SpotGridState {
  readonly params: MarginGridParams;
  /** What is owed, interest included; units. */
  owedQuote: bigint;
  owedBase: bigint;
  /** All interest so far, that in base valued at the price of its hour; in EquityStatement's scale. */
  interest: bigint;
  /** Next full hour at which interest is due; Infinity without a debt. */
  interestAtMs: number;
  /** What else the grid waits for by time: a minute's end, the closing order's. */
  askedAtMs: number;
  /** Levels of the forced close; NO_LEVEL_… where there is none. */
  forcedBelow: number;
  forcedAbove: number;
}

export function newMarginGridState(params: MarginGridParams, view: MarketView, sink: EngineSink): MarginGridState {
  return {
    ...newSpotGridState(params, view, sink),
    params,
    owedQuote: 0n,
    owedBase: 0n,
    interest: 0n,
    interestAtMs: Number.POSITIVE_INFINITY,
    askedAtMs: Number.POSITIVE_INFINITY,
    forcedBelow: NO_LEVEL_BELOW,
    forcedAbove: NO_LEVEL_ABOVE,
  };
}

/** Works out the prices of the forced close, after holdings or debts changed. */
export function resetForced(state: MarginGridState): void {
  const { params, quote, base, owedQuote, owedBase } = state;
  const owed = { quote: owedQuote, base: owedBase };
  const forced = forcedClose(params.spec, { quote, base }, owed, params.forcedCloseRatioE8);
  state.forcedBelow = forced?.side === 'below' ? forced.ticks : NO_LEVEL_BELOW;
  state.forcedAbove = forced?.side === 'above' ? forced.ticks : NO_LEVEL_ABOVE;
}

/** The two prices between which a running margin grid sleeps. */
export function resetMarginSlot(state: MarginGridState): void {
  resetSlot(state);
  resetForced(state);
  listenForForced(state);
}

/** Makes the slot as narrow as the forced close demands, and the time as near as the interest. */
export function listenForForced(state: MarginGridState): void {
  const { slot, forcedBelow, forcedAbove, askedAtMs, interestAtMs } = state;
  if (forcedBelow > slot.below) slot.below = forcedBelow;
  if (forcedAbove < slot.above) slot.above = forcedAbove;
  state.wakeAtMs = askedAtMs < interestAtMs ? askedAtMs : interestAtMs;
}

/** Says when to wake next, after anything has happened to a running margin grid at `timeMs`. */
export function resetMarginWake(state: MarginGridState, timeMs: number): void {
  resetWake(state, timeMs);
  state.askedAtMs = state.wakeAtMs;
  resetForced(state);
  listenForForced(state);
}
