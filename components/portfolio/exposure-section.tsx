'use client';

import { useTranslations } from 'next-intl';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { FiguredTable } from '#components/bots/figures/figured-table.tsx';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { Button } from '#components/ui/button.tsx';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { download } from '#lib/client/file-texts.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { Coin } from './asset-section.tsx';
import type { Portfolio } from './portfolio.ts';
import { exposureCsv } from './portfolio-csv.ts';
import { Section } from './section.tsx';

type Row = Portfolio['exposure'][number];

const FIGURES = {
  held: 'coins_held',
  long: 'long_contracts',
  short: 'short_contracts',
  owed: 'debt',
  net: 'coin_exposure',
} as const;

/** Coin by coin what all running bots hold, are long and short of, and owe. */
export function ExposureSection({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useTranslations('portfolio.exposure');
  const page = useTranslations('portfolio');
  const format = useBotFormat();
  const amount = (id: 'held' | 'long' | 'short' | 'owed' | 'net'): TableColumn<Row> => ({
    id,
    header: <FigureName figure={FIGURES[id]}>{t(id)}</FigureName>,
    align: 'end',
    cell: (row) => (
      <span className={id === 'net' ? 'font-medium' : undefined}>
        {/[1-9]/.test(row[id]) ? format.amount('held-coin', row[id], row.asset, false) : NO_FIGURE}
      </span>
    ),
  });
  const columns: readonly TableColumn<Row>[] = [
    { id: 'coin', header: t('coin'), cell: ({ asset }) => <Coin name={asset} /> },
    amount('held'),
    amount('long'),
    amount('short'),
    amount('owed'),
    amount('net'),
    {
      id: 'value',
      header: <FigureName figure="value">{t('value')}</FigureName>,
      align: 'end',
      cell: ({ usdt }) => format.amount('portfolio-money', usdt, 'USDT', false),
    },
  ];
  const coins = (figure: string, asset: string) =>
    /[1-9]/.test(figure) ? format.amount('held-coin', figure, asset) : NO_FIGURE;
  const shown = portfolio.exposure.map(
    ({ asset, held, long, short, owed, net, usdt }): FigureRow => ({
      key: asset,
      name: asset,
      of: {
        values: {
          coins_held: coins(held, asset),
          long_contracts: coins(long, asset),
          short_contracts: coins(short, asset),
          debt: coins(owed, asset),
          coin_exposure: coins(net, asset),
          value: format.amount('portfolio-money', usdt, 'USDT'),
        },
      },
    }),
  );
  return (
    <Section
      title={t('title')}
      note={t('note')}
      aside={
        portfolio.exposure.length > 0 && (
          <Button size="sm" onClick={() => download('exposure.csv', 'text/csv', exposureCsv(portfolio))}>
            {page('csv')}
          </Button>
        )
      }
    >
      <FiguredTable
        figures={shown}
        label={t('title')}
        columns={columns}
        rows={portfolio.exposure}
        rowKey={({ asset }) => asset}
        empty={<EmptyState title={t('none')} />}
      />
    </Section>
  );
}
