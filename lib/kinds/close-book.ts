import { factsOf } from './facts.ts';

/** Whether ending a bot at the market sells coins of one spot market, so that the spread of its book says more than its plan (M-159). */
export function sellsInOneBook(kind: string, isContract: boolean): boolean {
  const { trades, isOnMargin } = factsOf(kind);
  return trades !== 'portfolio' && !isContract && !isOnMargin;
}
