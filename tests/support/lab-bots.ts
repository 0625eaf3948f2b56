import type { AnyDefinition } from '#components/form/any-definition.ts';
import type { ScenarioBot } from '#lib/backtest/price-scenario.ts';
import { marketsOf } from '#lib/engine/bot-feeds.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { instrumentOf, type MarketSpec, parseTicks } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { KIND_CASES } from '../unit/strategies-kind-cases.ts';

/** When the lab's bots are looked at: a whole minute. */
export const LAB_NOW = Date.UTC(2026, 0, 5, 12, 30);
export const DAY_MINUTES = 1440;
const PRICES: Readonly<Record<string, string>> = { BTC: '60000', ETH: '3000', XRP: '0.5' };

/** A bot that a form of a kind would create, with the prices that its page knows. */
export function labBot(kind: RunnableKind, changes: FormValues = {}): ScenarioBot {
  const { spec, good } = KIND_CASES[kind];
  const definition = STRATEGIES[kind] as AnyDefinition;
  const values = { ...definition.defaults(spec), ...good, ...changes };
  const params = typedParams(definition, values, spec, 100_000n) as ScenarioBot['params'];
  const prices = Object.fromEntries(
    marketsOf(params.spec).map((one: MarketSpec) => [
      instrumentOf(one),
      Math.max(1, parseTicks(one, PRICES[one.base] ?? '1') ?? 1),
    ]),
  );
  return { kind, params, prices } as ScenarioBot;
}

/** Minutes in which nothing moves but by the scenario. */
export function stillMinutes(ticks: number, days = 1): CandleColumns {
  const column = new Int32Array(days * DAY_MINUTES).fill(ticks);
  const startMs = LAB_NOW - days * DAY_MINUTES * 60_000;
  return { startMs, stepMs: 60_000, open: column, high: column, low: column, close: column };
}
