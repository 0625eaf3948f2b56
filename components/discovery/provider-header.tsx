import { useLocale, useTranslations } from 'next-intl';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { formatNumber } from '#lib/money/display.ts';
import { creatorName } from './card-item.ts';
import { FigureList } from './figure-list.tsx';

/** Nickname, avatar, tier, and the totals of those who copy (H3). Money is in USDT. */
export function ProviderHeader({ provider }: { readonly provider: NonNullable<ReplyOf<'signaler'>['data']> }) {
  const t = useTranslations('public.signaler');
  const locale = useLocale();
  const profit = formatNumber(provider.follow_profit, { locale, decimals: 2, isSigned: true });
  const unit = <span className="text-xs text-ink-3">USDT</span>;
  return (
    <header className="panel flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-4">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar seed={provider.anonymous} size={48} />
        <div className="min-w-0">
          <h1 className="truncate text-xl font-semibold">{creatorName(provider.nickname)}</h1>
          <Badge tone="accent">{t('tier', { tier: provider.tier })}</Badge>
        </div>
      </div>
      <FigureList
        className="grid-cols-2 sm:grid-cols-4 sm:gap-x-8"
        figures={[
          { id: 'bots', label: t('bots'), value: formatNumber(String(provider.bot_num), { locale }) },
          { id: 'copies', label: t('copies'), value: formatNumber(String(provider.follow_num), { locale }) },
          {
            id: 'profit',
            label: t('copierProfit'),
            value: (
              <>
                <TrendText value={provider.follow_profit} text={profit} /> {unit}
              </>
            ),
          },
          {
            id: 'money',
            label: t('copierMoney'),
            value: (
              <>
                {formatNumber(provider.total_follow_money, { locale, decimals: 2 })} {unit}
              </>
            ),
          },
        ]}
      />
    </header>
  );
}
