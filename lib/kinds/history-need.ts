import { definitionOf, type EngineParamsByKind, type RunnableKind } from './definitions.ts';

/** Minutes of history before its start that a backtest of the kind is handed, so that it begins as a live bot would. */
export function historyMinutes<K extends RunnableKind>(kind: K, params: EngineParamsByKind[K]): number {
  return definitionOf(kind).historyMinutes?.(params) ?? 0;
}
