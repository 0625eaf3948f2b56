import { CODE } from '#lib/contract/vocabulary.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { STREAM } from '../bots/bot-book.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { type RoundOrderRow, type RoundRow, roundOrderRow, roundOrdersKey } from '../bots/round-rows.ts';
import { type ExchangeRequest, type Handlers, okPage, type Refusal, refuse } from '../http/handler.ts';
import { averageText, liquidationTexts, marginRatioText, marginText, NO_PRICE } from '../views/holdings-view.ts';
import { pageOf, sliceOfPage } from '../views/paging.ts';
import { showsParams, showsTrades } from '../views/visibility.ts';
import { type HandlerParts, isRefusal, viewerOf, visibleBot } from './bot-parts.ts';

type RoundCall = 'cycleOrders' | 'completedRounds' | 'roundDetail';

/** The rounds of martingales: the present one, and those that are over. */
export function roundHandlers(parts: HandlerParts): Pick<Handlers, RoundCall> {
  const { book, store } = parts;
  return {
    cycleOrders: (request) => {
      const { query } = request;
      const bot = openBot(request);
      if (isRefusal(bot)) return bot;
      const round =
        query.cycle_index < 0 ? presentRound(parts, bot, request.nowMs) : pastRound(parts, bot, query.cycle_index);
      if (round === null) return refuse(CODE.unknown, 'round-unknown');
      const page = pageOf(query);
      const orders = round.orders.filter(({ side }) => query.side === undefined || side === query.side);
      const data = { ...round, orders: sliceOfPage(orders, page).map((order) => ({ ...order })) };
      return okPage(data, page.page, page.pageSize, orders.length);
    },
    completedRounds: (request) => {
      const bot = openBot(request);
      if (isRefusal(bot)) return bot;
      const page = pageOf(request.query);
      const { rows, total } = store.page(STREAM.rounds, `${bot.record.id}`, page.page, page.pageSize);
      return okPage(
        rows.map(({ value }) => JSON.parse(value) as RoundRow),
        page.page,
        page.pageSize,
        total,
      );
    },
    roundDetail: (request) => {
      const bot = openBot(request);
      if (isRefusal(bot)) return bot;
      const orders = ordersOf(parts, bot, request.query.cycle_index);
      if (orders === null) return refuse(CODE.unknown, 'round-unknown');
      const page = pageOf(request.query);
      const shown = sliceOfPage(orders, page).map((order) => ({ ...order }));
      return okPage({ orders: shown }, page.page, page.pageSize, orders.length);
    },
  };

  /** The bot, if its trades and parameters are open to who asks: a round tells of both. */
  function openBot(request: ExchangeRequest<RoundCall>): LiveBot | Refusal {
    const bot = visibleBot(book, request, request.query.strategy_id);
    if (isRefusal(bot)) return bot;
    if (bot.record.kind !== request.query.strategy_type) return refuse(CODE.unknown, 'bot-unknown');
    const viewer = viewerOf(request);
    const isOpen = showsParams(bot.record, viewer) && showsTrades(bot.record, viewer);
    return isOpen ? bot : refuse(CODE.forbidden, 'trades-hidden');
  }
}

/** A round as it stands (M-109); an empty one between two, or before the first. */
function presentRound({ views }: HandlerParts, bot: LiveBot, nowMs: number) {
  const { spec } = bot;
  const statements = views.statements(bot, nowMs);
  const { round } = statements;
  return {
    base_hold_amount: formatAmount(round?.baseHeld ?? 0n),
    quote_hold_amount: formatAmount(round?.quoteHeld ?? 0n),
    invest_total_amount: formatAmount(round?.invested ?? 0n),
    average_hold_cost: averageText(spec, round?.averageCostTicks ?? null),
    take_profit_price: averageText(spec, round?.takeProfitTicks ?? null),
    stop_loss_price: averageText(spec, round?.stopLossTicks ?? null),
    liq_price: liquidationTexts(bot, statements).liq_price,
    margin: marginText(statements),
    margin_ratio: marginRatioText(statements),
    orders: (round?.orders ?? []).map((order) => roundOrderRow(spec, order)),
  };
}

/** A round that is over holds nothing any more; null when there was none of this number. */
function pastRound(parts: HandlerParts, bot: LiveBot, cycle: number) {
  const orders = ordersOf(parts, bot, cycle);
  if (orders === null) return null;
  const summary = [...parts.store.since(STREAM.rounds, `${bot.record.id}`, 0)]
    .map(({ value }) => JSON.parse(value) as RoundRow)
    .find(({ cycle_index: index }) => index === cycle);
  return {
    base_hold_amount: '0',
    quote_hold_amount: '0',
    invest_total_amount: summary?.invest_amount ?? '0',
    average_hold_cost: '',
    take_profit_price: '',
    stop_loss_price: '',
    liq_price: NO_PRICE,
    margin: '0',
    margin_ratio: '',
    orders,
  };
}

function ordersOf({ store }: HandlerParts, bot: LiveBot, cycle: number): readonly RoundOrderRow[] | null {
  const { rows } = store.page(STREAM.roundOrders, roundOrdersKey(bot.record.id, cycle), 1, 1);
  const row = rows[0];
  return row === undefined ? null : (JSON.parse(row.value) as RoundOrderRow[]);
}
