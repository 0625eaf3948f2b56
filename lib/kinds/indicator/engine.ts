import type { BotMachine, EngineSink, MarketView } from '../../engine/machine.ts';
import { isContract } from '../../formulas/contract-value.ts';
import { IndicatorCoinMachine } from './coin-machine.ts';
import { IndicatorContractMachine } from './contract-machine.ts';
import type { IndicatorParams } from './params.ts';
import { storedOf } from './stored.ts';

/** An indicator bot that has not started, on a spot market or a contract. */
export function createIndicator(params: IndicatorParams, view: MarketView, sink: EngineSink): BotMachine {
  return newMachine(params, view, sink);
}

/** One as it was when `snapshot()` was taken. Its stops may have been changed by the owner since; conditions must be the same. */
export function restoreIndicator(
  params: IndicatorParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  const machine = newMachine(params, view, sink);
  machine.restore(storedOf(snapshot));
  return machine;
}

function newMachine(
  params: IndicatorParams,
  view: MarketView,
  sink: EngineSink,
): IndicatorCoinMachine | IndicatorContractMachine {
  const { spec } = params;
  return isContract(spec)
    ? new IndicatorContractMachine({ ...params, spec }, view, sink)
    : new IndicatorCoinMachine(params, view, sink);
}
