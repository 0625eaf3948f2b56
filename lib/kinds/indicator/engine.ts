import type { ComposeParams } from '../../engine/compose-params.ts';
import { createCompose, restoreCompose } from '../../engine/kinds/compose.ts';
import type { BotMachine, EngineSink, MarketView } from '../../engine/machine.ts';
import { isContract } from '../../formulas/contract-value.ts';
import { IndicatorCoinMachine } from './coin-machine.ts';
import { readStored } from './stored.ts';

/** A combined-indicator bot that has not started, on a spot market or a contract. */
export function createIndicator(params: ComposeParams, view: MarketView, sink: EngineSink): BotMachine {
  return isContract(params.spec) ? createCompose(params, view, sink) : new IndicatorCoinMachine(params, view, sink);
}

/** One as it was when `snapshot()` was taken. Its stops may have been changed by the owner since; conditions must be the same. */
export function restoreIndicator(
  params: ComposeParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  if (isContract(params.spec)) return restoreCompose(params, snapshot, view, sink);
  const machine = new IndicatorCoinMachine(params, view, sink);
  machine.restore(readStored(snapshot));
  return machine;
}
