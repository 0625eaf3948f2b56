'use client';

import { useTranslations } from 'next-intl';
import { textAt } from '#lib/client/keyed-texts.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { usePriceText } from '../use-price-text.ts';
import { useQuantityText } from '../use-quantity-text.ts';
import type { ChangeWords } from './describe-change.ts';

const PRICES: readonly string[] = [
  'price',
  'low_price',
  'high_price',
  'trigger_price',
  'stop_upward_price',
  'stop_downward_price',
];

/** Words for the operation records of a bot on this market. What has no word is shown as the exchange wrote it. */
export function useChangeWords(bot: Parameters<typeof useQuantityText>[0]): ChangeWords {
  const t = useTranslations('bots');
  const format = useBotFormat();
  const price = usePriceText(bot);
  const quantity = useQuantityText(bot);
  const word = (key: string, otherwise: string): string => textAt(t, key) ?? otherwise;
  return {
    name: (name) => word(`change.name.${name}`, name.replaceAll('_', ' ')),
    pair: (name, value) => t('change.pair', { name, value }),
    value: (name, value) => {
      if (value === '') return t('change.none');
      if (PRICES.includes(name)) return price(value);
      if (name === 'moving_average_momentum') return format.percent(value, false);
      if (name === 'quantity') return format.withUnit(quantity.text(value), quantity.unit);
      if (name === 'time' && /^\d+$/.test(value)) return format.time(Number(value), true);
      if (name === 'reason') return word(`reason.${value}`, value);
      if (/^-?\d+(\.\d+)?$/.test(value)) return format.figure(value);
      return word(`change.value.${name}.${value}`, value);
    },
    explain: (code) => word(`reason.${code}`, word(`change.explain.${code}`, code)),
  };
}
