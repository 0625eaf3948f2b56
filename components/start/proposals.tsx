'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { instrumentPath } from '#components/addresses/paths.ts';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { STUDY_MS } from '#lib/client/preview-days.ts';
import { useLive } from '#lib/client/use-call.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatAmountOf, formatPercent } from '#lib/money/display.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { type Choice, chooseProposals } from './choose-proposals.ts';
import { type Gathered, gatherCandidates } from './gather-candidates.ts';
import { ProposalCard } from './proposal-card.tsx';
import type { StartAnswers } from './start-answers.ts';
import { type Studies, useStudies } from './use-studies.ts';

/** Asked once for the answers: proposals do not change under the visitor's eyes. */
const ONCE = {
  keepPreviousData: false,
  revalidateOnFocus: false,
  revalidateIfStale: false,
  revalidateOnMount: true,
} as const;

/** What fits these answers, with what was tried and left out. */
export function Proposals({ answers }: { readonly answers: StartAnswers }) {
  return (
    <WithTexts namespaces={['public', 'bots', 'fields']} fallback={<Skeleton className="h-60 w-full" />}>
      <FoundFor answers={answers} />
    </WithTexts>
  );
}

function FoundFor({ answers }: { readonly answers: StartAnswers }) {
  const t = useTranslations('start.results');
  const { market, amount } = answers;
  const retry = useTranslations('common.action')('retry');
  const { data, error, mutate } = useLive(`start ${market} ${amount}`, () => gatherCandidates(market, amount), ONCE);
  const studies = useStudies(data?.candidates ?? null);
  const choice = useMemo(() => chooseProposals(studies.studied, answers), [studies.studied, answers]);
  if (data === undefined)
    return error === undefined ? (
      <Working text={t('gathering')} part={0} />
    ) : (
      <div className="flex flex-col items-start gap-3">
        <Notice tone="warn">{t('failed')}</Notice>
        <Button onClick={() => void mutate()}>{retry}</Button>
      </div>
    );
  if (!studies.isDone) {
    const text = t('studying', { count: data.candidates.length, days: STUDY_MS / DAY_MS });
    return <Working text={text} part={studies.part} />;
  }
  if (data.candidates.length > 0 && studies.studied.length === 0) return <Notice tone="warn">{t('unreadable')}</Notice>;
  return <Chosen answers={answers} gathered={data} studies={studies} choice={choice} />;
}

function Working({ text, part }: { readonly text: string; readonly part: number }) {
  const t = useTranslations('start.results');
  return (
    <div aria-busy className="panel flex flex-col gap-3 p-4">
      <p role="status" className="text-sm text-ink-2">
        {text}
      </p>
      <ProgressBar label={t('progress')} part={part} />
    </div>
  );
}

interface ChosenProps {
  readonly answers: StartAnswers;
  readonly gathered: Gathered;
  readonly studies: Studies;
  readonly choice: Choice;
}

function Chosen({ answers, gathered, studies, choice }: ChosenProps) {
  const t = useTranslations('start.results');
  const language = useLocale();
  const { proposals } = choice;
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg font-semibold">{proposals.length === 0 ? t('none') : t('title')}</h2>
        <p role="status" className="text-sm text-ink-2" data-proposals={proposals.length}>
          {proposals.length === 0
            ? t('noneText', { tried: studies.studied.length })
            : t('found', { count: proposals.length, tried: studies.studied.length })}
        </p>
        <NearestMiss choice={choice} answers={answers} />
      </header>
      <ol className="flex flex-col gap-4">
        {proposals.map((bot, i) => (
          <li key={bot.id}>
            <ProposalCard bot={bot} number={i + 1} view={answers.view} />
          </li>
        ))}
      </ol>
      <LeftOut answers={answers} gathered={gathered} studies={studies} choice={choice} />
      <a
        href={instrumentPath(language, { market: answers.market, type: 'spot' })}
        className={`${buttonClass('ghost', 'sm')} self-start`}
      >
        {t('byHand')}
      </a>
    </div>
  );
}

/** Where nothing is bearable: how far the nearest one is from it. */
function NearestMiss({ choice, answers }: { readonly choice: Choice; readonly answers: StartAnswers }) {
  const t = useTranslations('start.results');
  const locale = useLocale();
  if (choice.leastLoss === null) return null;
  const part = (fraction: string): string => formatPercent(fraction, { locale });
  return (
    <p className="text-sm text-ink-2">
      {t('leastLoss', { loss: part(String(choice.leastLoss)), bearable: part(answers.bearable) })}
    </p>
  );
}

/** What was not proposed, and why: nothing is kept quiet. */
function LeftOut({ answers, gathered, studies, choice }: ChosenProps) {
  const t = useTranslations('start.results');
  const locale = useLocale();
  const asset = answers.market.split('_')[1] ?? '';
  const money = (figure: string): string => formatAmountOf('investment', figure, asset, { locale });
  const { view, lost, risk } = choice.leftOut;
  const { tooSmall, least, graded, ungraded } = gathered;
  const lines = [
    view > 0 && t('left.view', { count: view }),
    lost > 0 && t('left.lost', { count: lost }),
    risk > 0 && t('left.risk', { count: risk }),
    tooSmall > 0 &&
      least !== null &&
      t('left.small', { count: tooSmall, amount: money(answers.amount), least: money(formatAmount(least)) }),
    graded > 0 && t('left.graded', { count: graded }),
    ungraded > 0 && t('left.ungraded', { count: ungraded }),
    studies.failed > 0 && t('left.unknown', { count: studies.failed }),
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <section aria-label={t('leftOut')} className="text-xs text-ink-3">
      <h3 className="text-ink-2">{t('leftOut')}</h3>
      <ul className="mt-1 flex list-disc flex-col gap-0.5 ps-4">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
