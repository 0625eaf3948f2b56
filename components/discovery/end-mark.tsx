import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import type { RecommendedItem } from '#lib/contract/strategy.ts';

/** What has become of a bot that no longer runs (H57); nothing of one that does. */
export function EndMark({ bot }: { readonly bot: Pick<RecommendedItem, 'finish_time' | 'finish_as'> }) {
  const t = useTranslations('public.card');
  if ((bot.finish_time ?? 0) === 0) return null;
  return bot.finish_as === 'liquidated' ? <Badge tone="danger">{t('liquidated')}</Badge> : <Badge>{t('ended')}</Badge>;
}
