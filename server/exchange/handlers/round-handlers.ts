import { pageOf, sliceOfPage } from '#lib/contract/paging.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { STREAM } from '../bots/bot-book.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { type RoundOrderRow, type RoundRow, roundOrderRow, roundOrdersKey } from '../bots/round-rows.ts';
import type { ExchangeRequest, Handlers } from '../http/handler.ts';
import { okPage, type Refusal, refuse } from '../replies/reply.ts';
import { averageText, liquidationTexts, marginRatioText, marginText, NO_PRICE } from '../views/holdings-view.ts';
import { executedOrders, roundOfDay } from '../views/trades-view.ts';
import { type HandlerParts, isRefusal, type SeenBot, seenBot } from './bot-parts.ts';

type RoundCall = 'cycleOrders' | 'completedRounds' | 'roundDetail';

/** The rounds of martingales: the present one, and those that are over. */
export function roundHandlers(parts: HandlerParts): Pick<Handlers, RoundCall> {
  const { book, store } = parts;
  return {
    cycleOrders: async (request) => {
      const { query } = request;
      const seen = await roundsOf(request);
      if (isRefusal(seen)) return seen;
      const isPresent = query.cycle_index < 0;
      // What stands in the market now, and its take profit and stop, are plans; the orders of the past were executed.
      if (isPresent ? !seen.sight.plans : seen.sight.trades !== 'whole') return hidden();
      const round = isPresent
        ? presentRound(parts, seen.bot, request.nowMs)
        : await pastRound(parts, seen, query.cycle_index);
      if (round === null) return refuse(CODE.unknown, 'round-unknown');
      const page = pageOf(query);
      const orders = round.orders.filter(({ side }) => query.side === undefined || side === query.side);
      const data = { ...round, orders: sliceOfPage(orders, page).map((order) => ({ ...order })) };
      return okPage(data, page.page, page.pageSize, orders.length);
    },
    completedRounds: async (request) => {
      const seen = await roundsOf(request);
      if (isRefusal(seen)) return seen;
      const { bot, sight } = seen;
      const page = pageOf(request.query);
      const { rows, total } = await store.page(STREAM.rounds, `${bot.record.id}`, page.page, page.pageSize);
      return okPage(
        rows.map(({ value }) => {
          const round = JSON.parse(value) as RoundRow;
          return sight.trades === 'whole' ? round : roundOfDay(round);
        }),
        page.page,
        page.pageSize,
        total,
      );
    },
    roundDetail: async (request) => {
      const seen = await roundsOf(request);
      if (isRefusal(seen)) return seen;
      if (seen.sight.trades !== 'whole') return hidden();
      const orders = await ordersOf(parts, seen, request.query.cycle_index);
      if (orders === null) return refuse(CODE.unknown, 'round-unknown');
      const page = pageOf(request.query);
      const shown = sliceOfPage(orders, page).map((order) => ({ ...order }));
      return okPage({ orders: shown }, page.page, page.pageSize, orders.length);
    },
  };

  /** The bot, if anything of its trades is shown to who asks. */
  async function roundsOf(request: ExchangeRequest<RoundCall>): Promise<SeenBot | Refusal> {
    const seen = await seenBot(book, request, request.query.strategy_id);
    if (isRefusal(seen)) return seen;
    if (seen.bot.record.kind !== request.query.strategy_type) return refuse(CODE.unknown, 'bot-unknown');
    return seen.sight.trades === 'none' ? hidden() : seen;
  }
}

function hidden(): Refusal {
  return refuse(CODE.forbidden, 'trades-hidden');
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
async function pastRound(parts: HandlerParts, seen: SeenBot, cycle: number) {
  const orders = await ordersOf(parts, seen, cycle);
  if (orders === null) return null;
  const summary = await summaryOf(parts, seen, cycle);
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

async function summaryOf({ store }: HandlerParts, { bot }: SeenBot, cycle: number): Promise<RoundRow | undefined> {
  for await (const { value } of store.since(STREAM.rounds, `${bot.record.id}`, 0)) {
    const round = JSON.parse(value) as RoundRow;
    if (round.cycle_index === cycle) return round;
  }
  return undefined;
}

async function ordersOf(
  { store }: HandlerParts,
  { bot, sight }: SeenBot,
  cycle: number,
): Promise<readonly RoundOrderRow[] | null> {
  const { rows } = await store.page(STREAM.roundOrders, roundOrdersKey(bot.record.id, cycle), 1, 1);
  const row = rows[0];
  if (row === undefined) return null;
  const orders = JSON.parse(row.value) as RoundOrderRow[];
  return sight.plans ? orders : executedOrders(orders);
}
