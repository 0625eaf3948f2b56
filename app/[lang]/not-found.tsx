import { getLocale, getTranslations } from 'next-intl/server';
import { landingPath } from '#components/addresses/paths.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { notFoundMetadata } from './not-found-metadata.ts';

export const generateMetadata = notFoundMetadata;

export default async function NotFound() {
  const t = await getTranslations('common.notFound');
  const language = await getLocale();
  return (
    <main className="mx-auto max-w-[1440px] px-4 py-16">
      <h1 className="sr-only">{t('title')}</h1>
      <EmptyState
        title={t('title')}
        hint={t('text')}
        action={
          <a href={landingPath(language)} className={buttonClass('primary')}>
            {t('home')}
          </a>
        }
      />
    </main>
  );
}
