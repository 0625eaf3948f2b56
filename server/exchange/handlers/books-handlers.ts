import { pageOf } from '#lib/contract/paging.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { marketsOf } from '#lib/engine/bot-feeds.ts';
import { formatAmount, formatFineAmount } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { createBookReader, type PartPlace } from '../bots/book-reader.ts';
import type { BookOwner, PartEntry } from '../bots/book-sums.ts';
import { type Prices, profitAssetOf, statementAt } from '../bots/bot-equity.ts';
import { lastFeedOf } from '../bots/bot-markets.ts';
import { isFinished } from '../bots/bot-record.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { type Handlers, signedIn } from '../http/handler.ts';
import { ok, okPage, refuse } from '../replies/reply.ts';
import { oneAtATime } from '../surroundings/one-at-a-time.ts';
import { booksView } from '../views/books-view.ts';
import { statementsOf } from '../views/holdings-view.ts';
import { type HandlerParts, isRefusal, ownBot } from './bot-parts.ts';

/** The books of a bot, for its owner. */
export function booksHandlers({ book, store, views }: HandlerParts): Pick<Handlers, 'botBooks' | 'bookRows'> {
  const reader = createBookReader(store);
  const lane = oneAtATime();
  const handlers: Pick<Handlers, 'botBooks' | 'bookRows'> = {
    botBooks: async (request) => {
      const bot = await ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const { spec, record } = bot;
      const books = statementAt(bot, views.prices(bot, request.nowMs));
      if (books === null) return refuse(CODE.unknown, 'books-unkept');
      const { statement, prices } = books;
      const unrealised = statementsOf(bot, prices).position?.unrealised ?? null;
      const isEnded = isFinished(record);
      const netProfit = record.gridProfit;
      // Asked for in the same breath as the machine.
      const sums = await reader.sums(ownerOf(bot));
      const priceOf = priceIn(bot, prices);
      const asset = profitAssetOf(spec);
      return ok({
        asset,
        time: toSeconds(record.finishMs ?? request.nowMs),
        ...booksView({ asset, statement, netProfit, sums, priceOf, unrealised, isEnded }),
      });
    },
    bookRows: async (request) => {
      const bot = await ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const { query } = request;
      const { page, pageSize } = pageOf(query);
      const isWanted = ({ what, market, account, asset }: PartPlace): boolean =>
        what === query.part &&
        market === (query.market ?? market) &&
        account === (query.account ?? account) &&
        asset === (query.asset ?? asset);
      const { rows, total } = await reader.entries(ownerOf(bot), isWanted, { page, pageSize });
      // At the end coins were worth what they were then.
      const priceOf = priceIn(bot, bot.record.final?.books?.prices ?? bot.record.createPrices);
      return okPage(
        rows.map((row) => rowView(row, priceOf)),
        page,
        pageSize,
        total,
      );
    },
  };
  return {
    botBooks: (request) => lane(signedIn(request).id, async () => handlers.botBooks(request)),
    bookRows: (request) => lane(signedIn(request).id, async () => handlers.bookRows(request)),
  };
}

function ownerOf(bot: LiveBot): BookOwner {
  const { record, spec } = bot;
  return { id: record.id, spec, createPrice: priceIn(bot, record.createPrices) };
}

/** What a coin that the bot trades is worth in what its profits are counted in, 1e-8, by prices of its feeds. Throws for another one: it has none. */
function priceIn({ spec, record }: LiveBot, prices: Prices): (coin: string) => bigint {
  return (coin) => {
    const market = marketsOf(spec).find(({ contract, base }) => contract === undefined && base === coin);
    const ticks = market === undefined ? undefined : prices[lastFeedOf(spec, instrumentOf(market))];
    if (market === undefined || ticks === undefined) throw new Error(`bot ${record.id} has ${coin} and trades none`);
    return BigInt(ticks) * market.tickUnits;
  };
}

function rowView(row: PartEntry & { readonly timeMs: number }, priceOf: (coin: string) => bigint) {
  const { market, account, side, type, asset, amount, price, value, what, timeMs } = row;
  const isBack = what === 'returned' && value === null;
  const worth = isBack ? amount * priceOf(asset) : value;
  return {
    ...{ time: toSeconds(timeMs), market, account, side, type, asset },
    amount: formatAmount(amount),
    price: isBack ? formatAmount(priceOf(asset)) : price,
    value: worth === null ? '' : formatFineAmount(worth),
  };
}
