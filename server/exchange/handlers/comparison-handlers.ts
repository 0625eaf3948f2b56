import { pointsOfPeriod } from '#lib/formulas/periods.ts';
import { returnSinceE8 } from '#lib/formulas/return-since.ts';
import { type DailyPoint, formatRate, rateOf, utcDay } from '../bots/daily-curve.ts';
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
      const { followId, createMs } = copy.record;
      if (followId === 0 || Number(query.follow_id) !== followId) return refuseField('follow_id', 'bot-unknown');
      const curve = views.curve(copy, nowMs);
      const window = pointsOfPeriod(curve, query.data_period ?? 'all_period');
      // The first point of a shorter period is where it begins, as of its row's figures.
      const isWhole = window.length === curve.length;
      const fromDay = isWhole ? utcDay(createMs) : (window[1]?.day ?? window[0]?.day ?? utcDay(createMs));
      const original = await book.get(followId);
      return ok({
        mine: since(copy, curve, fromDay),
        origin: original === undefined ? [] : since(original, views.curve(original, nowMs), fromDay),
      });
    },
  };
}

/** Days from one on, with the return since the end of the day before it; of a bot that began later, since its beginning. */
function since({ record }: LiveBot, curve: readonly DailyPoint[], fromDay: string) {
  const before = curve.findLast(({ day }) => day < fromDay);
  const fromE8 = before === undefined ? 0n : rateOf(record, before);
  return curve
    .filter(({ day }) => day >= fromDay)
    .map((point) => ({
      trading_date: point.day,
      profit_rate: formatRate(returnSinceE8(rateOf(record, point), fromE8)),
    }));
}
