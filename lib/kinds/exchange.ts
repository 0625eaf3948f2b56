import type { ExchangeKind } from '../strategies/exchange-kind.ts';
import { type EngineParamsByKind, type PayloadByKind, RUNNABLE_KINDS, type RunnableKind } from './definitions.ts';
import { MACHINES } from './machines.ts';

type KindsOnExchange = { readonly [K in RunnableKind]: ExchangeKind<PayloadByKind[K], EngineParamsByKind[K]> };

/** No registry of its own: what machines.ts names, loaded. Who imports this waits for it. */
const KINDS = Object.fromEntries(
  await Promise.all(RUNNABLE_KINDS.map(async (kind) => [kind, await MACHINES[kind].exchange()] as const)),
) as KindsOnExchange;

/** What the exchange has to know of a kind. */
export function kindOf<K extends RunnableKind>(kind: K): ExchangeKind<PayloadByKind[K], EngineParamsByKind[K]> {
  return KINDS[kind];
}
