import { pageOf } from '#lib/contract/paging.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { STREAM } from '../bots/bot-book.ts';
import { isFinished } from '../bots/bot-record.ts';
import { readOrder, toSeconds } from '../bots/journal-rows.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { findCauses } from '../bots/order-causes.ts';
import type { Handlers } from '../http/handler.ts';
import { ok, okPage, refuse } from '../replies/reply.ts';
import { placeOf, quietReason, waitsFor } from '../views/quiet-reason.ts';
import { type HandlerParts, isRefusal, ownSeenBot } from './bot-parts.ts';

/** Why a bot's orders are there and others are not, for its owner: a copier sees what was executed, not what stands or was withheld. */
export function whyHandlers({ book, store, feed }: HandlerParts): Pick<Handlers, 'botWhy' | 'orderReasons'> {
  return {
    botWhy: async (request) => {
      const own = await ownSeenBot(book, request, request.path.id);
      if (isRefusal(own)) return own;
      const { bot, sight } = own;
      if (!sight.plans) return refuse(CODE.forbidden, 'trades-hidden');
      const { record } = bot;
      const place = placeOf(feed, bot, request.nowMs);
      const isOver = isFinished(record) || record.status === 'stopping' || record.status === 'finishing';
      return ok({
        waits_for: isOver ? ('' as const) : waitsFor(bot, place),
        is_quiet: !isOver && quietReason(bot, place, request.nowMs) !== '',
        last_trade: record.lastTradeMs === null ? 0 : toSeconds(record.lastTradeMs),
        missing: missingOrders(bot),
      });
    },
    orderReasons: async (request) => {
      const own = await ownSeenBot(book, request, request.path.id);
      if (isRefusal(own)) return own;
      const { bot, sight } = own;
      if (!sight.plans) return refuse(CODE.forbidden, 'trades-hidden');
      const { page, pageSize } = pageOf(request.query);
      const { rows, total } = await store.page(STREAM.orders, `${bot.record.id}`, page, pageSize);
      const orders = rows.map(({ value, timeMs }) => ({ timeMs, order: readOrder(bot.spec, value) }));
      const causes = await findCauses(store, bot, orders);
      return okPage(
        orders.map(({ order }, at) => ({ ...order, cause: causes[at] })),
        page,
        pageSize,
        total,
      );
    },
  };
}

function missingOrders({ machine, spec }: LiveBot) {
  const withheld = machine?.withheldOrders() ?? [];
  return withheld.map(({ feed = 0, side, level, ticks, reason }) => {
    const { market, contract, tickUnits } = marketOfFeed(spec, feed);
    const account = contract === undefined ? ('spot' as const) : ('futures' as const);
    return { market, account, side, level, reason, price: formatTicks({ tickUnits }, ticks) };
  });
}
