import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW, type WakeSlot } from '#lib/engine/machine.ts';
import type { PriceLevel, StopAction, StopLevel } from './compose-account.ts';
import type { ComposeState } from './compose-state.ts';

/** The highest level that drivers can compare: prices are 32-bit ticks in candle columns. */
const HIGHEST_BELOW = 2_147_483_646;

/** All levels of the bot as it stands, the more important ones first. None once it is being closed but the liquidation. */
export function stopLevelsOf(state: ComposeState): StopLevel[] {
  const { account, params, contract, lossTarget, profitTarget } = state;
  const levels: StopLevel[] = [];
  const add = (action: StopAction, level: PriceLevel): void => void levels.push({ action, ...level });
  const liquidation = account.isOpen ? (contract?.liquidationTicks() ?? null) : null;
  if (liquidation !== null) add('liquidation', { isBelow: params.side === 'buy', ticks: liquidation });
  if (state.status !== 'running') return levels;
  if (lossTarget !== null) add('total-stop', account.equityLevel(lossTarget, 'atMost'));
  if (profitTarget !== null) add('total-profit', account.equityLevel(profitTarget, 'atLeast'));
  if (!account.isOpen) return levels;
  const { positionStopE8, protection, positionProfit } = params;
  if (positionStopE8 !== null) add('position-stop', account.gainLevel(-positionStopE8, 'atMost'));
  if (protection !== null && !state.hasBeenProtected) {
    if (state.isProtected) add('protect', account.gainLevel(protection.keepE8, 'atMost'));
    else add('start-protection', account.gainLevel(protection.startE8, 'atLeast'));
  }
  if (positionProfit !== null && !state.hasTakenProfit) {
    add('take-part', account.gainLevel(positionProfit.rateE8, 'atLeast'));
  }
  return levels;
}

export function isReached({ isBelow, ticks }: PriceLevel, price: number): boolean {
  return isBelow ? price <= ticks : price >= ticks;
}

/** Reached whatever the price is: the equity of a bot that holds nothing. */
export function isReachedAnywhere({ isBelow, ticks }: PriceLevel): boolean {
  return isBelow && ticks === NO_LEVEL_ABOVE;
}

/** The first level that a price meets which went there continuously: the highest of those below, the lowest of those above. */
export function firstOnTheWay(stops: readonly StopLevel[], price: number): StopLevel | null {
  let first: StopLevel | null = null;
  for (const stop of stops) {
    if (!isReached(stop, price)) continue;
    if (first === null || (stop.isBelow === first.isBelow && isNearer(stop, first))) first = stop;
  }
  return first;
}

function isNearer(stop: StopLevel, other: StopLevel): boolean {
  return stop.isBelow ? stop.ticks > other.ticks : stop.ticks < other.ticks;
}

/** The prices between which the bot sleeps: its stops on the feed that they listen to, a closing order on the last price. */
export function resetSlots(state: ComposeState): void {
  const { slots, stops, closing, params } = state;
  const last = slots[0] as WakeSlot;
  const watched = slots[slots.length - 1] as WakeSlot;
  for (const slot of slots) {
    slot.below = NO_LEVEL_BELOW;
    slot.above = NO_LEVEL_ABOVE;
  }
  if (state.status === 'finished') return;
  for (const { isBelow, ticks } of stops) {
    if (isBelow && ticks > watched.below) watched.below = ticks < HIGHEST_BELOW ? ticks : HIGHEST_BELOW;
    if (!isBelow && ticks < watched.above) watched.above = ticks;
  }
  if (closing === null) return;
  if (params.side === 'buy') last.above = closing.ticks;
  else last.below = closing.ticks;
}

/** The slots, and the earliest of what the bot waits for by time. */
export function resetWake(state: ComposeState): void {
  resetSlots(state);
  const { status, klineAtMs, fundingAtMs, closing } = state;
  let wakeAtMs = status === 'finished' ? Number.POSITIVE_INFINITY : fundingAtMs;
  if (status === 'running' && klineAtMs < wakeAtMs) wakeAtMs = klineAtMs;
  if (closing !== null && closing.expiresAtMs < wakeAtMs) wakeAtMs = closing.expiresAtMs;
  state.wakeAtMs = wakeAtMs;
}
