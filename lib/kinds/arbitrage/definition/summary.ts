import { arbitrageAnnualRateE8, splitArbitrage } from '../../../formulas/arbitrage-terms.ts';
import { formatAmount, parseAmount } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import { NO_FIGURE } from '../../../money/display.ts';
import type { CheckContext, FormValues, SummaryRow } from '../../../strategies/definition.ts';
import { minimumText } from '../../../strategies/rules/money.ts';
import { arbitrageDecimals, contractLeg, readArbitrageLeverage } from './values.ts';

/** Minimum, reference annual rate (C-430), what each leg gets, and the funding reserve (C-431). */
export function arbitrageSummary(values: FormValues, context: CheckContext): readonly SummaryRow[] {
  const { spec, minAmount, nextFundingE8 = null } = context;
  const investment = parseAmount(readDecimal(values.money ?? '') ?? '');
  const leverage = readArbitrageLeverage(values, spec);
  const split = investment === null || leverage === null ? null : splitArbitrage(investment, leverage, nextFundingE8);
  const amount = (label: string, units: bigint | null | undefined): SummaryRow => ({
    label: `summary.${label}`,
    kind: 'amount',
    text: units === null || units === undefined ? NO_FIGURE : formatAmount(units),
    unit: spec.quote,
  });
  return [
    {
      ...amount('min_investment', minAmount),
      // As it can be typed.
      ...(minAmount === null ? {} : { text: minimumText(minAmount, arbitrageDecimals(values, spec)) }),
    },
    { label: 'summary.reference_rate', kind: 'percent-range', text: rateText(context, leverage), unit: '%' },
    amount('spot_leg', split?.spot),
    amount('margin_leg', split?.margin),
    amount('funding_reserve', split?.reserve),
  ];
}

/** Percent with two decimals; '--' while rate or contract is not known. */
function rateText({ spec, nextFundingE8 = null }: CheckContext, leverage: number | null): string {
  const intervalMs = contractLeg(spec)?.contract.fundingIntervalMs;
  if (intervalMs === undefined || nextFundingE8 === null || leverage === null) return NO_FIGURE;
  return (Number(arbitrageAnnualRateE8(nextFundingE8, intervalMs, leverage)) / 1e6).toFixed(2);
}
