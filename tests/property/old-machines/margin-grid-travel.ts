import { expireClosingOrder, listenForClosing } from './coin-closing.ts';
import { type GridRules, leapGrid, travelGrid } from './grid-travel.ts';
import { closeBy, liquidate, MARGIN_CLOSING } from './margin-grid-closing.ts';
import { chargeInterest, mustClose } from './margin-grid-loan.ts';
import {
  listenForForced,
  type MarginGridState,
  resetForced,
  resetMarginSlot,
  resetMarginWake,
} from './margin-grid-state.ts';
import { crossDown, crossUp } from './spot-grid-orders.ts';
import { endOuterMinute, type OuterRules, reachOuterAbove, reachOuterBelow } from './spot-grid-travel.ts';

const MARGIN_OUTER: OuterRules<MarginGridState> = { closeBy, resetWake: resetMarginWake };

const MARGIN_RULES: GridRules<MarginGridState> = {
  crossDown,
  crossUp,
  resetSlot(state, ticks, timeMs) {
    if (mustClose(state, ticks)) liquidate(state, ticks, timeMs);
    else resetMarginSlot(state);
  },
  reachBelow(state, ticks, timeMs) {
    if (ticks <= state.forcedBelow) liquidate(state, ticks, timeMs);
    else reachOuterBelow(state, MARGIN_OUTER, ticks, timeMs);
  },
  reachAbove(state, ticks, timeMs) {
    if (ticks >= state.forcedAbove) liquidate(state, ticks, timeMs);
    else reachOuterAbove(state, MARGIN_OUTER, ticks, timeMs);
  },
};

/** The price went continuously to `ticks`. */
export function travel(state: MarginGridState, ticks: number, timeMs: number): void {
  travelGrid(state, MARGIN_RULES, ticks, timeMs);
}

/** The price was next seen at `ticks`. */
export function leap(state: MarginGridState, ticks: number, timeMs: number): void {
  leapGrid(state, MARGIN_RULES, ticks, timeMs);
}

/** Time came to what the bot waits for: interest first, then the minute or the closing order. */
export function wakeOpened(state: MarginGridState, ticks: number, timeMs: number): void {
  if (timeMs >= state.interestAtMs) {
    chargeInterest(state, ticks, timeMs);
    if (mustClose(state, ticks)) {
      liquidate(state, ticks, timeMs);
      return;
    }
  }
  const isAsked = timeMs >= state.askedAtMs;
  if (state.status === 'stopping') {
    if (isAsked) {
      expireClosingOrder(state, MARGIN_CLOSING, ticks, timeMs);
      return;
    }
    listenForClosing(state);
    resetForced(state);
    listenForForced(state);
  } else if (isAsked) {
    endOuterMinute(state, MARGIN_OUTER, ticks, timeMs);
  } else {
    resetMarginSlot(state);
  }
}
