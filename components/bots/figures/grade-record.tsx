import { useLocale, useTranslations } from 'next-intl';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import type { AiGrade } from '#lib/contract/ai-judged.ts';
import { timeText } from '#lib/i18n/date-text.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { GradeTrack } from './grade-track.tsx';

interface Props {
  readonly grade: AiGrade;
  readonly kind: string;
}

/** What a bot's grade rested on when the bot was made of it, in the words of the form that offered it. */
export function GradeRecord(props: Props) {
  return (
    <WithTexts namespaces={['trade']} fallback={<Skeleton className="mt-2 h-24 w-full" />}>
      <Record {...props} />
    </WithTexts>
  );
}

const HELD = { market: 'coin', portfolio: 'coins', legs: 'money' } as const;

function Record({ grade, kind }: Props) {
  const t = useTranslations('trade.ai');
  const locale = useLocale();
  const figures = useFigures();
  const hold = t('hold', { held: HELD[factsOf(kind).trades] });
  const rows = [
    [t('aWeek'), figures.change(grade.held_out_rate)],
    [hold, figures.change(grade.hold_rate)],
    [t('middle'), figures.change(grade.median_rate)],
    [t('similar'), `${figures.change(grade.neighbour_low)} … ${figures.change(grade.neighbour_high)}`],
  ];
  return (
    <div className="mt-2 flex flex-col gap-1 border-t pt-2" data-grade-record={grade.grade}>
      <p className="text-ink-3">
        {t('grade', { grade: grade.grade })} · {t('cycle', { days: grade.cycle })} ·{' '}
        {timeText(grade.computed_at, locale, 'UTC')} UTC
      </p>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="text-end tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-2xs text-ink-3">{t('explainText', { days: grade.cycle, weeks: grade.weeks, hold })}</p>
      <GradeTrack track={grade.track} order={grade.track_order} hold={hold} />
    </div>
  );
}
