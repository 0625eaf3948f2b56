'use client';

import { useTranslations } from 'next-intl';
import { Stat } from '#components/bots/detail/kind-statistics.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { FiguredTable } from '#components/bots/figures/figured-table.tsx';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { Portfolio } from './portfolio.ts';
import { Section } from './section.tsx';

interface Row {
  readonly key: string;
  readonly place: string;
  readonly asset: string;
  readonly amount: string;
  readonly usdt: string;
}

/** Every asset in its place. */
function useRows({ balances, equities }: Portfolio): readonly Row[] {
  const t = useTranslations('portfolio.assets');
  const accounts = useTranslations('trade.account');
  return [
    ...balances.map(({ account, asset, amount, usdt }) => ({
      ...{ key: `account-${account}-${asset}`, place: accounts(account), asset, amount, usdt },
    })),
    ...equities.map(({ account, asset, bots, equity, usdt }) => ({
      key: `bots-${account}-${asset}`,
      place: t('inBots', { account: accounts(account), count: bots }),
      ...{ asset, amount: equity, usdt },
    })),
  ];
}

/** What the trader has, in accounts and in bots: the two come to the whole. */
export function AssetSection({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useTranslations('portfolio.assets');
  const format = useBotFormat();
  const { assets } = portfolio;
  const money = (figure: string): string => format.amount('portfolio-money', figure, 'USDT');
  const values = {
    all_assets: money(assets.total),
    assets_in_accounts: money(assets.accounts),
    assets_in_bots: money(assets.bots),
  };
  const rows = useRows(portfolio);
  const columns: readonly TableColumn<Row>[] = [
    { id: 'place', header: t('place'), cell: ({ place }) => place },
    { id: 'asset', header: t('asset'), cell: ({ asset }) => <Coin name={asset} /> },
    {
      id: 'amount',
      header: <FigureName figure="amount">{t('amount')}</FigureName>,
      align: 'end',
      cell: ({ amount, asset }) => format.amount('held-coin', amount, asset, false),
    },
    {
      id: 'value',
      header: <FigureName figure="value">{t('value')}</FigureName>,
      align: 'end',
      cell: ({ usdt }) => format.amount('portfolio-money', usdt, 'USDT', false),
    },
  ];
  const shown = rows.map(
    ({ key, place, asset, amount, usdt }): FigureRow => ({
      key,
      name: `${place} · ${asset}`,
      of: { values: { amount: format.amount('held-coin', amount, asset), value: money(usdt) } },
    }),
  );
  return (
    <Section title={t('title')}>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-3">
        <Stat label={t('total')} figure="all_assets" values={values}>
          <span data-portfolio-total className="font-medium">
            {money(assets.total)}
          </span>
        </Stat>
        <Stat label={t('accounts')} figure="assets_in_accounts" values={values}>
          {money(assets.accounts)}
        </Stat>
        <Stat label={t('bots')} figure="assets_in_bots" values={values}>
          {money(assets.bots)}
        </Stat>
      </dl>
      {/[1-9]/.test(assets.trial) && (
        <p className="text-xs text-ink-3">{t('trial', { amount: money(assets.trial) })}</p>
      )}
      <FiguredTable
        figures={shown}
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={<EmptyState title={t('none')} />}
      />
    </Section>
  );
}

/** A coin by its mark and name. */
export function Coin({ name }: { readonly name: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <CoinMark coin={name} size={16} />
      {name}
    </span>
  );
}
