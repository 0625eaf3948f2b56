'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { instrumentPath } from '#components/addresses/paths.ts';
import { classNames } from '#components/ui/class-names.ts';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useDisclosure } from '#components/ui/use-disclosure.ts';
import { contractRow, type InstrumentRow, spotRow } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';
import { keepPanel } from './keep-hash.ts';

const TYPES: readonly MarketKind[] = ['spot', 'futures_usdt', 'futures_btc'];

type Current = Pick<InstrumentRow, 'market' | 'type' | 'base' | 'quote'>;

/** The market's name; opens the list of the others. A disclosure of links: they work with every key and open in tabs. */
export function MarketMenu({ current }: { readonly current: Current }) {
  const t = useTranslations('trade.header');
  const { isOpen, details } = useDisclosure();
  return (
    <details {...details} className="relative shrink-0">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-md pr-2 md:min-h-9">
        <CoinMark coin={current.base} size={24} />
        <h1 className="text-lg font-semibold">
          {current.base}
          <span className="text-ink-3">/{current.quote}</span>
          {current.type !== 'spot' && (
            <span className="ml-1.5 text-2xs font-normal text-ink-3">{t(`type.${current.type}`)}</span>
          )}
        </h1>
        <Icon name="chevronDown" size={14} className="text-ink-3" />
        <span className="sr-only">{t('choose')}</span>
      </summary>
      {isOpen && (
        <div className="absolute top-full left-0 z-30 mt-1 w-80 rounded-lg border bg-surface-1 p-1 shadow-2xl">
          <MarketLists current={current} />
        </div>
      )}
    </details>
  );
}

/** Markets and contracts, the list of the page's own type first in sight. */
function MarketLists({ current }: { readonly current: Current }) {
  const t = useTranslations('trade.header');
  const [type, setType] = useState<MarketKind>(current.type);
  return (
    <>
      <Segmented
        name="market-type"
        label={t('types')}
        value={type}
        onChange={(next) => setType(TYPES.find((one) => one === next) ?? 'spot')}
        options={TYPES.map((one) => ({ value: one, label: t(`type.${one}`) }))}
        className="mb-1"
      />
      <MarketLinks key={type} type={type} current={current} />
    </>
  );
}

function useInstruments(type: MarketKind): readonly InstrumentRow[] {
  const isBtc = type === 'futures_btc';
  const spot = useCall('markets', type === 'spot' ? {} : null);
  const contracts = useCall('futuresContracts', type === 'spot' ? null : { query: { settle: isBtc ? 'btc' : 'usdt' } });
  if (type === 'spot') return (spot.data?.data ?? []).map(spotRow);
  return (contracts.data?.futures_contracts_data ?? []).map((row) => contractRow(row, isBtc ? 'BTC' : 'USDT'));
}

function MarketLinks({ type, current }: { readonly type: MarketKind; readonly current: Current }) {
  const language = useLocale();
  const figures = useFigures();
  const rows = useInstruments(type);
  const query = type === 'spot' ? {} : { type };
  const { data } = useCall('tickers', { query }, { refreshInterval: 2_000 });
  return (
    <ul className="max-h-[60dvh] overflow-y-auto">
      {rows.map((row) => {
        const ticker = data?.data?.find((one) => one.market === row.market);
        const isCurrent = row.market === current.market && row.type === current.type;
        return (
          <li key={row.market}>
            <a
              href={instrumentPath(language, row)}
              onClick={keepPanel(type === 'spot' ? 'trade' : 'futures')}
              aria-current={isCurrent ? 'page' : undefined}
              className={classNames(
                'grid min-h-11 grid-cols-[1fr_auto_72px] items-center gap-3 rounded px-2 text-xs hover:bg-surface-2 md:min-h-9',
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
              <span className="text-right">{figures.fixed(ticker?.last, row.price_decimals)}</span>
              <TrendText
                className="text-right"
                value={ticker?.change_24h ?? '0'}
                text={figures.change(ticker?.change_24h)}
              />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
