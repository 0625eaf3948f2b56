'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { instrumentPath, pageOf } from '#components/addresses/paths.ts';
import { classNames } from '#components/ui/class-names.ts';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import type { MenuOpening } from '#components/ui/late-menu.tsx';
import { Menu, MenuChoice, MenuGroup, MenuLink } from '#components/ui/menu.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { contractRow, type InstrumentRow, spotRow } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';
import { keepPanel } from './keep-hash.ts';

/** The market that the page is about. */
export type CurrentMarket = Pick<InstrumentRow, 'market' | 'type' | 'base' | 'quote'>;

const TYPES: readonly MarketKind[] = ['spot', 'futures_usdt', 'futures_btc'];

/** Markets and contracts, the list of the page's own type first in sight. */
export function MarketList({ current, ...opening }: MenuOpening & { readonly current: CurrentMarket }) {
  const t = useTranslations('trade.header');
  const [type, setType] = useState<MarketKind>(current.type);
  return (
    <Menu {...opening} align="start" className="w-80 !p-1">
      <MenuChoice
        isRow
        label={t('types')}
        value={type}
        onChange={setType}
        options={TYPES.map((one) => ({ value: one, label: t(`type.${one}`) }))}
        className="mb-1 flex gap-0.5"
      />
      <MarketLinks key={type} type={type} current={current} />
    </Menu>
  );
}

function useInstruments(type: MarketKind): readonly InstrumentRow[] {
  const isBtc = type === 'futures_btc';
  const spot = useCall('markets', type === 'spot' ? {} : null);
  const contracts = useCall('futuresContracts', type === 'spot' ? null : { query: { settle: isBtc ? 'btc' : 'usdt' } });
  if (type === 'spot') return (spot.data?.data ?? []).map(spotRow);
  return (contracts.data?.futures_contracts_data ?? []).map((row) => contractRow(row, isBtc ? 'BTC' : 'USDT'));
}

function MarketLinks({ type, current }: { readonly type: MarketKind; readonly current: CurrentMarket }) {
  const t = useTranslations('trade.header');
  const language = useLocale();
  const figures = useFigures();
  const rows = useInstruments(type);
  const query = type === 'spot' ? {} : { type };
  const { data } = useCall('tickers', { query }, { refreshInterval: 2_000 });
  return (
    <MenuGroup aria-label={t('choose')} className="max-h-[60dvh] overflow-y-auto">
      {rows.map((row) => {
        const ticker = data?.data?.find((one) => one.market === row.market);
        const isCurrent = row.market === current.market && row.type === current.type;
        return (
          <MenuLink
            key={row.market}
            href={instrumentPath(language, row)}
            onClick={keepPanel(pageOf({ type }))}
            aria-current={isCurrent ? 'page' : undefined}
            className={classNames(
              'grid min-h-11 cursor-pointer grid-cols-[1fr_auto_72px] items-center gap-3 rounded px-2 text-xs outline-none data-[highlighted]:bg-surface-3 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-(--focus) md:min-h-9',
              isCurrent && 'bg-surface-2',
            )}
          >
            <span className="flex items-center gap-2">
              <CoinMark coin={row.base} size={16} />
              <span>
                {row.base}
                <span className="text-ink-3">/{row.quote}</span>
              </span>
            </span>
            <span className="text-end">{figures.fixed(ticker?.last, row.price_decimals)}</span>
            <TrendText
              className="text-end"
              value={ticker?.change_24h ?? '0'}
              text={figures.change(ticker?.change_24h)}
            />
          </MenuLink>
        );
      })}
    </MenuGroup>
  );
}
