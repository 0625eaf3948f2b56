'use client';

import { useTranslations } from 'next-intl';
import { Stat } from '#components/bots/detail/kind-statistics.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { FigureValues } from '#components/bots/figures/figure-of.ts';
import { FiguredTable } from '#components/bots/figures/figured-table.tsx';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LineChart } from '#components/ui/line-chart.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useTypedChoice } from '#lib/client/use-typed-choice.ts';
import { Coin } from './asset-section.tsx';
import type { Portfolio } from './portfolio.ts';
import { Section } from './section.tsx';

type Kind = Portfolio['by_kind'][number];
type Asset = Portfolio['by_asset'][number];
type Outcomes = Portfolio['results'];

/** What the bots made and paid, their curve, and the same by kind and by asset. */
export function ResultSection({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useTranslations('portfolio.results');
  const { results } = portfolio;
  const values = useOutcomeValues()(results, 'USDT');
  return (
    <Section title={t('title')} note={t('note')}>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-3">
        <Stat label={t('today')} figure="today_profit" values={values}>
          <Profit figure={results.today} />
        </Stat>
        <Stat label={t('total')} figure="total_profit" values={values}>
          <Profit figure={results.profit} />
        </Stat>
        <Paid results={results} values={values} />
      </dl>
      <Curve portfolio={portfolio} />
      <Breakdown portfolio={portfolio} />
    </Section>
  );
}

/** Outcomes as tips write them. */
function useOutcomeValues(): (row: Outcomes, asset: string) => FigureValues {
  const format = useBotFormat();
  return (row, asset) => ({
    total_profit: format.profit(row.profit, asset),
    today_profit: format.profit(row.today, asset),
    fees: format.amount('profit', row.fees, asset),
    funding: format.profit(row.funding, asset),
    interest: format.amount('profit', row.interest, asset),
  });
}

function Profit({ figure, asset = 'USDT', hasUnit = true }: { figure: string; asset?: string; hasUnit?: boolean }) {
  const format = useBotFormat();
  return <TrendText value={figure} text={format.profit(figure, asset, hasUnit)} />;
}

function Paid({ results, values }: { readonly results: Outcomes; readonly values: FigureValues }) {
  const t = useTranslations('portfolio.results');
  const format = useBotFormat();
  return (
    <>
      <Stat label={t('fees')} figure="fees" values={values}>
        {format.amount('profit', results.fees, 'USDT')}
      </Stat>
      <Stat label={t('funding')} figure="funding" values={values}>
        <Profit figure={results.funding} />
      </Stat>
      <Stat label={t('interest')} figure="interest" values={values}>
        {format.amount('profit', results.interest, 'USDT')}
      </Stat>
    </>
  );
}

function Curve({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useTranslations('portfolio.results');
  const format = useBotFormat();
  const { curve, results } = portfolio;
  const [first, last] = [curve[0], curve.at(-1)];
  if (first === undefined || last === undefined || curve.length < 2) {
    return (
      <p className="flex h-40 items-center justify-center rounded-md bg-surface-2 px-6 text-center text-xs text-ink-3">
        {t('noCurve')}
      </p>
    );
  }
  const [from, to] = [format.day(first.trading_date), format.day(last.trading_date)];
  return (
    <div>
      <h3 className="mb-2 text-xs text-ink-3">{t('curve')}</h3>
      <LineChart
        height={160}
        points={curve.map(({ usdt }, x) => ({ x, y: Number(usdt) }))}
        label={t('curveLabel', { from, to, profit: format.profit(results.profit, 'USDT') })}
        formatY={(y) => format.amount('portfolio-money', y.toFixed(2), 'USDT', false)}
        startLabel={from}
        endLabel={to}
      />
    </div>
  );
}

function Breakdown({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useTranslations('portfolio.results');
  const kinds = useTranslations('bots.kind');
  const [by, setBy] = useTypedChoice('results', 'byKind', ['byKind', 'byAsset']);
  const outcomes = useOutcomeColumns();
  const values = useOutcomeValues();
  const ofKinds = portfolio.by_kind.map((row): FigureRow => {
    const kind = row.strategy_type;
    return { key: kind, name: kinds(kind), of: { kind, values: values(row, 'USDT') } };
  });
  const ofAssets = portfolio.by_asset.map(
    (row): FigureRow => ({ key: row.asset, name: row.asset, of: { values: values(row, row.asset) } }),
  );
  const empty = <EmptyState title={t('none')} />;
  const kindColumns: readonly TableColumn<Kind>[] = [
    { id: 'kind', header: t('kind'), cell: ({ strategy_type }) => kinds(strategy_type) },
    {
      id: 'bots',
      header: t('bots'),
      align: 'end',
      cell: ({ running, finished }) => `${running} / ${finished}`,
    },
    ...outcomes<Kind>(() => 'USDT'),
  ];
  const assetColumns: readonly TableColumn<Asset>[] = [
    { id: 'asset', header: t('asset'), cell: ({ asset }) => <Coin name={asset} /> },
    ...outcomes<Asset>(({ asset }) => asset),
  ];
  return (
    <div className="min-w-0">
      <Segmented
        name="portfolio-by"
        label={t('title')}
        value={by}
        onChange={setBy}
        options={[
          { value: 'byKind', label: t('byKind') },
          { value: 'byAsset', label: t('byAsset') },
        ]}
        className="mb-2 w-fit"
      />
      {by === 'byKind' ? (
        <FiguredTable
          figures={ofKinds}
          label={t('byKind')}
          columns={kindColumns}
          rows={portfolio.by_kind}
          rowKey={({ strategy_type }) => strategy_type}
          empty={empty}
        />
      ) : (
        <FiguredTable
          figures={ofAssets}
          label={t('byAsset')}
          columns={assetColumns}
          rows={portfolio.by_asset}
          rowKey={({ asset }) => asset}
          empty={empty}
        />
      )}
    </div>
  );
}

/** Profit, today's part of it and what was paid; figures of kinds are in USDT, those of assets in the assets. */
function useOutcomeColumns(): <Row extends Outcomes>(assetOf: (row: Row) => string) => readonly TableColumn<Row>[] {
  const t = useTranslations('portfolio.results');
  const format = useBotFormat();
  return (assetOf) => [
    {
      id: 'profit',
      header: <FigureName figure="total_profit">{t('total')}</FigureName>,
      align: 'end',
      cell: (row) => <Profit figure={row.profit} asset={assetOf(row)} hasUnit={false} />,
    },
    {
      id: 'today',
      header: <FigureName figure="today_profit">{t('today')}</FigureName>,
      align: 'end',
      cell: (row) => <Profit figure={row.today} asset={assetOf(row)} hasUnit={false} />,
    },
    {
      id: 'fees',
      header: <FigureName figure="fees">{t('fees')}</FigureName>,
      align: 'end',
      cell: (row) => format.amount('profit', row.fees, assetOf(row), false),
    },
    {
      id: 'funding',
      header: <FigureName figure="funding">{t('funding')}</FigureName>,
      align: 'end',
      cell: (row) => <Profit figure={row.funding} asset={assetOf(row)} hasUnit={false} />,
    },
    {
      id: 'interest',
      header: <FigureName figure="interest">{t('interest')}</FigureName>,
      align: 'end',
      cell: (row) => format.amount('profit', row.interest, assetOf(row), false),
    },
  ];
}
