import { FINISH_REASONS, isOwnersEnd } from '#lib/contract/bot-words.ts';
import { pageOf, sliceOfPage } from '#lib/contract/paging.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks, instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { STREAM } from '../bots/bot-book.ts';
import { profitAssetOf } from '../bots/bot-equity.ts';
import { instrumentTypeOf } from '../bots/bot-kinds.ts';
import { contractOf, legsOf } from '../bots/bot-markets.ts';
import { type FillRow, type OperationRow, readFill } from '../bots/journal-rows.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { cashReference, fundReference, tradeReference } from '../bots/settle-bot.ts';
import { pageOfRecord } from '../bots/times-away.ts';
import type { Handlers } from '../http/handler.ts';
import { botAccount, FEES } from '../ledger/account-names.ts';
import type { BookEntry } from '../ledger/ledger.ts';
import { ACCOUNT_BOOK } from '../ledger/memory-ledger.ts';
import { ok, okPage, refuse } from '../replies/reply.ts';
import { enquiryTicks } from '../views/enquiry-price.ts';
import {
  costText,
  liquidationTexts,
  marginText,
  priceText,
  riskText,
  type Statements,
} from '../views/holdings-view.ts';
import { tradeOfDay } from '../views/trades-view.ts';
import type { Sight } from '../views/visibility.ts';
import { heldBalances } from './bot-balances.ts';
import {
  type HandlerParts,
  isRefusal,
  namedOtherwise,
  ownBot,
  ownBotOfKind,
  seenBot,
  seenBotOfKind,
} from './bot-parts.ts';

type PublicDetailCall = 'operateRecords' | 'openOrders' | 'tradeRecords';
type OwnerDetailCall =
  | 'gridPosition'
  | 'position'
  | 'gridBalance'
  | 'strategyBalances'
  | 'holdRecords'
  | 'accountBook'
  | 'futuresAccountBook'
  | 'enquiryPrice';

/** Ends that only their owner is told of, wherever a record has the word. */
const ACCOUNT_ENDS = new RegExp(
  FINISH_REASONS.filter((reason) => reason !== 'cancelled' && isOwnersEnd(reason)).join('|'),
  'g',
);

/** What a record says, as far as it is the viewer's business. */
function operationOf(value: string, { plans, account }: Sight): OperationRow {
  const record = JSON.parse(account ? value : value.replace(ACCOUNT_ENDS, 'cancelled')) as OperationRow;
  // What its owner was shown is his business alone.
  const { outcome, ...said } = record;
  const shown = plans ? said : { ...said, from: '', to: '', explain: '' };
  return account && outcome !== undefined ? { ...shown, outcome } : shown;
}

