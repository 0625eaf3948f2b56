import { changeRates, isSameBut } from '../../engine/body/stop-change.ts';
import type { BotChange, EngineKind } from '../../engine/engine-kind.ts';
import type { BotMachine, EngineSink, LifeRefusal, MarketView } from '../../engine/machine.ts';
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

/** An indicator bot with other total stops; on a spot market one with more money, which entries to come may use. Margin of a contract is moved by calls of its own. */
export function changeIndicator(
  before: IndicatorParams,
  after: IndicatorParams,
  snapshot: unknown,
  change: BotChange,
  view: MarketView,
  sink: EngineSink,
): BotMachine | LifeRefusal {
  if (change.deposit === 0n) return changeStops(before, after, snapshot, change, view, sink);
  if (isContract(after.spec) || !isSameBut(before, after, ['investment'])) return 'not-changeable';
  const machine = new IndicatorCoinMachine(after, view, sink);
  machine.restore(storedOf(snapshot));
  return machine.takeMoney(change.deposit, change.timeMs) ?? machine;
}

const changeStops = changeRates(['totalStopE8', 'totalProfitE8'], restoreIndicator);

export const INDICATOR_ENGINE: EngineKind<IndicatorParams> = {
  tradesAreWhole: true,
  create: createIndicator,
  restore: restoreIndicator,
  change: changeIndicator,
};
