'use client';

import { useLocale } from 'next-intl';
import { useMemo } from 'react';
import { profitAssetOf } from '#components/bots/bot-instrument.ts';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { tradedByRow } from '#components/bots/traded-name.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import type { BacktestRecord } from '#lib/contract/backtest-calls.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { annualText, shareText } from './backtest-figures-text.ts';
import { tradedBy } from './record-instrument.ts';

/** The figures of a record's card. */
export const RECORD_FIGURES: readonly TermId[] = [
  'investment',
  'total_profit',
  'profit_rate',
  'annualised',
  'trades',
  'win_rate',
  'largest_gain',
  'largest_loss',
];

/** What a record's figures are, as its row has them, for their tips. */
export function useRecordFigures(): (record: BacktestRecord) => FigureRow {
  const locale = useLocale();
  const format = useBotFormat();
  return useMemo(
    () => (record) => {
      const { id, market, params, bot_params, result, begin_time, end_time, strategy_type } = record;
      const asset = profitAssetOf(tradedBy(record));
      const profit = (amount: string) => format.profit(amount, asset);
      const investment = format.investment(params.begin_money_amount, params.begin_money_currency, market);
      const outcome =
        result === null
          ? {}
          : {
              total_profit: profit(result.total_profit),
              profit_rate: format.percent(result.profit_rate),
              annualised: annualText(result.profit_rate, begin_time, end_time, locale),
              run_time: format.duration(end_time - begin_time),
              trades: format.figure(String(result.win_num + result.loss_num)),
              won_trades: format.figure(String(result.win_num)),
              win_rate: shareText(result.win_num, result.loss_num, locale),
              largest_gain: profit(result.max_gains),
              largest_loss: profit(result.max_loss),
            };
      return {
        key: String(id),
        name: `${tradedByRow({ market, params: bot_params })} ${format.time(record.create_time)}`,
        of: { kind: strategy_type, values: { investment, ...outcome } },
      };
    },
    [locale, format],
  );
}
