'use client';

import { useLocale, useTranslations } from 'next-intl';
import { textAt } from '#lib/client/keyed-texts.ts';
import { listText } from '#lib/i18n/date-text.ts';
import { factsOf } from '#lib/kinds/facts.ts';
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
/** Parts, whatever the kind. */
const FRACTIONS: readonly string[] = [
  'moving_average_momentum',
  'fall_rate',
  'rise_rate',
  'takeProfit',
  'stopLoss',
  'stopProfit',
  'totalStop',
  'totalProfit',
];
const STOPS: readonly string[] = ['stop_loss', 'stop_profit'];
/** What the two ends of a range are called where they are a fall and a rise. */
const SWING: Readonly<Record<string, string>> = { low_price: 'fall_rate', high_price: 'rise_rate' };

export interface NamedChangeWords extends ChangeWords {
  /** Whether it is a fraction, shown in percent. */
  readonly isFraction: (name: string) => boolean;
}

/**
 * Words for the operation records of a bot on this market. What has no word is shown as the exchange wrote it; what the ends of a range and
 * the stops are, its kind says.
 */
export function useChangeWords(bot: Parameters<typeof useQuantityText>[0]): NamedChangeWords {
  const t = useTranslations('bots');
  const locale = useLocale();
  const format = useBotFormat();
  const price = usePriceText(bot);
  const quantity = useQuantityText(bot);
  const { range, stops } = factsOf(bot.strategy_type);
  const word = (key: string, otherwise: string): string => textAt(t, key) ?? otherwise;
  const own = (name: string): string => (range === 'fractions' ? (SWING[name] ?? name) : name);
  const isFraction = (name: string): boolean =>
    FRACTIONS.includes(own(name)) || (STOPS.includes(name) && stops !== null && stops.of !== 'price');
  const isPrice = (name: string): boolean => PRICES.includes(name) || (STOPS.includes(name) && stops?.of === 'price');
  return {
    isFraction,
    name: (name) => word(`change.name.${own(name)}`, name.replaceAll('_', ' ')),
    pair: (name, value) => t('change.pair', { name, value }),
    list: (parts) => listText(parts, locale),
    value: (name, value) => {
      if (value === '') return t('change.none');
      if (isFraction(name)) return format.setPercent(value);
      if (isPrice(name)) return price(value);
      if (name === 'quantity') return format.withUnit(quantity.text(value), quantity.unit);
      if (name === 'time' && /^\d+$/.test(value)) return format.time(Number(value), true);
      if (name === 'reason') return word(`reason.${value}`, value);
      if (/^-?\d+(\.\d+)?$/.test(value)) return format.figure(value);
      return word(`change.value.${name}.${value}`, value);
    },
    explain: (code) => word(`reason.${code}`, word(`change.explain.${code}`, code)),
  };
}
