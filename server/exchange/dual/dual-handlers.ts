import { boundsOf, pageOf } from '#lib/contract/paging.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { type DualType, dualCover } from '#lib/formulas/dual-outcome.ts';
import { boundsAt, DUAL_DAYS, QUOTE_HOLDS_MS, quoteOf } from '#lib/formulas/dual-terms.ts';
import { rateLimit } from '#lib/limits/rate-limit.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { type ExchangeRequest, type Handlers, type Reply, signedIn } from '../http/handler.ts';
import { DUAL_HOUSE } from '../ledger/account-names.ts';
import { okEarn, refuse, refuseField, refuseFor } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { Dual } from './dual.ts';
import { DUAL_HISTORY, historyKey } from './dual-book.ts';
import { type DualMarket, indexAt } from './dual-markets.ts';
import type { DualOffer, DualQuote } from './dual-offers.ts';
import { type DualOrder, readEnded } from './dual-order.ts';
import { orderPostings, voidPostings } from './dual-postings.ts';
import { isHouseFull, roomOf } from './dual-room.ts';
import { endedRow, offersView, openRow } from './dual-view.ts';
import { settlementPrice } from './dual-worth.ts';

type DualCall = 'dualOrders' | 'cancelDualOrder' | 'dualSettings' | 'dualOffers' | 'subscribeDual';

/** Open orders of one account; orders that one account may begin within an hour (what ends stays in its history). */
const MOST_OPEN = 200;
const BEGUN_AN_HOUR = 120;
const TYPES: readonly DualType[] = ['call', 'put'];

/** Sell high and buy low, of who asks. */
export function dualHandlers({ dual }: { readonly dual: Dual }): Pick<Handlers, DualCall> {
  const { clock } = dual.parts;
  const begun = rateLimit({ points: BEGUN_AN_HOUR, seconds: 3_600, nowMs: clock.nowMs });
  return {
    dualOrders: (request) => orders(dual, request),
    cancelDualOrder: (request) => cancel(dual, request),
    dualSettings: ({ query, nowMs }) => okEarn(settings(dual, query.market, nowMs)),
    dualOffers: async ({ query: { market, type }, nowMs }) => {
      const found = dual.markets.get(market);
      if (found === undefined) return refuse(CODE.unknown, 'market-unknown');
      const quote = await dual.offers.quote(found, type, quoteOf(nowMs));
      return okEarn(offersView(market, type, quote, (offer) => roomOf(dual, type, quote.bounds, offer)));
    },
    subscribeDual: async (request) => {
      const wish = await readWish(dual, request);
      if ('code' in wish) return wish;
      const who = `${signedIn(request).id}`;
      const waitMs = await begun.take(who);
      if (waitMs > 0) return refuseFor(waitMs, 'dual-too-often');
      const reply = await request.transact((tx) => subscribe(dual, tx, wish));
      if ('data' in reply && reply.code !== 0) await begun.giveBack(who);
      return reply;
    },
  };
}

/** E-142: what runs is one list, what has ended the other, which is read from the disk page by page. */
async function orders(dual: Dual, request: ExchangeRequest<'dualOrders'>): Promise<Reply<'dualOrders'>> {
  const { query, nowMs } = request;
  const { id: userId } = signedIn(request);
  const page = pageOf(query);
  if (query.status === 'SETTLEMENT_SUCCESS') {
    const key = historyKey(userId, query.type);
    const { rows, total } = await dual.parts.store.page(DUAL_HISTORY, key, page.page, page.pageSize);
    const data = rows.map(({ value }) => {
      const { order, end } = readEnded(value);
      return endedRow(order, end);
    });
    return okEarn({ data, total });
  }
  const own = dual.book.ofOwner(userId, query.type);
  const data = own.slice(...boundsOf(page)).map((order) => openRow(order, nowMs, settlementPrice(dual, order, nowMs)));
  return okEarn({ data, total: own.length });
}

function settings({ markets, parts }: Dual, asked: string | undefined, nowMs: number) {
  return [...markets].flatMap(([pair, market]) => {
    if (asked !== undefined && pair !== asked) return [];
    const index = indexAt(parts.feed, market, quoteOf(nowMs));
    return TYPES.map((type) => {
      const { least, most } = index === null ? { least: 0n, most: 0n } : boundsAt(type, index);
      const enabled = index === null ? (0 as const) : (1 as const);
      return {
        pair,
        type,
        min_amount: formatAmount(least),
        max_amount: formatAmount(most),
        invest_days: [...DUAL_DAYS],
        enabled,
      };
    });
  });
}

