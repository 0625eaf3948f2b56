import { useLocale, useTranslations } from 'next-intl';
import { creatorName } from '#components/bots/creator-name.ts';
import { figureLabel } from '#components/bots/figures/figure-head.tsx';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { formatNumber, formatPercent, withUnit } from '#lib/money/display.ts';
import { FigureList } from './figure-list.tsx';

type Provider = NonNullable<ReplyOf<'signaler'>['data']>;

/** Bots that are hidden by now still count, as a number and a sum (H54). */
function HiddenBots({ provider }: { readonly provider: Provider }) {
  const t = useTranslations('public.signaler');
  const locale = useLocale();
  const { hidden_num: count = 0, hidden_profit: profit } = provider;
  if (count === 0 || profit === undefined) return null;
  const sum = formatNumber(profit, { locale, decimals: 2, isSigned: true });
  return <p className="w-full text-xs text-ink-2">{t('hidden', { count, sum })}</p>;
}

/** Nickname, avatar, tier, and the totals of those who copy (H3). Money is in USDT. */
export function ProviderHeader({ provider }: { readonly provider: Provider }) {
  const t = useTranslations('public.signaler');
  const locale = useLocale();
  const profit = formatNumber(provider.follow_profit, { locale, decimals: 2, isSigned: true });
  const money = formatNumber(provider.total_follow_money, { locale, decimals: 2 });
  const values = {
    copies: formatNumber(String(provider.follow_num), { locale }),
    copier_profit: withUnit(profit, 'USDT', locale),
    copier_money: withUnit(money, 'USDT', locale),
  };
  const unit = <span className="text-xs text-ink-3">USDT</span>;
  const { follow_net_rate: netRate = '' } = provider;
  return (
    <header className="panel flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-4">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar seed={provider.anonymous} size={48} />
        <div className="min-w-0">
          <h1 className="truncate text-xl font-semibold">
            <bdi>{creatorName(provider.nickname)}</bdi>
          </h1>
          <Badge tone="accent">{t('tier', { tier: provider.tier })}</Badge>
        </div>
      </div>
      <FigureList
        className="grid-cols-2 sm:grid-cols-3 sm:gap-x-8 lg:grid-cols-5"
        figures={[
          { id: 'bots', label: t('bots'), value: formatNumber(String(provider.bot_num), { locale }) },
          {
            id: 'copies',
            label: figureLabel('copies', t('copies'), { values }),
            value: values.copies,
          },
          {
            id: 'profit',
            label: figureLabel('copier_profit', t('copierProfit'), { values }),
            value: (
              <>
                <TrendText value={provider.follow_profit} text={profit} /> {unit}
              </>
            ),
          },
          {
            id: 'money',
            label: figureLabel('copier_money', t('copierMoney'), { values }),
            value: (
              <>
                {money} {unit}
              </>
            ),
          },
          ...(netRate === ''
            ? []
            : [
                {
                  id: 'net',
                  label: t('copierNet'),
                  value: <TrendText value={netRate} text={formatPercent(netRate, { locale, isSigned: true })} />,
                },
              ]),
        ]}
      />
      {netRate !== '' && <p className="w-full text-xs text-ink-3">{t('copierNetNote')}</p>}
      <HiddenBots provider={provider} />
    </header>
  );
}
