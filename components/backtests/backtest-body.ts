import type { AnyDefinition } from '#components/create/any-definition.ts';
import { COMPOSE_KINDS } from '#lib/contract/vocabulary.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { type ComposePayload, withBacktestDefaults } from '#lib/strategies/compose/payload.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { type BacktestDates, wireDates } from './backtest-dates.ts';

/** The create call's body of the form, what a backtest assumes where it says nothing (C-318, E-194), and the dates (C-170). */
export function backtestBody(
  definition: AnyDefinition,
  values: FormValues,
  spec: MarketSpec,
  dates: BacktestDates,
): object {
  const payload = definition.encode(values, spec) as object;
  const isCompose = (COMPOSE_KINDS as readonly string[]).includes(definition.kind);
  return { ...(isCompose ? withBacktestDefaults(payload as ComposePayload) : payload), ...wireDates(dates) };
}
