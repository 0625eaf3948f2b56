import { pointsOfPeriod } from '#lib/formulas/periods.ts';
import { returnsSinceFirst } from '../bots/chained-returns.ts';
import { type DailyPoint, formatRate } from '../bots/daily-curve.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { Handlers } from '../http/handler.ts';
import { ok, refuseField } from '../replies/reply.ts';
import { type HandlerParts, isRefusal, ownBotOfKind } from './bot-parts.ts';

/** A copy beside its original (M-289), for its owner. Rates are statistics: they are told of closed originals too (M-278). */
export function comparisonHandlers({ book, views }: HandlerParts): Pick<Handlers, 'strategyComparison'> {
  return {
    strategyComparison: async (request) => {
      const { query, nowMs } = request;
      const copy = await ownBotOfKind(book, request, query.strategy_id, query.strategy_type);
      if (isRefusal(copy)) return copy;
      const { followId } = copy.record;
      if (followId === 0 || Number(query.follow_id) !== followId) return refuseField('follow_id', 'bot-unknown');
      const curve = views.curve(copy, nowMs);
      const days = pointsOfPeriod(curve, query.data_period ?? 'all_period');
      const original = await book.get(followId);
      return ok({
        mine: since(copy, days, days),
        origin: original === undefined ? [] : since(original, views.curve(original, nowMs), days),
      });
    },
  };
}

/**
 * Days of a bot with its return since the end of the first of the copy's days, which is the first moment that both have a figure of: what
 * the original did on that day before it was copied is not compared. Nor is what it does after the copy's last day.
 */
function since({ record }: LiveBot, curve: readonly DailyPoint[], copied: readonly DailyPoint[]) {
  const [first, last] = [copied[0]?.day ?? '', copied.at(-1)?.day ?? ''];
  const points = curve.filter(({ day }) => day >= first && day <= last);
  return returnsSinceFirst(record, points).map((rateE8, index) => ({
    trading_date: (points[index] as DailyPoint).day,
    profit_rate: formatRate(rateE8),
  }));
}
