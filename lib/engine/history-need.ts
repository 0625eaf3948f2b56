import { COMPOSE_KINDS, type ComposeKind } from '../contract/vocabulary.ts';
import { warmUpMs } from './compose-warm-up.ts';
import { GATE_MINUTES } from './kinds/spot-grid-trailing.ts';
import type { EngineParamsByKind, RunnableKind } from './registry.ts';

const MINUTE_MS = 60_000;

function isComposeKind(kind: RunnableKind): kind is ComposeKind & RunnableKind {
  return (COMPOSE_KINDS as readonly string[]).includes(kind);
}

/** Minutes of history before its start that a backtest of the kind is handed, so that it begins as a live bot would. */
export function historyMinutes<K extends RunnableKind>(kind: K, params: EngineParamsByKind[K]): number {
  if (isComposeKind(kind)) return warmUpMs((params as EngineParamsByKind[ComposeKind]).conditions) / MINUTE_MS;
  return kind === 'spot_grid' ? GATE_MINUTES : 0;
}

/** What most bots are content with: known before anything of a bot is. */
export const USUAL_HISTORY_MINUTES = GATE_MINUTES;
