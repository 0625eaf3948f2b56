import type { useTranslations } from 'next-intl';
import { DAY_SECONDS } from '#lib/time/durations.ts';

/** How long something took or takes, by its two largest units. */
export function durationText(t: ReturnType<typeof useTranslations<never>>, seconds: number): string {
  const days = Math.floor(seconds / DAY_SECONDS);
  const hours = Math.floor((seconds % DAY_SECONDS) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days > 0) return t('common.duration.days', { days, hours });
  return hours > 0 ? t('common.duration.hours', { hours, minutes }) : t('common.duration.minutes', { minutes });
}
