'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useCallback, useMemo } from 'react';
import { durationText } from '#components/bots/duration-text.ts';
import type { FigureValues } from '#components/bots/figures/figure-of.ts';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { utcText } from '#lib/i18n/date-text.ts';
import { formatNumber, formatPercent, NO_FIGURE, withUnit } from '#lib/money/display.ts';
import { type Offer, type Offers, offerKey, ofTerm, productOf, strikeDistance } from './dual-product.ts';

/** What an offer's figures are reckoned from, as the screens write it. */
export function useOfferValues(): (offers: Offers, offer: Offer) => FigureValues {
  const t = useTranslations();
  const locale = useLocale();
  return useCallback(
    (offers: Offers, offer: Offer) => {
      const percent = (fraction: string): string => formatPercent(fraction, { locale });
      const price = (figure: string): string => withUnit(formatNumber(figure, { locale }), 'USDT', locale);
      const distance = strikeDistance(offer, offers.index_price);
      return {
        exercise_price: price(offer.exercise_price),
        index_price: offers.index_price === '' ? NO_FIGURE : price(offers.index_price),
        strike_distance: distance === null ? NO_FIGURE : formatPercent(distance, { locale, isSigned: true }),
        term: t('dual.offers.dayCount', { days: offer.invest_days }),
        time_left: durationText(t, Math.max(0, offer.delivery_timest - offers.quote_time)),
        offered_rate: percent(offer.apy_display),
        option_rate: percent(offer.fair_apy),
        house_share: percent(offers.house_share),
        volatility: percent(offers.volatility),
      };
    },
    [t, locale],
  );
}

/**
 * The offers of a term (null: of any), for the tips of its columns. Written when a tip is opened: dozens of offers are a dozen figures each, in one piece of work
 * that a slow phone's first tap would wait for, and with each answer again.
 */
export function useOfferFigures(offers: Offers | undefined, days: number | null): readonly FigureRow[] | undefined {
  const locale = useLocale();
  const valuesOf = useOfferValues();
  return useMemo(
    () =>
      offers === undefined
        ? undefined
        : ofTerm(offers.offers, days).map((offer) => ({
            key: offerKey(offer),
            get name() {
              return `${withUnit(formatNumber(offer.exercise_price, { locale }), 'USDT', locale)} · ${utcText(offer.delivery_timest, locale)}`;
            },
            get of() {
              return { kind: productOf(offers.type), values: valuesOf(offers, offer) };
            },
          })),
    [offers, days, locale, valuesOf],
  );
}
