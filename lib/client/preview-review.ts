import type { KnownMinutes, MoveResult, ScenarioBot } from '../backtest/price-scenario.ts';
import { runMove, runOpening } from '../backtest/price-scenario.ts';
import type { PreviewPrices } from './preview-prices.ts';
import type { ReviewAnswer, ReviewQuestion } from './review-question.ts';

/** Runs a question over what is known of the past: minutes of other markets than the form's are taken as unchanged. */
export function answerReview(
  { bots, moves }: ReviewQuestion,
  prices: PreviewPrices | null,
  ownKey: string | undefined,
  nowMs: number,
): ReviewAnswer {
  const known = knownMinutes(prices, ownKey);
  const priced = bots.map((bot) => ({ ...bot, prices: { ...bot.prices, ...companionPrices(bot, known) } }));
  const results = moves.map(({ id, move }) => ({
    id,
    result: together(priced.map((bot) => runMove(bot, move, known, nowMs))),
  }));
  return {
    openings: priced.map((bot) => runOpening(bot, known, nowMs)),
    moves: results.toSorted((a, b) => a.result.rate - b.result.rate),
  };
}

function knownMinutes(prices: PreviewPrices | null, ownKey: string | undefined): KnownMinutes {
  if (prices === null || ownKey === undefined) return null;
  return prices.others ?? { [ownKey]: prices };
}

/** The newest known closes of a bot's other markets: the page may only know its own price. */
export function companionPrices({ params }: ScenarioBot, known: KnownMinutes): Readonly<Record<string, number>> {
  const closes = Object.keys(params.spec.companions ?? {}).flatMap((instrument) => {
    const close = known?.[instrument]?.candles.close.findLast((ticks) => ticks > 0);
    return close === undefined ? [] : [[instrument, close] as const];
  });
  return Object.fromEntries(closes);
}

/** Several bots as one: profits add up, and each has the same money. The first one's end is told. */
function together(results: readonly MoveResult[]): MoveResult {
  const [first] = results;
  if (first === undefined) throw new RangeError('A review is of one bot at least');
  return {
    ticks: first.ticks,
    profit: results.reduce((sum, { profit }) => sum + profit, 0n),
    rate: results.reduce((sum, { rate }) => sum + rate, 0) / results.length,
    finish: results.every(({ finish }) => finish === first.finish) ? first.finish : null,
  };
}
