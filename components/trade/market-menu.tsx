'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { MarketRow } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useFigures } from '#lib/client/use-figures.ts';

/** The market's name; opens the list of the others. A disclosure of links: they work with every key and open in tabs. */
export function MarketMenu({ current, markets }: { readonly current: string; readonly markets: readonly MarketRow[] }) {
  const t = useTranslations('trade.header');
  const [isOpen, setIsOpen] = useState(false);
  const element = useRef<HTMLDetailsElement>(null);
  const [base = '', quote = ''] = current.split('_');
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event): void => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isOutside = event.type === 'pointerdown' && !element.current?.contains(event.target as Node);
      if (isEscape || isOutside) element.current?.removeAttribute('open');
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, [isOpen]);
  return (
    <details
      ref={element}
      className="relative shrink-0"
      onToggle={(event) => setIsOpen((event.target as HTMLDetailsElement).open)}
    >
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-md pr-2 md:min-h-9">
        <CoinMark coin={base} size={24} />
        <h1 className="text-lg font-semibold">
          {base}
          <span className="text-ink-3">/{quote}</span>
        </h1>
        <Icon name="chevronDown" size={14} className="text-ink-3" />
        <span className="sr-only">{t('choose')}</span>
      </summary>
      {isOpen && (
        <div className="absolute top-full left-0 z-30 mt-1 w-80 rounded-lg border bg-surface-1 p-1 shadow-2xl">
          <MarketLinks current={current} markets={markets} />
        </div>
      )}
    </details>
  );
}

function MarketLinks({ current, markets }: { readonly current: string; readonly markets: readonly MarketRow[] }) {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const figures = useFigures();
  const { data } = useCall('tickers', { query: {} }, { refreshInterval: 2_000 });
  return (
    <ul>
      {markets.map((row) => {
        const ticker = data?.data?.find((one) => one.market === row.market);
        return (
          <li key={row.market}>
            <a
              href={`${pathname.replace(/[^/]+$/, row.market)}${query === '' ? '' : `?${query}`}`}
              aria-current={row.market === current ? 'page' : undefined}
              className={classNames(
                'grid min-h-11 grid-cols-[1fr_auto_72px] items-center gap-3 rounded px-2 text-xs hover:bg-surface-2 md:min-h-9',
                row.market === current && 'bg-surface-2',
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
