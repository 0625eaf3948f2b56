import { useTranslations } from 'next-intl';
import { Notice } from '#components/ui/notice.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import type { CopyTerms } from './copy-values.ts';

/** What the provider gets, and of what (C-003, C-021, H41). */
export function CopyShare({ terms }: { readonly terms: CopyTerms }) {
  const t = useTranslations('copy.share');
  const figures = useFigures();
  const isFree = !/[1-9]/.test(terms.follow_fee_rate);
  return (
    <Notice>
      <p className="font-medium">{t('title')}</p>
      <p>{isFree ? t('none') : t('text', { percent: figures.percent(terms.follow_fee_rate, 2) })}</p>
    </Notice>
  );
}
