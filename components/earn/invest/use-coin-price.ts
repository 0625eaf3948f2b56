'use client';

import { useLocale } from 'next-intl';
import { useCallback } from 'react';
import { useCall } from '#lib/client/use-call.ts';
import { formatPrice, withUnit } from '#lib/money/display.ts';

/** Prices of a plan's coins with the decimals of their markets' ticks, not those of money: a coin of a hundredth of a dollar has not cost 0.00. As they came until markets are known. */
export function useCoinPrice(money: string): (coin: string, price: string) => string {
  const locale = useLocale();
  const { data } = useCall('markets', {}, { revalidateOnFocus: false });
  const markets = data?.data;
  return useCallback(
    (coin, price) => {
      const decimals = markets?.find(({ market }) => market === `${coin}_${money}`)?.price_decimals;
      return withUnit(formatPrice(price, decimals, locale), money, locale);
    },
    [markets, money, locale],
  );
}
