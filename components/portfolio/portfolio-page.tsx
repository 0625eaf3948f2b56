'use client';

import dynamic from 'next/dynamic';
import { useLocale, useTranslations } from 'next-intl';
import { GuestPrompt } from '#components/addresses/guest-prompt.tsx';
import { landingPath, portfolioPath } from '#components/addresses/paths.ts';
import { LiveGap, PageGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { callUrl } from '#lib/client/call.ts';
import { latePart } from '#lib/client/late-part.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import { useSession } from '#lib/client/session.ts';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { useCall } from '#lib/client/use-call.ts';
import { listText } from '#lib/i18n/date-text.ts';
import { AssetSection } from './asset-section.tsx';
import { BotList } from './bot-list.tsx';
import { ExposureSection } from './exposure-section.tsx';
import { MovesSection } from './moves-section.tsx';
import type { Portfolio } from './portfolio.ts';
import { ProtectionBanner } from './protection/protection-banner.tsx';
import { ResultSection } from './result-section.tsx';

const REFRESH_MS = 10_000;
const WAITING = 'h-[70dvh] w-full';

const ProtectionSection = dynamic(
  () =>
    latePart('protection', () => import('./protection/protection-section.tsx').then((part) => part.ProtectionSection)),
  { loading: () => <Skeleton className="h-80 w-full" /> },
);

/** A trader's accounts and bots taken together. */
export function PortfolioPage() {
  const t = useTranslations('portfolio');
  const language = useLocale();
  const { session, error } = useSession();
  if (session === undefined) return <LiveGap error={error} className={WAITING} />;
  if (session.logged_in) return <Sections />;
  return <GuestPrompt hint={t('guest')} path={portfolioPath(language)} />;
}

function Sections() {
  const t = useTranslations('portfolio');
  const language = useLocale();
  const { data, error } = useCall('portfolio', {}, { refreshInterval: REFRESH_MS });
  const staleness = useStalenessOf(callUrl('portfolio', {}));
  const isProtected = useAnnounces('protection');
  const portfolio = data?.data;
  if (portfolio === undefined) {
    const way = { href: `${landingPath(language)}#my-bots`, name: t('toBots') };
    return <PageGap error={error} unknown={t('unknown')} className={WAITING} way={way} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <StaleMark staleness={staleness} />
      <ProtectionBanner />
      {portfolio.unread > 0 && <Notice>{t('unread', { count: portfolio.unread })}</Notice>}
      {portfolio.unvalued.length > 0 && (
        <Notice tone="warn">{t('unvalued', { assets: listText(portfolio.unvalued, language) })}</Notice>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <AssetSection portfolio={portfolio} />
        <ResultSection portfolio={portfolio} />
      </div>
      <ExposureSection portfolio={portfolio} />
      <MovesSection />
      {isProtected && <ProtectionSection assets={assetsOf(portfolio)} />}
      <BotList portfolio={portfolio} />
      <PromptHost />
    </div>
  );
}

/** What the account has, holds, is long or short of, or owes. */
function assetsOf({ balances, exposure }: Portfolio): readonly string[] {
  return [...balances, ...exposure].map(({ asset }) => asset);
}
