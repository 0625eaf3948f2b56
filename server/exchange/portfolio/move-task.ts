import { type MovedBot, type RunningBot, StraightMove } from '#lib/backtest/running-move.ts';

/** Moves of all prices, percent. */
export const MOVES = [-30, -20, -10, 10, 20, 30] as const;

/** Some bots that are to be taken along every move. */
export interface MoveTask {
  readonly nowMs: number;
  readonly bots: readonly RunningBot[];
}

/** What they come to, a list for each of MOVES. */
export type Moved = readonly (readonly MovedBot[])[];

export function doMoves({ nowMs, bots }: MoveTask): Moved {
  return MOVES.map((percent) => {
    const move = new StraightMove(percent / 100, nowMs);
    return bots.map((bot) => move.take(bot));
  });
}
