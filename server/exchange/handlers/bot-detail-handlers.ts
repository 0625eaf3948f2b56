import { CODE } from '#lib/contract/vocabulary.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { STREAM } from '../bots/bot-book.ts';
import { averageCost } from '../bots/fill-tally.ts';
import type { FillRow, OperationRow, OrderRow } from '../bots/journal-rows.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { fundReference } from '../bots/settle-bot.ts';
import { type Handlers, ok, okPage, refuse } from '../http/handler.ts';
import { botAccount } from '../ledger/account-names.ts';
import type { BookEntry } from '../ledger/ledger.ts';
import { ACCOUNT_BOOK } from '../ledger/memory-ledger.ts';
import { enquiryTicks } from '../views/enquiry-price.ts';
import { pageOf, sliceOfPage } from '../views/paging.ts';
import { showsParams, showsTrades } from '../views/visibility.ts';
import { heldBalances } from './bot-balances.ts';
import { type HandlerParts, isRefusal, ownBot, viewerOf, visibleBot } from './bot-parts.ts';
import { lastPriceText, UNKNOWN_PRICE } from './market-handlers.ts';

type PublicDetailCall = 'operateRecords' | 'openOrders' | 'tradeRecords';
type OwnerDetailCall =
  | 'gridPosition'
  | 'position'
  | 'gridBalance'
  | 'strategyBalances'
  | 'holdRecords'
  | 'orderReasons'
  | 'accountBook'
  | 'enquiryPrice';

/** Details of a bot that anybody may ask for, as far as its owner lets them. */
export function publicDetailHandlers({ book, store }: HandlerParts): Pick<Handlers, PublicDetailCall> {
  return {
    operateRecords: (request) => {
      const bot = visibleBot(book, request, request.query.strategy_id);
      if (isRefusal(bot)) return bot;
      const viewer = viewerOf(request);
      const isOpen = showsParams(bot.record, viewer) && showsTrades(bot.record, viewer);
      const page = pageOf(request.query);
      const { rows, total } = store.page(STREAM.operations, `${bot.record.id}`, page.page, page.pageSize);
      const records = rows.map(({ value }) => JSON.parse(value) as OperationRow);
      const shown = isOpen ? records : records.map((record) => ({ ...record, from: '', to: '', explain: '' }));
      return okPage(shown, page.page, page.pageSize, total);
    },
    openOrders: (request) => {
      const bot = visibleBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const viewer = viewerOf(request);
      if (!showsParams(bot.record, viewer) || !showsTrades(bot.record, viewer)) {
        return refuse(CODE.forbidden, 'trades-hidden');
      }
      return ok(openOrdersView(bot));
    },
    tradeRecords: (request) => {
      const bot = visibleBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      if (!showsTrades(bot.record, viewerOf(request))) return refuse(CODE.forbidden, 'trades-hidden');
      const page = pageOf(request.query);
      const { rows, total } = store.page(STREAM.fills, `${bot.record.id}`, page.page, page.pageSize);
      return okPage({ orders: rows.map(({ value }) => JSON.parse(value) as FillRow) }, page.page, page.pageSize, total);
    },
  };
}

function openOrdersView({ record, spec, machine }: LiveBot) {
  const orders = machine?.openOrders() ?? [];
  const side = (wanted: 'buy' | 'sell') =>
    orders
      .filter((order) => order.side === wanted)
      .sort((a, b) => (wanted === 'sell' ? a.ticks - b.ticks : b.ticks - a.ticks))
      .map(({ ticks, quantity }) => ({ price: formatTicks(spec, ticks), qty: formatAmount(quantity) }));
  return {
    ask: side('sell'),
    bid: side('buy'),
    total_qty: formatAmount(orders.reduce((sum, { quantity }) => sum + quantity, 0n)),
    total_match_qty: formatAmount(record.matchedQuantity),
    total_match_cost: formatAmount(record.matchedCost),
  };
}

/** Details for the owner only: what the bot holds, why its orders stand, what came in and went out. */
export function ownerDetailHandlers(parts: HandlerParts): Pick<Handlers, OwnerDetailCall> {
  return { ...holdingHandlers(parts), ...recordHandlers(parts) };
}

