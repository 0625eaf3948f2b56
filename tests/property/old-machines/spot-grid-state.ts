import type { FinishReason } from '#lib/contract/vocabulary.ts';
import {
  type BotMachine,
  type EngineSink,
  type MarketView,
  NO_LEVEL_ABOVE,
  NO_LEVEL_BELOW,
  type WakeSlot,
} from '#lib/engine/machine.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import type { GridInterval } from './spot-grid-interval.ts';

export type StopReason = 'stop_loss' | 'stop_profit' | 'less_low' | 'over_high';

/** A limit order that closes the position. */
export interface ClosingOrder {
  readonly ticks: number;
  readonly quantity: bigint;
  readonly expiresAtMs: number;
  /** What the bot ends as once the order is done. */
  readonly reason: FinishReason;
}

/** One that may sell what is held or buy back what is owed. */
export interface CoinClosingOrder extends ClosingOrder {
  readonly side: 'buy' | 'sell';
}

/**
 * Everything a spot grid knows. The files beside this one are functions on it. Amounts are units; `start`,
 * `gridProfit`, `positionCash` and `fees` are in EquityStatement's scale.
 */
export interface SpotGridState {
  readonly params: SpotGridParams;
  readonly view: MarketView;
  readonly sink: EngineSink;
  /** False when nobody listens: then no event objects are made. */
  readonly isHeard: boolean;
  readonly slot: WakeSlot;
  wakeAtMs: number;
  status: BotMachine['status'];
  step: BotMachine['step'];
  openingTries: number;
  /** How many intervals the grid has moved up since creation (down: negative). */
  shift: number;
  /** n + 1 lines in ticks, ascending. Empty before the opening. */
  lines: number[];
  intervals: GridInterval[];
  /** Index of the line without an order: intervals below it hold cash, those from it on hold coins. */
  empty: number;
  hasStarvedBuys: boolean;
  /** Next levels outside the range; NO_LEVEL_… when there are none or the limit that forbids them is on record. */
  stopDown: number;
  stopUp: number;
  trailDown: number;
  trailUp: number;
  stopDownReason: StopReason;
  stopUpReason: StopReason;
  /** A stop price was touched; the close of the running minute decides. */
  isStopArmed: boolean;
  /** A trailing level was reached but the momentum gate is shut; asked again at each minute's end. */
  isTrailArmed: boolean;
  closing: CoinClosingOrder | null;
  quote: bigint;
  base: bigint;
  /** What no resting order needs. */
  freeQuote: bigint;
  freeBase: bigint;
  /** What the free coins cost, quote units. */
  spareCost: bigint;
  start: bigint;
  gridProfit: bigint;
  /** Before fees: what coins outside completed pairs brought in, less what they and the held ones cost. */
  positionCash: bigint;
  fees: bigint;
  fills: number;
  matches: number;
  matchedProfit: bigint;
}

/** A grid that has not started: it holds its investment and listens to nothing. */
export function newSpotGridState(params: SpotGridParams, view: MarketView, sink: EngineSink): SpotGridState {
  const isQuote = params.investIn === 'quote';
  const quote = isQuote ? params.investment : 0n;
  const base = isQuote ? 0n : params.investment;
  return {
    params,
    view,
    sink,
    isHeard: sink.isQuiet !== true,
    slot: { below: NO_LEVEL_BELOW, above: NO_LEVEL_ABOVE },
    wakeAtMs: Number.POSITIVE_INFINITY,
    status: 'open',
    step: 'wait-touch',
    openingTries: 0,
    shift: 0,
    lines: [],
    intervals: [],
    empty: 0,
    hasStarvedBuys: false,
    stopDown: NO_LEVEL_BELOW,
    stopUp: NO_LEVEL_ABOVE,
    trailDown: NO_LEVEL_BELOW,
    trailUp: NO_LEVEL_ABOVE,
    stopDownReason: 'stop_loss',
    stopUpReason: 'stop_profit',
    isStopArmed: false,
    isTrailArmed: false,
    closing: null,
    quote,
    base,
    freeQuote: quote,
    freeBase: base,
    spareCost: 0n,
    start: 0n,
    gridProfit: 0n,
    positionCash: 0n,
    fees: 0n,
    fills: 0,
    matches: 0,
    matchedProfit: 0n,
  };
}

/** Stops listening to prices and time. */
export function sleep(state: Pick<SpotGridState, 'slot' | 'wakeAtMs'>): void {
  state.slot.below = NO_LEVEL_BELOW;
  state.slot.above = NO_LEVEL_ABOVE;
  state.wakeAtMs = Number.POSITIVE_INFINITY;
}
