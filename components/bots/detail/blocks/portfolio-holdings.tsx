'use client';

import { useTranslations } from 'next-intl';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isEnded } from '../../bot-state.ts';
import { useBotFormat } from '../../use-bot-format.ts';
import { type CoinHolding, holdingsOf } from './portfolio-shares.ts';

const REFRESH_MS = 5_000;

/** What a portfolio holds of each coin, what that is worth, and how far its share is from its target. */
export function PortfolioHoldings({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.portfolio');
  const format = useBotFormat();
  const isLive = !isEnded(bot);
  const query = { strategy_id: String(bot.strategy_id), strategy_type: bot.strategy_type };
  const { data, error } = useCall('strategyBalances', isLive ? { query } : null, { refreshInterval: REFRESH_MS });
  const prices = useCall('tickers', isLive ? { query: {} } : null, { refreshInterval: REFRESH_MS });
  if (bot.params === null) return <EmptyState title={t('hidden')} className="min-h-24" />;
  const lastOf = (market: string): string => prices.data?.data?.find((one) => one.market === market)?.last ?? '';
  const [, quote = ''] = bot.market.split('_');
  const isKnown = !isLive || (data?.data !== undefined && prices.data !== undefined);
  const rows = isKnown ? holdingsOf(bot.params.asset_info, data?.data?.spot ?? [], quote, lastOf) : undefined;
  return (
    <DataTable<CoinHolding>
      label={t('label')}
      rows={rows}
      error={error ?? prices.error}
      rowKey={({ asset }) => asset}
      skeletonRows={bot.params.asset_info.length + 1}
      columns={[
        {
          id: 'coin',
          header: t('coin'),
          cell: ({ asset }) => (
            <span className="inline-flex items-center gap-1.5">
              <CoinMark coin={asset} size={16} />
              {asset}
            </span>
          ),
        },
        {
          id: 'quantity',
          header: <FigureName figure="coins_held">{t('quantity')}</FigureName>,
          align: 'end',
          cell: ({ asset, quantity }) =>
            format.amount(asset === quote ? 'portfolio-balance' : 'held-coin', quantity, asset, false),
        },
        {
          id: 'value',
          header: <FigureName figure="value">{`${t('value')} (${quote})`}</FigureName>,
          align: 'end',
          cell: ({ value }) =>
            value === null ? '--' : format.amount('portfolio-money', value.toFixed(8), quote, false),
        },
        {
          id: 'share',
          header: t('share'),
          align: 'end',
          cell: ({ share }) => (share === null ? '--' : format.percent(share.toFixed(8), false)),
        },
        {
          id: 'target',
          header: t('target'),
          align: 'end',
          cell: ({ target }) => (target === '' ? '--' : format.percent(target, false)),
        },
        {
          id: 'drift',
          header: t('drift'),
          align: 'end',
          cell: ({ share, target }) =>
            share === null || target === '' ? '--' : format.percent((share - Number(target)).toFixed(8)),
        },
      ]}
      empty={<EmptyState title={t('none')} className="min-h-24" />}
    />
  );
}
