'use client';

import { useTranslations } from 'next-intl';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { type FigureRow, ShownRowsContext } from '#components/bots/figures/shown-rows.ts';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import { DataTable, type TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { isEnded } from '../../bot-state.ts';
import { useBotFormat } from '../../use-bot-format.ts';
import { type CoinHolding, holdingsOf } from './portfolio-shares.ts';

const REFRESH_MS = 5_000;

type Written = ReturnType<typeof writtenBy>;

/** What stands in the cells of a coin. */
function writtenBy(format: ReturnType<typeof useBotFormat>, quote: string) {
  return {
    quantity: ({ asset, quantity }: CoinHolding) =>
      format.amount(asset === quote ? 'portfolio-balance' : 'held-coin', quantity, asset, false),
    value: ({ value }: CoinHolding) =>
      value === null ? NO_FIGURE : format.amount('portfolio-money', value.toFixed(8), quote, false),
    share: ({ share }: CoinHolding) => (share === null ? NO_FIGURE : format.percent(share.toFixed(8), false)),
    target: ({ target }: CoinHolding) => (target === '' ? NO_FIGURE : format.percent(target, false)),
    drift: ({ share, target }: CoinHolding) =>
      share === null || target === '' ? NO_FIGURE : format.percent((share - Number(target)).toFixed(8)),
  };
}

function figuresOf(row: CoinHolding, written: Written, { strategy_type: kind }: StrategyRow): FigureRow {
  const values = {
    coins_held: written.quantity(row),
    value: written.value(row),
    coin_share: written.share(row),
    target_share: written.target(row),
    ...(factsOf(kind).keepsWeights ? { drift: written.drift(row) } : {}),
  };
  return { key: row.asset, name: row.asset, of: { kind, values } };
}

/**
 * What a portfolio holds of each coin, what that is worth, and how far its share is from its target. One that is brought back to none has bought by
 * those shares: what it holds, money for later purchases among it, is nowhere off them.
 */
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
  const written = writtenBy(format, quote);
  const { keepsWeights } = factsOf(bot.strategy_type);
  const drift: TableColumn<CoinHolding> = {
    id: 'drift',
    header: figureHead('drift', t('drift')),
    align: 'end',
    cell: written.drift,
  };
  return (
    <ShownRowsContext value={rows?.map((row) => figuresOf(row, written, bot))}>
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
            header: figureHead('coins_held', t('quantity')),
            align: 'end',
            cell: written.quantity,
          },
          {
            id: 'value',
            header: figureHead('value', `${t('value')} (${quote})`),
            align: 'end',
            cell: written.value,
          },
          {
            id: 'share',
            header: figureHead('coin_share', t('share')),
            align: 'end',
            cell: written.share,
          },
          {
            id: 'target',
            header: figureHead('target_share', t(keepsWeights ? 'target' : 'ofPurchase')),
            align: 'end',
            cell: written.target,
          },
          ...(keepsWeights ? [drift] : []),
        ]}
        empty={<EmptyState title={t('none')} className="min-h-24" />}
      />
    </ShownRowsContext>
  );
}
