import { useLocale, useTranslations } from 'next-intl';
import { classNames } from '#components/ui/class-names.ts';
import { TrendText } from '#components/ui/trend-text.tsx';
import { formatCardRate, formatPercent, NO_FIGURE } from '#lib/money/display.ts';

/** An annualised rate; a bot younger than seven days has none, and the mark says why (H50). On cards one of nought is none, too (X59). */
export function Annualised({
  rate,
  isOnCard = false,
  className,
}: {
  readonly rate: string;
  readonly isOnCard?: boolean;
  readonly className?: string;
}) {
  const t = useTranslations('common');
  const locale = useLocale();
  if (rate !== '') {
    const text = isOnCard ? formatCardRate(rate, locale) : formatPercent(rate, { locale, isSigned: true });
    return <TrendText value={rate} text={text} {...(className === undefined ? {} : { className })} />;
  }
  return (
    <span className={classNames('relative z-10 text-ink-2', className)} title={t('youngBot')}>
      <span aria-hidden>{NO_FIGURE}</span>
      <span className="sr-only">{t('youngBot')}</span>
    </span>
  );
}
