'use client';

import { useLocale } from 'next-intl';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { formatPrice } from '#lib/money/display.ts';
import { useInstrumentRow } from './use-instrument-row.ts';

/** Prices of a bot's instrument with the decimals of its tick, so that a column of them lines up; as they came until it is known. */
export function usePriceText(bot: Pick<StrategyRow, 'market' | 'settle' | 'money_asset'>): (price: string) => string {
  const locale = useLocale();
  const decimals = useInstrumentRow(bot).row?.price_decimals;
  return (price) => formatPrice(price, decimals, locale);
}
