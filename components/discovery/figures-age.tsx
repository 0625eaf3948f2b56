'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';

/** Older than this when the page arrives: the exchange did not answer (H56). */
const OLD_MS = 75_000;

/**
 * When the page's figures were read. Pages are never older than a minute while the exchange answers; what stands in for
 * it when it does not says so, and a page that is left open says how old it has become.
 */
export function FiguresAge({ atMs }: { readonly atMs: number | null }) {
  const t = useTranslations('public.age');
  const [seen, setSeen] = useState<{ readonly ageMs: number; readonly wasOld: boolean } | null>(null);
  useEffect(() => {
    if (atMs === null) return;
    const wasOld = Date.now() - atMs > OLD_MS;
    const look = (): void => setSeen({ ageMs: Date.now() - atMs, wasOld });
    look();
    const timer = setInterval(look, MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, [atMs]);
  if (atMs === null) return null;
  const minutes = Math.floor((seen?.ageMs ?? 0) / MINUTE_MS);
  const isOld = (seen?.ageMs ?? 0) > OLD_MS;
  return (
    <p className={classNames('py-1 text-2xs', isOld ? 'text-warn' : 'text-ink-3')}>
      {t('at', { time: new Date(atMs).toISOString().slice(11, 19) })}
      {isOld && ` ${seen?.wasOld === true ? t('silent', { minutes }) : t('open', { minutes })}`}
    </p>
  );
}
