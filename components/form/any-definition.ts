import type { EngineParamsByKind, PayloadByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import type { StrategyDefinition } from '#lib/strategies/definition.ts';

/** The definition of whatever kind a form is of: its payload is one of all payloads, its engine params one of all params. */
export type AnyDefinition = StrategyDefinition<PayloadByKind[RunnableKind], EngineParamsByKind[RunnableKind]>;
