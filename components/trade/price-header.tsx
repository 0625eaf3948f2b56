'use client';

import { useTranslations } from 'next-intl';
import { type Ticker, useMove, useTicker } from '#components/chart/use-ticker.ts';
import { classNames } from '#components/ui/class-names.ts';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { type InstrumentRow, marketTitle } from '#lib/client/market-rows.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { ContractFigures } from './contract-figures.tsx';
import { HeaderFigure } from './header-figure.tsx';
import { MarketMenu } from './market-menu.tsx';

/** Last price, big, with the way it went; the day's figures beside it. Server-rendered with the first ticker. */
export function PriceHeader({ row, initial }: { readonly row: InstrumentRow; readonly initial: Ticker | undefined }) {
  const t = useTranslations('trade.header');
  const common = useTranslations('common');
  const figures = useFigures();
  const { ticker, staleness } = useTicker(row, initial);
  const move = useMove(ticker?.last);
  const decimals = row.price_decimals;
  return (
    <section
      aria-label={t('label', { market: marketTitle(row) })}
      className="panel flex flex-wrap items-center gap-x-6 gap-y-2 px-3 py-2 md:min-h-14 md:flex-nowrap md:px-4"
    >
      <MarketMenu current={row} />
      <div className="flex min-w-0 items-baseline gap-2 md:block">
        <p
          className={classNames(
            'text-xl leading-7 font-semibold md:min-w-32',
            move === 'up' && 'text-rise',
            move === 'down' && 'text-fall',
          )}
        >
          <span className="sr-only">{t('last')} </span>
          {figures.fixed(ticker?.last, decimals)}
          {move === 'flat' ? (
            // Its room is there from the start: on a phone the price went to a line of its own, and all below it down, with the first move.
            <span aria-hidden className="invisible ms-1 text-xs">
              ▲
            </span>
          ) : (
            <span role="img" aria-label={common(`trend.${move}`)} className="ms-1 text-xs">
              {move === 'up' ? '▲' : '▼'}
            </span>
          )}
        </p>
        <p className="text-2xs whitespace-nowrap md:hidden">
          <TrendText value={ticker?.change_24h ?? '0'} text={figures.change(ticker?.change_24h)} />
        </p>
      </div>
      <dl className="grid w-full min-w-0 grid-cols-2 gap-x-6 gap-y-0.5 md:flex md:max-h-10 md:w-auto md:flex-1 md:flex-wrap md:gap-x-7 md:gap-y-4 md:overflow-hidden">
        <HeaderFigure figure={null} label={t('change')} className="max-md:hidden">
          <TrendText value={ticker?.change_24h ?? '0'} text={figures.change(ticker?.change_24h)} />
        </HeaderFigure>
        {row.contract !== undefined && <ContractFigures row={row} />}
        <HeaderFigure figure={null} label={t('high')}>
          {figures.fixed(ticker?.high_24h, decimals)}
        </HeaderFigure>
        <HeaderFigure
          figure={null}
          label={t('volume', { asset: row.base })}
          className={classNames('md:order-1', row.contract === undefined ? 'md:max-lg:hidden' : 'md:max-2xl:hidden')}
        >
          {figures.compact(ticker?.base_volume_24h)}
        </HeaderFigure>
        <HeaderFigure figure={null} label={t('low')}>
          {figures.fixed(ticker?.low_24h, decimals)}
        </HeaderFigure>
        <HeaderFigure
          figure={null}
          label={t('volume', { asset: row.quote })}
          className={classNames('md:order-1', row.contract === undefined ? 'md:max-lg:hidden' : 'md:max-2xl:hidden')}
        >
          {figures.compact(ticker?.quote_volume_24h)}
        </HeaderFigure>
      </dl>
      <StaleMark staleness={staleness} />
    </section>
  );
}
