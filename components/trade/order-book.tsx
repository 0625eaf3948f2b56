'use client';

import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { useMove } from '#components/chart/use-ticker.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { callUrl } from '#lib/client/call.ts';
import { Refused } from '#lib/client/failures.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import { type InstrumentRow, instrumentQuery } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import { type Figures, useFigures } from '#lib/client/use-figures.ts';
import { CODE } from '#lib/contract/vocabulary.ts';

const LEVELS = 16;
const REFRESH_MS = 1_000;

interface Level {
  readonly price: string;
  readonly amount: string;
  /** Amount of this level and all better ones. */
  readonly total: number;
}

/** Levels with running totals, best first. Totals are for bars and their column only: floats will do. */
export function withTotals(levels: readonly (readonly [string, string])[]): readonly Level[] {
  let total = 0;
  return levels.slice(0, LEVELS).map(([price, amount]) => {
    total += Number(amount);
    return { price, amount, total };
  });
}

/** Distance of the best prices in percent of their middle; null when a side is empty. For display. */
export function spreadPercent(ask: string | undefined, bid: string | undefined): number | null {
  if (ask === undefined || bid === undefined) return null;
  const middle = (Number(ask) + Number(bid)) / 2;
  return middle > 0 ? ((Number(ask) - Number(bid)) / middle) * 100 : null;
}

const BookRow = memo(function BookRow({
  level,
  side,
  row,
  widest,
  figures,
}: {
  readonly level: Level | undefined;
  readonly side: 'ask' | 'bid';
  readonly row: InstrumentRow;
  readonly widest: number;
  readonly figures: Figures;
}) {
  return (
    <li className="relative grid h-5 grid-cols-3 items-center gap-2 px-3 text-end text-xs">
      {level !== undefined && (
        <>
          <span
            aria-hidden
            className={classNames(
              'absolute inset-y-px end-0 w-full origin-right rtl:origin-left',
              side === 'ask' ? 'bg-fall-soft' : 'bg-rise-soft',
            )}
            style={{ transform: `scaleX(${widest === 0 ? 0 : (level.total / widest).toFixed(3)})` }}
          />
          <span className={classNames('relative text-start', side === 'ask' ? 'text-fall' : 'text-rise')}>
            {figures.fixed(level.price, row.price_decimals)}
          </span>
          <span className="relative">{figures.fixed(level.amount, Math.min(row.amount_decimals, 5))}</span>
          <span className="relative text-ink-2">
            {figures.fixed(level.total.toFixed(3), Math.min(row.amount_decimals, 3))}
          </span>
        </>
      )}
    </li>
  );
});

/** The book around the last price: asks above, bids below, best ones next to the middle. */
export function OrderBook({ row, className }: { readonly row: InstrumentRow; readonly className?: string }) {
  const t = useTranslations('trade.book');
  const common = useTranslations('common');
  const figures = useFigures();
  const input = { query: { ...instrumentQuery(row), limit: LEVELS } };
  const { data, error } = useCall('depth', input, {
    refreshInterval: REFRESH_MS,
    dedupingInterval: REFRESH_MS / 2,
  });
  const staleness = useStalenessOf(callUrl('depth', input));
  const book = data?.data;
  // An exchange without a book (H61): the page goes without one.
  const isOffered = !(error instanceof Refused && error.code === CODE.unknown);
  const asks = withTotals(book?.asks ?? []);
  const bids = withTotals(book?.bids ?? []);
  const widest = Math.max(asks.at(-1)?.total ?? 0, bids.at(-1)?.total ?? 0);
  const spread = spreadPercent(asks[0]?.price, bids[0]?.price);
  const move = useMove(book?.last);
  const slots = Array.from({ length: LEVELS }, (_, index) => index);
  if (!isOffered) return null;
  return (
    <section aria-label={t('title')} className={classNames('panel flex flex-col py-2', className)}>
      <h2 className="flex items-center justify-between px-3 pb-2 text-sm font-medium">
        {t('title')}
        {book !== undefined && <StaleMark staleness={staleness} />}
      </h2>
      <div className="grid grid-cols-3 gap-2 px-3 pb-1 text-end text-2xs text-ink-3">
        <span className="text-start">{t('price', { asset: row.quote })}</span>
        <span>{t('amount', { asset: row.base })}</span>
        <span>{t('total')}</span>
      </div>
      {book === undefined ? (
        <div className="flex h-152 flex-col items-center justify-center gap-2 px-3" aria-busy={error === undefined}>
          {error === undefined ? (
            <Skeleton className="h-full w-full" />
          ) : (
            <p className="text-ink-3">{common('state.error')}</p>
          )}
        </div>
      ) : (
        <>
          <ul aria-label={t('asks')}>
            {slots.toReversed().map((index) => (
              <BookRow key={index} level={asks[index]} side="ask" row={row} widest={widest} figures={figures} />
            ))}
          </ul>
          <p className="flex h-12 items-center justify-between px-3">
            <span
              className={classNames(
                'text-lg font-semibold',
                move === 'up' && 'text-rise',
                move === 'down' && 'text-fall',
              )}
            >
              {figures.fixed(book.last, row.price_decimals)}
              {move !== 'flat' && <span className="ms-1 text-xs">{move === 'up' ? '▲' : '▼'}</span>}
            </span>
            <span className="text-2xs text-ink-3">
              {t('spread')} {spread === null ? '--' : figures.percentOf(spread, spread < 0.01 ? 4 : 3)}
            </span>
          </p>
          <ul aria-label={t('bids')}>
            {slots.map((index) => (
              <BookRow key={index} level={bids[index]} side="bid" row={row} widest={widest} figures={figures} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
