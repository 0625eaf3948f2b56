import { useLocale, useTranslations } from 'next-intl';
import { classNames } from '#components/ui/class-names.ts';
import { TrendText } from '#components/ui/trend-text.tsx';
import { formatPercent, NO_FIGURE } from '#lib/money/display.ts';

/** An annualised rate; a bot younger than seven days has none, and the mark says why (H50). */
export function Annualised({ rate, className }: { readonly rate: string; readonly className?: string }) {
  const t = useTranslations('common');
  const locale = useLocale();
  if (rate !== '') {
    const text = formatPercent(rate, { locale, isSigned: true });
    return <TrendText value={rate} text={text} {...(className === undefined ? {} : { className })} />;
  }
  return (
    <span className={classNames('relative z-10 text-ink-2', className)} title={t('youngBot')}>
      <span aria-hidden>{NO_FIGURE}</span>
      <span className="sr-only">{t('youngBot')}</span>
    </span>
  );
}
