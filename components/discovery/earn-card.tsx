import { useLocale, useTranslations } from 'next-intl';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { EarnRow } from '#lib/contract/earn-rows.ts';
import { EARN_WORDS } from '#lib/contract/earn-types.ts';
import { formatPercent } from '#lib/money/display.ts';

/** A row of the earn list: what it is, and its rate; none is shown while it is not known. */
export function EarnCard({
  row: { type, rate },
  href,
  className,
}: {
  readonly row: EarnRow;
  readonly href: string;
  readonly className: string;
}) {
  const t = useTranslations('public.earnRow');
  const locale = useLocale();
  // An offer's rate is promised, that of the last year was.
  const isOffered = EARN_WORDS[type].discount !== null;
  return (
    <a href={href} data-earn={type} className={className}>
      <span
        aria-hidden
        className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent"
      >
        <svg aria-hidden width="24" height="24" viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeWidth="2">
          <path d="M4 26h24M7 26V18m6 8V13m6 13v-9m6 9V6" strokeLinecap="round" />
        </svg>
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="block truncate text-sm font-semibold">{t(`${type}.name`)}</span>
        <span className="mt-1 line-clamp-2 text-xs text-ink-2">{t(`${type}.text`)}</span>
        {rate !== '' && (
          <span className="mt-auto flex items-baseline justify-end gap-1 pt-2 text-xs text-ink-3">
            {t(isOffered ? 'upTo' : 'lastYear')}{' '}
            <TrendText
              value={rate}
              text={formatPercent(rate, { locale, isSigned: !isOffered })}
              className="text-sm font-semibold"
            />
          </span>
        )}
      </span>
    </a>
  );
}
