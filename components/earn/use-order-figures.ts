'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { DualProduct } from '#components/addresses/paths.ts';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { formatPercent } from '#lib/money/display.ts';
import type { DualRow } from './dual-product.ts';

/** A trader's orders in a table. */
export function useOrderFigures(
  rows: readonly DualRow[] | undefined,
  product: DualProduct,
): readonly FigureRow[] | undefined {
  const t = useTranslations('dual.offers');
  const format = useBotFormat();
  const locale = useLocale();
  return useMemo(
    () =>
      rows?.map((row) => ({
        key: String(row.id),
        name: row.instrument_name,
        of: {
          kind: product,
          values: {
            amount_in: format.amount('held-coin', row.invest_amount, row.invest_currency),
            exercise_price: format.withUnit(format.figure(row.exercise_price), 'USDT'),
            offered_rate: formatPercent(row.apy_display, { locale }),
            ...(row.invest_days === 0 ? {} : { term: t('dayCount', { days: row.invest_days }) }),
            ...(row.settlement_price === ''
              ? {}
              : { settlement_price: format.withUnit(format.figure(row.settlement_price), 'USDT') }),
            ...(row.profit === '' ? {} : { dual_profit: format.change(row.profit, row.invest_currency) }),
          },
        },
      })),
    [rows, product, t, format, locale],
  );
}
