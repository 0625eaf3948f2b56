'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { FigureValues } from '#components/bots/figures/figure-of.ts';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { utcText } from '#lib/i18n/date-text.ts';
import { formatPercent, NO_FIGURE } from '#lib/money/display.ts';
import { type DualRow, type Offer, type Offers, offerKey } from './dual-product.ts';

/** What an offer's figures are reckoned from, as the screens write it. */
export function useOfferValues(): (offers: Offers, offer: Offer) => FigureValues {
  const t = useTranslations('dual.offers');
  const format = useBotFormat();
  return (offers, offer) => ({
    exercise_price: `${format.figure(offer.exercise_price)} USDT`,
    index_price: offers.index_price === '' ? NO_FIGURE : `${format.figure(offers.index_price)} USDT`,
    strike_distance:
      offers.index_price === ''
        ? NO_FIGURE
        : format.percent((Number(offer.exercise_price) / Number(offers.index_price) - 1).toFixed(6)),
    term: t('dayCount', { days: offer.invest_days }),
    time_left: format.duration(Math.max(0, offer.delivery_timest - offers.quote_time)),
    offered_rate: format.percent(offer.apy_display, false),
    option_rate: format.percent(offer.fair_apy, false),
    house_share: format.percent(offers.house_share, false),
    volatility: format.percent(offers.volatility, false),
  });
}

/** The offers of a table, for the tips of its columns. */
export function useOfferFigures(offers: Offers | undefined): readonly FigureRow[] | undefined {
  const locale = useLocale();
  const valuesOf = useOfferValues();
  return offers?.offers.map((offer) => {
    const values = valuesOf(offers, offer);
    return {
      key: offerKey(offer),
      name: `${values.exercise_price} · ${utcText(offer.delivery_timest, locale)}`,
      of: { values },
    };
  });
}

/** A trader's orders in a table. */
export function useOrderFigures(rows: readonly DualRow[] | undefined): readonly FigureRow[] | undefined {
  const t = useTranslations('dual.offers');
  const format = useBotFormat();
  const locale = useLocale();
  return useMemo(
    () =>
      rows?.map((row) => ({
        key: String(row.id),
        name: row.instrument_name,
        of: {
          values: {
            amount_in: format.amount('held-coin', row.invest_amount, row.invest_currency),
            exercise_price: `${format.figure(row.exercise_price)} USDT`,
            offered_rate: formatPercent(row.apy_display, { locale }),
            term: t('dayCount', { days: row.invest_days }),
            ...(row.settlement_price === '' ? {} : { settlement_price: `${format.figure(row.settlement_price)} USDT` }),
            ...(row.profit === '' ? {} : { dual_profit: format.change(row.profit, row.invest_currency) }),
          },
        },
      })),
    [rows, t, format, locale],
  );
}
