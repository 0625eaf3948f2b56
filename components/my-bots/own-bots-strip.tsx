'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { loginPath, ownBotPath, portfolioPath } from '#components/addresses/paths.ts';
import { profitAssetOf } from '#components/bots/bot-instrument.ts';
import { BotMarket } from '#components/bots/bot-market.tsx';
import { BotStatusBadge } from '#components/bots/bot-status.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useSession } from '#lib/client/session.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { formatPercent } from '#lib/money/display.ts';

/** As many as a look takes in; all of them stand in the table below the lists. */
const SHOWN = 12;
const REFRESH_MS = 10_000;

/** The trader's running bots in one row, each a way to its page. */
export function OwnBotsStrip() {
  const t = useTranslations('bots');
  const nav = useTranslations('common.nav');
  const language = useLocale();
  const { session } = useSession();
  const isTrader = session?.logged_in === true;
  const query = { strategy_type: 'all', status: 'running', page: 1, page_size: SHOWN } as const;
  const { data, error } = useCall('strategies', isTrader ? { query } : null, { refreshInterval: REFRESH_MS });
  const total = data?.totalcount ?? data?.data?.length ?? 0;
  return (
    <section aria-labelledby="own-bots" className="panel flex h-full flex-col p-3">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 id="own-bots" className="text-base font-semibold">
          {isTrader && total > 0 ? `${t('title')} (${total})` : t('title')}
        </h2>
        {isTrader && (
          <span className="flex gap-1">
            <a href="#my-bots" className={buttonClass('ghost', 'sm')}>
              {t('tab.running')}
            </a>
            <a href={portfolioPath(language)} className={buttonClass('ghost', 'sm')}>
              {nav('portfolio')}
            </a>
          </span>
        )}
      </div>
      <Running isTrader={session === undefined ? null : isTrader} rows={data?.data} error={error} />
    </section>
  );
}

/** The row of bots, or what stands in its place; `isTrader` null: it is not known yet. */
function Running({
  isTrader,
  rows,
  error,
}: {
  readonly isTrader: boolean | null;
  readonly rows: readonly StrategyRow[] | undefined;
  readonly error: unknown;
}): ReactNode {
  const t = useTranslations();
  const language = useLocale();
  if (isTrader === false) {
    return (
      <Instead text={t('bots.guest')}>
        <a href={loginPath(language, window.location.pathname)} className={buttonClass('primary')}>
          {t('common.nav.login')}
        </a>
      </Instead>
    );
  }
  if (rows === undefined)
    return error === undefined ? <Skeleton className="h-full w-full" /> : <LiveGap error={error} />;
  if (rows.length === 0) {
    // The page's head, right below, leads to the first one.
    return <Instead text={t('bots.empty.runningHint')} />;
  }
  return (
    <ul className="relative flex min-h-0 flex-1 gap-2 overflow-x-auto pb-1">
      {rows.map((row) => (
        <li key={row.strategy_id} className="w-56 shrink-0">
          <OwnBot row={row} />
        </li>
      ))}
    </ul>
  );
}

function Instead({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className="flex flex-1 flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {children}
    </div>
  );
}

function OwnBot({ row }: { readonly row: StrategyRow }) {
  const t = useTranslations('bots.kind');
  const language = useLocale();
  const format = useBotFormat();
  const rate = formatPercent(row.profit_rate, { locale: language, isSigned: true });
  return (
    <a
      href={ownBotPath(language, row, false)}
      className="flex h-full flex-col justify-between rounded-md border p-2 hover:border-ink-3"
    >
      <span className="flex items-center justify-between gap-2 text-sm">
        <BotMarket bot={row} size={16} />
        <BotStatusBadge bot={row} />
      </span>
      <span className="truncate text-2xs text-ink-3">{t(row.strategy_type)}</span>
      <span className="flex items-baseline justify-between gap-2">
        <TrendText value={row.profit_rate} text={rate} className="text-sm font-semibold" />
        <span className="truncate text-xs text-ink-2">{format.profit(row.profit, profitAssetOf(row))}</span>
      </span>
    </a>
  );
}
