'use client';

import { useTranslations } from 'next-intl';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LateMenu } from '#components/ui/late-menu.tsx';
import type { CurrentMarket } from './market-list.tsx';

/** The market's name; the button that lies over all of it opens the list of the others. */
export function MarketMenu({ current }: { readonly current: CurrentMarket }) {
  const t = useTranslations('trade.header');
  return (
    <div className="relative flex min-h-11 shrink-0 items-center gap-2 pe-2 md:min-h-9">
      <CoinMark coin={current.base} size={24} />
      <h1 className="text-lg font-semibold">
        {current.base}
        <span className="text-ink-3">/{current.quote}</span>
        {current.type !== 'spot' && (
          <span className="ms-1.5 text-2xs font-normal text-ink-3">{t(`type.${current.type}`)}</span>
        )}
      </h1>
      <Icon name="chevronDown" size={14} className="text-ink-3" />
      <LateMenu
        name="market"
        load={() => import('./market-list.tsx').then((part) => part.MarketList)}
        button={{
          label: `${current.base}/${current.quote} · ${t('choose')}`,
          className: 'absolute inset-0 rounded-md',
        }}
        rest={{ current }}
      />
    </div>
  );
}
