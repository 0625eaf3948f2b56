import { listenForLiquidation } from '#lib/engine/body/contract-leg.ts';
import { nextFundingWake } from '#lib/engine/body/contract-trade.ts';
import { equityLevel } from '#lib/engine/equity-level.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '#lib/engine/machine.ts';
import type { FuturesGridState } from './futures-grid-state.ts';
import type { StopReason } from './spot-grid-state.ts';

/**
 * Works out the stops of the running grid for the position as it is: those of the range lie one tick outside it, those
 * on equity where the equity at the last price is what the trader set. A flat account's equity has no price: it is
 * either past a target now (a level on the price's own side) or nowhere.
 */
export function resetStops(state: FuturesGridState): void {
  const { params, lines } = state;
  state.stopDown = NO_LEVEL_BELOW;
  state.stopUp = NO_LEVEL_ABOVE;
  if (params.stopBelowRange) addBelow(state, (lines[0] as number) - 1, 'less_low');
  if (params.stopAboveRange) addAbove(state, (lines[params.gridCount] as number) + 1, 'over_high');
  const { lossTarget, profitTarget } = state;
  if (lossTarget !== null) addEquityStop(state, lossTarget, 'atMost', 'stop_loss');
  if (profitTarget !== null) addEquityStop(state, profitTarget, 'atLeast', 'stop_profit');
}

function addEquityStop(
  state: FuturesGridState,
  target: bigint,
  wanted: 'atMost' | 'atLeast',
  reason: StopReason,
): void {
  const { position } = state;
  const { size } = position;
  if (size === 0n) {
    const isPast = wanted === 'atMost' ? position.cash <= target : position.cash >= target;
    if (isPast) addBelow(state, NO_LEVEL_ABOVE, reason);
    return;
  }
  const level = equityLevel(position, target, wanted);
  const isBelow = size > 0n === (wanted === 'atMost');
  if (isBelow) addBelow(state, level, reason);
  else addAbove(state, level, reason);
}

function addBelow(state: FuturesGridState, ticks: number, reason: StopReason): void {
  if (ticks <= state.stopDown) return;
  state.stopDown = ticks;
  state.stopDownReason = reason;
}

function addAbove(state: FuturesGridState, ticks: number, reason: StopReason): void {
  if (ticks >= state.stopUp) return;
  state.stopUp = ticks;
  state.stopUpReason = reason;
}

/** Where the mark price liquidates the account, and when funding is settled, after the position changed at `timeMs`. */
export function resetPositionWakes(state: FuturesGridState, timeMs: number): void {
  const { position } = state;
  listenForLiquidation(position, state.markSlot);
  if ((position.size === 0n) !== (state.fundingAtMs === Number.POSITIVE_INFINITY)) {
    state.fundingAtMs = nextFundingWake(position, timeMs);
  }
}

/** The two last prices between which a running grid sleeps, and the time. */
export function resetSlot(state: FuturesGridState): void {
  const { lines, empty, slot } = state;
  let below = empty > 0 ? (lines[empty - 1] as number) : NO_LEVEL_BELOW;
  let above = empty < lines.length - 1 ? (lines[empty + 1] as number) : NO_LEVEL_ABOVE;
  if (!state.isStopArmed) {
    if (state.stopDown > below) below = state.stopDown;
    if (state.stopUp < above) above = state.stopUp;
  }
  slot.below = below;
  slot.above = above;
  resetWake(state);
}

/** The earliest of what the bot waits for by time. */
export function resetWake(state: FuturesGridState): void {
  const { askedAtMs, fundingAtMs, closing } = state;
  let wakeAtMs = askedAtMs < fundingAtMs ? askedAtMs : fundingAtMs;
  if (closing !== null && closing.expiresAtMs < wakeAtMs) wakeAtMs = closing.expiresAtMs;
  state.wakeAtMs = wakeAtMs;
}

/** Stops listening to prices and time. */
export function sleepWholly(state: FuturesGridState): void {
  for (const slot of [state.slot, state.markSlot]) {
    slot.below = NO_LEVEL_BELOW;
    slot.above = NO_LEVEL_ABOVE;
  }
  state.askedAtMs = Number.POSITIVE_INFINITY;
  state.fundingAtMs = Number.POSITIVE_INFINITY;
  state.wakeAtMs = Number.POSITIVE_INFINITY;
}
