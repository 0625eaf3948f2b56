import type { AnyDefinition } from '#components/form/any-definition.ts';
import { contractLeg } from '#lib/kinds/arbitrage/definition/values.ts';
import type { EngineParamsByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { type FeeRateE8, instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { coinSpec, parseCoins } from '#lib/strategies/portfolio/coins.ts';

/**
 * What the engine is given to replay a form whose values have passed the check. A form's spec may know more markets than
 * the bot trades (all coins that a portfolio could have): the bot is given its own. Null while one of them is not known.
 */
export function replayParams(
  definition: AnyDefinition,
  values: FormValues,
  spec: MarketSpec,
  feeRate: FeeRateE8,
): EngineParamsByKind[RunnableKind] | null {
  const { trades } = factsOf(definition.kind);
  const own = trades === 'portfolio' ? portfolioSpec(values, spec) : spec;
  // Until the markets are there, a check finds nothing wrong with them.
  if (own === null || (trades === 'legs' && contractLeg(own) === undefined)) return null;
  const payload = definition.encode(values, own);
  return definition.params(definition.replayed?.(payload) ?? payload, own, feeRate);
}

/** The first coin's market with those of the other coins beside it, in the portfolio's order. */
function portfolioSpec(values: FormValues, spec: MarketSpec): MarketSpec | null {
  const coins = parseCoins(values.coins ?? '') ?? [];
  const [first, ...others] = coins.flatMap(({ asset }) => coinSpec(asset, spec) ?? []);
  if (first === undefined || others.length + 1 < coins.length) return null;
  return { ...alone(first), companions: Object.fromEntries(others.map((one) => [instrumentOf(one), alone(one)])) };
}

function alone({ companions: _companions, ...spec }: MarketSpec): MarketSpec {
  return spec;
}
