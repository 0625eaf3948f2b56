import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { useDuration } from './use-duration.ts';

/** Whether a bot runs, has ended, or was liquidated. */
export function StateBadge({ bot }: { readonly bot: Pick<StrategyRow, 'finish_time' | 'finish_as'> }) {
  const t = useTranslations('public');
  if (bot.finish_time === 0) return <Badge tone="rise">{t('detail.running')}</Badge>;
  return bot.finish_as === 'liquidated' ? (
    <Badge tone="danger">{t('card.liquidated')}</Badge>
  ) : (
    <Badge>{t('detail.ended')}</Badge>
  );
}

/** Tags of a bot: whose parameters, run duration, copies, trades (C-088, C-118). */
export function BotTags({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('public.detail');
  const card = useTranslations('public.card');
  const duration = useDuration();
  const tags = [
    ...(bot.is_ai === 1 ? [card('ai')] : []),
    duration(bot.run_times),
    ...(bot.follow_num > 0 ? [t('copies', { count: bot.follow_num })] : []),
    t('trades', { count: bot.total_trade_count }),
  ];
  return (
    <ul className="mt-1 flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag}>
          <Badge>{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}
