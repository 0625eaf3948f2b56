'use client';

import { useLocale } from 'next-intl';
import { useCall } from '#lib/client/use-call.ts';
import { formatNumber } from '#lib/money/display.ts';

/** Prices of a market with the decimals of its tick, so that a column of them lines up; as they came until it is known. */
export function usePriceText(market: string): (price: string) => string {
  const locale = useLocale();
  const { data } = useCall('markets', {}, { revalidateOnFocus: false });
  const decimals = data?.data?.find((one) => one.market === market)?.price_decimals;
  return (price) => formatNumber(price, { locale, ...(decimals === undefined ? {} : { decimals }) });
}
