'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Stat } from '#components/bots/detail/kind-statistics.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { callUrl } from '#lib/client/call.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { useCall } from '#lib/client/use-call.ts';
import { listText } from '#lib/i18n/date-text.ts';
import { sumOfDecimals } from '#lib/money/decimal-text.ts';
import { REFRESH_MS, type Scope, type UserProfit } from './income.ts';
import { IncomeBars } from './income-bars.tsx';
import { IncomeExport } from './income-export.tsx';
import { IncomeLine } from './income-line.tsx';
import { IncomeTypes } from './income-types.tsx';
import { ReceivedShares } from './received-shares.tsx';

/** The dashboard of one scope (E-076 … E-079). */
export function IncomeScreen({ scope, isActive }: { readonly scope: Scope; readonly isActive: boolean }) {
  const t = useTranslations('income');
  const locale = useLocale();
  const input = { query: { strategy_type: scope } };
  const { data, error } = useCall('userProfit', isActive ? input : null, { refreshInterval: REFRESH_MS });
  const staleness = useStalenessOf(isActive ? callUrl('userProfit', input) : null);
  const tellsShares = useAnnounces('received_shares');
  const profit = data?.data;
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        {profit === undefined ? (
          <LiveGap error={error} className="h-10 flex-1" />
        ) : (
          <Figures profit={profit} scope={scope} />
        )}
        <IncomeExport scope={scope} />
      </div>
      {profit !== undefined && staleness !== null && <StaleMark staleness={staleness} />}
      {profit?.unvalued !== undefined && profit.unvalued.length > 0 && (
        <Notice tone="warn">{t('unvalued', { assets: listText(profit.unvalued, locale) })}</Notice>
      )}
      <div className="grid min-w-0 gap-6 lg:grid-cols-2">
        <IncomeLine scope={scope} isActive={isActive} />
        <IncomeBars scope={scope} isActive={isActive} />
      </div>
      <p className="text-xs text-ink-3">{t('utc')}</p>
      {profit?.parts !== undefined && <IncomeTypes parts={profit.parts} />}
      {scope === 'all' && tellsShares && <ReceivedShares isActive={isActive} />}
    </>
  );
}

function Figures({ profit, scope }: { readonly profit: UserProfit; readonly scope: Scope }) {
  const t = useTranslations('income');
  const format = useBotFormat();
  const { history_profit, run_total_profit, signal_profit, today_profit, total_asset } = profit;
  const total = sumOfDecimals([history_profit, run_total_profit, signal_profit]);
  const signed = (figure: string) => <TrendText value={figure} text={format.profit(figure, 'USDT')} />;
  // Of one type its own help; of all there is none.
  const kind = scope === 'all' ? undefined : scope;
  const bots = sumOfDecimals([history_profit, run_total_profit]);
  const values = {
    total_return: format.profit(total, 'USDT'),
    share_income: format.profit(signal_profit, 'USDT'),
    income_assets: format.amount('portfolio-money', total_asset, 'USDT'),
    today_profit: format.profit(today_profit, 'USDT'),
  };
  return (
    <dl className="grid min-w-0 flex-1 grid-cols-2 gap-3 tabular-nums md:grid-cols-3">
      <Stat
        label={t('total')}
        figure="total_return"
        kind={kind}
        values={{ ...values, total_profit: format.profit(bots, 'USDT') }}
      >
        {signed(total)}
      </Stat>
      <Stat label={t('assets')} figure="income_assets" kind={kind} values={values}>
        {values.income_assets}
      </Stat>
      <Stat label={t('today')} figure="today_profit" kind={kind} values={values}>
        {signed(today_profit)}
      </Stat>
      {/[1-9]/.test(signal_profit) && (
        <p className="col-span-full text-xs text-ink-3">
          {t('shares', { amount: format.profit(signal_profit, 'USDT') })}
        </p>
      )}
    </dl>
  );
}
