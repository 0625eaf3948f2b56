import type { EarnType } from '#lib/contract/earn-types.ts';
import type { DualType } from '#lib/formulas/dual-outcome.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { Notice } from '../notifications/notice.ts';
import type { NewsOf } from '../notifications/turn-news.ts';
import { DUAL_HISTORY, ownerOfHistory } from './dual-book.ts';
import { assetOf, readEnded } from './dual-order.ts';

/** What traders are told of their orders of one type: each that was settled, or came back because no price was found. What its owner cancelled he knows. */
export function dualNews(product: EarnType, side: DualType): NewsOf {
  return ({ rows }, isTold) =>
    rows.flatMap(({ stream, key, value }) => {
      if (stream !== DUAL_HISTORY) return [];
      const { userId, type } = ownerOfHistory(key);
      if (type !== side || !isTold(userId)) return [];
      const notice = noticeOf(product, value);
      return notice === null ? [] : [{ userId, kind: 'dual' as const, notice }];
    });
}

function noticeOf(product: EarnType, row: string): Notice | null {
  const { order, end } = readEnded(row);
  const { status, settled, endMs: timeMs } = end;
  if (status === 'CANCELED') return null;
  const about = { kind: 'dual', timeMs, botId: 0, botKind: '', name: '', market: order.market } as const;
  const asset = assetOf(order);
  if (settled === null) {
    return { ...about, code: 'dual-failed', values: { product, quantity: formatAmount(order.invested), coin: asset } };
  }
  const { price, paid, profit, asset: coin } = settled;
  const figures = { price: formatAmount(price), quantity: formatAmount(paid), coin };
  return { ...about, code: 'dual-settled', values: { product, ...figures, profit: formatAmount(profit), asset } };
}
