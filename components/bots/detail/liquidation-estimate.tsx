'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { HintMark } from '#components/form/field-hint.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { useTyped } from '#lib/client/use-typed.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { compareDecimals, isZero, readDecimal } from '#lib/money/decimal-text.ts';
import { FUTURES_LEVERAGE_CAP } from '#lib/money/market-spec.ts';
import { inputDecimals } from '#lib/money/precision.ts';
import { usePriceText } from '../use-price-text.ts';
import { sidesOf, useLiquidationEstimate } from './use-liquidation-estimate.ts';

/** X4, C-287: what can be asked for at all; the exchange knows the narrower bounds of the market. */
const MOST_MONEY = '99999999';
const MOST_LEVERAGE = String(FUTURES_LEVERAGE_CAP);

/** Whether a typed number is above 0 and at most `most`; nothing typed yet is no fault. */
function isWithin(typed: string, most: string): boolean {
  const value = readDecimal(typed);
  return value !== null && !isZero(value) && compareDecimals(value, most) <= 0;
}

/** Where the bot would be liquidated with other money and leverage: both prices of each side (M-316, H39). */
export function LiquidationEstimate({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.estimate');
  const price = usePriceText(bot);
  // Null until something is typed: what the bot itself has changes with it, and is nothing to be kept.
  const [typedMoney, setMoney] = useState<string | null>(null);
  const [typedLeverage, setLeverage] = useState<string | null>(null);
  const [money, leverage] = [typedMoney ?? bot.money, typedLeverage ?? bot.leverage];
  useTyped(`estimate money ${bot.strategy_id}`, typedMoney ?? '', setMoney);
  useTyped(`estimate leverage ${bot.strategy_id}`, typedLeverage ?? '', setLeverage);
  const isMoney = isWithin(money, MOST_MONEY);
  const isLeverage = isWithin(leverage, MOST_LEVERAGE);
  const estimate = useLiquidationEstimate(bot, isMoney ? money : '', isLeverage ? leverage : '');
  const priceOr = (text: string): string => (/[1-9]/.test(text) ? price(text) : '--');
  const pair = (side: 'long' | 'short'): string => {
    if (estimate.state === 'failed' || estimate.state === 'idle') return '-';
    if (estimate.state !== 'ready') return '…';
    const { held, full } = estimate.prices[side];
    return `${priceOr(held)} / ${priceOr(full)}`;
  };
  const sides = sidesOf(bot.side);
  return (
    <section aria-label={t('title')} className="mt-4 flex flex-col gap-3 border-t pt-4">
      <h3 className="text-sm font-medium">{t('title')}</h3>
      <div className="grid grid-cols-2 gap-3 md:max-w-md">
        <NumberField
          label={t('money')}
          mark={<HintMark label={t('money')} terms={['investment']} kind={bot.strategy_type} />}
          decimals={inputDecimals(bot.money_asset, null)}
          unit={bot.money_asset}
          value={money}
          onChange={setMoney}
          error={isMoney || money === '' ? undefined : t('moneyError', { most: MOST_MONEY })}
        />
        <NumberField
          label={t('leverage')}
          mark={<HintMark label={t('leverage')} terms={['leverage', 'liquidation']} kind={bot.strategy_type} />}
          decimals={0}
          unit="X"
          value={leverage}
          onChange={setLeverage}
          error={isLeverage || leverage === '' ? undefined : t('leverageError', { most: MOST_LEVERAGE })}
        />
      </div>
      <dl aria-live="polite" className="flex flex-col gap-1 text-sm">
        {sides.map((side) => (
          <div key={side} className="flex justify-between gap-4 md:max-w-md">
            <dt className="text-ink-3">
              <FigureName
                figure="liquidation"
                kind={bot.strategy_type}
                settle={bot.settle}
                values={{ liquidation: pair(side) }}
              >
                {t(side)}
              </FigureName>
            </dt>
            <dd data-estimate={side}>{pair(side)}</dd>
          </div>
        ))}
      </dl>
      {estimate.state === 'failed' && estimate.text !== '' && <Notice tone="warn">{estimate.text}</Notice>}
    </section>
  );
}