function holdingHandlers({ book, views, ledger, feed }: HandlerParts) {
  return {
    gridPosition: (request) => {
      const bot = ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const { record, spec } = bot;
      const { baseHeld, positionProfit } = views.figures(bot, request.nowMs);
      const cost = averageCost(record);
      return ok({
        ...positionView(bot, baseHeld),
        instrument_type: record.payload.instrument_type,
        base_price: cost === null ? '' : formatAmount(cost),
        liq_price: UNKNOWN_PRICE,
        new_float_profit: formatAmount(positionProfit),
        money: formatAmount(record.money),
        market: spec.market,
      });
    },
    position: (request) => {
      const bot = ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      return ok(positionView(bot, views.figures(bot, request.nowMs).baseHeld));
    },
    gridBalance: (request) => {
      const bot = ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      // Spot bots borrow nothing: there is no risk rate and no margin account.
      return ok({ assets: { balances: heldBalances(ledger, bot), risk: '' }, margin_asset: null });
    },
    strategyBalances: (request) => {
      const bot = ownBot(book, request, request.query.strategy_id);
      return isRefusal(bot) ? bot : ok({ spot: heldBalances(ledger, bot) });
    },
    enquiryPrice: (request) => {
      const { query, nowMs } = request;
      const bot = ownBot(book, request, query.strategy_id);
      if (isRefusal(bot)) return bot;
      if (query.account !== 'spot' || query.market !== bot.record.market) return refuse(CODE.unknown, 'market-unknown');
      const held = ledger.balance(botAccount(bot.record.id), bot.spec.base);
      const ticks = enquiryTicks(feed, bot.spec, held, nowMs);
      return ok({
        price: ticks === null ? UNKNOWN_PRICE : formatTicks(bot.spec, ticks),
        last_price: lastPriceText(feed, query.market, nowMs),
      });
    },
  } satisfies Partial<Pick<Handlers, OwnerDetailCall>>;
}

function positionView({ spec }: LiveBot, baseHeld: bigint) {
  return {
    size: formatAmount(baseHeld),
    position_margin: '0',
    contract: spec.market,
    settle: spec.quote,
  };
}

function recordHandlers({ book, store }: HandlerParts) {
  return {
    holdRecords: (request) => {
      const bot = ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const page = pageOf(request.query);
      const orders = openingAndClosing(store.since(STREAM.fills, `${bot.record.id}`, 0)).reverse();
      const data = {
        orders: sliceOfPage(orders, page).map(({ role: _role, profit: _profit, level: _level, ...order }) => order),
        total_match_qty: formatAmount(bot.record.heldBase),
        total_match_cost: formatAmount(bot.record.heldCost),
      };
      return okPage(data, page.page, page.pageSize, orders.length);
    },
    orderReasons: (request) => {
      const bot = ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const page = pageOf(request.query);
      const { rows, total } = store.page(STREAM.orders, `${bot.record.id}`, page.page, page.pageSize);
      return okPage(
        rows.map(({ value }) => JSON.parse(value) as OrderRow),
        page.page,
        page.pageSize,
        total,
      );
    },
    accountBook: (request) => {
      const { query } = request;
      const bot = ownBot(book, request, query.strategy_id);
      if (isRefusal(bot)) return bot;
      const page = pageOf(query);
      const until = query.to ?? Number.POSITIVE_INFINITY;
      const flows = [...fundFlows(store.since(ACCOUNT_BOOK, fundReference(bot.record.id), 0), bot.record.id)]
        .filter(({ time }) => time <= until)
        .reverse();
      return okPage([...sliceOfPage(flows, page)], page.page, page.pageSize, flows.length);
    },
  } satisfies Partial<Pick<Handlers, OwnerDetailCall>>;
}

/** The trades that made and ended the position: everything but the grid's own orders. Oldest first. */
function openingAndClosing(rows: Iterable<{ readonly value: string }>): FillRow[] {
  const found: FillRow[] = [];
  for (const { value } of rows) {
    const fill = JSON.parse(value) as FillRow;
    if (fill.role !== 'grid') found.push(fill);
  }
  return found;
}

/** What came into a bot and went out of it, an entry an asset. Oldest first. */
function* fundFlows(rows: Iterable<{ readonly value: string; readonly timeMs: number }>, botId: number) {
  const account = botAccount(botId);
  for (const { value, timeMs } of rows) {
    const entry = JSON.parse(value) as BookEntry;
    for (const [from, , asset, units] of entry.postings) {
      const change = from === account ? -BigInt(units) : BigInt(units);
      yield { time: Math.floor(timeMs / 1000), change: formatAmount(change), asset, type: entry.reason };
    }
  }
}
