'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { textAt } from '#lib/client/keyed-texts.ts';
import type { NotificationRow } from '#lib/contract/notification-calls.ts';
import { formatNumber } from '#lib/money/display.ts';

export interface NotificationText {
  /** What it is about. */
  readonly title: string;
  readonly sentence: string;
  /** '' = it has none. */
  readonly result: string;
}

/** A notification in the page's language; figures keep every digit that an order has. */
export function useNotificationText(): (row: NotificationRow) => NotificationText {
  const t = useTranslations('notifications');
  const bots = useTranslations('bots');
  const locale = useLocale();
  const { profit: profitText } = useBotFormat();
  return ({ kind, code, values, name, market, strategy_type }) => {
    const [base = '', quote = ''] = market.split('_');
    const figure = (text: string | undefined): string => (text === undefined ? '' : formatNumber(text, { locale }));
    const about = name === '' && strategy_type !== '' ? textAt(bots, `kind.${strategy_type}`) : name;
    const sentence = textAt(t, `code.${code}`, {
      side: textAt(t, `side.${values.side}`) ?? '',
      quantity: figure(values.quantity),
      price: figure(values.price),
      count: figure(values.count),
      bots: figure(values.bots),
      where: textAt(t, `where.${values.where}`) ?? '',
      percent: figure(values.percent),
      limit: figure(values.limit),
      channel: values.channel ?? '',
      reason: textAt(bots, `reason.${values.reason}`) ?? '',
      base,
      quote,
    });
    const { profit, asset } = values;
    const result =
      profit === undefined || asset === undefined ? '' : t('result', { profit: profitText(profit, asset) });
    const title = [about, market.replace('_', '/')].filter((part) => part !== '').join(' · ');
    return { title: title === '' ? t(`kind.${kind}`) : title, sentence: sentence ?? '', result };
  };
}
