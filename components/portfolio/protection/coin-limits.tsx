'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { Select } from '#components/ui/select.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { useTyped } from '#lib/client/use-typed.ts';
import { freeCoins, type TypedLimits } from './typed-limits.ts';

/** Coins with a limit of their own. */
export function CoinLimits({
  assets,
  coins,
  onChange,
  errorOf,
}: {
  readonly assets: readonly string[];
  readonly coins: TypedLimits['coins'];
  readonly onChange: (coins: TypedLimits['coins']) => void;
  readonly errorOf: (field: string) => string | undefined;
}) {
  const t = useTranslations('portfolio.protection');
  const [wanted, setWanted] = useState('');
  useTyped('limits coin', wanted, setWanted);
  // A row goes with its button: the list takes the focus.
  const holder = useFocusKept<HTMLDivElement>(`coins ${coins.map(({ asset }) => asset).join(' ')}`);
  const free = freeCoins(assets, { coins });
  const chosen = free.includes(wanted) ? wanted : (free[0] ?? '');
  return (
    <div ref={holder} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {coins.map(({ asset, usdt }, index) => (
        <NumberField
          key={asset}
          label={t('ofCoin', { asset })}
          unit="USDT"
          decimals={2}
          value={usdt}
          onChange={(typed) => onChange(coins.map((one) => (one.asset === asset ? { asset, usdt: typed } : one)))}
          error={errorOf(`coins.${index}`)}
          aside={
            <Button size="sm" tone="ghost" onClick={() => onChange(coins.filter((one) => one.asset !== asset))}>
              {t('removeCoin', { asset })}
            </Button>
          }
        />
      ))}
      {chosen !== '' && (
        <div className="flex flex-wrap gap-2">
          <Select
            label={t('coin')}
            value={chosen}
            onChange={setWanted}
            options={free.map((asset) => ({ value: asset, label: asset }))}
            className="w-28"
          />
          <Button onClick={() => onChange([...coins, { asset: chosen, usdt: '' }])}>{t('addCoin')}</Button>
        </div>
      )}
    </div>
  );
}
