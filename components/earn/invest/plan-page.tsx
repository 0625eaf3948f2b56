'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { DEFAULT_MARKET, planPath, plansPath } from '#components/addresses/paths.ts';
import { useSpecs } from '#components/form/use-specs.ts';
import { useStrategyFee } from '#components/form/use-strategy-fee.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PageGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PortfolioMarks } from '#components/ui/portfolio-marks.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { callUrl } from '#lib/client/call.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { useCall } from '#lib/client/use-call.ts';
import { PLAN_PERIODS, PLAN_STATUS, PLANS_A_PAGE } from '#lib/contract/auto-invest-words.ts';
import { PLAN_KIND } from '#lib/kinds/plan-kind.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { PORTFOLIO_QUOTE } from '#lib/strategies/portfolio/coins.ts';
import { PlanActions } from './plan-actions.tsx';
import { PlanFigures, PlanHoldings, PlanVersions } from './plan-figures.tsx';
import { PlanGate } from './plan-gate.tsx';
import { PlanReplay } from './plan-replay.tsx';
import { PlanRuns } from './plan-runs.tsx';
import { isReason, type PlanDetail, STATUS_TONES } from './plan-words.ts';

const REFRESH_MS = 10_000;

interface Props {
  readonly id: number;
  /** A version of before (E-012). */
  readonly version: number | undefined;
  readonly focusesRuns: boolean;
}

/** An auto-invest plan (E-011, H21): what it is set to do, what it holds and came to, what it did, its versions. */
export function PlanPage(props: Props) {
  const language = useLocale();
  return (
    <PlanGate path={planPath(language, props.id, props.version)}>
      <Plan {...props} />
      <PromptHost />
    </PlanGate>
  );
}

function Plan({ id, version, focusesRuns }: Props) {
  const t = useTranslations('invest');
  const language = useLocale();
  const [page, setPage] = useState(1);
  const past = version === undefined ? {} : { is_history: '1' as const, version };
  const query = { id: `${id}`, ...past, page, page_size: PLANS_A_PAGE };
  const { data, error, mutate } = useCall('autoInvestPlanDetail', { query }, { refreshInterval: REFRESH_MS });
  const staleness = useStalenessOf(callUrl('autoInvestPlanDetail', { query }));
  const hasCandles = useAnnounces('candles');
  const plan = data?.data;
  if (plan === undefined) {
    const way = { href: plansPath(language), name: t('lists') };
    return <PageGap error={error} unknown={t('unknown')} className="h-[60dvh] w-full" way={way} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <StaleMark staleness={staleness} />
      <Head plan={plan} onChanged={() => void mutate()} />
      {plan.status === PLAN_STATUS.history && <Notice>{t('earlier')}</Notice>}
      {isReason(plan.waits_for) && <Notice tone="warn">{t('waits', { reason: t(`reason.${plan.waits_for}`) })}</Notice>}
      <PlanFigures plan={plan} />
      <PlanHoldings plan={plan} />
      <PlanRuns plan={plan} page={page} onPage={setPage} hasFocus={focusesRuns} />
      <PlanVersions plan={plan} />
      {hasCandles && <ReplayOf plan={plan} />}
    </div>
  );
}

/** The plan as it is set to be, over past years. */
function ReplayOf({ plan }: { readonly plan: PlanDetail }) {
  const { spot: feeE8 } = useStrategyFee(PLAN_KIND, DEFAULT_MARKET);
  const every = PLAN_PERIODS.find((one) => one === plan.period_type);
  const specs = useSpecs(true);
  const coins = plan.pie_info.map(({ asset, ratio }) => ({
    asset,
    shareE8: (parseAmount(ratio) ?? 0n) / 100n,
    market: specs.get(`${asset}_${PORTFOLIO_QUOTE}`),
  }));
  const amount = parseAmount(plan.amount);
  return <PlanReplay plan={every === undefined || amount === null ? null : { coins, amount, every, feeE8 }} />;
}

function Head({ plan, onChanged }: { readonly plan: PlanDetail; readonly onChanged: () => void }) {
  const t = useTranslations('invest');
  const language = useLocale();
  return (
    <div>
      {/* It may be the first page of its window: no Back leads to the list. */}
      <a
        href={plansPath(language)}
        className="inline-flex min-h-11 items-center gap-1 text-xs text-ink-3 hover:text-ink-1 md:min-h-7"
      >
        <Icon name="chevronLeft" size={12} />
        {t('title')}
      </a>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-xl font-semibold break-words">{plan.name === '' ? t('plan') : plan.name}</h1>
          <PortfolioMarks coins={plan.pie_info.map(({ asset }) => asset)} />
          <Badge tone={STATUS_TONES[plan.status]}>{t(`status.${plan.status}`)}</Badge>
        </div>
        <PlanActions plan={plan} onChanged={onChanged} />
      </div>
    </div>
  );
}
