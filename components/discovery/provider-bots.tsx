import { useLocale, useTranslations } from 'next-intl';
import { landingPath, signalerPath } from '#components/addresses/paths.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { BotCards } from './bot-cards.tsx';
import type { CardItem } from './card-item.ts';

/** The shared bots of a provider, a page at a time; the pages are links. */
export function ProviderBots({
  items,
  name,
  anonymous,
  page,
  pageCount,
}: {
  readonly items: readonly CardItem[];
  readonly name: string;
  readonly anonymous: string;
  readonly page: number;
  readonly pageCount: number;
}) {
  const t = useTranslations('public');
  const common = useTranslations('common');
  const language = useLocale();
  const step = `${buttonClass('ghost', 'sm')} px-3`;
  return (
    <section aria-labelledby="provider-bots" className="py-6">
      <h2 id="provider-bots" className="mb-3 text-lg font-semibold">
        {t('signaler.list', { name })}
      </h2>
      {items.length === 0 ? (
        <EmptyState
          className="panel"
          title={t('signaler.empty', { name })}
          hint={t('signaler.emptyHint')}
          action={
            <a href={landingPath(language)} className={buttonClass('secondary')}>
              {common('notFound.home')}
            </a>
          }
        />
      ) : (
        <BotCards items={items} />
      )}
      {pageCount > 1 && (
        <nav aria-label={common('pagination.label')} className="mt-4 flex items-center justify-center gap-2 text-xs">
          {page > 1 && (
            <a href={signalerPath(language, anonymous, page - 1)} rel="prev" className={step}>
              <Icon name="chevronLeft" size={14} />
              {common('action.previous')}
            </a>
          )}
          <span className="text-ink-2">{common('pagination.page', { page, pages: pageCount })}</span>
          {page < pageCount && (
            <a href={signalerPath(language, anonymous, page + 1)} rel="next" className={step}>
              {common('action.next')}
              <Icon name="chevronRight" size={14} />
            </a>
          )}
        </nav>
      )}
    </section>
  );
}
