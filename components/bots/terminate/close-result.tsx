'use client';

import { useTranslations } from 'next-intl';
import { FigureLine } from '#components/bots/figures/figure-line.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isContractBot } from '../bot-instrument.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { usePriceText } from '../use-price-text.ts';
import { useQuantityText } from '../use-quantity-text.ts';
import { closeAccountOf, hasSeveralMarkets } from './close-leg.ts';
import type { ClosePreview } from './use-close-preview.ts';

/** A portfolio may sell ten coins: more lines than these say nothing that their sum does not. */
const SHOWN_TRADES = 4;

/** What an end brings, before it happens: its trades, what is paid back, what comes back and the result of the bot. */
export function CloseResult({
  bot,
  preview,
}: {
  readonly bot: StrategyRow;
  readonly preview: ClosePreview | null | undefined;
}) {
  const t = useTranslations('bots.terminate.preview');
  const format = useBotFormat();
  const price = usePriceText(bot);
  const quantity = useQuantityText(bot);
  if (preview === null || preview === undefined) return null;
  const { trades, rests, debts, returns, profit, profit_rate, profit_asset, provider_share } = preview;
  // Of the moment of the end: what the row tells is of now.
  const of = {
    kind: bot.strategy_type,
    values: {
      total_profit: format.profit(profit, profit_asset),
      ...(returns.length === 0
        ? {}
        : { equity: returns.map(({ currency, amount }) => format.amount('held-coin', amount, currency)).join(' + ') }),
    },
  };
  const after = t(closeAccountOf(bot) === 'spot' ? 'afterCoins' : 'afterPosition');
  return (
    <section aria-label={t('title')} aria-live="polite" className="rounded-md border p-3 text-xs">
      <h3 className="mb-2 font-medium">{t('title')}</h3>
      <ul className="mb-2 flex flex-col gap-1 text-ink-2">
        {trades.length === 0 && <li>{t('noTrades')}</li>}
        {trades.slice(0, SHOWN_TRADES).map((trade, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the trades of one answer, in their order
          <CloseTrade key={index} bot={bot} trade={trade} />
        ))}
        {trades.length > SHOWN_TRADES && <li>{t('moreTrades', { count: trades.length - SHOWN_TRADES })}</li>}
      </ul>
      <dl className="flex flex-col gap-1">
        {debts.map(({ currency, amount }) => (
          <FigureLine
            key={currency}
            figure="debt"
            {...of}
            values={{ debt: format.amount('held-coin', amount, currency) }}
            label={t('repaid')}
          >
            {format.amount('held-coin', amount, currency)}
          </FigureLine>
        ))}
        <FigureLine figure="equity" {...of} label={t('back')}>
          <Returns returns={returns} />
        </FigureLine>
        {provider_share !== undefined && (
          <FigureLine figure="share_accrued" {...of} label={t('share')}>
            {format.amount('held-coin', provider_share, profit_asset)}
          </FigureLine>
        )}
        <FigureLine figure="total_profit" {...of} label={t('result')}>
          <TrendText value={profit} text={`${format.profit(profit, profit_asset)} (${format.percent(profit_rate)})`} />
        </FigureLine>
      </dl>
      {rests !== null && (
        <p className="mt-2 text-ink-3">
          {t('resting', {
            quantity: format.withUnit(quantity.text(rests.qty), quantity.unit),
            price: price(rests.price),
            after,
          })}
        </p>
      )}
    </section>
  );
}

function Returns({ returns }: Pick<ClosePreview, 'returns'>) {
  const t = useTranslations('bots.terminate.preview');
  const format = useBotFormat();
  return (
    <span className="flex flex-col items-end font-medium" data-close-returns>
      {returns.length === 0 && <span>{t('nothingBack')}</span>}
      {returns.map(({ currency, amount }) => (
        <span key={currency}>{format.amount('held-coin', amount, currency)}</span>
      ))}
    </span>
  );
}

function CloseTrade({ bot, trade }: { readonly bot: StrategyRow; readonly trade: ClosePreview['trades'][number] }) {
  const t = useTranslations('bots.terminate.preview');
  const format = useBotFormat();
  const price = usePriceText(bot);
  const quantity = useQuantityText(bot);
  const [base = '', quote = ''] = trade.market.split('_');
  // The bot's own market has its tick and its contracts; another market of the bot speaks for itself.
  const isOwn = trade.market === bot.market && !hasSeveralMarkets(bot);
  const words = {
    quantity: isOwn
      ? format.withUnit(quantity.text(trade.qty), quantity.unit)
      : format.amount('quantity', trade.qty, base),
    price: isOwn ? price(trade.price) : format.figure(trade.price),
    amount: format.amount('order-amount', trade.amount, isContractBot(bot) ? bot.money_asset : quote),
    fee: format.amount('held-coin', trade.fee, trade.fee_asset),
  };
  return <li>{t(trade.side === 'sell' ? 'sells' : 'buys', words)}</li>;
}
