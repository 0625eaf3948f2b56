'use client';

import { useTranslations } from 'next-intl';
import { FigureLine } from '#components/bots/figures/figure-line.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { Badge } from '#components/ui/badge.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { usePriceText } from '../use-price-text.ts';
import { hasOneBook } from './close-leg.ts';
import type { CloseFacts } from './use-close-facts.ts';
import type { ClosePreview } from './use-close-preview.ts';

const BAND_TONES = { low: 'rise', middle: 'warn', high: 'danger' } as const;

/** What the bot – as a row of what is closed – holds and what the book would pay, with the seconds until both are fetched anew (M-084, M-152). */
export function ClosePrices({
  bot,
  facts,
  debts,
}: {
  readonly bot: StrategyRow;
  readonly facts: CloseFacts;
  readonly debts: ClosePreview['debts'];
}) {
  const t = useTranslations('bots.terminate');
  const holdings = useTranslations('bots.holdings');
  const format = useBotFormat();
  return (
    <div className="rounded-md bg-surface-2 p-3 text-xs">
      <div className="mb-2 flex justify-between text-ink-3">
        <span>{t('holding')}</span>
        <span role="timer">{t('refreshIn', { seconds: facts.secondsToRefresh })}</span>
      </div>
      <dl className="flex flex-col gap-1">
        {facts.balances?.map(({ currency, available, locked }) => (
          <div key={currency} className="flex justify-between gap-4">
            <dt>{currency}</dt>
            <dd className="text-end text-ink-2">
              {t('available')} {format.amount('held-coin', available, currency, false)} · {t('locked')}{' '}
              {format.amount('held-coin', locked, currency, false)}
            </dd>
          </div>
        ))}
        {debts.map(({ currency, amount }) => (
          <div key={`owed-${currency}`} className="flex justify-between gap-4">
            <dt>
              {currency} · {t('owed')}
            </dt>
            <dd className="text-end text-danger">{format.amount('held-coin', amount, currency, false)}</dd>
          </div>
        ))}
        {facts.size !== undefined && /[1-9]/.test(facts.size) && (
          <div className="flex justify-between gap-4">
            <dt>
              <FigureName figure="position" kind={bot.strategy_type} values={{ position: format.figure(facts.size) }}>
                {t('positionHeld')}
              </FigureName>
            </dt>
            <dd className="text-end">
              <span className={facts.size.startsWith('-') ? 'text-fall' : 'text-rise'}>
                {holdings(facts.size.startsWith('-') ? 'short' : 'long')}
              </span>{' '}
              {holdings('contracts', { size: format.figure(facts.size.replace('-', '')) })}
            </dd>
          </div>
        )}
        {hasOneBook(bot) && <BookPrices bot={bot} facts={facts} isBuying={isBuyingToClose(bot, facts, debts)} />}
      </dl>
    </div>
  );
}

/** Whether the trade that ends the bot buys: who is short of contracts, or owes more coins than it holds. */
function isBuyingToClose(bot: StrategyRow, facts: CloseFacts, debts: ClosePreview['debts']): boolean {
  if (facts.size !== undefined) return facts.size.startsWith('-');
  const [base = ''] = bot.market.split('_');
  const owed = Number(debts.find(({ currency }) => currency === base)?.amount ?? 0);
  const held = facts.balances?.find(({ currency }) => currency === base);
  return owed > Number(held?.available ?? 0) + Number(held?.locked ?? 0);
}

/** What the one book of a bot would pay, or ask, for what is traded at its end. */
function BookPrices({
  bot,
  facts,
  isBuying,
}: {
  readonly bot: StrategyRow;
  readonly facts: CloseFacts;
  readonly isBuying: boolean;
}) {
  const t = useTranslations('bots.terminate');
  const format = useBotFormat();
  const price = usePriceText(bot);
  const [, quote = ''] = bot.market.split('_');
  const of = {
    kind: bot.strategy_type,
    values: {
      order_price: format.withUnit(price(facts.enquiryPrice), quote),
      last_price: format.withUnit(price(facts.lastPrice), quote),
      ...(facts.band === null ? {} : { spread: t(`band.${facts.band}`) }),
    },
  };
  return (
    <>
      <div className="mt-1 flex justify-between gap-4 border-t pt-2">
        <dt className="text-ink-3">
          <FigureName figure="order_price" {...of}>
            {t(isBuying ? 'enquiryBuy' : 'enquirySell')}
          </FigureName>
        </dt>
        <dd>{of.values.order_price}</dd>
      </div>
      <FigureLine figure="last_price" {...of} label={t('last')}>
        {of.values.last_price}
      </FigureLine>
      <FigureLine figure="spread" {...of} label={t('spread')}>
        {facts.band === null ? (
          <span className="text-warn">{t('unknownSpread')}</span>
        ) : (
          <Badge tone={BAND_TONES[facts.band]}>{t(`band.${facts.band}`)}</Badge>
        )}
      </FigureLine>
    </>
  );
}
