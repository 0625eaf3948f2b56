import { useTranslations } from 'next-intl';
import { GRADE_TONES } from '#components/bots/figures/grade-tones.ts';
import { Badge } from '#components/ui/badge.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';

/** That a bot is made of AI parameters, with the grade that they had then where it is known; nothing of other bots. */
export function AiBadge({ bot: { is_ai, ai_grade } }: { readonly bot: Pick<StrategyRow, 'is_ai' | 'ai_grade'> }) {
  const t = useTranslations('public.card');
  if (is_ai !== 1) return null;
  if (ai_grade === undefined) return <Badge>{t('ai')}</Badge>;
  return <Badge tone={GRADE_TONES[ai_grade.grade]}>{t('aiGrade', { grade: ai_grade.grade })}</Badge>;
}
