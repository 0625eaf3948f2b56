'use client';

import { useTranslations } from 'next-intl';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { TermId } from '#lib/figures/figures.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import type { DualRow } from './dual-product.ts';

export const DUAL_COLUMNS = [
  'product',
  'created',
  'pair',
  'amount',
  'price',
  'profit',
  'expiry',
  'apr',
  'days',
  'settlement',
  'status',
] as const;
export type DualColumn = (typeof DUAL_COLUMNS)[number];

const TONES = {
  INIT: 'neutral',
  PROCESSING: 'accent',
  SETTLEMENT_PROCESSING: 'warn',
  SETTLEMENT_SUCCESS: 'neutral',
  FAILED: 'danger',
  CANCELED: 'neutral',
} as const;

/** The figure of a column; null where it shows none. */
export const DUAL_FIGURES: Readonly<Record<DualColumn, TermId | null>> = {
  product: null,
  created: null,
  pair: null,
  amount: 'amount_in',
  price: 'exercise_price',
  profit: 'dual_profit',
  expiry: null,
  apr: 'offered_rate',
  days: 'term',
  settlement: 'settlement_price',
  status: null,
};

/** A cell of the table of orders (E-061 … E-072). */
export function DualCell({ column, row }: { readonly column: DualColumn; readonly row: DualRow }) {
  const format = useBotFormat();
  switch (column) {
    case 'product':
      return <span className="font-medium">{row.instrument_name}</span>;
    case 'created':
      return format.time(row.create_timest);
    case 'pair':
      return pairOf(row);
    case 'amount':
      return format.amount('held-coin', row.invest_amount, row.invest_currency);
    case 'price':
      return format.withUnit(format.figure(row.exercise_price), 'USDT');
    case 'profit':
      return <Profit row={row} />;
    case 'expiry':
      return format.utc(row.delivery_timest);
    case 'apr':
      return format.percent(row.apy_display, false);
    case 'days':
      return row.invest_days === 0 ? NO_FIGURE : row.invest_days;
    case 'settlement':
      return row.settlement_price === '' ? NO_FIGURE : format.withUnit(format.figure(row.settlement_price), 'USDT');
    case 'status':
      return <Status row={row} />;
  }
}

/** The coin before what it is counted in: of a call the coin is put in, of a put it is what comes of it (E-063, E-064). */
function pairOf({ invest_currency: invested, exercise_currency: exercised }: DualRow): string {
  return invested === 'USDT' ? `${exercised}/${invested}` : `${invested}/${exercised}`;
}

/** E-067: only of an order that is being settled or was. */
function Profit({ row }: { readonly row: DualRow }) {
  const format = useBotFormat();
  const isTold = row.status === 'SETTLEMENT_PROCESSING' || row.status === 'SETTLEMENT_SUCCESS';
  if (!isTold || row.profit === '') return NO_FIGURE;
  return <TrendText value={row.profit} text={format.change(row.profit, row.invest_currency)} />;
}

/** What became of an order: of one that settled also what was paid out, in the coin that it came in. */
function Status({ row: { status, settlement_amount: amount, settlement_currency: asset } }: { readonly row: DualRow }) {
  const t = useTranslations('dual');
  const format = useBotFormat();
  if (status === '') return NO_FIGURE;
  const isPaid = status === 'SETTLEMENT_SUCCESS' && amount !== '';
  return (
    <span className="inline-flex flex-col items-start">
      <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
      {isPaid && (
        <span className="max-w-32 text-2xs whitespace-normal text-ink-3">
          {t('orders.paid', { amount: format.amount('held-coin', amount, asset) })}
        </span>
      )}
    </span>
  );
}
