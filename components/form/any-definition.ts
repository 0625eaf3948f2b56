import type { StrategyDefinition } from '#lib/strategies/definition.ts';

/** A definition whose payload and engine params the form only passes on, without looking inside. */
export type AnyDefinition = StrategyDefinition<object, object>;
