import { useLocale, useTranslations } from 'next-intl';
import { formatPercent } from '#lib/money/display.ts';

/** What just holding came to over the same life, under a return (H57). Nothing where the exchange does not say it of this time. */
export function HoldLine({ rate }: { readonly rate: string | undefined }) {
  const t = useTranslations('public.card');
  const locale = useLocale();
  if (rate === undefined) return null;
  return (
    <span className="block text-xs font-normal text-ink-3">
      {t('hold', { rate: formatPercent(rate, { locale, isSigned: true }) })}
    </span>
  );
}