/** Details of a bot that anybody may ask for, as far as its owner lets them. */
export function publicDetailHandlers({ book, store, turns }: HandlerParts): Pick<Handlers, PublicDetailCall> {
  return {
    operateRecords: async (request) => {
      const { strategy_id: id, strategy_type: kind } = request.query;
      const seen = await seenBotOfKind(book, request, id, kind);
      if (isRefusal(seen)) return seen;
      const { bot, sight } = seen;
      const page = pageOf(request.query);
      const { rows, total } = await pageOfRecord(store, turns.timesAway, bot, page.page, page.pageSize);
      const records = rows.map((value) => operationOf(value, sight));
      return okPage(records, page.page, page.pageSize, total);
    },
    openOrders: async (request) => {
      const seen = await seenBot(book, request, request.path.id);
      if (isRefusal(seen)) return seen;
      return seen.sight.plans ? ok(openOrdersView(seen.bot)) : refuse(CODE.forbidden, 'trades-hidden');
    },
    tradeRecords: async (request) => {
      const other = namedOtherwise(request.path.id, request.query.strategyId);
      if (other !== null) return other;
      const seen = await seenBot(book, request, request.path.id);
      if (isRefusal(seen)) return seen;
      const { bot, sight } = seen;
      if (sight.trades === 'none') return refuse(CODE.forbidden, 'trades-hidden');
      const page = pageOf(request.query);
      const { rows, total } = await store.page(STREAM.fills, `${bot.record.id}`, page.page, page.pageSize);
      const orders = rows.map(({ value }) => {
        const fill = readFill(bot.spec, value);
        return sight.trades === 'whole' ? fill : tradeOfDay(fill);
      });
      return okPage({ orders }, page.page, page.pageSize, total);
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

/** Details for the owner only: what the bot holds, what came in and went out. */
export function ownerDetailHandlers(parts: HandlerParts): Pick<Handlers, OwnerDetailCall> {
  return { ...holdingHandlers(parts), ...recordHandlers(parts) };
}

function holdingHandlers({ book, views, ledger, feed }: HandlerParts) {
  return {
    gridPosition: async (request) => {
      const bot = await ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const { record, spec } = bot;
      const { baseHeld, positionProfit } = views.figures(bot, request.nowMs);
      const statements = views.statements(bot, request.nowMs);
      return ok({
        ...positionView(bot, statements, baseHeld),
        instrument_type: instrumentTypeOf(bot),
        base_price: costText(bot, statements),
        liq_price: liquidationTexts(bot, statements).liq_price,
        new_float_profit: formatAmount(statements.position?.unrealised ?? positionProfit),
        money: formatAmount(record.money + record.deposited),
        market: spec.market,
      });
    },
    position: async (request) => {
      const bot = await ownBotOfKind(book, request, request.path.id, request.query.strategy_type);
      if (isRefusal(bot)) return bot;
      const statements = views.statements(bot, request.nowMs);
      return ok(positionView(bot, statements, views.figures(bot, request.nowMs).baseHeld));
    },
    gridBalance: async (request) => {
      const bot = await ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const statements = views.statements(bot, request.nowMs);
      const assets = { balances: heldBalances(ledger, bot, statements), risk: riskText(statements) };
      // Only who borrows has a margin account: what it holds, the borrowed coins among it, and its risk ratio.
      return ok({ assets, margin_asset: bot.record.account === 'margin' ? assets : null });
    },
    strategyBalances: async (request) => {
      const { strategy_id: id, strategy_type: kind } = request.query;
      const bot = await ownBotOfKind(book, request, id, kind);
      if (isRefusal(bot)) return bot;
      return ok({ spot: heldBalances(ledger, bot, views.statements(bot, request.nowMs)) });
    },
    enquiryPrice: async (request) => {
      const { query, nowMs } = request;
      const bot = await ownBotOfKind(book, request, query.strategy_id, query.strategy_type);
      if (isRefusal(bot)) return bot;
      const leg = legOf(bot, query.account, query.market);
      if (leg === undefined) return refuse(CODE.unknown, 'market-unknown');
      const { position, loan } = views.statements(bot, nowMs);
      // Coins that are owed are bought back, or sold so many fewer: the side of the book is that of the trade that ends the bot.
      const owed = loan?.debts.find(({ asset }) => asset === leg.base)?.owed ?? 0n;
      const coins = ledger.balance(botAccount(bot.record.id), leg.base) - owed;
      const ticks = enquiryTicks(feed, leg, leg.contract === undefined ? coins : (position?.size ?? 0n), nowMs);
      return ok({
        price: priceText(leg, ticks),
        last_price: priceText(leg, feed.lastTicks(instrumentOf(leg), nowMs)),
      });
    },
  } satisfies Partial<Pick<Handlers, OwnerDetailCall>>;
}

/** The market of a bot by the account and the name that its termination is asked about. Margin bots hold coins of a spot market. */
function legOf({ record, spec }: LiveBot, account: string, market: string): MarketSpec | undefined {
  if (record.account === 'margin') return account === 'margin' && market === record.market ? spec : undefined;
  return legsOf(spec).find(({ kind, spec: leg }) => kind === account && leg.market === market)?.spec;
}

/** Size in coins, of bots with a contract in signed contracts. */
function positionView({ spec }: LiveBot, statements: Statements, baseHeld: bigint) {
  return {
    size: contractOf(spec) === null ? formatAmount(baseHeld) : `${statements.position?.size ?? 0n}`,
    position_margin: marginText(statements),
    contract: spec.market,
    settle: profitAssetOf(spec),
  };
}

function recordHandlers({ book, store }: HandlerParts) {
  return {
    holdRecords: async (request) => {
      const other = namedOtherwise(request.path.id, request.query.strategy_id);
      if (other !== null) return other;
      const bot = await ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const page = pageOf(request.query);
      const fills = store.since(STREAM.fills, `${bot.record.id}`, 0);
      const orders = (await openingAndClosing(bot.spec, fills)).reverse();
      const data = {
        orders: sliceOfPage(orders, page).map(heldOrder),
        total_match_qty: formatAmount(bot.record.heldBase),
        total_match_cost: formatAmount(bot.record.heldCost),
      };
      return okPage(data, page.page, page.pageSize, orders.length);
    },
    accountBook: async (request) => {
      const { query } = request;
      const bot = await ownBotOfKind(book, request, query.strategy_id, query.strategy_type);
      if (isRefusal(bot)) return bot;
      const { id } = bot.record;
      const page = pageOf(query);
      const until = query.to ?? Number.POSITIVE_INFINITY;
      const all = await fundFlows(store, id, [fundReference(id), cashReference(id)]);
      const flows = all.filter(({ time }) => time <= until);
      return okPage([...sliceOfPage(flows, page)], page.page, page.pageSize, flows.length);
    },
    // M-295: every change of the futures account: funds, funding, fees and realised profit.
    futuresAccountBook: async (request) => {
      const { strategy_id: id, strategy_type: kind } = request.query;
      const bot = await ownBotOfKind(book, request, id, kind);
      if (isRefusal(bot)) return bot;
      const { record, spec } = bot;
      if (contractOf(spec) === null) return refuse(CODE.unknown, 'bot-unknown');
      const page = pageOf(request.query);
      const references = [fundReference(record.id), cashReference(record.id), tradeReference(record.id)];
      const flows = await fundFlows(store, record.id, references);
      return okPage([...sliceOfPage(flows, page)], page.page, page.pageSize, flows.length);
    },
  } satisfies Partial<Pick<Handlers, OwnerDetailCall>>;
}

/** The trades that made and ended the position: everything but the grid's own orders. Oldest first. */
async function openingAndClosing(
  spec: MarketSpec,
  rows: AsyncIterable<{ readonly value: string }>,
): Promise<FillRow[]> {
  const found: FillRow[] = [];
  for await (const { value } of rows) {
    const fill = readFill(spec, value);
    if (fill.role !== 'grid') found.push(fill);
  }
  return found;
}

function heldOrder({ role: _role, profit: _profit, level: _level, signal_type: _signal, ...order }: FillRow) {
  return order;
}

interface FundFlow {
  readonly time: number;
  readonly change: string;
  readonly asset: string;
  readonly type: string;
}

/** What came into a bot's account and went out of it by these books, an entry a posting; newest first. */
async function fundFlows(
  store: HandlerParts['store'],
  botId: number,
  references: readonly string[],
): Promise<FundFlow[]> {
  const account = botAccount(botId);
  const entries: (FundFlow & { readonly sequence: number })[] = [];
  for (const reference of references) {
    for await (const { value, timeMs, sequence } of store.since(ACCOUNT_BOOK, reference, 0)) {
      const entry = JSON.parse(value) as BookEntry;
      for (const [from, to, asset, units] of entry.postings) {
        if (from !== account && to !== account) continue;
        const change = formatAmount(from === account ? -BigInt(units) : BigInt(units));
        const type = entry.reason === 'trade' && to === FEES ? 'fee' : entry.reason;
        entries.push({ sequence, time: Math.floor(timeMs / 1000), change, asset, type });
      }
    }
  }
  return entries.sort((a, b) => b.sequence - a.sequence).map(({ sequence: _sequence, ...flow }) => flow);
}
