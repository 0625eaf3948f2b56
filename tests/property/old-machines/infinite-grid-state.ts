import {
  type BotMachine,
  type EngineSink,
  type MarketView,
  NO_LEVEL_ABOVE,
  NO_LEVEL_BELOW,
  type OrderReason,
  type WakeSlot,
} from '#lib/engine/machine.ts';
import type { InfiniteOrder } from '#lib/formulas/infinite-grid.ts';
import type { InfiniteGridParams } from '#lib/kinds/infinite-grid/params.ts';
import type { CoinHolder } from './coin-closing.ts';
import type { CoinClosingOrder } from './spot-grid-state.ts';

/** Coins that a sale sold and no buy has bought back yet. Units; what they brought in before its fee, and the fee. */
export interface SoldLot {
  readonly quantity: bigint;
  readonly quote: bigint;
  readonly fee: bigint;
}

/** A line of the grid that carries no order, and why. */
export interface EmptyLine {
  readonly ticks: number;
  readonly reason: OrderReason;
}

/** Line indexes in events: the grid always has two lines, the buy below the last trade and the sale above it. */
export const BUY_LEVEL = 0;
export const SALE_LEVEL = 1;

/** Everything an infinite grid knows. Amounts are units; `start`, `gridProfit`, `positionCash` and `fees` are in EquityStatement's scale. */
export interface InfiniteGridState extends CoinHolder {
  readonly params: InfiniteGridParams;
  readonly view: MarketView;
  readonly sink: EngineSink;
  readonly isHeard: boolean;
  readonly slot: WakeSlot;
  wakeAtMs: number;
  status: BotMachine['status'];
  step: BotMachine['step'];
  /** V, quote units. */
  value: bigint;
  /** Price of the last trade, ticks. */
  anchor: number;
  /** The two orders; what is missing has its reason in the field beside. */
  buy: InfiniteOrder | null;
  sale: InfiniteOrder | null;
  emptyBuy: EmptyLine | null;
  emptySale: EmptyLine | null;
  /** Oldest first. A buy buys back the latest sales first: they are the nearest in price. */
  soldLots: SoldLot[];
  /** A stop price was touched; the close of the running minute decides. */
  isStopArmed: boolean;
  closing: CoinClosingOrder | null;
  quote: bigint;
  base: bigint;
  start: bigint;
  gridProfit: bigint;
  positionCash: bigint;
  fees: bigint;
  fills: number;
  matches: number;
  matchedProfit: bigint;
}

/** A grid that has not started: it holds its investment and listens to nothing. */
export function newInfiniteGridState(
  params: InfiniteGridParams,
  view: MarketView,
  sink: EngineSink,
): InfiniteGridState {
  const isQuote = params.investIn === 'quote';
  return {
    params,
    view,
    sink,
    isHeard: sink.isQuiet !== true,
    slot: { below: NO_LEVEL_BELOW, above: NO_LEVEL_ABOVE },
    wakeAtMs: Number.POSITIVE_INFINITY,
    status: 'open',
    step: 'wait-touch',
    value: 0n,
    anchor: 0,
    buy: null,
    sale: null,
    emptyBuy: null,
    emptySale: null,
    soldLots: [],
    isStopArmed: false,
    closing: null,
    quote: isQuote ? params.investment : 0n,
    base: isQuote ? 0n : params.investment,
    start: 0n,
    gridProfit: 0n,
    positionCash: 0n,
    fees: 0n,
    fills: 0,
    matches: 0,
    matchedProfit: 0n,
  };
}
