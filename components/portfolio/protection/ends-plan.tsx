'use client';

import { useTranslations } from 'next-intl';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { MarketName } from '#components/ui/coin-mark.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { NO_FIGURE } from '#lib/money/display.ts';
import { SumLine } from '../end/sum-line.tsx';
import type { DryRun } from './typed-limits.ts';

type Ends = NonNullable<DryRun['ends']>;

/** The plan by which all bots are ended: its sums, and bot by bot what each brings or why it is left out. */
export function EndsPlan({ ends }: { readonly ends: Ends }) {
  const t = useTranslations('portfolio.protection.tried');
  const format = useBotFormat();
  const { is_due: isDue, bots, left_out: leftOut, returns, profits, rows } = ends;
  if (bots + leftOut === 0) return <p className="text-xs text-ink-2">{t('noBots')}</p>;
  const more = bots + leftOut - rows.length;
  return (
    <section aria-label={t(isDue ? 'planDue' : 'planNotDue')} className="flex flex-col gap-2">
      <h3 className={`text-sm font-medium ${isDue ? 'text-danger' : ''}`}>{t(isDue ? 'planDue' : 'planNotDue')}</h3>
      <p className="text-xs text-ink-2">
        {t('plan', { count: bots })}
        {leftOut > 0 && ` · ${t('leftOut', { count: leftOut })}`}
      </p>
      <dl aria-live="polite" className="rounded-md bg-surface-2 p-3 text-xs">
        <SumLine
          figure="equity"
          label={t('returns')}
          figures={returns.map(({ currency, amount }) => format.amount('held-coin', amount, currency))}
        />
        <SumLine
          figure="total_profit"
          label={t('profit')}
          figures={profits.map(({ currency, amount }) => format.profit(amount, currency))}
        />
      </dl>
      <ul className="flex flex-col">
        {rows.map((row) => (
          <EndRow key={row.strategy_id} row={row} />
        ))}
      </ul>
      {more > 0 && <p className="text-xs text-ink-3">{t('more', { count: more })}</p>}
    </section>
  );
}

function EndRow({ row }: { readonly row: Ends['rows'][number] }) {
  const t = useTranslations('portfolio.protection.tried.obstacle');
  const kinds = useTranslations('bots.kind');
  const format = useBotFormat();
  const { strategy_id: id, strategy_type: kind, strategy_name: name, market, obstacle, returns, profit } = row;
  return (
    <li data-end={id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-t py-2 text-xs">
      <span className="flex min-w-0 flex-col">
        <MarketName market={market} size={16} />
        <span className="truncate text-ink-3">
          {kinds(kind)}
          {name !== '' && ` · ${name}`}
        </span>
      </span>
      <span className="ms-auto flex flex-col items-end text-end">
        {obstacle !== '' ? (
          <span className="text-warn">{t(obstacle)}</span>
        ) : (
          <>
            <span>
              {returns.map(({ currency, amount }) => format.amount('held-coin', amount, currency)).join(' + ') ||
                NO_FIGURE}
            </span>
            {profit !== '' && <TrendText value={profit} text={format.profit(profit, row.profit_asset)} />}
          </>
        )}
      </span>
    </li>
  );
}
