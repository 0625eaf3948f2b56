'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type Staleness, useStaleness } from '#lib/client/live-lines.ts';
import { ageText } from '#lib/i18n/date-text.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

const WORDS = { offline: 'offline', late: 'stale', lost: 'lost' } as const;

/** The sentence of what is old: why, and how old. */
export function useStaleText(): (staleness: Staleness) => string {
  const t = useTranslations('common.state');
  const locale = useLocale();
  return ({ kind, ageS }) => {
    const said = t(WORDS[kind]);
    return ageS === null ? said : t('withAge', { said, age: ageText(ageS, locale) });
  };
}

/** Beside figures that are old: discreet, with their age. Nothing while they are fresh. */
export function StaleMark({
  staleness,
  className,
}: {
  readonly staleness: Staleness | null;
  readonly className?: string;
}) {
  const say = useStaleText();
  if (staleness === null) return null;
  return (
    <span role="status" data-stale={staleness.kind} className={classNames('text-2xs font-normal text-warn', className)}>
      {say(staleness)}
    </span>
  );
}

/** One for the page: says within seconds when anything that it shows live is old, wherever on the page that is. */
export function LiveNotice() {
  const t = useTranslations('common.state');
  const staleness = useStaleness();
  const say = useStaleText();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-20 z-[55] flex justify-center md:bottom-4">
      {staleness !== null && (
        <p
          data-testid="live-notice"
          className="pointer-events-auto flex items-center gap-1.5 rounded-full border bg-surface-3 px-3 py-1 text-2xs text-warn shadow-xl"
        >
          <Icon name="warning" size={12} />
          {say(staleness)}
          {staleness.kind === 'lost' && (
            <button type="button" onClick={() => window.location.reload()} className="underline underline-offset-2">
              {t('reload')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