/** An order as it was asked for, and the offer that it is of. */
interface Wish {
  readonly userId: number;
  readonly market: DualMarket;
  readonly type: DualType;
  readonly invested: bigint;
  readonly quote: DualQuote;
  readonly offer: DualOffer;
}

/** What is ordered has to be what was offered: at the minute that it names, to the last digit. */
async function readWish(dual: Dual, request: ExchangeRequest<'subscribeDual'>) {
  const { body, nowMs } = request;
  const market = dual.markets.get(body.market);
  if (market === undefined) return refuseField('market', 'market-unknown');
  const quoteMs = body.quote_time * 1_000;
  if (quoteMs !== quoteOf(quoteMs) || quoteMs > nowMs) return refuseField('quote_time', 'dual-offer-unknown');
  if (nowMs >= quoteMs + QUOTE_HOLDS_MS) return refuse(CODE.conflict, 'dual-offer-changed');
  const quote = await dual.offers.quote(market, body.type, quoteMs);
  const [strike, aprE8] = [parseAmount(body.exercise_price), parseAmount(body.apy_display)];
  const offer = quote.offers.find(
    (one) => one.strike === strike && one.deliveryMs === body.delivery_timest * 1_000 && one.aprE8 === aprE8,
  );
  if (offer === undefined) return refuse(CODE.conflict, 'dual-offer-changed');
  const invested = parseAmount(body.amount);
  const { least, most } = quote.bounds;
  if (invested === null || invested < least || invested > most) {
    return refuseField('amount', 'dual-amount', { min: formatAmount(least), max: formatAmount(most) });
  }
  const wish: Wish = { userId: signedIn(request).id, market, type: body.type, invested, quote, offer };
  return wish;
}

function subscribe(dual: Dual, tx: Tx, wish: Wish) {
  const { userId, market, type, invested, quote, offer } = wish;
  const { book, parts } = dual;
  if (tx.nowMs >= quote.quoteMs + QUOTE_HOLDS_MS) return refuse(CODE.conflict, 'dual-offer-changed');
  if (book.countOf(userId) >= MOST_OPEN) return refuse(CODE.conflict, 'dual-too-many', { max: `${MOST_OPEN}` });
  if (isHouseFull(dual)) return refuse(CODE.conflict, 'dual-house-full');
  const { strike, aprE8, days, deliveryMs } = offer;
  const terms = { type, invested, strike, aprE8, days };
  const order: DualOrder = {
    ...terms,
    id: book.nextId(),
    userId,
    market: market.spec.market,
    createMs: tx.nowMs,
    startMs: quote.startMs,
    deliveryMs,
    cover: dualCover(terms),
  };
  const refusal = parts.ledger.post(orderPostings(order), 'dual-order', `dual:${order.id}`, tx.nowMs);
  if (refusal?.account === DUAL_HOUSE) return refuse(CODE.conflict, 'dual-house-full');
  if (refusal !== null) return refuseField('amount', 'dual-balance');
  book.add(tx, order);
  return okEarn(openRow(order, tx.nowMs, null));
}

function cancel({ book, parts }: Dual, request: ExchangeRequest<'cancelDualOrder'>) {
  const { order_id: id } = request.body;
  const { id: userId } = signedIn(request);
  const seen = book.get(id);
  if (seen === undefined) return refuse(CODE.unknown, 'dual-order-unknown');
  // What another has ordered is nobody's business: its number is as good as none.
  if (seen.userId !== userId) return refuse(CODE.unknown, 'dual-order-unknown');
  return request.transact((tx) => {
    const order = book.get(id);
    if (order === undefined) return refuse(CODE.unknown, 'dual-order-unknown');
    if (tx.nowMs >= order.startMs) return refuse(CODE.conflict, 'dual-order-begun');
    const refusal = parts.ledger.post(voidPostings(order), 'dual-cancelled', `dual:${id}`, tx.nowMs);
    if (refusal !== null) throw new Error(`order ${id}: ${refusal.account} lacks ${refusal.asset}`);
    book.end(tx, order, { status: 'CANCELED', endMs: tx.nowMs, settled: null });
    return okEarn({ order_id: id });
  });
}
