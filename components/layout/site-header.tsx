import { getLocale, getTranslations } from 'next-intl/server';
import { helpIndexPath } from '#components/addresses/help-paths.ts';
import { dualPath, rankingsPath } from '#components/addresses/paths.ts';
import { LateAccountMenu } from './late-frame.tsx';
import { SettingsMenu } from './settings-menu.tsx';

/** Mark of the product: a grid whose last step rises. */
function Mark() {
  return (
    <svg aria-hidden width="24" height="24" viewBox="0 0 24 24" fill="none">
      <rect width="24" height="24" rx="6" fill="var(--accent)" />
      <path
        d="M5 17h4v-4h4V9h4V6"
        stroke="var(--accent-ink)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The same for every page and viewer; what depends on the viewer hydrates inside AccountMenu. */
export async function SiteHeader() {
  const t = await getTranslations('common');
  const language = await getLocale();
  return (
    <header className="sticky top-0 z-30 border-b bg-surface-1">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-accent focus:p-2 focus:text-accent-ink"
      >
        {t('nav.skip')}
      </a>
      <div className="flex h-14 items-center gap-2 px-3 md:h-12 md:gap-4 md:px-4">
        <a href={`/${language}/strategybot`} className="flex min-h-11 items-center gap-2 font-semibold">
          <Mark />
          <span className="max-sm:sr-only">{t('brand')}</span>
        </a>
        <nav aria-label={t('nav.menu')} className="flex min-w-0 flex-1 items-center gap-1 text-sm text-ink-2 md:gap-3">
          <a
            href={`/${language}/strategybot`}
            className="flex min-h-11 items-center rounded px-2 hover:text-ink-1 max-md:hidden"
          >
            {t('nav.strategies')}
          </a>
          <a
            href={rankingsPath(language)}
            className="flex min-h-11 items-center rounded px-2 hover:text-ink-1 max-[379px]:hidden"
          >
            {t('nav.rankings')}
          </a>
          <a
            href={`/${language}/trade/BTC_USDT?tradModel=strategybot`}
            className="flex min-h-11 items-center rounded px-2 hover:text-ink-1"
          >
            {t('nav.trade')}
          </a>
          <a
            href={dualPath(language, 'sell-high')}
            className="flex min-h-11 items-center rounded px-2 hover:text-ink-1 max-lg:hidden"
          >
            {t('nav.dual')}
          </a>
          <a
            href={helpIndexPath(language)}
            className="flex min-h-11 items-center rounded px-2 hover:text-ink-1 max-md:hidden"
          >
            {t('nav.help')}
          </a>
        </nav>
        <SettingsMenu />
        <LateAccountMenu />
      </div>
    </header>
  );
}
