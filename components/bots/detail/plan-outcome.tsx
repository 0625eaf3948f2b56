'use client';

import { useTranslations } from 'next-intl';
import { DataTable } from '#components/ui/data-table.tsx';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { FigureName } from '../figures/figure-name.tsx';
import type { PlanWords } from './use-plan-words.ts';

type Outcome = NonNullable<NonNullable<ReplyOf<'operateRecords'>['data']>[number]['outcome']>;
type Figure = Outcome['figures'][number];

/** What an action was to come to as its owner was shown it, what it came to, and how far that is from it. */
export function PlanOutcome({ outcome, words }: { readonly outcome: Outcome; readonly words: PlanWords }) {
  const t = useTranslations('bots.outcome');
  const { figures, remarks } = outcome;
  const isExact = figures.every(({ planned, happened }) => planned === happened);
  const text = ({ name, currency }: Figure, amount: string): string => words.amount({ name, currency, amount });
  return (
    <details className="mt-1" data-outcome={isExact ? 'exact' : 'other'}>
      <summary className="w-fit cursor-pointer text-ink-3">
        {t('title')}
        {isExact && <span className="text-ink-2"> · {t('exact')}</span>}
      </summary>
      <DataTable
        label={t('title')}
        rows={figures}
        rowKey={({ name, currency }) => `${name} ${currency}`}
        columns={[
          {
            id: 'figure',
            header: t('figureName'),
            cell: ({ name }) => <FigureName {...words.tip(name)}>{words.name(name)}</FigureName>,
          },
          { id: 'planned', header: t('planned'), align: 'end', cell: (figure) => text(figure, figure.planned) },
          { id: 'happened', header: t('happened'), align: 'end', cell: (figure) => text(figure, figure.happened) },
          {
            id: 'difference',
            header: t('difference'),
            align: 'end',
            cell: ({ name, currency, difference }) =>
              difference === '' ? NO_FIGURE : words.difference({ name, currency, amount: difference }),
          },
        ]}
        empty={null}
      />
      {remarks.map((remark) => (
        <p key={remark} className="text-ink-2">
          {t(`remark.${remark}`)}
        </p>
      ))}
    </details>
  );
}
