import { useTranslations } from 'next-intl';
import { durationWords } from './duration-words.ts';

/** Writes a run time in seconds: "34d 5h", "5h 12m", "12m". Works on the server and in the browser. */
export function useDuration(): (seconds: number) => string {
  const t = useTranslations('common.duration');
  return (seconds) => {
    const { key, values } = durationWords(seconds);
    return t(key, { ...values });
  };
}
