import { useLocale, useTranslations } from 'next-intl';
import { buttonClass } from '#components/ui/button.tsx';
import { startPath } from './paths.ts';

/** To the questions for somebody who has never run a bot (G8), with the market that he looks at. */
export function StartLink({
  market,
  tone = 'secondary',
}: {
  readonly market?: string;
  readonly tone?: 'secondary' | 'ghost';
}) {
  const t = useTranslations('common.nav');
  return (
    <a href={startPath(useLocale(), market)} className={buttonClass(tone)}>
      {t('start')}
    </a>
  );
}
