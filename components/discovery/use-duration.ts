import { useTranslations } from 'next-intl';

/** Writes a run time in seconds in two units: "34d 5h", "5h 12m", "12m". Works on the server and in the browser. */
export function useDuration(): (seconds: number) => string {
  const t = useTranslations('common.duration');
  return (seconds) => {
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    const days = Math.floor(hours / 24);
    if (days > 0) return t('days', { days, hours: hours % 24 });
    return hours > 0 ? t('hours', { hours, minutes: minutes % 60 }) : t('minutes', { minutes });
  };
}
