import type { AnyDefinition } from '#components/form/any-definition.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { type BacktestDates, wireDates } from './backtest-dates.ts';

/** Kinds whose backtests are told what a fill costs (C-169, C-318); the others pay what their bots would. */
export function asksForFee({ backtest }: AnyDefinition): boolean {
  return backtest !== undefined;
}

/** What the dialog adds to the form. */
export interface BacktestTerms {
  readonly dates: BacktestDates;
  /** Percent of each fill, for the kinds that ask for it. */
  readonly fee: string;
  /** Ticks that a resting order must be traded through by; 0: it is touched. */
  readonly throughTicks: number;
}

/**
 * The create call's body of the form, the fee to reckon with in percent where the kind asks for it, and the dates (C-170). That
 * orders fill when they are touched goes without saying.
 */
export function backtestBody(
  definition: AnyDefinition,
  values: FormValues,
  spec: MarketSpec,
  { dates, fee, throughTicks }: BacktestTerms,
): object {
  const payload = definition.encode(values, spec);
  const asked = definition.backtest?.asked(payload, fee) ?? payload;
  return { ...asked, ...wireDates(dates), ...(throughTicks === 0 ? {} : { through_ticks: throughTicks }) };
}
