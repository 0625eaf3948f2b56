'use client';

import { useTranslations } from 'next-intl';
import { figureHead } from '#components/bots/figures/figure-head.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { useConditionWords } from '#components/conditions/use-condition-words.ts';
import { DataTable } from '#components/ui/data-table.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { textAt } from '#lib/client/keyed-texts.ts';
import type { BacktestRecord, BacktestReport } from '#lib/contract/backtest-calls.ts';
import { formatAmount, parseSignedAmount } from '#lib/money/amount.ts';
import { meaningOf, variedArgument } from './neighbour-words.ts';

type Neighbour = NonNullable<BacktestReport['neighbours']>[number];

/** What a neighbour varies, in words. */
function useFieldWords(record: BacktestRecord): (field: string) => string {
  const t = useTranslations('backtests.result.neighbours');
  const sides = useTranslations('conditions.entry');
  const fields = useTranslations('fields');
  const words = useConditionWords();
  return (field) => {
    const varied = variedArgument(field, record.bot_params.compose_conditions);
    if (varied !== null) return t('arg', { side: sides(varied.side), row: varied.row, arg: words.arg(varied.arg) });
    return textAt(fields, `${field}.label`) ?? textAt(fields, `args.${field}.label`) ?? field;
  };
}

function difference(rate: string, base: string): string {
  const of = parseSignedAmount(rate);
  const from = parseSignedAmount(base);
  return of === null || from === null ? '' : formatAmount(of - from);
}

/** The same backtest with one parameter a little lower or higher. Null: they are still being run. */
export function BacktestNeighbours({
  record,
  neighbours,
  priceText,
}: {
  readonly record: BacktestRecord;
  readonly neighbours: BacktestReport['neighbours'];
  readonly priceText: (price: string) => string;
}) {
  const t = useTranslations('backtests.result.neighbours');
  const format = useBotFormat();
  const nameOf = useFieldWords(record);
  const writings = {
    fraction: (value: string) => format.percent(value, false),
    price: priceText,
    figure: format.figure,
  };
  const valueText = ({ field, value }: Neighbour): string =>
    writings[meaningOf(field, record.strategy_type, record.bot_params.price_step_type)](value);
  const base = record.result?.profit_rate ?? '';
  if (neighbours === null) {
    return (
      <p role="status" className="text-xs text-ink-3">
        {t('pending')}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {neighbours.length > 0 && <p className="text-xs text-ink-2">{t('text')}</p>}
      <DataTable<Neighbour>
        label={t('title')}
        rows={neighbours}
        rowKey={({ field, value }) => `${field} ${value}`}
        columns={[
          { id: 'field', header: t('field'), cell: ({ field }) => nameOf(field) },
          { id: 'value', header: t('value'), align: 'end', cell: valueText },
          {
            id: 'rate',
            header: figureHead('profit_rate', t('rate'), record.strategy_type),
            align: 'end',
            cell: ({ rate }) => <TrendText value={rate} text={format.percent(rate)} />,
          },
          {
            id: 'change',
            header: figureHead('profit_rate', t('change'), record.strategy_type),
            align: 'end',
            cell: ({ rate }) => {
              const by = difference(rate, base);
              return <TrendText value={by} text={format.percent(by)} />;
            },
          },
        ]}
        empty={<p className="text-xs text-ink-3">{t('none')}</p>}
      />
    </div>
  );
}
