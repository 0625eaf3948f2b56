'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { usePriceText } from '../use-price-text.ts';
import { hasSeveralMarkets } from './close-leg.ts';
import type { CloseFacts } from './use-close-facts.ts';

const BAND_TONES = { low: 'rise', middle: 'warn', high: 'danger' } as const;

/** What the bot holds and what the book would pay, with the seconds until both are fetched anew (M-084, M-152). */
export function ClosePrices({ bot, facts }: { readonly bot: StrategyRow; readonly facts: CloseFacts }) {
  const t = useTranslations('bots.terminate');
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
            <dd className="text-right text-ink-2">
              {t('available')} {format.amount('held-coin', available, currency, false)} · {t('locked')}{' '}
              {format.amount('held-coin', locked, currency, false)}
            </dd>
          </div>
        ))}
        {!hasSeveralMarkets(bot) && <BookPrices bot={bot} facts={facts} />}
      </dl>
    </div>
  );
}

/** What the one book of a bot would pay. */
function BookPrices({ bot, facts }: { readonly bot: StrategyRow; readonly facts: CloseFacts }) {
  const t = useTranslations('bots.terminate');
  const price = usePriceText(bot);
  const [, quote = ''] = bot.market.split('_');
  return (
    <>
      <div className="mt-1 flex justify-between gap-4 border-t pt-2">
        <dt className="text-ink-3">{t('enquiry')}</dt>
        <dd>{`${price(facts.enquiryPrice)} ${quote}`}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-ink-3">{t('last')}</dt>
        <dd>{`${price(facts.lastPrice)} ${quote}`}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-ink-3">{t('spread')}</dt>
        <dd>
          {facts.band === null ? (
            <span className="text-warn">{t('unknownSpread')}</span>
          ) : (
            <Badge tone={BAND_TONES[facts.band]}>{t(`band.${facts.band}`)}</Badge>
          )}
        </dd>
      </div>
    </>
  );
}
