import { useTranslations } from 'next-intl';
import type { RecommendedItem } from '#lib/contract/strategy.ts';

/** Why a running bot has not traded for a week (H57); nothing of one that has. */
export function QuietLine({ bot }: { readonly bot: Pick<RecommendedItem, 'quiet_reason'> }) {
  const t = useTranslations('public.card');
  const { quiet_reason: reason = '' } = bot;
  return reason === '' ? null : <p className="text-xs text-warn">{t('quiet', { why: t(`quietReason.${reason}`) })}</p>;
}
