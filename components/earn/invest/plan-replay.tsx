'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Stat } from '#components/bots/detail/kind-statistics.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { Section } from '#components/portfolio/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { LineChart } from '#components/ui/line-chart.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useTypedChoice } from '#lib/client/use-typed-choice.ts';
import type { PlanReplay as Replay } from '#lib/formulas/plan-replay.ts';
import { formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { PORTFOLIO_QUOTE } from '#lib/strategies/portfolio/coins.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { REPLAY_YEARS, type ReplayedPlan, type ReplayYears, usePlanReplay } from './use-plan-replay.ts';

/** A plan over the last years, beside the same money at once: as far back as the exchange knows its coins, which is said. */
export function PlanReplay({ plan }: { readonly plan: ReplayedPlan | null }) {
  const t = useTranslations('invest.replay');
  const common = useTranslations('common.state');
  const [years, setYears] = useTypedChoice<ReplayYears>('replay years', REPLAY_YEARS[0], REPLAY_YEARS);
  const { state, run } = usePlanReplay();
  const [asked, setAsked] = useState('');
  const question = questionOf(plan, years);
  // What another plan came to, or over other years, says nothing of what stands here now.
  const shown = asked === question ? state : null;
  return (
    <Section title={t('title')} note={t('note')}>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          name="replay-years"
          label={t('title')}
          value={years}
          onChange={setYears}
          options={REPLAY_YEARS.map((value) => ({ value, label: t('years', { count: Number(value) }) }))}
        />
        <Button
          isBusy={shown?.state === 'loading'}
          disabled={plan === null}
          onClick={() => {
            if (plan === null) return;
            setAsked(question);
            void run(plan, years, Date.now());
          }}
        >
          {t('run')}
        </Button>
      </div>
      {shown?.state === 'loading' && <ProgressBar part={shown.done / shown.of} label={common('loading')} />}
      {shown?.state === 'failed' && <Notice tone="warn">{common('error')}</Notice>}
      {shown?.state === 'ready' && shown.replay === null && <Notice>{t('none')}</Notice>}
      {shown?.state === 'ready' && shown.replay !== null && <Outcome replay={shown.replay} askedMs={shown.fromMs} />}
    </Section>
  );
}

/** What a replay was asked of, to tell one from another. */
function questionOf(plan: ReplayedPlan | null, years: ReplayYears): string {
  if (plan === null) return '';
  const { coins, amount, every, feeE8 } = plan;
  const words = coins.map(({ asset, shareE8, market }) => `${asset} ${shareE8} ${market?.lotUnits ?? ''}`);
  return [years, every, amount, feeE8, ...words].join(' ');
}

function Outcome({ replay, askedMs }: { readonly replay: Replay; readonly askedMs: number }) {
  const t = useTranslations('invest');
  const format = useBotFormat();
  const { fromMs, purchases, paid, gain, lumpGain, curve } = replay;
  const day = (ms: number): string => format.day(new Date(ms).toISOString().slice(0, 10));
  // Where nothing was ever bought, nothing was gained either.
  const rateE8 = (units: bigint): bigint => (paid === 0n ? 0n : (units * UNITS_PER_COIN) / paid);
  const rateOf = (units: bigint): string => formatAmount(rateE8(units));
  const percentOf = (units: bigint): number => Number(rateE8(units)) / 1e8;
  const words = (units: bigint): string =>
    `${format.profit(formatAmount(units), PORTFOLIO_QUOTE)} (${format.percent(rateOf(units))})`;
  const values = {
    invested: format.amount('order-amount', formatAmount(paid), PORTFOLIO_QUOTE),
    total_profit: words(gain),
    lump_sum: words(lumpGain),
  };
  return (
    <>
      {fromMs - askedMs >= DAY_MS && <Notice>{t('replay.known', { from: day(fromMs) })}</Notice>}
      <dl aria-live="polite" className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Stat label={t('column.period')} figure={null}>
          {format.figure(`${purchases}`)}
        </Stat>
        <Stat label={t('column.total')} figure="invested" kind="auto-investment" values={values}>
          {values.invested}
        </Stat>
        <Stat label={t('fact.gain')} figure="total_profit" kind="auto-investment" values={values}>
          <TrendText value={formatAmount(gain)} text={words(gain)} />
        </Stat>
        <Stat label={t('fact.lump')} figure="lump_sum" kind="auto-investment" values={values}>
          <TrendText value={formatAmount(lumpGain)} text={words(lumpGain)} />
        </Stat>
      </dl>
      <LineChart
        label={`${t('fact.gain')}: ${words(gain)}. ${t('fact.lump')}: ${words(lumpGain)}`}
        points={curve.map((one) => ({ x: one.ms, y: percentOf(one.gain) }))}
        reference={curve.map((one) => ({ x: one.ms, y: percentOf(one.lumpGain) }))}
        formatY={(y) => format.percent(y.toFixed(4))}
        startLabel={day(fromMs)}
        endLabel={day(curve.at(-1)?.ms ?? fromMs)}
      />
      <Legend isLoss={gain < 0n} />
    </>
  );
}

/** Which line is which: their colours are those of gain and loss. */
function Legend({ isLoss }: { readonly isLoss: boolean }) {
  const t = useTranslations('invest');
  return (
    <p aria-hidden className="-mt-2 flex flex-wrap justify-center gap-x-4 text-2xs text-ink-2">
      <span className="flex items-center gap-1.5">
        <span className={isLoss ? 'h-0.5 w-4 bg-fall' : 'h-0.5 w-4 bg-rise'} />
        {t('replay.line')}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="w-4 border-t border-dashed border-(--ink-3)" />
        {t('fact.lump')}
      </span>
    </p>
  );
}
