'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { planPath } from '#components/addresses/paths.ts';
import { Stat } from '#components/bots/detail/kind-statistics.tsx';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { FiguredTable } from '#components/bots/figures/figured-table.tsx';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { useFieldText } from '#components/form/use-issue-text.ts';
import { Section } from '#components/portfolio/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { InfoTip } from '#components/ui/info-tip.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { PLAN_STATUS } from '#lib/contract/auto-invest-words.ts';
import { sumOfDecimals } from '#lib/money/decimal-text.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { PlanShares } from './plan-portfolio.tsx';
import { heldFigures } from './plan-row-figures.ts';
import { type PlanDetail, STATUS_TONES } from './plan-words.ts';
import { useCoinPrice } from './use-coin-price.ts';

/** What a version is set to do and what it came to, beside what the same money had come to at once. */
export function PlanFigures({ plan }: { readonly plan: PlanDetail }) {
  const t = useTranslations('invest');
  const format = useBotFormat();
  const field = useFieldText();
  const money = (figure: string): string => format.amount('order-amount', figure, plan.money);
  const profit = (figure: string): string => (figure === '' ? NO_FIGURE : format.profit(figure, plan.money));
  const values = {
    invested: money(plan.cumulative_amount),
    ...heldFigures(format, plan),
    lump_sum: profit(plan.lump_sum?.gain ?? ''),
  };
  const total = totalFigures(plan, profit);
  return (
    <dl className="panel grid grid-cols-2 gap-3 p-3 md:grid-cols-4 md:p-4">
      <Stat label={t('column.amount')} figure={null}>
        {money(plan.amount)}
      </Stat>
      <Stat label={t('fact.every')} figure={null}>
        {field(`every.${plan.period_type}`) ?? NO_FIGURE}
      </Stat>
      <Stat label={t('fact.next')} figure={null}>
        {plan.next_time === 0 ? NO_FIGURE : format.time(plan.next_time)}
      </Stat>
      <Stat label={t('column.period')} figure={null}>
        {format.figure(`${plan.period}`)}
      </Stat>
      <Stat label={t('column.total')} figure="invested" kind="auto-investment" values={values}>
        {money(plan.cumulative_amount)}
      </Stat>
      <Stat label={t('column.gain')} figure="unrealised_profit" kind="auto-investment" values={values}>
        <Gain figure={plan.position_gain} plan={plan} />
      </Stat>
      <Stat
        label={t('column.yesterday')}
        figure="yesterday_profit"
        kind="auto-investment"
        values={{ yesterday_profit: profit(plan.yesterday_earnings) }}
      >
        <Gain figure={plan.yesterday_earnings} plan={plan} />
      </Stat>
      <Stat label={t('fact.gain')} figure="total_profit" kind="auto-investment" values={total}>
        <Gain figure={plan.total_gain} rate={plan.gain_rate} plan={plan} />
      </Stat>
      <div className="min-w-0">
        <dt className="flex items-center gap-1.5 text-xs text-ink-3">
          <FigureName figure="lump_sum" kind="auto-investment" values={values}>
            {t('fact.lump')}
          </FigureName>
          <InfoTip label={`${t('fact.lump')}: ?`}>{t('fact.lumpHint')}</InfoTip>
        </dt>
        <dd className="text-sm">
          <Gain figure={plan.lump_sum?.gain ?? ''} rate={plan.lump_sum?.rate ?? ''} plan={plan} />
        </dd>
      </div>
      <Stat label={t('column.portfolio')} figure={null}>
        {/* As wide as names and figures need: at the ends of a broad column they would belong to nothing. */}
        <span className="block max-w-32">
          <PlanShares pie={plan.pie_info} />
        </span>
      </Stat>
    </dl>
  );
}

/** The total and its two parts: what was gained on coins that were sold is what the others have not. */
function totalFigures({ total_gain: total, position_gain: held }: PlanDetail, profit: (figure: string) => string) {
  if (total === '' || held === '') return {};
  return {
    total_profit: profit(total),
    completed_profit: profit(sumOfDecimals([total], [held])),
    position_profit: profit(held),
  };
}

function Gain({
  figure,
  rate = '',
  plan,
}: {
  readonly figure: string;
  readonly rate?: string;
  readonly plan: PlanDetail;
}) {
  const format = useBotFormat();
  if (figure === '') return NO_FIGURE;
  const share = rate === '' ? '' : ` (${format.percent(rate)})`;
  return <TrendText value={figure} text={`${format.profit(figure, plan.money)}${share}`} />;
}

