import type { RankParts } from '#lib/contract/strategy.ts';
import { deviationOf, recordScore } from '#lib/formulas/ranking-score.ts';
import { wholeDaySharpeParts } from '../bots/bot-risk.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { Ranked } from './ranking.ts';

/** Enough that the score can be reckoned again to the digits that are shown of it. */
const DECIMALS = 10;

/** What a bot's ranks are made of, as the look at all bots that they are of took it. `provider`: the score of all that its provider ever listed. */
export function rankParts(bot: LiveBot, { days, drawdown }: Ranked, provider: number | null): RankParts {
  const sharpe = wholeDaySharpeParts(bot);
  return {
    days: days.count,
    day_mean: figure(days.mean),
    day_deviation: figure(deviationOf(days)),
    fall: figure(drawdown),
    own_score: figure(recordScore(days, drawdown)),
    provider_score: figure(provider),
    sharpe_days: sharpe?.days ?? 0,
    sharpe_mean: figure(sharpe?.mean ?? null),
    sharpe_deviation: figure(sharpe?.deviation ?? null),
  };
}

function figure(value: number | null): string {
  return value === null ? '' : value.toFixed(DECIMALS);
}
