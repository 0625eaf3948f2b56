import { useTranslations } from 'next-intl';
import { useFigures } from '#lib/client/use-figures.ts';
import type { AiGrade } from '#lib/contract/ai-judged.ts';

/** A grade's own record (H51): how earlier suggestions with it did, and whether grades told anything. `hold`: what the money would be in without a bot. */
export function GradeTrack({
  track,
  order,
  hold,
}: {
  readonly track: AiGrade['track'];
  readonly order: AiGrade['track_order'];
  readonly hold: string;
}) {
  const t = useTranslations('trade.ai');
  const figures = useFigures();
  return (
    <p className="text-2xs text-ink-3" data-track={order}>
      {track === null
        ? t('noTrack')
        : t('track', {
            cases: track.cases,
            hold,
            rate: figures.change(track.rate),
            overHold: figures.change(track.over_hold),
            overMiddle: figures.change(track.over_median),
          })}{' '}
      {order !== 'ordered' && <span className="text-warn">{t(`order.${order}`)}</span>}
    </p>
  );
}