type Holding = PlanDetail['holdings'][number];

/** What the heads' figures are of, coin by coin. */
function useHoldingFigures(plan: PlanDetail): readonly FigureRow[] {
  const format = useBotFormat();
  const { money } = plan;
  const price = useCoinPrice(money);
  return plan.holdings.map(
    ({ asset, quantity, cost, average_price: average, worth }): FigureRow => ({
      key: asset,
      name: asset,
      of: {
        kind: 'auto-investment',
        values: {
          coins_held: format.amount('held-coin', quantity, asset),
          quantity: format.amount('held-coin', quantity, asset),
          amount: format.amount('held-coin', quantity, asset),
          ...(cost === '' ? {} : { cost: format.amount('order-amount', cost, money) }),
          ...(average === '' ? {} : { average_cost: price(asset, average) }),
          ...(worth === '' ? {} : { value: format.amount('order-amount', worth, money) }),
        },
      },
    }),
  );
}

/** The coins that a version holds, and what they cost on average. */
export function PlanHoldings({ plan }: { readonly plan: PlanDetail }) {
  const t = useTranslations('invest.holdings');
  const redeem = useTranslations('invest.redeem');
  const runs = useTranslations('invest.runs');
  const format = useBotFormat();
  const { money } = plan;
  const price = useCoinPrice(money);
  const shown = useHoldingFigures(plan);
  const columns = useMemo((): readonly TableColumn<Holding>[] => {
    const amount = (figure: string) => (figure === '' ? NO_FIGURE : format.amount('order-amount', figure, money));
    return [
      {
        id: 'coin',
        header: runs('coins'),
        cell: ({ asset }) => (
          <span className="inline-flex items-center gap-1.5">
            <CoinMark coin={asset} size={18} /> {asset}
          </span>
        ),
      },
      {
        id: 'quantity',
        header: figureHead('coins_held', t('quantity')),
        align: 'end',
        cell: ({ asset, quantity }) => format.amount('held-coin', quantity, asset, false),
      },
      {
        id: 'cost',
        header: figureHead('cost', t('cost')),
        align: 'end',
        cell: ({ cost }) => amount(cost),
      },
      {
        id: 'average',
        header: figureHead('average_cost', t('average')),
        align: 'end',
        cell: ({ asset, average_price: cost }) => (cost === '' ? NO_FIGURE : price(asset, cost)),
      },
      {
        id: 'worth',
        header: figureHead('value', t('worth')),
        align: 'end',
        cell: ({ worth }) => amount(worth),
      },
    ];
  }, [t, runs, format, price, money]);
  return (
    <Section title={t('title')}>
      <FiguredTable
        figures={shown}
        label={t('title')}
        columns={columns}
        rows={plan.holdings}
        rowKey={({ asset }) => asset}
        empty={<EmptyState title={redeem('nothing')} className="min-h-20" />}
      />
    </Section>
  );
}

/** Each version with its page, where there is more than one. */
export function PlanVersions({ plan }: { readonly plan: PlanDetail }) {
  const t = useTranslations('invest');
  const language = useLocale();
  const format = useBotFormat();
  const field = useFieldText();
  if (plan.versions.length < 2) return null;
  return (
    <Section title={t('versions.title')}>
      <ul className="flex flex-col">
        {plan.versions.map((one) => {
          const isPast = one.status === PLAN_STATUS.history;
          const [from, until] = [format.time(one.from_time), format.time(one.until_time)];
          return (
            <li key={one.plan_version} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t py-2 text-xs">
              <a
                href={planPath(language, plan.id, isPast ? one.plan_version : undefined)}
                aria-current={one.plan_version === plan.plan_version ? 'page' : undefined}
                className="inline-flex min-h-11 items-center text-accent aria-[current]:text-ink-1 md:min-h-7"
              >
                {t('versions.one', { version: one.plan_version })}
              </a>
              <Badge tone={STATUS_TONES[one.status]}>{t(`status.${one.status}`)}</Badge>
              <span className="text-ink-3">
                {isPast ? t('versions.span', { from, until }) : t('versions.from', { from })}
              </span>
              <span className="ms-auto tabular-nums">
                {format.amount('order-amount', one.amount, plan.money)} · {field(`every.${one.period_type}`)}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
