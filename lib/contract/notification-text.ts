import { formatAmountOf, formatNumber } from '#lib/money/display.ts';
import type { NotificationRow } from './notification-calls.ts';

/** A notification in words, wherever it is read: on the screen, in a mail, on the lock screen of a phone. */
export interface NotificationText {
  /** What it is about. */
  readonly title: string;
  readonly sentence: string;
  /** '' = it has none. */
  readonly result: string;
}

/** A text of one file of messages; undefined where there is none, as for the words of a newer exchange. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string | undefined;

export interface NotificationWords {
  /** messages/{lang}/notifications.json */
  readonly own: Say;
  /** messages/{lang}/bots.json */
  readonly bots: Say;
  /** messages/{lang}/invest.json */
  readonly plans: Say;
  readonly locale: string;
}

export type ToldNotification = Pick<NotificationRow, 'kind' | 'code' | 'name' | 'market' | 'strategy_type' | 'values'>;

/** The one place where its words are put together; figures keep every digit that an order has. */
export function notificationText(
  told: ToldNotification,
  { own, bots, plans, locale }: NotificationWords,
): NotificationText {
  const { kind, code, name, market, strategy_type: botKind, values } = told;
  const [base = '', quote = ''] = market.split('_');
  const figure = (text: string | undefined): string => (text === undefined ? '' : formatNumber(text, { locale }));
  const word = (say: Say, part: string, key: string | undefined): string =>
    key === undefined ? '' : (say(`${part}.${key}`) ?? '');
  const sentence = own(`code.${code}`, {
    // What is no figure and no word of ours stands as it is: a channel, a coin.
    ...values,
    side: word(own, 'side', values.side),
    where: word(own, 'where', values.where),
    reason: word(bots, 'reason', values.reason),
    why: word(plans, 'reason', values.why),
    quantity: figure(values.quantity),
    price: figure(values.price),
    percent: figure(values.percent),
    limit: figure(values.limit),
    count: Number(values.count ?? 0),
    bots: Number(values.bots ?? 0),
    plans: Number(values.plans ?? 0),
    copies: Number(values.copies ?? 0),
    base,
    quote,
  });
  const product = botKind === '' ? values.product : botKind;
  const about = name === '' ? word(bots, 'kind', product) : name;
  const title = [about, market.replace('_', '/')].filter((part) => part !== '').join(' · ');
  const { profit, asset } = values;
  const result =
    profit === undefined || asset === undefined
      ? ''
      : (own('result', { profit: formatAmountOf('profit', profit, asset, { locale, isSigned: true }) }) ?? '');
  return { title: title === '' ? (own(`kind.${kind}`) ?? '') : title, sentence: sentence ?? '', result };
}
