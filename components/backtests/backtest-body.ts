import type { AnyDefinition } from '#components/form/any-definition.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { type BacktestDates, wireDates } from './backtest-dates.ts';

/** Kinds whose backtests are told what a fill costs (C-169, C-318); the others pay what their bots would. */
export function asksForFee({ backtest }: AnyDefinition): boolean {
  return backtest !== undefined;
}

/** The create call's body of the form, the fee to reckon with in percent where the kind asks for it, and the dates (C-170). */
export function backtestBody(
  definition: AnyDefinition,
  values: FormValues,
  spec: MarketSpec,
  dates: BacktestDates,
  fee: string,
): object {
  const payload = definition.encode(values, spec) as object;
  return { ...(definition.backtest?.asked(payload, fee) ?? payload), ...wireDates(dates) };
}
