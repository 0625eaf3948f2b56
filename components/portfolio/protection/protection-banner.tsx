'use client';

import { useTranslations } from 'next-intl';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { Protection } from './typed-limits.ts';
import { useLimitFormat } from './use-limit-format.ts';

/** As often as the portfolio around it. */
export const PROTECTION_REFRESH_MS = 10_000;

export const PROTECTION_PLACE = 'protection';

/** One limit for every coin may be reached by all of them. */
const MOST_SHOWN = 3;

/** What was reached and is not armed again, above everything else of the page; nothing while all is within its limits. */
export function ProtectionBanner() {
  const t = useTranslations('portfolio.protection.banner');
  const isOffered = useAnnounces('protection');
  const { data } = useCall('protection', isOffered ? {} : null, { refreshInterval: PROTECTION_REFRESH_MS });
  const crossings = data?.data?.crossings ?? [];
  if (crossings.length === 0) return null;
  const more = crossings.slice(MOST_SHOWN);
  return (
    <div className="flex flex-col gap-2" data-protection-banner>
      {crossings.slice(0, MOST_SHOWN).map((crossing) => (
        <CrossingNotice key={`${crossing.limit} ${crossing.asset}`} crossing={crossing} />
      ))}
      {more.length > 0 && <Notice tone={toneOf(more)}>{t('more', { count: more.length })}</Notice>}
      <a href={`#${PROTECTION_PLACE}`} className="flex min-h-11 items-center self-start text-xs underline md:min-h-0">
        {t('toLimits')}
      </a>
    </div>
  );
}

type Crossing = Protection['crossings'][number];

/** Where nothing was stopped, it is a warning. */
function toneOf(crossings: readonly Crossing[]): 'warn' | 'danger' {
  return crossings.every(({ action }) => action === 'warn') ? 'warn' : 'danger';
}

function CrossingNotice({ crossing }: { readonly crossing: Crossing }) {
  const t = useTranslations('portfolio.protection.banner');
  const format = useBotFormat();
  const figure = useLimitFormat();
  const { limit, asset, value, most, time, action, ended, left } = crossing;
  const what = action === 'stop-all' && left === 0 ? 'stop-all-done' : action;
  return (
    <Notice tone={toneOf([crossing])}>
      {t(limit, { asset, value: figure(limit, value), most: figure(limit, most), time: format.time(time, true) })}{' '}
      {t(what, { ended, left })}
    </Notice>
  );
}
