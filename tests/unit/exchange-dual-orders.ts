import type { ReplyOf } from '#lib/contract/contract.ts';
import type { DualType } from '#lib/formulas/dual-outcome.ts';
import { DUAL_COVER, DUAL_HOUSE, ISSUE, userHold } from '#server/exchange/ledger/account-names.ts';
import type { TestExchange, Who } from './exchange-fixture.ts';

export type DualRow = NonNullable<ReplyOf<'dualOrders'>['data']>['data'][number];
export type DualOffers = NonNullable<ReplyOf<'dualOffers'>['data']>;
export type DualOfferRow = DualOffers['offers'][number];

export interface DualWish {
  readonly type?: DualType;
  readonly market?: string;
  readonly days?: number;
  readonly amount?: string;
  /** Which of the exercise prices, the nearest first. */
  readonly nth?: number;
}

export async function dualOffers(
  exchange: TestExchange,
  { type = 'put', market = 'BTC_USDT' }: DualWish = {},
): Promise<DualOffers> {
  const { code, data } = await exchange.send('dualOffers', { query: { market, type } });
  if (code !== 0) throw new Error(`offers answered ${code}`);
  return data;
}

/** What is sent to order one of the offers of now. */
export async function dualBody(exchange: TestExchange, wish: DualWish = {}) {
  const { type = 'put', market = 'BTC_USDT', days = 1, nth = 0 } = wish;
  const { offers, quote_time, min_amount } = await dualOffers(exchange, wish);
  const offer = offers.filter(({ invest_days }) => invest_days === days)[nth];
  if (offer === undefined) throw new Error(`nothing is offered for ${days} days`);
  const { exercise_price, delivery_timest, apy_display } = offer;
  const amount = wish.amount ?? min_amount;
  return { market, type, exercise_price, delivery_timest, apy_display, quote_time, amount, fundpass: 'paper-fund' };
}

export async function orderDual(exchange: TestExchange, who: Who, wish: DualWish = {}): Promise<DualRow> {
  const { code, data } = await exchange.send('subscribeDual', { who, body: await dualBody(exchange, wish) });
  if (code !== 0) throw new Error(`ordering answered ${code} ${JSON.stringify(data)}`);
  return data;
}

/** So many orders of other traders like one that was made, as the exchange would have them. */
export async function crowdLike({ sequencer, ledger, dual }: TestExchange, id: number, count: number): Promise<void> {
  const order = dual.book.get(id);
  if (order === undefined) throw new Error(`there is no order ${id}`);
  await sequencer.submit((tx) => {
    for (let n = 0; n < count; n += 1) {
      const one = { ...order, id: dual.book.nextId(), userId: order.userId + 1_000 + n };
      const given = [
        { from: ISSUE, to: userHold(one.userId), asset: one.type === 'put' ? 'USDT' : 'BTC', amount: one.invested },
        { from: DUAL_HOUSE, to: DUAL_COVER, asset: 'USDT', amount: one.cover },
      ];
      if (ledger.post(given, 'test', 'test', tx.nowMs) !== null) throw new Error('the house has too little');
      dual.book.add(tx, one);
    }
  });
}

export async function dualList(
  exchange: TestExchange,
  who: Who,
  type: DualType,
  list: 'PROCESSING' | 'SETTLEMENT_SUCCESS',
): Promise<readonly DualRow[]> {
  const { data } = await exchange.send('dualOrders', { who, query: { type, status: list, page_size: 500 } });
  return data.data;
}
