import type { ParsedQueryOf } from '#lib/contract/contract.ts';
import { EARN_WORDS } from '#lib/contract/earn-types.ts';
import { pageOf, sliceOfPage } from '#lib/contract/paging.ts';
import { CODE, COUNTER_KEYS, STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { STREAM } from '../bots/bot-book.ts';
import { inUsdt } from '../bots/bot-equity.ts';
import { tradesMarket } from '../bots/bot-markets.ts';
import { isFinished } from '../bots/bot-record.ts';
import { formatRate, rateOf } from '../bots/daily-curve.ts';
import { MOST_EARLY_POINTS, parseEarlyPoint } from '../bots/early-curve.ts';
import type { AnyBot } from '../bots/ended-bot.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import { type ExchangeRequest, type Handlers, type Reply, signedIn } from '../http/handler.ts';
import { botAccount } from '../ledger/account-names.ts';
import { ok, okPage, refuse, refuseField } from '../replies/reply.ts';
import { countedAs, isListedAs } from '../views/list-kind.ts';
import { marketLinesView } from '../views/market-lines-view.ts';
import { MASKED } from '../views/masked.ts';
import { payloadForAnother } from '../views/payload-for-another.ts';
import { CARD_POINTS } from '../views/recommended-item.ts';
import { inOrder, orderOf } from './bot-order.ts';
import { type HandlerParts, isRefusal, type SeenBot, seenBot, viewerOf, wholeBots } from './bot-parts.ts';

type ListCall =
  | 'portfolioBots'
  | 'strategies'
  | 'strategyDetail'
  | 'dailyCurve'
  | 'earlyCurve'
  | 'strategyNumber'
  | 'gridAssets';

/** Behind the documented ones: kinds that the documents have no key for count under their own name as well. */
const OWN_COUNTER_KEYS = STRATEGY_TYPES.filter((kind) => !COUNTER_KEYS.some((key) => key === kind));

type AskedType = ParsedQueryOf<'strategies'>['strategy_type'];

function isOfType({ record, spec }: Pick<AnyBot, 'record' | 'spec'>, asked: AskedType): boolean {
  if (asked === undefined || asked === 'all') return true;
  return asked === 'all-compose-indicator' ? factsOf(record.kind).usesConditions : isListedAs(record.kind, spec, asked);
}

/** How many bots, plans and orders of a trader run or have ended, under the documents' keys (E-136) and behind them under our own. */
function counters(parts: HandlerParts, userId: number, status: 'running' | 'finished') {
  const counts = new Map<string, number>(
    parts.earn.map((source) => [EARN_WORDS[source.type].counter, source.countOf(userId, status)]),
  );
  for (const { record, spec } of ownBots(parts, userId, status)) {
    for (const key of new Set([countedAs(record.kind, spec), record.kind])) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...COUNTER_KEYS, ...OWN_COUNTER_KEYS].map((key) => ({ key, num: counts.get(key) ?? 0 }));
}

export function botListHandlers(parts: HandlerParts): Pick<Handlers, ListCall> {
  const { book, views, feed, ledger } = parts;
  return {
    strategies: async (request) => {
      const { query, nowMs } = request;
      if (query.strategy_id !== undefined) {
        const seen = await seenBot(book, request, query.strategy_id);
        if (isRefusal(seen)) return seen;
        const { bot } = seen;
        if (!isOfType(bot, query.strategy_type)) return refuse(CODE.unknown, 'bot-unknown');
        return ok([await views.row(bot, viewerOf(request), nowMs, query.data_period)]);
      }
      return ownList(parts, request);
    },
    portfolioBots: (request) => portfolioBots(parts, request),
    strategyDetail: async (request) => {
      const seen = await seenBot(book, request, request.query.strategy_id);
      if (isRefusal(seen)) return seen;
      const { bot, sight } = seen;
      if (bot.record.kind !== request.query.strategy_type) return refuse(CODE.unknown, 'bot-unknown');
      const row = await views.row(bot, viewerOf(request), request.nowMs);
      const lines = marketLinesView(bot, views.prices(bot, request.nowMs), sight);
      const more = lines.length === 0 ? {} : { lines };
      return ok({
        ...row,
        ...more,
        ...(row.params === null ? {} : { payload: payloadForAnother(bot.record.payload) }),
      });
    },
    dailyCurve: async (request) => {
      const { query, nowMs } = request;
      const seen = await seenBot(book, request, request.path.id);
      if (isRefusal(seen)) return seen;
      if (seen.bot.record.kind !== query.strategy_type) return refuse(CODE.unknown, 'bot-unknown');
      return curvePage(parts, seen, query, nowMs);
    },
    earlyCurve: async (request) => {
      const seen = await seenBot(book, request, request.path.id);
      if (isRefusal(seen)) return seen;
      if (seen.bot.record.kind !== request.query.strategy_type) return refuse(CODE.unknown, 'bot-unknown');
      // Where it rises and falls within a day says when it traded, and how much it held.
      if (seen.sight.trades !== 'whole') return refuse(CODE.forbidden, 'trades-hidden');
      return ok(await earlyPoints(parts, seen));
    },
    strategyNumber: (request) => ok(counters(parts, signedIn(request).id, request.query.status ?? 'running')),
    gridAssets: (request) => {
      const sums = new Map<string, bigint>();
      for (const bot of book.runningOf(signedIn(request).id)) {
        if (!isOfType(bot, request.query.strategy_type)) continue;
        for (const [asset, amount] of ledger.assets(botAccount(bot.record.id))) {
          sums.set(asset, (sums.get(asset) ?? 0n) + amount);
        }
      }
      return ok(
        [...sums].sort().map(([asset, amount]) => ({
          asset,
          amount: formatAmount(amount),
          usdt: formatAmount(inUsdt(feed, asset, amount, request.nowMs)),
        })),
      );
    },
  };
}

/** A page of the viewer's own bots, in the order that was asked for. */
async function ownList(parts: HandlerParts, request: ExchangeRequest<'strategies'>): Promise<Reply<'strategies'>> {
  const { query, nowMs, user } = request;
  if (user === null) return refuse(CODE.loginRequired, 'login-required');
  const order = orderOf(query.sort, parts.views, nowMs);
  if (order === null) return refuseField('sort', 'sort-unknown');
  const own = ownBots(parts, user.id, query.status).filter((bot) => isOfType(bot, query.strategy_type));
  return pageOfOwn(parts, request, await inOrder(own, order));
}

/** The rows of the page that was asked for, of own bots in their order. */
async function pageOfOwn(
  { book, views }: HandlerParts,
  request: Pick<ExchangeRequest<'strategies'>, 'user' | 'nowMs'> & {
    readonly query: Parameters<typeof pageOf>[0] & Pick<ParsedQueryOf<'strategies'>, 'data_period'>;
  },
  own: readonly AnyBot[],
) {
  const page = pageOf(request.query);
  const shown = await wholeBots(book, sliceOfPage(own, page));
  const viewer = viewerOf(request);
  const rows = await Promise.all(shown.map((bot) => views.row(bot, viewer, request.nowMs, request.query.data_period)));
  return okPage(rows, page.page, page.pageSize, own.length);
}

/** A page of all of a trader's bots that have something in common. */
async function portfolioBots(parts: HandlerParts, request: ExchangeRequest<'portfolioBots'>) {
  const { query, nowMs } = request;
  const { views } = parts;
  const order = orderOf(query.sort, views, nowMs);
  if (order === null) return refuseField('sort', 'sort-unknown');
  const isAsked = (bot: AnyBot): boolean =>
    isInState(bot, query.state) &&
    isOfType(bot, query.strategy_type) &&
    (query.market === undefined || tradesMarket(bot.spec, query.market)) &&
    (query.result === undefined || resultOf(views.earned(bot, nowMs).profit) === query.result);
  return pageOfOwn(parts, request, await inOrder(ownBots(parts, signedIn(request).id, undefined), order, isAsked));
}

function isInState({ record }: AnyBot, state: ParsedQueryOf<'portfolioBots'>['state']): boolean {
  if (state === undefined || isFinished(record)) return state === undefined || state === 'finished';
  return (record.status === 'pause') === (state === 'paused') && state !== 'finished';
}

/** Who has neither won nor lost is in neither list. */
function resultOf(profit: bigint): ParsedQueryOf<'portfolioBots'>['result'] {
  if (profit === 0n) return undefined;
  return profit > 0n ? 'profit' : 'loss';
}

/** A page of a bot's days, the newest first. */
function curvePage(
  { views }: HandlerParts,
  { bot, sight }: SeenBot,
  query: ParsedQueryOf<'dailyCurve'>,
  nowMs: number,
): Reply<'dailyCurve'> {
  const newestFirst = [...views.curve(bot, nowMs)].reverse();
  const page = pageOf(query);
  // X45: a home curve's first page of 30 carries the 31 points that its chart draws.
  const isHome = query.type === 'home_curve' && page.page === 1 && page.pageSize === CARD_POINTS - 1;
  const points = isHome ? newestFirst.slice(0, CARD_POINTS) : sliceOfPage(newestFirst, page);
  const wire = points.map((point) => ({
    trading_date: point.day,
    profit_rate: formatRate(rateOf(bot.record, point)),
    profit: sight.amounts ? formatAmount(point.profit) : MASKED,
    usdt_money: sight.amounts ? formatAmount(point.usdtEquity) : MASKED,
  }));
  return okPage(wire, page.page, page.pageSize, newestFirst.length);
}

/** The points of a bot's first days, the oldest first. */
async function earlyPoints({ store }: HandlerParts, { bot: { record }, sight }: SeenBot) {
  const { rows } = await store.page(STREAM.early, `${record.id}`, 1, MOST_EARLY_POINTS);
  return rows.toReversed().map(({ value, timeMs }) => {
    const point = parseEarlyPoint(value);
    return {
      time: toSeconds(timeMs),
      profit_rate: formatRate(rateOf(record, point)),
      profit: sight.amounts ? formatAmount(point.profit) : MASKED,
      usdt_money: sight.amounts ? formatAmount(point.usdtEquity) : MASKED,
    };
  });
}

/** Those that run are asked for again and again, and an account has ever more that have ended: these are not gone through for them. */
function ownBots(
  { book }: Pick<HandlerParts, 'book'>,
  userId: number,
  status: 'running' | 'finished' | undefined,
): readonly AnyBot[] {
  if (status === 'running') return book.runningOf(userId);
  const own = book.ofOwner(userId);
  return status === undefined ? own : own.filter(({ record }) => isFinished(record));
}
