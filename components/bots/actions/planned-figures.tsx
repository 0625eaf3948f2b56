'use client';

import { useTranslations } from 'next-intl';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { type PlanFigure, usePlanWords } from '../detail/use-plan-words.ts';
import { FigureName } from '../figures/figure-name.tsx';
import type { ActionPlan } from './use-action-plan.ts';

/** What an act would come to, figure by figure: the same stand in the bot's record afterwards, beside what happened. */
export function PlannedFigures({
  bot,
  plan,
}: {
  readonly bot: StrategyRow;
  readonly plan: ActionPlan | null | undefined;
}) {
  const t = useTranslations('actions.plan');
  if (plan === null || plan === undefined) return null;
  return (
    <section aria-label={t('title')} className="rounded-md bg-surface-2 p-3 text-sm" data-plan>
      <h3 className="mb-1 text-xs text-ink-3">{t('title')}</h3>
      <FigureLines bot={bot} figures={plan.figures} />
    </section>
  );
}

export function FigureLines({ bot, figures }: { readonly bot: StrategyRow; readonly figures: readonly PlanFigure[] }) {
  const words = usePlanWords(bot);
  return (
    <dl className="flex flex-col gap-1">
      {figures.map((figure) => (
        <div key={`${figure.name} ${figure.currency}`} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-3 first-letter:uppercase">
            <FigureName {...words.tip(figure.name)}>{words.name(figure.name)}</FigureName>
          </dt>
          <dd>{words.amount(figure)}</dd>
        </div>
      ))}
    </dl>
  );
}
