'use client';

import { useLocale } from 'next-intl';
import type { FigureOf, FigureValues } from '#components/bots/figures/figure-of.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { SUMMARY_FIGURES } from '#lib/figures/screens.ts';
import { isContract } from '#lib/formulas/contract-value.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { NO_FIGURE, withUnit } from '#lib/money/display.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { summaryText } from './summary-text.ts';

/** The contract that a bot of this market holds, if any. */
function contractOf(spec: MarketSpec) {
  return [spec, ...Object.values(spec.companions ?? {})].find(isContract)?.contract;
}

/** What a form's figures are of: its kind, and what is known of the bot that it would create. */
export function useSummaryFigures({
  definition,
  values,
  spec,
  context,
  summary,
}: Pick<StrategyForm, 'definition' | 'values' | 'spec' | 'context' | 'summary'>): FigureOf {
  const locale = useLocale();
  const figures = useFigures();
  const format = useBotFormat();
  const { feeRate, nextFundingE8 = null } = context;
  const contract = contractOf(spec);
  const shown: Partial<Record<TermId, string>> = {
    fee_rate: figures.percent(formatAmount(feeRate), 4),
  };
  if (values.leverage !== undefined && values.leverage !== '') shown.leverage = `${values.leverage}X`;
  if (contract !== undefined && nextFundingE8 !== null) {
    shown.funding_rate = figures.percent(formatAmount(nextFundingE8), 4);
    shown.funding_interval = format.duration(contract.fundingIntervalMs / 1_000);
  }
  // Of several rows of one figure – long and short – each says its own beside its name.
  for (const row of summary.toReversed()) {
    const figure = SUMMARY_FIGURES[row.label];
    if (figure !== undefined && row.text !== NO_FIGURE)
      shown[figure] = withUnit(summaryText(row, spec, locale), row.unit, locale);
  }
  return { kind: definition.kind, values: shown satisfies FigureValues };
}
