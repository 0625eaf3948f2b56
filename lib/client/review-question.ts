import type { Move, MoveResult, Opening, ScenarioBot } from '../backtest/price-scenario.ts';

/** What a review sheet wants to know of the bots that are about to be created. */
export interface ReviewQuestion {
  readonly bots: readonly ScenarioBot[];
  /** Moves of every price; those to a price are of one bot alone. */
  readonly moves: readonly ReviewMove[];
}

export interface ReviewMove {
  /** Tells the moves apart: -30 … 30, or `low` and `high` for the ends of a range. */
  readonly id: string;
  readonly move: Move;
}

/** Falls and rises that every review tells of (H52). */
export const USUAL_MOVES: readonly ReviewMove[] = [-0.3, -0.2, -0.1, 0.1, 0.2, 0.3].map((by) => ({
  id: String(Math.round(by * 100)),
  move: { by },
}));

export interface ReviewedMove {
  readonly id: string;
  /** Of all bots together; the price that it ends at is the first bot's. */
  readonly result: MoveResult;
}

export interface ReviewAnswer {
  readonly openings: readonly Opening[];
  /** The worst first. */
  readonly moves: readonly ReviewedMove[];
}
