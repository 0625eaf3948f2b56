'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { broughtValue, broughtValueOf, PORTFOLIO_QUOTE, parseCoins } from '#lib/strategies/portfolio/coins.ts';

/** The detail that is confirmed (C-095): each brought coin with what it is worth now, beside what the form says. */
export function HeldDetails({ form: present }: { readonly form: StrategyForm }) {
  const t = useTranslations('trade.coins');
  const figures = useFigures();
  // What is asked about is the moment of the question: figures that go on moving could not be confirmed.
  const [{ values, spec, context }] = useState(present);
  const rows = parseCoins(values.coins ?? '') ?? [];
  const money = (units: bigint | null): string =>
    units === null ? '--' : `${figures.fixed(formatAmount(units), 2)} ${PORTFOLIO_QUOTE}`;
  const said = `${figures.fixed(values.money ?? '', 2)} ${PORTFOLIO_QUOTE}`;
  const now = money(broughtValue(rows, spec, context.prices));
  return (
    <dl className="mt-3 flex flex-col gap-2 rounded-md bg-surface-2 p-3 text-xs">
      {rows.map((row) => (
        <div key={row.asset} className="flex items-center justify-between gap-3">
          <dt className="flex items-center gap-1.5">
            <CoinMark coin={row.asset} size={14} />
            {row.asset} · {figures.percents(row.rate)}
          </dt>
          <dd className="text-end">
            {figures.upTo(row.amount, 8)}{' '}
            <span className="text-ink-3">≈ {money(broughtValueOf(row, spec, context.prices))}</span>
          </dd>
        </div>
      ))}
      <div className="flex justify-between gap-3 border-t pt-2">
        <dt>
          <FigureName figure="value" kind={present.definition.kind} values={{ value: said }}>
            {t('worthSaid')}
          </FigureName>
        </dt>
        <dd>{said}</dd>
      </div>
      <div className="flex justify-between gap-3 font-medium">
        <dt>
          <FigureName figure="value" kind={present.definition.kind} values={{ value: now }}>
            {t('worthNow')}
          </FigureName>
        </dt>
        <dd>{now}</dd>
      </div>
    </dl>
  );
}
