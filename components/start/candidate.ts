import type { AnyDefinition } from '#components/form/any-definition.ts';
import type { JudgedResult } from '#lib/contract/ai-judged.ts';
import type { EngineParamsByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import type { FeeRateE8, MarketSpec } from '#lib/money/market-spec.ts';
import type { FormValues, Issue, SummaryRow } from '#lib/strategies/definition.ts';
import { assetInUsdt } from '#lib/strategies/rules/asset-price.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';

/** Where the parameters of a proposal are from. */
export type Origin =
  | { readonly by: 'ai'; readonly judged: JudgedResult }
  | {
      readonly by: 'bot';
      readonly strategy_id: number;
      readonly anonymous: string;
      readonly nickname: string;
      /** How long it has run, s, and what it has made of its investment, a fraction. */
      readonly runSeconds: number;
      readonly rate: string;
    };

/** A bot that could be started with the visitor's amount; nothing is known of how it does. */
export interface Candidate {
  readonly id: string;
  readonly origin: Origin;
  readonly kind: RunnableKind;
  readonly spec: MarketSpec;
  readonly params: EngineParamsByKind[RunnableKind];
  /** What fills the form, amount included. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Where it would be liquidated; nothing of bots that cannot be. */
  readonly liquidation: readonly SummaryRow[];
}

export interface CandidateFacts {
  readonly spec: MarketSpec;
  readonly lastTicks: number;
  readonly feeRate: FeeRateE8;
}

export type Fitting =
  | { readonly candidate: Omit<Candidate, 'id' | 'origin'> }
  /** The amount is too small: the least that it takes, units of the investment asset. */
  | { readonly needs: bigint }
  /** The exchange would refuse such a bot today. */
  | null;

/** Faults of the amount that more of it mends. */
const TOO_SMALL = /^(money|order)\.min\b/;

/** A kind's form filled in for the visitor, as the form and the exchange would check it. */
export function candidateOf(
  definition: AnyDefinition,
  typed: FormValues,
  amount: string,
  { spec, lastTicks, feeRate }: CandidateFacts,
): Fitting {
  const values: FormValues = { ...definition.defaults(spec), ...typed, money: amount };
  const context = { spec, lastTicks, feeRate, maxGrid: spec.maxGrid, minAmount: null, available: null };
  const faults = definition
    .check(values, { ...context, phase: 'exchange' })
    .filter(({ severity }) => severity === 'error');
  const isTooSmall = ({ code }: Issue): boolean => TOO_SMALL.test(code);
  if (faults.some((issue) => !isTooSmall(issue))) return null;
  const params = typedParams(definition, values, spec, feeRate);
  const facts = { lastTicks, assetInUsdt: assetInUsdt(spec, lastTicks), nextFundingE8: null };
  const minimum = definition.minimum(params, facts);
  if (params.investment < minimum) return { needs: minimum };
  if (faults.length > 0) return null;
  const liquidation = definition
    .summary(values, { ...context, minAmount: minimum, phase: 'typing' })
    .filter(({ label }) => label.startsWith('summary.liquidation'));
  return {
    candidate: {
      kind: definition.kind,
      spec,
      params,
      payload: { ...definition.encode(values, spec) },
      liquidation,
    },
  };
}
